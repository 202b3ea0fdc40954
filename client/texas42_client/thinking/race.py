"""The race to the target: how likely each side is to win the match at a score.

A plain model that knows nobody: every hand goes to each side with the same chance and brings its
winner one mark, or 42 points where points win the match. So it says what a score is worth between
equals, not who plays better; and a bid of several marks counts when it is won, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, exp, lgamma, log

from texas42 import Rules, award_of, winner_of
from texas42.scoring import ALL_TRICKS_POINTS

__all__ = ["chances"]


def chances(rules: Rules, score: Sequence[int]) -> tuple[float, ...]:
    """The chance of each side to win the match; they add up to 1.

    Args:
        rules: of the match.
        score: the marks, or points, of each side. Whoever has won by them has won.
    """
    step = 1 if award_of(rules).unit == "marks" else ALL_TRICKS_POINTS
    away = [ceil((rules.target - points) / step) for points in score]
    if len(away) == 2:
        ours = _of_two(away[0], away[1], rules.win_by)
        return ours, 1 - ours
    winner = winner_of(rules, score)
    if winner is not None:
        return tuple(float(side == winner) for side in range(len(score)))
    # The lead that a winner may need is left out of account where more than two race.
    away = [max(1, hands) for hands in away]
    return tuple(_first(away[side], away[:side] + away[side + 1 :]) for side in range(len(away)))


@cache
def _of_two(ours: int, theirs: int, lead: int) -> float:
    """The chance of who is `ours` hands away from the target against who is `theirs` away."""
    ahead = theirs - ours
    if min(ours, theirs) <= 0 and abs(ahead) >= lead:
        return float(ahead > 0)
    if max(ours, theirs) <= 1:  # only the lead counts from here on: a walk of even steps
        return (ahead + lead) / (2 * lead)
    return (_of_two(ours - 1, theirs, lead) + _of_two(ours, theirs - 1, lead)) / 2


def _first(ours: int, others: Sequence[int]) -> float:
    """The chance that our `ours`-th hand comes before the last hand that any other needs.

    Hands that come at random moments go to the sides at random, each as often: then the times of
    the sides are independent, and this is the integral of our density times their survival.
    """
    at = float(max(ours, *others))  # the powers are of time over this, so that no number runs away
    below = [1.0]  # the polynomial of all who are not there yet, lowest power first
    for away in others:
        terms = [exp(power * log(at) - at - lgamma(power + 1)) for power in range(away)]
        product = [0.0] * (len(below) + away - 1)
        for i, a in enumerate(below):
            for k, b in enumerate(terms):
                product[i + k] += a * b
        below = product
    total, racing = 0.0, len(others) + 1
    for power, coefficient in enumerate(below):
        reached = power + ours
        scale = lgamma(reached) - lgamma(ours) - reached * log(racing)
        total += exp(log(coefficient) + scale - power * log(at) + len(others) * at)
    return total
