"""Intervals and tests against values worked out by hand, and against many arenas."""

from __future__ import annotations

from random import Random

import pytest

from texas42_client.arena.statistics import Measured, mcnemar, mean, quantile, share


def rounded(found: Measured | None) -> tuple[float, float, float]:
    assert found is not None
    return round(found.value, 4), round(found.low, 4), round(found.high, 4)


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        # 5 of 8 marks; residuals .75, -.25, -.625, .125: variance 4/3 * 1.03125 / 64 = .021484,
        # which is that of 10.91 observations: Wilson's interval of .625 with n = 10.91
        ([(2, 0), (1, 1), (0, 1), (2, 1)], (0.625, 0.3433, 0.8416)),
        # a deal in which all passed is a unit, too: 5/4 * 1.03125 / 64, so n = 11.64
        ([(2, 0), (1, 1), (0, 1), (2, 1), (0, 0)], (0.625, 0.3508, 0.8371)),
        # all of 3 deals: Wilson's interval of 1 with n = 3 is 3 / (3 + 3.8415)
        ([(2, 0), (1, 0), (4, 0)], (1.0, 0.4385, 1.0)),
        ([(0, 1)], (0.0, 0.0, 0.7935)),
        # every deal as even as the next: nothing varies
        ([(1, 1), (2, 2)], (0.5, 0.5, 0.5)),
        # one deal says nothing of how deals vary
        ([(1, 2)], (0.3333, 0.0, 1.0)),
    ],
)
def test_the_share_and_its_interval(pairs, told):
    assert rounded(share(pairs)) == told


def test_no_share_of_nothing():
    assert share([]) is None
    assert share([(0, 0), (0, 0)]) is None


def test_the_interval_covers_the_truth_in_about_95_of_100_arenas():
    seed = 42
    chance = Random(seed)
    covered = 0
    for _ in range(1000):
        pairs = []
        for _ in range(80):  # a deal: two tables, both for whoever has the tiles, or by skill
            pairs.append(chance.choice([(1, 1), (2, 2), (2, 0), (4, 0), (1, 2), (0, 2)]))
        found = share(pairs)
        assert found is not None
        covered += found.low <= 10 / 17 <= found.high
    assert 930 <= covered <= 970, f"seed {seed}"


def test_the_mean_and_its_interval():
    # variance 5/3, so 1.959964 * sqrt(5/3/4) = 1.2652 to either side
    assert rounded(mean([1, 2, 3, 4])) == (2.5, 1.2348, 3.7652)
    assert mean([1]) is None


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        (0, 0, 1.0),
        (3, 3, 1.0),
        (5, 0, 2 / 32),
        (1, 9, 22 / 1024),
        (9, 1, 22 / 1024),
        (2, 4, 2 * (1 + 6 + 15) / 64),
    ],
)
def test_mcnemar_is_the_exact_binomial_test_of_the_pairs_that_differ(first, second, p):
    assert mcnemar(first, second) == pytest.approx(p)


def test_mcnemar_of_thousands_is_told_without_overflow():
    assert mcnemar(3000, 2000) < 1e-40
    assert 0.99 < mcnemar(2500, 2500) <= 1


@pytest.mark.parametrize(
    ("values", "part", "found"),
    [([5], 0.99, 5), ([1, 2], 0.5, 1), (range(1, 101), 0.99, 99), (range(1, 1001), 0.5, 500)],
)
def test_a_quantile_is_a_value_that_occurred(values, part, found):
    assert quantile(list(values), part) == found
