"""Judges whose word is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from texas42_client.thinking.judging import Budget, Estimate, Judgement
from texas42_client.thinking.sampling import World

Body = Mapping[str, Any]
WORLDS = 100


def saying(
    share: Callable[[Body, Body], float], *, whole: bool = False, worlds: int = WORLDS
) -> Callable[[Body, Iterable[World], Budget], Judgement]:
    """A judge by whom the contract is made, in so many worlds, as `share(view, move)` says."""

    def judge(view: Body, given: Iterable[World], budget: Budget) -> Judgement:
        assert next(iter(given))["ABCDEFG"[0]] is not None
        estimates = [
            Estimate(move, round(worlds * share(view, move)), worlds)
            for move in view["legal_moves"]
        ]
        return Judgement(tuple(estimates), worlds, whole)

    return judge


def by_the_worlds(view: Body, given: Iterable[World], budget: Budget) -> Judgement:
    """The more pips the seat after holds, the better: what it says hangs on the worlds alone."""
    worlds = list(islice(given, 5))
    seats = list(view["seats"])
    after = seats[(seats.index(view["you"]) + 1) % len(seats)]
    many = sum(world[after] % 97 > 48 for world in worlds)
    estimates = [Estimate(move, many, len(worlds)) for move in view["legal_moves"]]
    return Judgement(tuple(estimates), len(worlds), False)


def at_a_loss(view: Body, given: Iterable[World], budget: Budget) -> Judgement:
    """A judge for whom everything is too hard."""
    return Judgement(tuple(Estimate(move, 0, 0) for move in view["legal_moves"]), 0, False)
