"""The one place that knows what follows what and which tile is higher (R4, R8.2, R8.3).

Everything is looked up: a `Suits` holds, for one way of naming trump, the suit that each tile
calls when it is led, the tiles that must be played to each suit, and each tile's power in a trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NewType, TypeAlias

from texas42.tiles import BIT, DOUBLES, HIGH, LOW, PIPS, TILES, Tile, is_double, mask_of

Suit = NewType("Suit", int)
"""0-6 for the number suits, then `TRUMP`, `OWN` and `ANY`."""

NUMBERS: tuple[Suit, ...] = tuple(Suit(pips) for pips in PIPS)
TRUMP, OWN, ANY = (Suit(len(NUMBERS) + i) for i in range(3))
"""The trumps; the doubles where they are a suit of their own; every tile, in sevens."""
_EVERY_SUIT = (*NUMBERS, TRUMP, OWN, ANY)

Masks: TypeAlias = tuple[int, ...]
"""Sets of tiles in order of obligation: one is played from the first that has any of the hand."""

EVERY_TILE = mask_of(TILES)
_SEVEN = 7


class Trump(StrEnum):
    """What the declarer may name (R4.1), nello and sevens in place of a trump (R8.1, R8.3)."""

    __hash__ = str.__hash__  # an enumeration's own is slow, and trumps are looked up at every deal

    BLANKS = "0"
    ONES = "1"
    TWOS = "2"
    THREES = "3"
    FOURS = "4"
    FIVES = "5"
    SIXES = "6"
    DOUBLES = "doubles"
    NONE = "none"
    NELLO = "nello"
    SEVENS = "sevens"


PIP_TRUMPS: tuple[Trump, ...] = tuple(Trump(str(number)) for number in NUMBERS)
"""Number -> the trump of that number."""


class Doubles(StrEnum):
    """What doubles are where they are not trumps (R4.6, R8.2)."""

    HIGH = "high"
    LOW = "low"
    OWN_SUIT = "own_suit"
    OWN_SUIT_LOW = "own_suit_low"


_OWN_SUITS = (Doubles.OWN_SUIT, Doubles.OWN_SUIT_LOW)


@dataclass(frozen=True, slots=True)
class Suits:
    """How the tiles stand to each other under one trump.

    Attributes:
        trumps: bitmask of the trump tiles.
        called: tile -> the suit it calls when led (R4.3).
        members: suit -> bitmask of the tiles that follow it (R4.2, R4.4).
        must: suit called -> what must be played to it, in order of obligation (R4.4, R8.3).
        lead: what must be led, in order of obligation (R4.7, R8.3).
        power: suit called -> tile -> rank in the trick; 0 cannot win (R4.5, R4.6).
    """

    trumps: int
    called: tuple[Suit, ...]
    members: tuple[int, ...]
    must: tuple[Masks, ...]
    lead: Masks
    power: tuple[tuple[int, ...], ...]


def suit_label(suit: Suit) -> str | None:
    """`"0"` to `"6"`, `"trump"`, `"doubles"`; `None` in sevens, which has no suits."""
    return {TRUMP: "trump", OWN: "doubles", ANY: None}.get(suit, str(suit))


def playable(masks: Masks, held: int) -> int:
    """The tiles of a hand that may be played, both as bitmasks; none only of an empty hand.

    Args:
        masks: `suits.must[called]`, or `suits.lead`.
        held: the tiles of the hand.
    """
    return next((mask & held for mask in masks if mask & held), 0)


def denied(masks: Masks, tile: Tile) -> int:
    """Bitmask of what a seat that plays this tile cannot hold: all that it had to play before.

    Args:
        masks: `suits.must[called]`, or `suits.lead`.
        tile: the tile played, as a legal move.
    """
    lacking, in_order = 0, iter(masks)
    while not BIT[tile] & (mask := next(in_order)):
        lacking |= mask
    return lacking


def winning_place(suits: Suits, called: Suit, plays: Sequence[Tile]) -> int:
    """The place in `plays`, 0 being the lead, of the tile that wins the trick (R4.5).

    The earliest of equals, of which only sevens has any (R8.3).
    """
    power = suits.power[called]
    best = plays[0]
    for tile in plays:  # a plain loop: twice as fast as max() with a key
        if power[tile] > power[best]:
            best = tile
    return plays.index(best)


@cache
def suits_for(trump: Trump, doubles: Doubles = Doubles.HIGH) -> Suits:
    """The suits under this trump; `doubles` says what they are in no trump and nello."""
    return _sevens() if trump is Trump.SEVENS else _suits(trump, doubles)


def _tiles_with(number: int) -> int:
    return mask_of(tile for tile in TILES if number in (LOW[tile], HIGH[tile]))


def _trump_mask(trump: Trump) -> int:
    if trump is Trump.DOUBLES:
        return DOUBLES
    return _tiles_with(PIP_TRUMPS.index(trump)) if trump in PIP_TRUMPS else 0


def _rank_in(number: int, tile: Tile, doubles: Doubles) -> int:
    """Rank in a number suit, from 1: by the other end, the double above or below them (R4.6)."""
    if is_double(tile):
        return 1 if doubles is Doubles.LOW else len(PIPS) + 2
    return LOW[tile] + HIGH[tile] - number + 2


def _suits(trump: Trump, doubles: Doubles) -> Suits:
    trumps = _trump_mask(trump)
    own = DOUBLES if doubles in _OWN_SUITS and not trumps else 0
    of_no_number = trumps | own
    members = (*(_tiles_with(n) & ~of_no_number for n in NUMBERS), trumps, own, 0)

    def called(tile: Tile) -> Suit:
        if BIT[tile] & trumps:
            return TRUMP
        return OWN if BIT[tile] & own else Suit(HIGH[tile])

    def rank_among_doubles(tile: Tile) -> int:
        low_first = doubles is Doubles.OWN_SUIT_LOW
        return 1 + (len(PIPS) - HIGH[tile] if low_first else HIGH[tile])

    def power(suit: Suit, tile: Tile) -> int:
        if BIT[tile] & trumps:
            above_the_suit = 2 * len(PIPS)
            by_double = trump is Trump.DOUBLES
            number = 0 if by_double else PIP_TRUMPS.index(trump)
            rank = rank_among_doubles(tile) if by_double else _rank_in(number, tile, doubles)
            return above_the_suit + rank
        if not BIT[tile] & members[suit]:
            return 0
        return rank_among_doubles(tile) if suit == OWN else _rank_in(suit, tile, doubles)

    return Suits(
        trumps=trumps,
        called=tuple(map(called, TILES)),
        members=members,
        must=tuple((followers, EVERY_TILE) for followers in members),
        lead=(EVERY_TILE,),
        power=tuple(tuple(power(suit, tile) for tile in TILES) for suit in _EVERY_SUIT),
    )


def _sevens() -> Suits:
    """No suits: the closest tiles to seven pips must be played, and win (R8.3)."""
    distance = [abs(LOW[tile] + HIGH[tile] - _SEVEN) for tile in TILES]
    closest_first = tuple(
        mask_of(tile for tile in TILES if distance[tile] == away) for away in range(_SEVEN + 1)
    )
    closeness = tuple(_SEVEN + 1 - away for away in distance)
    nothing = (0,) * len(TILES)
    return Suits(
        trumps=0,
        called=(ANY,) * len(TILES),
        members=tuple(EVERY_TILE if suit == ANY else 0 for suit in _EVERY_SUIT),
        must=(closest_first,) * len(_EVERY_SUIT),
        lead=closest_first,
        power=tuple(closeness if suit == ANY else nothing for suit in _EVERY_SUIT),
    )
