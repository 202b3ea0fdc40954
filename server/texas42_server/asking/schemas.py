"""The form of every request: bodies and queries, loaded through marshmallow.

Only form is judged here. What the rules say of a bid or a tile is the engine's to say, and what
a `rules` body may hold is the engine's table of settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from texas42_server.asking.kinds import (
    MISSING,
    Digits,
    Flag,
    Name,
    Said,
    Text,
    Whole,
    one_of,
)
from texas42_server.asking.problems import invalid
from texas42_server.storage.webhooks import EVENTS

MAX_LIMIT = 1000
FARTHEST = 10**15
"""No list or feed is longer."""
SEATS = "ABCDEFG"
NUMBERS = ("0", "1", "2", "3", "4", "5", "6")
TRUMPS = (*NUMBERS, "doubles", "none", "nello", "sevens")
DOUBLES = ("high", "low", "own_suit", "own_suit_low")
IN_PLAY = ("bidding", "declaring", "playing")
STATUSES = ("open", *IN_PLAY, "finished", "cancelled", "closed")

_FORM = {"type": "must be a JSON object", "unknown": "unknown member"}


def statuses(status: str | None) -> tuple[str, ...]:
    """The statuses that a query's `status` stands for; none when it asks for none."""
    if status is None:
        return ()
    return IN_PLAY if status == "active" else (status,)


class Form(Schema):
    """A request's members: each known, none twice. A form without members is an empty body."""

    class Meta:
        """Whatever is not known is refused."""

        unknown = RAISE

    error_messages = _FORM


class PlayerForm(Form):
    """`POST /players`."""

    name = Name(required=True)


class MatchForm(Form):
    """`POST /matches`; `rules` is judged by the engine, which seats there are by the rules."""

    name = Name()
    rules = fields.Raw(error_messages={"null": "must be a preset's name or an object"})
    sit = Text(validate=one_of(*SEATS))
    invite = fields.Dict(
        keys=Text(validate=one_of(*SEATS)),
        values=Name(),
        error_messages={"invalid": "must be an object of seats and names", **MISSING},
    )
    listed = Flag(load_default=False)


class SeatForm(Form):
    """`POST /matches/{id}/seats/{seat}`."""

    invite = Text()


class WebhookForm(Form):
    """`PUT /me/webhook`; which URLs are allowed is for the operator to say."""

    url = Text(required=True)
    events = fields.List(
        Text(validate=one_of(*EVENTS)),
        load_default=list(EVENTS),
        validate=validate.Length(min=1, error="must name at least one event"),
        error_messages={"invalid": "must be a list of events", **MISSING},
    )
    rotate = Flag(load_default=False)


class BidForm(Form):
    """A bid: of points or, for all tricks, of marks; a plunge and a splash are bids of marks."""

    type = Text(required=True)
    points = Whole()
    marks = Whole()
    plunge = Said()
    splash = Said()

    @validates_schema
    def _one_of_the_two(self, data: Mapping[str, Any], **_: Any) -> None:
        if ("points" in data) == ("marks" in data):
            raise ValidationError("a bid names either points or marks, one of the two")
        special = [name for name in ("plunge", "splash") if name in data]
        if len(special) > 1:
            raise ValidationError("a bid is a plunge or a splash, not both")
        if special and "points" in data:
            raise ValidationError("goes with marks, not with points", special[0])


class PassForm(Form):
    """No bid."""

    type = Text(required=True)


class DeclareForm(Form):
    """Trump; how many tricks stay open, and what doubles are, where the declarer chooses."""

    type = Text(required=True)
    trump = Text(required=True, validate=one_of(*TRUMPS))
    open_tricks = Whole(validate=one_of(1, 2))
    doubles = Text(validate=one_of(*DOUBLES))


class PlayForm(Form):
    """One tile, and the end of it that a lead calls where that is not the higher."""

    type = Text(required=True)
    tile = Text(
        required=True,
        validate=validate.Regexp(
            r"[0-6]-[0-6]\Z", error="must be a tile such as 4-6, ends from 0 to 6"
        ),
    )
    call = Text(validate=one_of(*NUMBERS))

    @validates_schema
    def _an_end(self, data: Mapping[str, Any], **_: Any) -> None:
        ends = data["tile"].split("-")
        if data.get("call", ends[0]) not in ends:
            raise ValidationError(f"must be an end of the tile, {' or '.join(ends)}", "call")


