"""What a hand would be worth: the chance to win the match after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import add
from typing import Any

from texas42 import Bid, award_of
from texas42.contracts import Contract, contract_for
from texas42.scoring import ALL_TRICKS_POINTS
from texas42_client.thinking.race import chances
from texas42_client.thinking.reading import rules_of

__all__ = ["Payoff"]

Body = Mapping[str, Any]

FEW_POINTS = 6
SPILLS_OVER = 0.5
"""The share of what is left above a bid that a side which makes it captures on top of it."""
SHORT_OF = 8
"""How many points a side that is set has captured less than it bid."""


class Payoff:
    """What the ends of a hand are worth to the viewer's side, from 0 to 1."""

    def __init__(self, view: Body) -> None:
        self._rules = rules_of(view)
        self._in_points = award_of(self._rules).unit == "points"
        score = view["score" if self._in_points else "marks"]
        table = self._rules.table
        self._score = [score[side] for side in table.sides]
        self._side = table.side_of[table.seat(view["you"])]
        self.of = cache(self._of)

    def of_nothing(self) -> float:
        """When all pass, and the deal goes on."""
        return self._chance([0] * len(self._score))

    def _of(self, bidder: str, bid: Bid, made: bool) -> float:
        """When this bid of this seat is made, or set (R5.5, R8.8, R9.4)."""
        contract = contract_for(self._rules, self._rules.table.seat(bidder), bid)
        captured = self._captured(contract, made)
        return self._chance(award_of(self._rules).gained(contract, made, captured))

    def _captured(self, contract: Contract, made: bool) -> list[int]:
        """What each side captures, which is a rough guess."""
        total, bid = self._rules.table.total, contract.bid.points or 0
        ours = round(bid + SPILLS_OVER * (total - bid) if made else bid - SHORT_OF)
        others = round((total - ours) / (len(self._score) - 1))
        return [ours if side == contract.side else others for side in range(len(self._score))]

    def _chance(self, gained: Sequence[int]) -> float:
        score = list(map(add, self._score, gained))
        # The race counts in hands. Where points count, as if all sides had a little less, as well:
        # so that a few points more are worth something even if they do not save a hand.
        in_between = self._in_points and max(score) < self._rules.target
        races = [
            chances(self._rules, [points - less for points in score])[self._side]
            for less in (range(0, ALL_TRICKS_POINTS, FEW_POINTS) if in_between else (0,))
        ]
        return sum(races) / len(races)
