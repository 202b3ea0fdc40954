"""The use cases that change a match: create it, take a seat, give it back, move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from texas42 import (
    Joined,
    Match,
    Move,
    Rules,
    RulesInvalid,
    RuleViolation,
    Seat,
    create,
    decide,
    join,
    leave,
    parse_move,
    replace,
    resolve,
)
from texas42_server.asking import schemas
from texas42_server.asking.asked import Asked, value_of
from texas42_server.asking.problems import Problem, invalid
from texas42_server.service.context import Context
from texas42_server.service.positions import Position
from texas42_server.service.refusals import refusal
from texas42_server.service.writing import (
    CODE_OCTETS,
    ID_OCTETS,
    Done,
    accepted,
    append,
    begin,
    demand_current,
    drawn,
    earlier,
    remember,
    seat_at,
    seat_of_asker,
)
from texas42_server.storage import absences, invites, players
from texas42_server.storage.database import Connection

_SHORT = 100
"""Octets of a body that any move fits into, as it is usually spaced."""
_WISHES = 1024


def create_match(context: Context, asked: Asked) -> Done:
    """Set up a match, and seat its creator where the request says so."""
    with context.database.transaction() as db:
        if (answered := earlier(context, db, asked)) is not None:
            return answered
        form, rules, kept = _match_form(db, asked)
        owner, sit = asked.player.name, form.get("sit")
        name = form.get("name", f"{owner}'s match")
        at = context.clock()
        created = create(name, owner, rules, form["listed"], kept)
        position = begin(context, db, drawn(context, ID_OCTETS), created, at)
        seated = [] if sit is None else [Joined(rules.table.seat(sit), owner)]
        position = append(context, db, position, seated, at)
        for seat in rules.table.seats:
            if position.match.players[seat] is None and seat not in kept:
                _renew_code(context, db, position, seat)
        remember(db, asked, 0, position, at)
        done = accepted(db, asked, 0, position)
    context.positions.keep(position)
    return done


def take_seat(context: Context, asked: Asked, match_id: str, label: str) -> Done:
    """Sit down; the last one to do so has the first hand dealt."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        seat = seat_at(before, label)
        _demand_admission(db, before, seat, asked)
        if (answered := earlier(context, db, asked)) is not None:
            return answered
        demand_current(asked, before)
        schemas.load(schemas.SEAT, asked.json())
        try:
            sit = replace if seat in before.match.offered else join
            seated = sit(before.match, seat, asked.player.name)
        except RuleViolation as violation:
            raise refusal(violation, before, seat) from None
        at = context.clock()
        after = append(context, db, before, [seated], at)
        remember(db, asked, before.match.version, after, at)
        done = accepted(db, asked, before.match.version, after)
    context.positions.keep(after)
    return done


def leave_seat(context: Context, asked: Asked, match_id: str, label: str) -> Done:
    """Give a seat back before the first deal; a new code opens it."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        seat = seat_at(before, label)
        if before.match.players[seat] != asked.player.name:
            raise Problem("forbidden", "A seat is given back by the player who sits there.")
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        try:
            left = leave(before.match, seat)
        except RuleViolation as violation:
            raise refusal(violation, before, seat) from None
        after = append(context, db, before, [left], context.clock())
        _renew_code(context, db, after, seat)
        done = accepted(db, asked, before.match.version, after)
    context.positions.keep(after)
    return done


def move(context: Context, asked: Asked, match_id: str) -> Done:
    """Bid, pass, declare or play."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        seat = seat_of_asker(
            before, asked, "Only the players of this match move in it; you may watch."
        )
        if (answered := earlier(context, db, asked)) is not None:
            return answered
        demand_current(asked, before)
        wish = _wish(asked)
        try:
            events = decide(before.match, seat, wish)
        except RuleViolation as violation:
            raise refusal(violation, before, seat) from None
        at = context.clock()
        after = append(context, db, before, events, at)
        remember(db, asked, before.match.version, after, at)
        done = accepted(db, asked, before.match.version, after)
    context.positions.keep(after)
    return done


def _wish(asked: Asked) -> Move:
    """The move that the request asks for.

    Raises:
        Problem: 400 or 422.
    """
    if asked.query or len(asked.body) > _SHORT:
        return parse_move(schemas.load_move(asked.json()))
    return _short_wish(asked.body)


