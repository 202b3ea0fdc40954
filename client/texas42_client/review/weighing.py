"""What a decision was worth: every legal tile by the chance it left, for the side that played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from texas42_client.review.told import Decision
from texas42_client.thinking.judging import Estimate, Judgement

__all__ = ["Choice", "Weighed", "choices"]

Body = Mapping[str, Any]

SURE = 2.58
"""Standard deviations beyond which a cost is taken for more than chance: 99 in 100."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move.

    Attributes:
        move: its body.
        chance: of what its side wants: to make the contract, or to set it.
        low, high: the interval that holds the chance with 95 in 100, none where it is exact.
    """

    move: Body
    chance: float
    low: float
    high: float


def choices(judgement: Judgement, bidding: bool, z: float = 1.96) -> list[Choice]:
    """Every legal move with what its side may hope for, in the order they are offered."""
    return [_choice(estimate, judgement.whole, bidding, z) for estimate in judgement.estimates]


def _choice(estimate: Estimate, whole: bool, bidding: bool, z: float) -> Choice:
    made = estimate.chance
    low, high = (made, made) if whole else estimate.interval(z)
    if bidding:
        return Choice(estimate.move, made, low, high)
    return Choice(estimate.move, 1 - made, 1 - high, 1 - low)


@dataclass(frozen=True)
class Weighed:
    """A decision that has been judged.

    Attributes:
        decision: it.
        judgement: what became of each move in the worlds that were looked at.
        bidding: whether the seat plays for the side that won the auction.
    """

    decision: Decision
    judgement: Judgement
    bidding: bool

    @property
    def exact(self) -> bool:
        """Whether every world was looked at that the seat had to reckon with."""
        return self.judgement.whole

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves, the best first; of equals the one that was played."""
        found = choices(self.judgement, self.bidding)
        played = self.decision.move
        return tuple(sorted(found, key=lambda c: (-c.chance, c.move != played)))

    @property
    def mattered(self) -> bool:
        """Whether the moves came to different things."""
        return len({choice.chance for choice in self.choices}) > 1

    @property
    def best(self) -> Choice:
        """The move that left the most."""
        return self.choices[0]

    @property
    def played(self) -> Choice:
        """The move that was made."""
        return next(c for c in self.choices if c.move == self.decision.move)

    @property
    def cost(self) -> float:
        """What the move gave away of its side's chance, from 0 to 1."""
        return self.best.chance - self.played.chance

    @cached_property
    def least_cost(self) -> float:
        """What it gave away at the least, for all that sampling leaves open; 0 if perhaps nothing.

        By Newcombe's interval for a difference. The moves are tried in the same worlds, which this
        leaves out of account: so it is on the careful side.
        """
        if self.exact or not self.cost:
            return self.cost
        by_move = [(c.move, c) for c in choices(self.judgement, self.bidding, SURE)]
        best = next(c for move, c in by_move if move == self.best.move)
        played = next(c for move, c in by_move if move == self.played.move)
        noise = sqrt((best.chance - best.low) ** 2 + (played.high - played.chance) ** 2)
        return max(0.0, self.cost - noise)
