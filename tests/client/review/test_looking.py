"""Few deals are all looked at, and count by how likely they are; of many some are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from texas42_client.review.looking import judged
from texas42_client.thinking.judging import Budget, Estimate, Judgement
from texas42_client.thinking.sampling import World

VIEW: dict[str, Any] = {"legal_moves": [{"tile": "0-0"}, {"tile": "1-1"}]}
LIKELY, RARE = {"A": 1}, {"A": 2}


class Two:
    """Two deals, one of them three times as likely as the other."""

    def few(self, most: int) -> list[tuple[World, float]] | None:
        return [(LIKELY, 3.0), (RARE, 1.0)] if most >= 2 else None

    def draws(self, chance: Random) -> Iterator[World]:
        while True:
            yield LIKELY if chance.random() < 0.75 else RARE


class Many(Two):
    """Such that nobody can look at all."""

    def few(self, most: int) -> None:
        return None


def _made_in_the_likely_one(view: Any, worlds: Any, budget: Budget) -> Judgement:
    """By the first tile the contract is made in the likely deal, by the second in the other."""
    looked = [world for world, _ in zip(worlds, range(budget.worlds or 0), strict=False)]
    likely = sum(world == LIKELY for world in looked)
    first, second = view["legal_moves"]
    number = len(looked)
    estimates = Estimate(first, likely, number), Estimate(second, number - likely, number)
    return Judgement(estimates, number, False)


def _too_hard(view: Any, worlds: Any, budget: Budget) -> Judgement:
    return Judgement(tuple(Estimate(move, 0, 0) for move in view["legal_moves"]), 0, False)


def test_all_of_few_give_the_exact_share():
    found = judged(VIEW, Two(), _made_in_the_likely_one, Budget(worlds=1), Random(1))
    assert found.whole
    assert found.worlds == 2
    assert [estimate.chance for estimate in found.estimates] == pytest.approx([0.75, 0.25])


def test_of_many_as_many_are_drawn_as_were_asked_for():
    found = judged(VIEW, Many(), _made_in_the_likely_one, Budget(worlds=400), Random(1))
    assert not found.whole
    assert found.worlds == 400
    assert found.estimates[0].chance == pytest.approx(0.75, abs=0.1)


@pytest.mark.parametrize("deals", [Two(), Many()])
def test_what_is_too_hard_stays_unsaid(deals):
    assert not judged(VIEW, deals, _too_hard, Budget(worlds=5), Random(1)).worlds
