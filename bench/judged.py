"""What a bot's moves cost by walt's estimates, decision by decision."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import nan, sqrt
from typing import NamedTuple

from bench.walt import Decision, WaltHand
from texas42_client.bots import Bot


class Judged(NamedTuple):
    """One decision of a bot.

    Attributes:
        hand: the hand's number.
        trick: the trick's number.
        bidding: whether the seat's side has bid.
        l1, l2: what the tile costs against the best one, by either of walt's estimates: 0 to 1.
        seconds: how long the bot took, by the clock on the wall.
    """

    hand: int
    trick: int
    bidding: bool
    l1: float
    l2: float
    seconds: float


def judge(hand: WaltHand, bot: Bot) -> list[Judged]:
    """Let a bot hear and see all that the watched seat did, and decide where it decided."""
    rows = []
    for view, sent, decision in hand.turns():
        start = time.perf_counter()
        bot.hear(sent)
        bot.look(view)
        if decision is None:
            continue
        tile = bot.choose(view)["tile"]
        seconds = time.perf_counter() - start
        l1, l2 = cost(decision.l1, tile), cost(decision.l2, tile)
        rows.append(Judged(hand.number, decision.trick, decision.bidding, l1, l2, seconds))
    return rows


def walt_itself(hand: WaltHand) -> list[Judged]:
    """Walt's own play, each estimate's choice judged by the other: the yardstick.

    By the estimate that chose it nothing is better. It is told which tile `l1` chose; where several
    are best by `l2`, the middle of what they cost is taken.
    """
    return [
        _itself(hand.number, decision) for _, _, decision in hand.turns() if decision is not None
    ]


def _itself(number: int, decision: Decision) -> Judged:
    tied = [tile for tile in decision.l2 if not cost(decision.l2, tile)]
    l1 = sum(cost(decision.l1, tile) for tile in tied) / len(tied)
    l2 = cost(decision.l2, decision.played)
    return Judged(number, decision.trick, decision.bidding, l1, l2, 0.0)


def cost(estimates: Mapping[str, float], tile: str) -> float:
    """How much better the best tile is than this one."""
    return max(estimates.values()) - estimates[tile]


class Mean(NamedTuple):
    """A mean, its standard error, and over how many decisions; too few make no number."""

    value: float
    error: float
    decisions: int


def mean(rows: Iterable[Judged], of: Callable[[Judged], float]) -> Mean:
    """The mean over decisions.

    Decisions of one hand have much in common, so the error is that of a ratio of sums over hands.
    """
    by_hand: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        by_hand[row.hand].append(of(row))
    count, hands = sum(map(len, by_hand.values())), len(by_hand)
    if not count:
        return Mean(nan, nan, 0)
    value = sum(map(sum, by_hand.values())) / count
    strays = sum((sum(each) - value * len(each)) ** 2 for each in by_hand.values())
    error = sqrt(strays * hands / (hands - 1)) / count if hands > 1 else nan
    return Mean(value, error, count)


def share_of(numbers: Sequence[float], share: float) -> float:
    """What this share of the numbers does not exceed."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
