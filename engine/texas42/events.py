"""What happened in a match (past tense, frozen), and the text in which each event is stored.

The log holds facts alone: who sat where, what was dealt, what each seat did. Tricks, points and
marks follow from them by replay. A stored event is one compact JSON list that a person can read:
`["play","B","4-6"]`. This form is kept for ever: a stored log always replays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from texas42.moves import (
    Bid,
    Declare,
    bid_body,
    declaration_body,
    marks_bid,
    parse_bid,
    parse_declaration,
    points_bid,
)
from texas42.rules import RULES_VERSION, Rules
from texas42.seats import SEAT_LETTERS, Seat
from texas42.suits import Trump
from texas42.tiles import TILES, Tile, parse_tile, tile_label


@dataclass(frozen=True, slots=True)
class Created:
    """A match was set up. `kept` holds the seats kept for named players."""

    name: str
    owner: str
    rules: Rules
    listed: bool = False
    kept: tuple[tuple[Seat, str], ...] = ()
    rules_version: int = RULES_VERSION


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took a seat."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Left:
    """A seat was given back before the first deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt: seat -> its tiles, in the order dealt (R1.2, R1.4)."""

    dealer: Seat
    hands: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declared:
    """The declarer named trump."""

    seat: Seat
    declaration: Declare


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a tile."""

    seat: Seat
    tile: Tile


Event: TypeAlias = Created | Joined | Left | Dealt | BidMade | Passed | Declared | Played


class UnreadableEvent(ValueError):  # noqa: N818 - says what the thing is
    """A stored text that is no event of ours."""


_SEATS = tuple(Seat(seat) for seat in range(len(SEAT_LETTERS)))
_SEAT_BY_LETTER = dict(zip(SEAT_LETTERS, _SEATS, strict=True))
_TILE_BY_LABEL = {tile_label(tile): tile for tile in TILES}


def _seat(letter: str) -> Seat:
    return _SEAT_BY_LETTER[letter]


def _hand_text(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(tile_label, tiles))


def _hand(text: str) -> tuple[Tile, ...]:
    """The tiles of a hand as `_hand_text` wrote them; no other spelling is read."""
    return tuple(map(_TILE_BY_LABEL.__getitem__, text.split(" ")))


def _facts(event: Event) -> list[Any]:
    match event:
        case Created():
            return [
                "created",
                {
                    "rules_version": event.rules_version,
                    "name": event.name,
                    "owner": event.owner,
                    "listed": event.listed,
                    "kept": {SEAT_LETTERS[seat]: player for seat, player in event.kept},
                    "rules": event.rules.as_dict(),
                },
            ]
        case Joined():
            return ["joined", SEAT_LETTERS[event.seat], event.player]
        case Left():
            return ["left", SEAT_LETTERS[event.seat]]
        case Dealt():
            return ["dealt", SEAT_LETTERS[event.dealer], [_hand_text(h) for h in event.hands]]
        case BidMade():
            return ["bid", SEAT_LETTERS[event.seat], bid_body(event.bid)]
        case Passed():
            return ["pass", SEAT_LETTERS[event.seat]]
        case Declared():
            return ["declare", SEAT_LETTERS[event.seat], declaration_body(event.declaration)]
        case Played():
            return ["play", SEAT_LETTERS[event.seat], tile_label(event.tile)]


def _created(
    *,
    rules_version: int,
    name: str,
    owner: str,
    listed: bool,
    kept: Mapping[str, str],
    rules: Mapping[str, Any],
) -> Created:
    seats = tuple((_seat(letter), player) for letter, player in kept.items())
    return Created(name, owner, Rules.from_record(rules), listed, seats, rules_version)


def _event(facts: list[Any]) -> Event:
    match facts:
        case ["created", dict(made)]:
            return _created(**made)
        case ["joined", seat, str(player)]:
            return Joined(_seat(seat), player)
        case ["left", seat]:
            return Left(_seat(seat))
        case ["dealt", dealer, list(hands)]:
            return Dealt(_seat(dealer), tuple(map(_hand, hands)))
        case ["bid", seat, {"points": int()} | {"marks": int()} as bid]:
            return BidMade(_seat(seat), parse_bid(bid))
        case ["pass", seat]:
            return Passed(_seat(seat))
        case ["declare", seat, declaration]:
            return Declared(_seat(seat), parse_declaration(declaration))
        case ["play", seat, tile]:
            return Played(_seat(seat), parse_tile(tile))
        case _:
            raise ValueError("no event has this shape")


def encode(event: Event) -> str:
    """The text in which an event is stored: one compact JSON list."""
    return json.dumps(_facts(event), ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Event:
    """The event that a stored text says.

    The moves, nearly all of a log, are looked up rather than parsed. A text that says more than
    its event can hold is not read by half.

    Raises:
        UnreadableEvent: the text is no event that this version knows.
    """
    event = _COMMON.get(text)
    if event is not None:
        return event
    try:
        facts = json.loads(text)
        event = _event(facts)
        if not isinstance(event, Created | Dealt) and _facts(event) != facts:
            raise ValueError("this version knows only a part of it")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Neither the text nor the cause is told: a damaged deal would show its tiles.
        raise UnreadableEvent("not an event of a match that this version knows") from None
    return event


def _common(seat: Seat) -> Iterator[Event]:
    yield Passed(seat)
    yield from (Played(seat, tile) for tile in TILES)
    yield from (BidMade(seat, points_bid(points)) for points in range(30, 49))
    yield from (BidMade(seat, marks_bid(marks)) for marks in range(1, 8))
    yield from (Declared(seat, Declare(trump, shown)) for trump in Trump for shown in (None, 1, 2))


_COMMON: dict[str, Event] = {encode(event): event for seat in _SEATS for event in _common(seat)}
