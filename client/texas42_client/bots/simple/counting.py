"""A hand counted as players count it before they bid: trumps, doubles and offs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from texas42 import BIT, COUNT, DOUBLES, HIGH, TILES, Doubles, Suits, Tile, Trump, suits_for
from texas42.suits import TRUMP
from texas42_client.thinking.naming import Naming

ENOUGH_TRUMPS = 3


@dataclass(frozen=True, slots=True)
class Holding:
    """A whole hand under one trump.

    Attributes:
        trump, doubles: what it is counted for.
        trumps: how many it holds.
        run: how many of those are the highest there are, without a gap.
        above: how many trumps, all with others, are higher than its highest.
        out: how many trumps others hold.
        walkers: offs that only a trump can beat: doubles, and what follows them without a gap.
        covered: offs that are no walkers but whose suit's double is in the hand as an off.
        loose: all other offs.
        loose_count: points of count in the loose offs.
    """

    trump: Trump
    doubles: Doubles
    trumps: int
    run: int
    above: int
    out: int
    walkers: int
    covered: int
    loose: int
    loose_count: int

    @property
    def naming(self) -> Naming:
        """What it is counted for."""
        return Naming(self.trump, self.doubles)

    @property
    def controls_trump(self) -> bool:
        """Whether leading the run draws all trumps, unless one opponent holds every other one.

        Without trump there is nothing to draw.
        """
        return self.run >= self.out - 1 and (self.trumps >= ENOUGH_TRUMPS or not self.out)


def count_hand(hand: Sequence[Tile], trump: Trump, doubles: Doubles = Doubles.HIGH) -> Holding:
    """Count a hand for this trump; `doubles` says what they are in no trump."""
    suits, from_the_top, higher = _ranked(trump, doubles)
    ours = sum(BIT[tile] for tile in hand)
    held = [bool(BIT[tile] & ours) for tile in from_the_top]
    offs = [tile for tile in hand if not BIT[tile] & suits.trumps]
    walkers = [tile for tile in offs if not higher[tile] & ~ours]
    topped = {HIGH[tile] for tile in walkers if BIT[tile] & DOUBLES}
    rest = [tile for tile in offs if tile not in walkers]
    loose = [tile for tile in rest if HIGH[tile] not in topped]
    return Holding(
        trump=trump,
        doubles=doubles,
        trumps=sum(held),
        run=held.index(False) if False in held else len(held),
        above=held.index(True) if True in held else len(held),
        out=len(held) - sum(held),
        walkers=len(walkers),
        covered=len(rest) - len(loose),
        loose=len(loose),
        loose_count=sum(COUNT[tile] for tile in loose),
    )


@cache
def _ranked(trump: Trump, doubles: Doubles) -> tuple[Suits, list[Tile], list[int]]:
    """The suits; the trumps, the highest first; tile -> those above it in the suit it calls."""
    suits = suits_for(trump, doubles)
    trumps = [tile for tile in TILES if BIT[tile] & suits.trumps]
    trumps.sort(key=suits.power[TRUMP].__getitem__, reverse=True)
    higher = []
    for tile in TILES:
        suit = suits.called[tile]
        power = suits.power[suit]
        above = [t for t in TILES if BIT[t] & suits.members[suit] and power[t] > power[tile]]
        higher.append(sum(BIT[t] for t in above))
    return suits, trumps, higher
