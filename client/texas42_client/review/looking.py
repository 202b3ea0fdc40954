"""Looking at deals: all of them where they are few, else as many as there is time for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from texas42_client.review.worlds import Deals
from texas42_client.thinking.judging import Budget, Estimate, Judgement
from texas42_client.thinking.sampling import World

__all__ = ["Judging", "judged"]

Body = Mapping[str, Any]
Judging = Callable[[Body, Iterable[World], Budget], Judgement]

FEW = 200
"""So many deals or fewer are all looked at, whatever the time: near the end each takes none."""
WHOLE = 1_000_000
"""What all of them together count as, each by its share."""


def judged(view: Body, deals: Deals, judge: Judging, budget: Budget, chance: Random) -> Judgement:
    """What becomes of each legal move; no worlds where that is too hard to say."""
    few = deals.few(FEW)
    if few is not None:
        found = _all(view, few, judge)
        if found is not None:
            return found
    return judge(view, deals.draws(chance), budget)


def _all(view: Body, few: Sequence[tuple[World, float]], judge: Judging) -> Judgement | None:
    """The exact shares; `None` where one of the deals is too hard."""
    moves = view["legal_moves"]
    made, total = [0.0] * len(moves), 0.0
    for world, weight in few:
        one = judge(view, [world], Budget(worlds=1))
        if not one.worlds:
            return None
        total += weight
        for place, estimate in enumerate(one.estimates):
            made[place] += weight * estimate.chance
    return Judgement(
        tuple(
            Estimate(move, round(WHOLE * share / total), WHOLE)
            for move, share in zip(moves, made, strict=True)
        ),
        len(few),
        whole=True,
    )
