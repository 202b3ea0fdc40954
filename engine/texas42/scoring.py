"""What a hand is worth and who has won: marks, or points (R5.5, R5.6, R8.8, R8.9, R9.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from texas42.contracts import POINTS, Contract, Kind
from texas42.rules import Rules
from texas42.seats import Side

ALL_TRICKS_POINTS = 42
"""What one mark is worth where points win the match, at tables of every size."""


@dataclass(frozen=True, slots=True)
class Award:
    """A way of scoring a hand.

    Attributes:
        unit: what it is counted in, `"marks"` or `"points"`.
        gained: contract, whether it was made, side -> points captured; gives side -> gained.
        counts_every_trick: whether points taken after the decision count (R8.8).
    """

    unit: str
    gained: Callable[[Contract, bool, Sequence[int]], tuple[int, ...]]
    counts_every_trick: bool = False


def _to_the_winners(contract: Contract, made: bool, sides: int, stake: int) -> tuple[int, ...]:
    """The stake goes to the bidders, or to each of the others (R5.5, R9.4)."""
    gained = [0 if made else stake] * sides
    gained[contract.side] = stake if made else 0
    return tuple(gained)


def _marks(contract: Contract, made: bool, captured: Sequence[int]) -> tuple[int, ...]:
    return _to_the_winners(contract, made, len(captured), contract.worth)


def _bid(contract: Contract, made: bool, captured: Sequence[int]) -> tuple[int, ...]:
    """The bid, whoever earned it."""
    stake = contract.bid.points or ALL_TRICKS_POINTS * contract.worth
    return _to_the_winners(contract, made, len(captured), stake)


def _captured(contract: Contract, made: bool, captured: Sequence[int]) -> tuple[int, ...]:
    """What each side captured; set, the others theirs and the bid; all tricks as `_bid`."""
    if contract.bid.points is None:
        return _bid(contract, made, captured)
    if made:
        return tuple(captured)
    return tuple(
        0 if side == contract.side else points + contract.bid.points
        for side, points in enumerate(captured)
    )


_MARKS = Award("marks", _marks)
_AWARDS = {
    "bid": Award("points", _bid),
    "captured": Award("points", _captured, counts_every_trick=True),
}


def award_of(rules: Rules) -> Award:
    """How these rules score a hand (R5.5, R8.8, R9.4)."""
    return _MARKS if rules.scoring == "marks" else _AWARDS[str(rules.points_award)]


def may_end_early(rules: Rules, kind: Kind) -> bool:
    """Whether such a hand ends as soon as it is decided, before its last trick (R5.4, R8.8)."""
    if kind is POINTS and award_of(rules).counts_every_trick:
        return False
    return rules.early_end or kind.ends_when_decided


def winner_of(rules: Rules, score: Sequence[int]) -> Side | None:
    """The side that has won the match: at the target and far enough ahead (R5.6, R8.9).

    Args:
        rules: the rules of the match.
        score: side -> marks or points.
    """
    best = max(score)
    if best < rules.target:
        return None
    runner_up = sorted(score)[-2]
    return Side(score.index(best)) if best - runner_up >= rules.win_by else None
