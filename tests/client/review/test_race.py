"""The race to the target between equals."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from texas42 import resolve
from texas42_client.thinking.race import chances

SEVEN = resolve()
AHEAD = resolve({"win_by": 2})
POINTS = resolve({"scoring": "points"})


@pytest.mark.parametrize(
    ("rules", "score", "ours"),
    [
        (SEVEN, (0, 0), 1 / 2),
        (SEVEN, (6, 6), 1 / 2),
        (SEVEN, (6, 5), 3 / 4),
        (SEVEN, (5, 6), 1 / 4),
        (SEVEN, (6, 0), 1 - 1 / 2**7),
        (SEVEN, (7, 3), 1),
        (SEVEN, (2, 8), 0),
        (AHEAD, (6, 6), 1 / 2),
        (AHEAD, (7, 6), 3 / 4),
        (AHEAD, (6, 7), 1 / 4),
        (AHEAD, (9, 9), 1 / 2),
        (AHEAD, (8, 6), 1),
        (POINTS, (250, 210), 1),
        (POINTS, (210, 0), 1 - 1 / 2**6),
        (SEVEN, (0, 0, 0), 1 / 3),
        (SEVEN, (6, 6, 6, 6, 6, 6, 6), 1 / 7),
        (SEVEN, (6, 5, 5), 17 / 27),
        (SEVEN, (2, 7, 3), 0),
    ],
)
def test_what_a_score_is_worth(rules, score, ours):
    assert chances(rules, score)[0] == pytest.approx(ours)


@pytest.mark.parametrize(("ours", "theirs"), list(product(range(7), repeat=2)))
def test_of_two_it_is_the_problem_of_points(ours, theirs):
    to_go = 13 - ours - theirs
    wins = sum(comb(to_go, won) for won in range(7 - ours, to_go + 1))
    assert chances(SEVEN, (ours, theirs))[0] == pytest.approx(wins / 2**to_go)


@pytest.mark.parametrize("score", [(1, 2, 3), (0, 49, 20, 3, 3, 40, 48), (0,) * 7])
def test_somebody_wins(score):
    assert sum(chances(resolve({"target": 50}), score)) == pytest.approx(1)
