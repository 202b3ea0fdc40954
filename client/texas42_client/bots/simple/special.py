"""The chance of making nello, sevens and plunge, judged by a hand before anything is played.

Each was fitted to some thousands of contracts over random deals, played by four `simple` bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from texas42 import BIT, HIGH, LOW, TILES, Doubles, Suits, Tile, Trump, is_double, suits_for

NELLO_START, NELLO_DANGER, NELLO_LEAD = 2.85, -0.187, -0.05
SEVENS = {
    2: (16.3, -0.63, 1.23),
    3: (12.0, -0.77, 0.41),
    4: (2.15, -0.25, 0.60),
    5: (5.95, -0.97, 0.44),
    6: (6.39, -1.38, 0.44),
    7: (5.60, -1.25, 0.31),
}
"""Seats -> the start, and what each pip of distance and each tile of exactly seven adds."""
PLUNGE_BY_DOUBLES = {3: 0.22, 4: 0.26, 5: 0.29}
"""Doubles held -> how often the partner takes every trick."""
PLUNGE_AT_BEST = 0.33
SEVEN = 7


def chance_at(log_odds: float) -> float:
    """The chance, 0 to 1, at these log-odds."""
    return 1 / (1 + exp(-log_odds))


def chance_of_nello(hand: Sequence[Tile], doubles: Doubles) -> float:
    """The chance of losing every trick."""
    suits = suits_for(Trump.NELLO, doubles)
    unseen = sum(BIT) & ~sum(BIT[tile] for tile in hand)
    danger = sum(beaten(suits, tile, unseen) for tile in hand)
    best_lead = max(_beating_lead(suits, tile, unseen) for tile in hand)
    return chance_at(NELLO_START + NELLO_DANGER * danger + NELLO_LEAD * best_lead)


def beaten(suits: Suits, tile: Tile, unseen: int) -> int:
    """How many of the unseen tiles this one beats, in whichever of its suits is led."""
    return sum(
        1
        for members, power in zip(suits.members, suits.power, strict=True)
        if BIT[tile] & members
        for other in TILES
        if BIT[other] & members & unseen and power[other] < power[tile]
    )


def _beating_lead(suits: Suits, lead: Tile, unseen: int) -> int:
    """How many of the unseen tiles take a trick that this one leads."""
    power = suits.power[suits.called[lead]]
    return sum(1 for other in TILES if BIT[other] & unseen and power[other] > power[lead])


def chance_of_sevens(hand: Sequence[Tile], seats: int) -> float:
    """The chance of taking every trick in sevens, with a partner at four seats alone."""
    start, away, near = SEVENS[seats]
    distances = [abs(LOW[tile] + HIGH[tile] - SEVEN) for tile in hand]
    exact = distances.count(0)
    return chance_at(start + away * sum(distances) + near * exact)


def chance_of_plunge(hand: Sequence[Tile]) -> float:
    """The chance that a partner takes every trick beside these doubles."""
    return PLUNGE_BY_DOUBLES.get(sum(map(is_double, hand)), PLUNGE_AT_BEST)
