"""The ladder of bids: what may be bid over what stands (R3.1-R3.3)."""

from __future__ import annotations

from functools import cache

from texas42.errors import Code, RuleViolation
from texas42.moves import PASS, Bid, Move, marks_bid, points_bid
from texas42.rules import Rules


def _least_points(rules: Rules, standing: Bid | None) -> int:
    """The lowest point bid while no marks have been bid (R3.2)."""
    return rules.min_bid if standing is None or standing.points is None else standing.points + 1


@cache
def bids_over(rules: Rules, standing: Bid | None) -> tuple[Bid, ...]:
    """Every bid that beats the standing one, lowest first; `None` stands for no bid yet.

    R3.2: points, each above the last. R3.3: marks beat all points; the first mark bid is at most
    `max_opening_marks`, a later one raises by at most `max_mark_raise`, none passes `max_marks`.
    """
    if standing is not None and standing.marks is not None:
        points: range = range(0)
        marks = range(standing.marks + 1, standing.marks + rules.max_mark_raise + 1)
    else:
        points = range(_least_points(rules, standing), rules.max_points + 1)
        marks = range(1, rules.max_opening_marks + 1)
    within = [m for m in marks if rules.max_marks is None or m <= rules.max_marks]
    return (*map(points_bid, points), *map(marks_bid, within))


@cache
def auction_moves(rules: Rules, standing: Bid | None) -> tuple[Move, ...]:
    """What the seat on turn in the auction may say: a pass, then the ladder (R3.1)."""
    return (PASS, *bids_over(rules, standing))


def why_not_bid(rules: Rules, standing: Bid | None, bid: Bid) -> RuleViolation:
    """The refusal of a bid that is not on the ladder."""
    if bid.points is not None:
        return _why_not_points(rules, standing, bid.points)
    return _why_not_marks(rules, standing, bid.marks or 0)


def _why_not_points(rules: Rules, standing: Bid | None, points: int) -> RuleViolation:
    total = rules.table.total
    if points in (total, 2 * total):
        marks = points // total
        name = "1 mark" if marks == 1 else f"{marks} marks"
        return RuleViolation(
            "R3.2", Code.BID_OUT_OF_RANGE, f"{points} is {name}: bid marks, not points"
        )
    if not rules.min_bid <= points <= rules.max_points:
        return RuleViolation(
            "R3.2",
            Code.BID_OUT_OF_RANGE,
            f"a point bid is from {rules.min_bid} to {rules.max_points}",
        )
    if standing is not None and standing.marks is not None:
        return RuleViolation(
            "R3.3", Code.POINTS_AFTER_MARKS, "no point bid may follow a bid of marks"
        )
    least = _least_points(rules, standing)
    if least > rules.max_points:
        return RuleViolation(
            "R3.2", Code.BID_TOO_LOW, f"{rules.max_points} stands: only marks or a pass are left"
        )
    return RuleViolation("R3.2", Code.BID_TOO_LOW, f"a point bid must now be {least} or more")


def _why_not_marks(rules: Rules, standing: Bid | None, marks: int) -> RuleViolation:
    stand = standing.marks if standing is not None else None
    if rules.max_marks is not None and marks > rules.max_marks:
        return RuleViolation(
            "R3.3", Code.BID_OUT_OF_RANGE, f"no bid here is above {rules.max_marks} marks"
        )
    if stand is None:
        return RuleViolation(
            "R3.3",
            Code.OPENING_MARKS,
            f"the first bid of marks is from 1 to {rules.max_opening_marks}",
        )
    if marks <= stand:
        return RuleViolation(
            "R3.3", Code.BID_TOO_LOW, f"a bid of marks must now be {stand + 1} or more"
        )
    most = stand + rules.max_mark_raise
    return RuleViolation("R3.3", Code.MARK_RAISE, f"a bid of marks may now be {most} at most")
