"""What a seat may ask for (imperative), and the JSON bodies that say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias

from texas42.suits import NUMBERS, Doubles, Suit, Trump
from texas42.tiles import HIGH, LOW, TILES, Tile, parse_tile, tile_label


class Special(StrEnum):
    """A bid of marks that takes a hand full of doubles (R8.4, R8.5)."""

    PLUNGE = "plunge"
    SPLASH = "splash"


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of points (R3.2) or, for all tricks, of marks (R3.3): exactly one of the two.

    `special` makes a bid of marks a plunge or a splash (R8.4, R8.5).
    """

    points: int | None = None
    marks: int | None = None
    special: Special | None = None

    def __post_init__(self) -> None:
        if (self.points is None) == (self.marks is None):
            raise ValueError("a bid names either points or marks")
        if self.special is not None and self.marks is None:
            raise ValueError(f"a {self.special} is a bid of marks")


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid (R3.1)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Trump (R4.1), and what has to be said with it.

    `open_tricks` where the declarer chooses how many tricks stay open (R6.5), `doubles` where
    the rules leave open what they are in no trump or nello (R4.6, R8.2).
    """

    trump: Trump
    open_tricks: int | None = None
    doubles: Doubles | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """One tile to the trick (R4.7); `call` is the lower end, called by a small-end lead."""

    tile: Tile
    call: Suit | None = None


Move: TypeAlias = Bid | Pass | Declare | Play

PASS = Pass()
PLAYS: tuple[Play, ...] = tuple(Play(tile) for tile in TILES)
"""Tile -> the move that plays it; made once, since every legal list is full of them."""
CALLS: tuple[Play, ...] = tuple(Play(tile, Suit(LOW[tile])) for tile in TILES)
"""Tile -> the move that leads it and calls its lower end."""


@lru_cache
def points_bid(points: int) -> Bid:
    """The bid of this many points."""
    return Bid(points=points)


@lru_cache
def marks_bid(marks: int) -> Bid:
    """The bid of all tricks for this many marks."""
    return Bid(marks=marks)


def marks_words(marks: int) -> str:
    """The marks as a player says them: `"1 mark"`, `"2 marks"`."""
    return "1 mark" if marks == 1 else f"{marks} marks"


def bid_body(bid: Bid) -> dict[str, Any]:
    """The members that say a bid: `{"points": 31}`, `{"marks": 4, "plunge": True}`."""
    if bid.marks is None:
        return {"points": bid.points}
    return {"marks": bid.marks} | ({} if bid.special is None else {bid.special.value: True})


def declaration_body(declaration: Declare) -> dict[str, Any]:
    """The members that say a declaration; those beside `trump` only where they were chosen."""
    body: dict[str, Any] = {"trump": declaration.trump.value}
    if declaration.doubles is not None:
        body["doubles"] = declaration.doubles.value
    if declaration.open_tricks is not None:
        body["open_tricks"] = declaration.open_tricks
    return body


def play_body(tile: Tile, call: Suit | None) -> dict[str, Any]:
    """The members that say a play: `{"tile": "4-6"}`; `call` only where one was made."""
    return {"tile": tile_label(tile)} | ({} if call is None else {"call": str(call)})


def move_body(move: Move) -> dict[str, Any]:
    """The JSON body that asks for this move, such as `{"type": "play", "tile": "4-6"}`."""
    match move:
        case Bid():
            return {"type": "bid", **bid_body(move)}
        case Pass():
            return {"type": "pass"}
        case Declare():
            return {"type": "declare", **declaration_body(move)}
    return {"type": "play", **play_body(move.tile, move.call)}


def parse_bid(body: Mapping[str, Any]) -> Bid:
    """The bid that these members say.

    Raises:
        ValueError: none or both of `points` and `marks`, or a plunge or splash that is no bid of
            marks, or both of them.
    """
    named = [special for special in Special if body.get(special.value)]
    if len(named) > 1:
        raise ValueError("a bid is a plunge or a splash, not both")
    return Bid(body.get("points"), body.get("marks"), named[0] if named else None)


def parse_declaration(body: Mapping[str, Any]) -> Declare:
    """The declaration that these members say.

    Raises:
        ValueError: `trump` is missing or names nothing, or `doubles` names nothing.
    """
    doubles = body.get("doubles")
    return Declare(
        trump=Trump(str(body.get("trump"))),
        open_tricks=body.get("open_tricks"),
        doubles=None if doubles is None else Doubles(str(doubles)),
    )


def parse_play(body: Mapping[str, Any]) -> Play:
    """The play that these members say.

    Raises:
        ValueError: `tile` is missing or names nothing, or `call` is no end of it.
    """
    tile = parse_tile(str(body.get("tile")))
    call = body.get("call")
    if call is None:
        return PLAYS[tile]
    if call not in (str(LOW[tile]), str(HIGH[tile])):
        raise ValueError(f"call is an end of the tile, which {call!r} is not of {tile_label(tile)}")
    return Play(tile, NUMBERS[int(call)])


def parse_move(body: Mapping[str, Any]) -> Move:
    """The move that a JSON body asks for; member types are the caller's to check.

    Raises:
        ValueError: the body says no move.
    """
    match body.get("type"):
        case "bid":
            return parse_bid(body)
        case "pass":
            return PASS
        case "declare":
            return parse_declaration(body)
        case "play":
            return parse_play(body)
        case other:
            raise ValueError(f"no such move: {other!r}; a move is a bid, pass, declare or play")