MOVE_FORMS: dict[str, Form] = {
    "bid": BidForm(),
    "pass": PassForm(),
    "declare": DeclareForm(),
    "play": PlayForm(),
}


class NoQuery(Form):
    """No query at all."""


class LobbyQuery(Form):
    """`GET /matches`."""

    status = Text(load_default="open", validate=one_of(*STATUSES, "active"))
    after = Digits(0, FARTHEST)
    limit = Digits(1, MAX_LIMIT, load_default=50)


class MineQuery(Form):
    """`GET /me/matches`."""

    turn = Text(validate=one_of("mine"))
    status = Text(validate=one_of(*STATUSES, "active"))
    after = Text(
        validate=validate.Regexp(
            r"[0-9]{0,16}\.[0-9]{1,16}\Z", error="must be taken from a Link header's next page"
        )
    )
    limit = Digits(1, MAX_LIMIT, load_default=50)


class HandsQuery(Form):
    """`GET /matches/{id}/hands`."""

    after = Digits(0, FARTHEST, load_default=0)
    limit = Digits(1, MAX_LIMIT, load_default=50)


class FeedQuery(Form):
    """`GET /matches/{id}/events`."""

    after = Digits(0, FARTHEST, load_default=0)
    limit = Digits(1, MAX_LIMIT, load_default=100)


class DeliveriesQuery(Form):
    """`GET /me/webhook/deliveries`."""

    limit = Digits(1, MAX_LIMIT, load_default=50)


PLAYER, MATCH, SEAT, EMPTY = PlayerForm(), MatchForm(), SeatForm(), Form()
NO_QUERY, LOBBY, MINE = NoQuery(), LobbyQuery(), MineQuery()
FEED, HANDS = FeedQuery(), HandsQuery()
WEBHOOK, DELIVERIES = WebhookForm(), DeliveriesQuery()


def load(form: Form, body: object) -> dict[str, Any]:
    """The members of a body, in their own kinds.

    Raises:
        Problem: 422, with a JSON pointer (RFC 6901) for every fault.
    """
    members, faults = examine(form, body)
    if faults:
        raise invalid(faults)
    return members


def examine(form: Form, body: object) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The members of a body that are right, and (pointer, what would be right) of all faults."""
    try:
        return form.load(body), []  # type: ignore[arg-type]  # load judges it
    except ValidationError as cause:
        valid = cause.valid_data
        return valid if isinstance(valid, dict) else {}, list(_faults(cause.messages))


def load_move(body: object) -> dict[str, Any]:
    """The members of a move's body, which `type` tells apart.

    Raises:
        Problem: 422.
    """
    if not isinstance(body, dict):
        raise invalid([("", 'must be a JSON object, such as {"type": "play", "tile": "4-6"}')])
    kind = body.get("type")
    form = MOVE_FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise invalid([("/type", f"must be one of {', '.join(MOVE_FORMS)}")])
    return load(form, body)


def load_query(form: Form, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The values of a query.

    Raises:
        Problem: 422, the fault's pointer being `?name`.
    """
    names = [name for name, _ in pairs]
    faults = [
        (f"?{name}", "is given twice") for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    try:
        values: dict[str, Any] = form.load(dict(pairs))
    except ValidationError as cause:
        faults += [
            (f"?{pointer[1:]}", detail.replace("member", "query name"))
            for pointer, detail in _faults(cause.messages)
        ]
        values = {}
    if faults:
        raise invalid(faults)
    return values


def _faults(messages: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Marshmallow's tree of messages as (JSON pointer, message)."""
    if isinstance(messages, Mapping):
        for name, below in messages.items():
            # Faults of the whole form, and of a member's key or value, belong to that member.
            inside_map = name in ("key", "value") and pointer.count("/") == 2
            step = "" if name == "_schema" or inside_map else "/" + _escape(str(name))
            yield from _faults(below, pointer + step)
    elif isinstance(messages, list):
        for message in messages:
            yield pointer, str(message)
    else:
        yield pointer, str(messages)


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
