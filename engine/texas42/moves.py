"""What a seat may ask for (imperative), and the JSON bodies that say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from texas42.suits import Trump
from texas42.tiles import TILES, Tile, parse_tile, tile_label


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of points (R3.2) or, for all tricks, of marks (R3.3): exactly one of the two."""

    points: int | None = None
    marks: int | None = None

    def __post_init__(self) -> None:
        if (self.points is None) == (self.marks is None):
            raise ValueError("a bid names either points or marks")


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid (R3.1)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Trump (R4.1) and, where the contract covers its tricks, how many stay open (R6.5)."""

    trump: Trump
    open_tricks: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """One tile to the trick (R4.7)."""

    tile: Tile


Move: TypeAlias = Bid | Pass | Declare | Play

PASS = Pass()
PLAYS: tuple[Play, ...] = tuple(Play(tile) for tile in TILES)
"""Tile -> the move that plays it; made once, since every legal list is full of them."""


@cache
def points_bid(points: int) -> Bid:
    """The bid of this many points."""
    return Bid(points=points)


@cache
def marks_bid(marks: int) -> Bid:
    """The bid of all tricks for this many marks."""
    return Bid(marks=marks)


def bid_body(bid: Bid) -> dict[str, Any]:
    """The members that say a bid: `{"points": 31}` or `{"marks": 2}`."""
    return {"points": bid.points} if bid.marks is None else {"marks": bid.marks}


def declaration_body(declaration: Declare) -> dict[str, Any]:
    """The members that say a declaration; `open_tricks` only where it was chosen."""
    body: dict[str, Any] = {"trump": declaration.trump.value}
    if declaration.open_tricks is not None:
        body["open_tricks"] = declaration.open_tricks
    return body


def move_body(move: Move) -> dict[str, Any]:
    """The JSON body that asks for this move, such as `{"type": "play", "tile": "4-6"}`."""
    match move:
        case Bid():
            return {"type": "bid", **bid_body(move)}
        case Pass():
            return {"type": "pass"}
        case Declare():
            return {"type": "declare", **declaration_body(move)}
        case Play():
            return {"type": "play", "tile": tile_label(move.tile)}


def parse_bid(body: Mapping[str, Any]) -> Bid:
    """The bid that these members say.

    Raises:
        ValueError: none or both of `points` and `marks`.
    """
    return Bid(points=body.get("points"), marks=body.get("marks"))


def parse_declaration(body: Mapping[str, Any]) -> Declare:
    """The declaration that these members say.

    Raises:
        ValueError: `trump` is missing or names nothing.
    """
    return Declare(trump=Trump(str(body.get("trump"))), open_tricks=body.get("open_tricks"))


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
            return PLAYS[parse_tile(str(body.get("tile")))]
        case other:
            raise ValueError(f"no such move: {other!r}; a move is a bid, pass, declare or play")
