"""What so many deals say about the next ones: shares and means with 95 % intervals, and a test.

The unit is the deal (over HTTP the match), not the mark or the hand: what happens within one
hangs together, so it counts as one observation however many marks it brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist, fmean, variance

from texas42_client.thinking.intervals import wilson

__all__ = ["Measured", "mcnemar", "mean", "quantile", "share"]

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Measured:
    """A figure, and the interval that covers the truth in 95 of 100 such arenas."""

    value: float
    low: float
    high: float


def share(pairs: Sequence[tuple[float, float]]) -> Measured | None:
    """The first's share of all that both won; a pair is what each won in one unit.

    It is a ratio of two sums, so its variance is that of the ratio estimator, taken between units.
    The interval is Wilson's with the number of observations that this variance amounts to; where
    one side won all, with the number of units in which something was won. `None` when nothing was.
    """
    totals = [ours + theirs for ours, theirs in pairs]
    total, units = sum(totals), len(pairs)
    if not total:
        return None
    value = sum(ours for ours, _ in pairs) / total
    if value in (0.0, 1.0):
        return _wilson(value, sum(map(bool, totals)))
    if units < 2:
        return Measured(value, 0.0, 1.0)
    squares = sum((ours - value * t) ** 2 for (ours, _), t in zip(pairs, totals, strict=True))
    spread = units / (units - 1) * squares / total**2
    return _wilson(value, value * (1 - value) / spread) if spread else Measured(value, value, value)


def _wilson(value: float, observations: float) -> Measured:
    return Measured(value, *wilson(value, observations, Z))


def mean(values: Sequence[float]) -> Measured | None:
    """The mean of one figure for each unit, with the normal interval; `None` of fewer than two."""
    if len(values) < 2:
        return None
    value, half = fmean(values), Z * sqrt(variance(values) / len(values))
    return Measured(value, value - half, value + half)


def mcnemar(first: int, second: int) -> float:
    """McNemar's test, exact and two-sided: how likely so uneven a count is between equals.

    Args:
        first: pairs that went one way only for the first.
        second: pairs that went that way only for the second.
    """
    pairs, tail, ways = first + second, 0, 1
    for fewer in range(min(first, second) + 1):
        tail += ways
        ways = ways * (pairs - fewer) // (fewer + 1)
    return min(1.0, 2 * tail / (1 << pairs))


def quantile(ordered: Sequence[float], part: float) -> float:
    """The least of these ascending values that so great a part of them does not exceed."""
    return ordered[max(0, ceil(part * len(ordered)) - 1)]
