"""Which tile to play: the one after which the contract is made, or set, in most worlds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from texas42_client.thinking.judging import Budget, Judge
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import Worlds
from texas42_client.thinking.stakes import is_bidding

__all__ = ["best_tile"]

Body = Mapping[str, Any]

FEW_WORLDS = 400
"""All of them are looked at where there are no more."""


def best_tile(
    view: Body, memory: Memory, habit: Body, judge: Judge, budget: Budget, chance: Random
) -> Body:
    """The tile with the best chance for its side; the habit's, if none is better."""
    worlds = Worlds(Knowledge.of(view, memory), (view["you"], mask(view["hand"])))
    supply = worlds.some(chance, FEW_WORLDS)
    estimates = judge(view, supply, budget, narrow=True).estimates
    sign = 1 if is_bidding(view) else -1
    best = max(estimates, key=lambda e: (e.worlds, sign * e.made, e.move == habit))
    return best.move
