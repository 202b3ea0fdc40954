"""What a hand would be worth: the chance to win the match after it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from texas42 import Bid, table_for
from texas42_client.thinking.race import chances

__all__ = ["Payoff"]

Body = Mapping[str, Any]

POINTS_IN_A_MARK = 42
FEW_POINTS = 6
SPILLS_OVER = 0.5
"""The share of what is left above a bid that a side which makes it captures on top of it."""
SHORT_OF = 8
"""How many points a side that is set has captured less than it bid."""


class Payoff:
    """What the ends of a hand are worth to the viewer's side, from 0 to 1."""

    def __init__(self, view: Body) -> None:
        self._rules = view["rules"]
        score = view["marks"] if self._rules["scoring"] == "marks" else view["score"]
        self._score: dict[str, int] = dict(score)
        self._side = view["seats"][view["you"]]["side"]
        self._sides = {label: row["side"] for label, row in view["seats"].items()}
        self.of = cache(self._of)

    def of_nothing(self) -> float:
        """When all pass, and the deal goes on."""
        return self._chance({})

    def _of(self, bidder: str, bid: Bid, made: bool) -> float:
        """When this bid of this seat is made, or set (R5.5, R8.8, R9.4)."""
        side = self._sides[bidder]
        if self._rules["scoring"] == "points" and bid.points is not None:
            return self._chance(self._points(side, bid.points, made))
        unit = 1 if self._rules["scoring"] == "marks" else POINTS_IN_A_MARK
        stake = (bid.marks or 1) * unit
        return self._chance({s: stake for s in self._score if (s == side) == made})

    def _points(self, side: str, bid: int, made: bool) -> dict[str, float]:
        """What each side scores for a bid of points; what it captures is a rough guess."""
        others = [s for s in self._score if s != side]
        if self._rules["points_award"] == "bid":
            return dict.fromkeys([side] if made else others, bid)
        total = table_for(len(self._sides)).total
        captured = bid + SPILLS_OVER * (total - bid) if made else bid - SHORT_OF
        share = (total - captured) / len(others)
        gained = dict.fromkeys(others, share + (0 if made else bid))
        return gained | ({side: captured} if made else {})

    def _chance(self, gained: Mapping[str, float]) -> float:
        sides = list(self._score)
        score = [round(self._score[side] + gained.get(side, 0)) for side in sides]
        # The race counts in hands. Where points count, as if all sides had a little less, as well:
        # so that a few points more are worth something even if they do not save a hand.
        in_points = self._rules["scoring"] == "points" and max(score) < self._rules["target"]
        races = [
            chances(self._rules, [points - less for points in score])
            for less in (range(0, POINTS_IN_A_MARK, FEW_POINTS) if in_points else (0,))
        ]
        return sum(race[sides.index(self._side)] for race in races) / len(races)
