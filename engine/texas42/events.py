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
from texas42.settings import LEAST_POINTS, MOST_POINTS
from texas42.suits import NUMBERS, Suit, Trump
from texas42.tiles import TILES, Tile, tile_label


@dataclass(frozen=True, slots=True)
class Created:
    """A match was set up.

    Attributes:
        kept: the seats kept for named players.
        rematch_of: the id of the match that this one follows, if any.
        first_dealer: who deals its first hand; `None` draws lots (R1.3).
    """

    name: str
    owner: str
    rules: Rules
    listed: bool = False
    kept: tuple[tuple[Seat, str], ...] = ()
    rematch_of: str | None = None
    first_dealer: Seat | None = None
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
class Drawn:
    """Seats drew a tile each for the first deal (R1.3): (seat, tile), A first."""

    tiles: tuple[tuple[Seat, Tile], ...]


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
    """A seat played a tile; `call` is the lower end that its lead called, if it did."""

    seat: Seat
    tile: Tile
    call: Suit | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """Both sides asked that somebody new may take the seat; it lasts until its player moves."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Replaced:
    """A new player took an offered seat, hand and history with it."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The owner called the match off before the first deal."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The match was given up after the first deal; nobody has won."""


SeatEvent: TypeAlias = Joined | Left | BidMade | Passed | Declared | Played | Offered | Replaced
Event: TypeAlias = Created | Drawn | Dealt | Cancelled | Closed | SeatEvent


class UnreadableEvent(ValueError):  # noqa: N818 - says what the thing is
    """A stored text that is no event of ours."""


_USUAL_MARKS = 7
_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_read = json.JSONDecoder().raw_decode
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


def _creation(event: Created) -> dict[str, Any]:
    """What event 1 holds; the members of a rematch only where it is one."""
    facts: dict[str, Any] = {
        "rules_version": event.rules_version,
        "name": event.name,
        "owner": event.owner,
        "listed": event.listed,
        "kept": {SEAT_LETTERS[seat]: player for seat, player in event.kept},
        "rules": event.rules.as_dict(),
    }
    if event.rematch_of is not None:
        facts["rematch_of"] = event.rematch_of
    if event.first_dealer is not None:
        facts["first_dealer"] = SEAT_LETTERS[event.first_dealer]
    return facts


def _facts(event: Event) -> list[Any]:
    """The stored list of an event."""
    match event:
        case Created():
            return ["created", _creation(event)]
        case Cancelled():
            return ["cancelled"]
        case Closed():
            return ["closed"]
        case Dealt():
            return ["dealt", SEAT_LETTERS[event.dealer], [_hand_text(h) for h in event.hands]]
        case Drawn():
            return ["drawn", {SEAT_LETTERS[s]: tile_label(tile) for s, tile in event.tiles}]
    return _facts_of_a_seat(event, SEAT_LETTERS[event.seat])


def _facts_of_a_seat(event: SeatEvent, seat: str) -> list[Any]:
    match event:
        case Joined():
            return ["joined", seat, event.player]
        case Left():
            return ["left", seat]
        case BidMade():
            return ["bid", seat, bid_body(event.bid)]
        case Passed():
            return ["pass", seat]
        case Declared():
            return ["declare", seat, declaration_body(event.declaration)]
        case Offered():
            return ["offered", seat]
        case Replaced():
            return ["replaced", seat, event.player]
    call = [] if event.call is None else [str(event.call)]
    return ["play", seat, tile_label(event.tile), *call]


def _created(  # noqa: PLR0913 - one for each stored member
    *,
    rules_version: int,
    name: str,
    owner: str,
    listed: bool,
    kept: Mapping[str, str],
    rules: Mapping[str, Any],
    rematch_of: str | None = None,
    first_dealer: str | None = None,
) -> Created:
    if rules_version not in range(1, RULES_VERSION + 1):
        raise ValueError("played by rules that are younger than this version")
    return Created(
        name=name,
        owner=owner,
        rules=Rules.from_record(rules),
        listed=listed,
        kept=tuple((_seat(letter), player) for letter, player in kept.items()),
        rematch_of=rematch_of,
        first_dealer=None if first_dealer is None else _seat(first_dealer),
        rules_version=rules_version,
    )


def _event(facts: list[Any]) -> Event:
    match facts:
        case ["dealt", dealer, list(hands)]:
            return Dealt(_seat(dealer), tuple(map(_hand, hands)))
        case ["created", dict(made)]:
            return _created(**made)
        case ["cancelled"]:
            return Cancelled()
        case ["closed"]:
            return Closed()
        case ["drawn", dict(drawn)]:
            return Drawn(tuple((_seat(s), _TILE_BY_LABEL[tile]) for s, tile in drawn.items()))
        case [str(kind), seat, *what]:
            return _event_of_a_seat(kind, _seat(seat), what)
        case _:
            raise ValueError("no event has this shape")


def _event_of_a_seat(kind: str, seat: Seat, what: list[Any]) -> SeatEvent:
    match kind, what:
        case "joined", [str(player)]:
            return Joined(seat, player)
        case "left", []:
            return Left(seat)
        case "bid", [{"points": int()} | {"marks": int()} as bid]:
            return BidMade(seat, parse_bid(bid))
        case "pass", []:
            return Passed(seat)
        case "declare", [dict(declaration)]:
            return Declared(seat, parse_declaration(declaration))
        case "play", [tile, *call]:
            return Played(seat, _TILE_BY_LABEL[tile], *(NUMBERS[int(number)] for number in call))
        case "offered", []:
            return Offered(seat)
        case "replaced", [str(player)]:
            return Replaced(seat, player)
        case _:
            raise ValueError("no event has this shape")


def encode(event: Event) -> str:
    """The text in which an event is stored: one compact JSON list. Moves are looked up."""
    return _TEXTS.get(event) or _written(_facts(event))


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
        facts, end = _read(text)
        if end < len(text):
            raise ValueError("something follows it")
        event = _event(facts)
        if not isinstance(event, Created | Dealt) and _facts(event) != facts:
            raise ValueError("this version knows only a part of it")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # Neither the text nor the cause is told: a damaged deal would show its tiles.
        raise UnreadableEvent("not an event of a match that this version knows") from None
    return event


def _common(seat: Seat) -> Iterator[Event]:
    yield Passed(seat)
    yield from (Played(seat, tile) for tile in TILES)
    yield from (
        BidMade(seat, points_bid(points)) for points in range(LEAST_POINTS, MOST_POINTS + 1)
    )
    yield from (BidMade(seat, marks_bid(marks)) for marks in range(1, _USUAL_MARKS + 1))
    yield from (Declared(seat, Declare(trump, shown)) for trump in Trump for shown in (None, 1, 2))


_COMMON: dict[str, Event] = {
    _written(_facts(event)): event for seat in _SEATS for event in _common(seat)
}
_TEXTS: dict[Event, str] = {event: text for text, event in _COMMON.items()}