@lru_cache(_WISHES)
def _short_wish(body: bytes) -> Move:
    """The move that a body asks for: few are ever sent, and reading one takes 10 µs."""
    return parse_move(schemas.load_move(value_of(body)))


def _match_form(db: Connection, asked: Asked) -> tuple[dict[str, Any], Rules, dict[Seat, str]]:
    """What a new match shall be: the form, its rules, the seats kept.

    Raises:
        Problem: 400, or 422 with every offending member (R8.7).
    """
    form, faults = schemas.examine(schemas.MATCH, asked.json())
    body, rules = form.get("rules"), None
    try:
        rules = resolve(body)
    except RulesInvalid as cause:
        # A preset named alone has no member to point at.
        alone = isinstance(body, str)
        faults += [(f"/rules{'' if alone else pointer}", why) for pointer, why in cause.errors]
        rules = _table_alone(body)
    sit, invited = form.get("sit"), form.get("invite", {})
    kept, misplaced = _kept(db, asked.player.name, sit, invited)
    faults += misplaced
    if rules is not None:
        labels = rules.table.labels
        places = [("/sit", sit), *((f"/invite/{label}", label) for label in invited)]
        right = f"must be one of the seats of this table, {', '.join(labels)}"
        faults += [(place, right) for place, label in places if label not in (None, *labels)]
    if faults or rules is None:
        raise invalid(faults)
    return form, rules, {rules.table.seat(label): player for label, player in kept.items()}


def _table_alone(body: Any) -> Rules | None:
    """Rules with as many seats as a body asks for that is not right otherwise."""
    try:
        return resolve({"seats": body["seats"]} if "seats" in body else {})
    except (RulesInvalid, TypeError):
        return None


def _kept(
    db: Connection, owner: str, sit: str | None, invited: Mapping[str, str]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """For whom which seat shall be kept, and (pointer, what is wrong) of each that cannot be."""
    kept: dict[str, str] = {}
    faults: list[tuple[str, str]] = []
    seated = set() if sit is None else {owner}
    for label, name in invited.items():
        player = players.by_name(db, name)
        if player is None:
            faults.append((f"/invite/{label}", "no player has this name"))
        elif player.name in seated:
            faults.append((f"/invite/{label}", "this player has another seat in the match"))
        elif label == sit:
            faults.append((f"/invite/{label}", "this is the seat that you take yourself"))
        else:
            seated.add(player.name)
            kept[label] = player.name
    return kept, faults


def _renew_code(context: Context, db: Connection, position: Position, seat: Seat) -> None:
    """A free seat of an unlisted match has a code; in a listed one it needs none."""
    match = position.match
    if not match.listed:
        code = drawn(context, CODE_OCTETS)
        invites.put(db, position.key, match.table.labels[seat], match.version, code)


def _demand_admission(db: Connection, position: Position, seat: Seat, asked: Asked) -> None:
    """Only who sits there already, for whom it is kept, or who may claim it comes further.

    Raises:
        Problem: 403, always the same.
    """
    match, name = position.match, asked.player.name
    if name in (match.players[seat], match.kept[seat]):
        return
    if match.players[seat] is None:
        admitted = match.kept[seat] is None and (
            match.listed or _brings_code(db, position, seat, asked, invites.opens)
        )
    elif seat in match.offered and not match.over:
        admitted = _is_new(match, name) and _brings_code(db, position, seat, asked, absences.opens)
    else:  # where anybody might have sat down it is told that somebody sits there, but not of codes
        coded = asked.member("invite") is not None or name in match.former
        admitted = match.listed and (match.status == "open" or not coded)
    if not admitted:
        raise Problem(
            "forbidden",
            'This seat is for the player it is kept for, or for its unused code: {"invite": "…"}.',
        )


def _is_new(match: Match, name: str) -> bool:
    """Whether an offered seat may be this player's: never seated here, and not the owner.

    Who sits here is let through to be told so.
    """
    return match.seat_of(name) is not None or (name != match.owner and name not in match.former)


def _brings_code(
    db: Connection,
    position: Position,
    seat: Seat,
    asked: Asked,
    opens: Callable[[Connection, int, str, str], bool],
) -> bool:
    code, label = asked.member("invite"), position.match.table.labels[seat]
    return isinstance(code, str) and opens(db, position.key, label, code.lower())
