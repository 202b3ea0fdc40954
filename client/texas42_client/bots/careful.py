"""A player of the habits of `simple` who tries them, before it plays, in a sample of worlds.

It leaves its habits where another tile does clearly better in the sample, which is small: it plays
at once, and the same on every machine, fast or slow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.bots.simple.player import SimpleBot
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget, Judge
from texas42_client.thinking.sampling import Worlds
from texas42_client.thinking.stakes import is_bidding

__all__ = ["CarefulBot"]

Body = Mapping[str, Any]

SAMPLE = Budget(worlds=16, positions=6_000)
FEW = 64
"""All of them are drawn from, each once, where there are no more."""
CLEARLY = 1
"""How many worlds more another tile must do well in."""


class CarefulBot(SimpleBot):
    """One `careful` player at one seat of one match."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self._judge = Judge()

    def choose(self, view: Body) -> Body:
        """The move that its habits suggest, unless the sample speaks against it."""
        habit = super().choose(view)
        if view["status"] != "playing" or len(view["legal_moves"]) == 1:
            return habit
        worlds = Worlds.of(view, self._memory)
        sample = worlds.some(self._chance.at(view), FEW)
        judged = self._judge(view, sample, SAMPLE).estimates
        wanted = 1 if is_bidding(view) else -1
        best = max(judged, key=lambda one: wanted * one.made)
        usual = next(one for one in judged if one.move == habit)
        return best.move if wanted * (best.made - usual.made) > CLEARLY else habit
