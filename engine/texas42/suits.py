"""The one place that knows what follows what and which tile is higher (R4).

Everything is looked up: a `Suits` holds, for one way of naming trump, the suit that each tile
calls when it is led, the tiles that belong to each suit, and each tile's power in a trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from texas42.tiles import BIT, DOUBLES, HIGH, LOW, PIPS, TILES, Tile, is_double, mask_of

Suit = NewType("Suit", int)
"""0-6 for the number suits, then `TRUMP`."""

NUMBERS: tuple[Suit, ...] = tuple(Suit(pips) for pips in PIPS)
TRUMP = Suit(len(NUMBERS))


class Trump(StrEnum):
    """What the declarer may name (R4.1)."""

    BLANKS = "0"
    ONES = "1"
    TWOS = "2"
    THREES = "3"
    FOURS = "4"
    FIVES = "5"
    SIXES = "6"
    DOUBLES = "doubles"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Suits:
    """How the tiles stand to each other under one trump.

    Attributes:
        trumps: bitmask of the trump tiles.
        called: tile -> the suit it calls when led (R4.3).
        members: suit -> bitmask of the tiles that follow it (R4.2, R4.4).
        power: suit called -> tile -> rank in the trick; 0 cannot win (R4.5, R4.6).
    """

    trumps: int
    called: tuple[Suit, ...]
    members: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]


def suit_label(suit: Suit) -> str:
    """`"0"` to `"6"`, or `"trump"`."""
    return "trump" if suit == TRUMP else str(suit)


def _trump_mask(trump: Trump) -> int:
    if trump is Trump.NONE:
        return 0
    if trump is Trump.DOUBLES:
        return DOUBLES
    return mask_of(tile for tile in TILES if int(trump) in (LOW[tile], HIGH[tile]))


def _rank_in(number: int, tile: Tile) -> int:
    """Rank in a number suit, from 1: by the other end, the double above them all (R4.6)."""
    if is_double(tile):
        return len(PIPS) + 1
    return LOW[tile] + HIGH[tile] - number + 1


def _build(trump: Trump) -> Suits:
    trumps = _trump_mask(trump)
    members = [
        mask_of(t for t in TILES if n in (LOW[t], HIGH[t]) and not BIT[t] & trumps) for n in NUMBERS
    ] + [trumps]

    def rank_as_trump(tile: Tile) -> int:
        return LOW[tile] + 1 if trump is Trump.DOUBLES else _rank_in(int(trump), tile)

    def power(suit: Suit, tile: Tile) -> int:
        above_the_suit = 2 * len(PIPS)
        if BIT[tile] & trumps:
            return above_the_suit + rank_as_trump(tile)
        return _rank_in(suit, tile) if BIT[tile] & members[suit] else 0

    return Suits(
        trumps=trumps,
        called=tuple(TRUMP if BIT[t] & trumps else Suit(HIGH[t]) for t in TILES),
        members=tuple(members),
        power=tuple(tuple(power(suit, t) for t in TILES) for suit in (*NUMBERS, TRUMP)),
    )


_SUITS = {trump: _build(trump) for trump in Trump}


def suits_for(trump: Trump) -> Suits:
    """The suits under this trump."""
    return _SUITS[trump]


def following(suits: Suits, led: Tile) -> int:
    """Bitmask of the tiles that follow the suit that `led` calls (R4.3, R4.4)."""
    return suits.members[suits.called[led]]


def winning_place(suits: Suits, plays: Sequence[Tile]) -> int:
    """The place in `plays`, 0 being the lead, of the tile that wins the trick (R4.5)."""
    power = suits.power[suits.called[plays[0]]]
    best = plays[0]
    for tile in plays:  # a plain loop: twice as fast as max() with a key
        if power[tile] > power[best]:
            best = tile
    return plays.index(best)
