"""The JSON form read: a JSON value into a script, which the referee then plays.

Its shape is that of `GET /matches/{id}/record`. What follows from the moves may be left out; where
it stands, it must be so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from texas42.events import Event
from texas42.moves import Special
from texas42.record.errors import ImpossibleRecord, MalformedRecord, MeaninglessRecord
from texas42.record.lexing import visible
from texas42.record.model import FORMAT_NAME, STATUSES, Body, Record, to_json
from texas42.record.referee import judged, resolved, told
from texas42.record.script import Facts, HandScript, Script, Step
from texas42.record.spelling import (
    one_of,
    read_date,
    read_doubles,
    read_play,
    read_seat,
    read_trump,
)
from texas42.seats import Table

T = TypeVar("T")

_TILE = re.compile("[0-6]-[0-6]")

_LEAST, _MOST = 0, 999_999


def retold(record: Record) -> list[Event]:
    """The log of a match that goes as the record tells.

    Its deals hold no tiles but those that each seat is known to have held.
    """
    return told(_script(_At(to_json(record), ""))).log


def from_json(value: object) -> Record:
    """The record that a JSON value is.

    Raises:
        RecordError: it is none; `where` is a JSON pointer (RFC 6901).
    """
    given = _At(value, "")
    script = _script(given)
    record = judged(script)
    stated = to_json(record)
    for name in given.members():
        if name not in stated:
            raise MalformedRecord(given.pointer(name), "a record has no such member")
    for name in ("winner", "marks", "score", "draws", "hands"):
        member = given.get(name)
        if member is not None:
            _compare(member, stated[name])
    return record


@dataclass(frozen=True, slots=True)
class _At:
    """A JSON value and where it stands."""

    value: object
    where: str

    def members(self) -> Mapping[str, object]:
        """The members of an object."""
        if not isinstance(self.value, Mapping):
            raise MalformedRecord(self.where, "an object belongs here")
        return self.value

    def pointer(self, name: str | int) -> str:
        """Where a member or an item stands."""
        token = str(name).replace("~", "~0").replace("/", "~1")
        return f"{self.where}/{token}"

    def get(self, name: str) -> _At | None:
        """A member, `None` where it is missing or null."""
        value = self.members().get(name)
        return None if value is None else _At(value, self.pointer(name))

    def need(self, name: str) -> _At:
        """A member that must be there."""
        found = self.get(name)
        if found is None:
            raise MalformedRecord(self.where, f"{name} is missing here")
        return found

    def items(self) -> Iterator[_At]:
        """The items of a list."""
        if not isinstance(self.value, list | tuple):
            raise MalformedRecord(self.where, "a list belongs here")
        return (_At(item, self.pointer(n)) for n, item in enumerate(self.value))

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise MalformedRecord(self.where, "a string belongs here")
        if not visible(self.value):
            raise MalformedRecord(self.where, "a string has no control characters; leave them out")
        return self.value

    def number(self) -> int:
        """A whole number such as a game has."""
        if type(self.value) is not int:
            raise MalformedRecord(self.where, "a whole number belongs here")
        if not _LEAST <= self.value <= _MOST:
            raise MeaninglessRecord(self.where, f"numbers are from {_LEAST} to {_MOST}")
        return self.value

    def meant(self, read: Callable[..., T], *more: Any) -> T:
        """What the string means."""
        text = self.text()
        try:
            return read(text, *more)
        except ValueError as fault:
            raise MeaninglessRecord(self.where, str(fault)) from None


def _script(given: _At) -> Script:
    name = given.need("format")
    if name.text() != FORMAT_NAME:
        raise MeaninglessRecord(name.where, f"this program reads the format {FORMAT_NAME!r}")
    rules = given.get("rules")
    body = {} if rules is None else rules.members()
    script = Script(resolved("/rules", body), _facts(given), {})
    table = script.rules.table
    script.players = _players(given.get("players"), table)
    if (status := given.get("status")) is not None:
        script.status = (status.where, status.meant(one_of, STATUSES, "status of a record"))
    for drawn in _list(given.get("draws")):
        script.draws.append((drawn.where, _drawn(drawn, table)))
    for hand in _list(given.get("hands")):
        script.hands.append(_hand(hand, table))
    return script


def _facts(given: _At) -> Facts:
    return Facts(*(_fact(given.get(name), name) for name in Facts._fields))


def _fact(given: _At | None, name: str) -> str | None:
    if given is None:
        return None
    return given.meant(read_date) if name == "date" else given.text()


def _list(given: _At | None) -> Iterator[_At]:
    return iter(()) if given is None else given.items()


def _players(given: _At | None, table: Table) -> dict[str, str | None]:
    players: dict[str, str | None] = dict.fromkeys(table.labels)
    if given is None:
        return players
    for letter in given.members():
        if letter not in players:
            raise MeaninglessRecord(given.pointer(letter), _no_seat(table))
        player = given.get(letter)
        players[letter] = None if player is None else player.text()
    return players


def _no_seat(table: Table) -> str:
    return f"there is no such seat at this table; its seats are {', '.join(table.labels)}"


def _drawn(given: _At, table: Table) -> dict[str, str]:
    drawn = {}
    for letter in given.members():
        if letter not in table.labels:
            raise MeaninglessRecord(given.pointer(letter), _no_seat(table))
        drawn[letter] = given.need(letter).meant(read_play)["tile"]
    return drawn


def _hand(given: _At, table: Table) -> HandScript:
    dealer = given.need("dealer")
    hand = HandScript(given.where, given.where, (dealer.where, _seat(dealer, table)))
    hand.bids = [_bid(bid, table) for bid in given.need("bids").items()]
    contract = given.get("contract")
    if contract is not None:
        hand.declaration = _declaration(contract)
    for trick in _list(given.get("tricks")):
        plays = [_play(play, table) for play in trick.need("plays").items()]
        if not plays:
            raise MalformedRecord(trick.where, "a trick has tiles")
        hand.tricks.append(plays)
    return hand


def _seat(given: _At, table: Table) -> str:
    return given.meant(read_seat, table.labels)


def _bid(given: _At, table: Table) -> Step:
    seat = _seat(given.need("seat"), table)
    kind = given.need("type").meant(one_of, ("bid", "pass"), "word of the auction")
    body: Body = {"type": kind}
    for name in ("points", "marks"):
        if kind == "bid" and (number := given.get(name)) is not None:
            body[name] = number.number()
    body |= {name.value: True for name in Special if given.members().get(name.value) is True}
    if kind == "bid" and len({"points", "marks"} & set(body)) != 1:
        raise MeaninglessRecord(given.where, "a bid names either points or marks")
    if "points" in body and len(body) > 2:
        raise MeaninglessRecord(given.where, "a plunge or splash is a bid of marks")
    return Step(given.where, seat, body)


def _declaration(contract: _At) -> Step:
    trump = contract.need("trump")
    body: Body = {"type": "declare", "trump": trump.meant(read_trump)}
    if (doubles := contract.get("doubles")) is not None:
        body["doubles"] = doubles.meant(read_doubles)
    if (shown := contract.get("open_tricks")) is not None:
        body["open_tricks"] = shown.number()
    return Step(trump.where, "", body)


def _play(given: _At, table: Table) -> Step:
    tile = given.need("tile")
    body = tile.meant(read_play)
    if (call := given.get("call")) is not None:
        body = {**body, "call": call.meant(one_of, "0123456", "suit")}
    return Step(tile.where, _seat(given.need("seat"), table), body)


def _compare(given: _At, so: Any) -> None:
    """Whether what is given is so; members may be missing, others may not be there."""
    if isinstance(so, Mapping):
        for member, value in given.members().items():
            if member not in so:
                raise MalformedRecord(given.pointer(member), "there is no such member here")
            _compare(_At(value, given.pointer(member)), so[member])
    elif isinstance(so, list | tuple):
        for item, value in zip(given.items(), so, strict=True):  # as many: all of it was played
            _compare(item, value)
    elif not _same(given.value, so):
        raise ImpossibleRecord(given.where, f"this is {_spelled(so)} by the moves")


def _same(given: object, so: object) -> bool:
    if type(given) is not type(so):
        return False
    return given == so or (_TILE.fullmatch(str(so)) is not None and given == str(so)[::-1])


def _spelled(value: object) -> str:
    named = {None: "null", True: "true", False: "false"}
    return named[value] if value is None or isinstance(value, bool) else repr(value)
