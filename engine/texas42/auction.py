"""The ladder of bids: who speaks first, and what may be said over what stands (R3.1-R3.4, R8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from texas42.errors import Code, RuleViolation
from texas42.moves import PASS, Bid, Move, Special, marks_bid, marks_words, points_bid
from texas42.rules import LOOKUPS, Rules
from texas42.seats import Seat
from texas42.tiles import Tile, parse_tile

_SPEAKS_FIRST = parse_tile("0-1")
_AS_MARKS = {42: 1, 84: 2}
"""What players call a bid of marks; a total other than 42 is one mark as well (R9.2)."""


class Ladder(NamedTuple):
    """What a seat may say.

    Attributes:
        moves: what any hand may say: a pass, then the bids, lowest first.
        specials: (doubles that it takes, bid): what a hand with so many may say besides.
    """

    moves: tuple[Move, ...]
    specials: tuple[tuple[int, Bid], ...]


class _Special(NamedTuple):
    """How a plunge or a splash is bid: doubles that it takes, least and most marks staked."""

    rule: str
    doubles: int
    least: int
    most: int


def first_to_speak(rules: Rules, dealer: Seat, hands: Sequence[Sequence[Tile]]) -> Seat:
    """The seat that opens the auction: the dealer's left (R3.1, R9.6), or who was dealt 0-1."""
    tile = speaks_first(rules)
    for seat, tiles in enumerate(hands):
        if tile in tiles:
            return Seat(seat)
    return rules.table.left_of(dealer)


def speaks_first(rules: Rules) -> Tile | None:
    """The tile whose holder opens the auction, if any does."""
    return _SPEAKS_FIRST if rules.first_bidder == "holder_of_0_1" else None


@lru_cache(LOOKUPS)
def ladder(rules: Rules, standing: Bid | None, last: bool) -> Ladder:
    """What the seat on turn may say (R3.1-R3.4, R8.4, R8.5) over the standing bid.

    Args:
        rules: the rules of the match.
        standing: the highest bid so far; `None` before any.
        last: whether this seat is the last to speak.
    """
    silent = () if _must_bid(rules, standing, last) else (PASS,)
    return Ladder((*silent, *bids_over(rules, standing)), tuple(_specials(rules, standing)))


def _must_bid(rules: Rules, standing: Bid | None, last: bool) -> bool:
    """Whether a pass is refused, since all others have passed (R3.4)."""
    return last and standing is None and rules.all_pass == "dealer_must_bid"


def bids_over(rules: Rules, standing: Bid | None) -> tuple[Bid, ...]:
    """Every ordinary bid that beats the standing one, lowest first.

    R3.2: points, each above the last. R3.3: marks beat all points; the first mark bid is at most
    `max_opening_marks`, a later one raises by at most `max_mark_raise`, none passes `max_marks`.
    """
    points = _point_bids(rules, standing)
    return (*map(points_bid, points), *map(marks_bid, _mark_bids(rules, standing)))


def _point_range(rules: Rules) -> range:
    """R3.2, R9.2."""
    return range(rules.min_bid, rules.max_points + 1)


def _point_bids(rules: Rules, standing: Bid | None) -> range:
    allowed = _point_range(rules)
    if standing is None:
        return allowed
    if standing.points is None:
        return range(0)
    return range(standing.points + 1, allowed.stop)


def _mark_bids(rules: Rules, standing: Bid | None) -> range:
    if standing is None or standing.marks is None:
        ladder = range(1, rules.max_opening_marks + 1)
    else:
        ladder = range(standing.marks + 1, standing.marks + rules.max_mark_raise + 1)
    highest = _highest_marks(rules)
    return ladder if highest is None else range(ladder.start, min(ladder.stop, highest + 1))


def _highest_marks(rules: Rules) -> int | None:
    return rules.max_marks


def _special(rules: Rules, special: Special) -> _Special | None:
    """How it is bid at this table; `None` where it is not played."""
    if special is Special.PLUNGE and rules.plunge:
        return _Special("R8.4", rules.plunge_doubles, rules.plunge_marks, rules.plunge_marks)
    if special is Special.SPLASH and rules.splash:
        return _Special("R8.5", rules.splash_doubles, *rules.splash_marks)
    return None


def doubles_for(rules: Rules, special: Special) -> int:
    """The doubles that such a bid takes at this table; none where it is not played."""
    how = _special(rules, special)
    return 0 if how is None else how.doubles


def _too_late(rules: Rules, standing: Bid | None) -> bool:
    """Whether somebody has bid, where plunge and splash are for opening alone (R8.4)."""
    return standing is not None and rules.plunge_when == "opening"


def _specials(rules: Rules, standing: Bid | None) -> Iterator[tuple[int, Bid]]:
    """Each plunge and splash that beats what stands, with the doubles that it takes."""
    if _too_late(rules, standing):
        return
    stands = 0 if standing is None else standing.marks or 0
    for special in Special:
        how = _special(rules, special)
        if how is not None:
            for marks in range(max(how.least, stands + 1), how.most + 1):
                yield how.doubles, Bid(marks=marks, special=special)


def why_not_pass() -> RuleViolation:
    """The refusal of a pass by the one who must bid."""
    return RuleViolation(
        "R3.4", Code.MUST_BID, "all others have passed: at this table the last must bid"
    )


def why_not_bid(rules: Rules, standing: Bid | None, bid: Bid) -> RuleViolation:
    """The refusal of a bid that is not on the ladder; it tells nothing of a hand (R8.6)."""
    if bid.points is not None:
        return _why_not_points(rules, standing, bid.points)
    if bid.special is not None:
        return _why_not_special(rules, standing, bid.special, bid.marks or 0)
    return _why_not_marks(rules, standing, bid.marks or 0)


def _words(bids: range) -> str:
    return str(bids[0]) if len(bids) == 1 else f"from {bids[0]} to {bids[-1]}"


def _why_not_points(rules: Rules, standing: Bid | None, points: int) -> RuleViolation:
    allowed = _point_range(rules)
    if points not in allowed:
        detail = f"a point bid is {_words(allowed)}"
        marks = {rules.table.total: 1, **_AS_MARKS}.get(points)
        if marks is not None:
            detail = f"{points} is {marks_words(marks)}: bid marks, not points"
        return RuleViolation("R3.2", Code.BID_OUT_OF_RANGE, detail)
    if standing is not None and standing.marks is not None:
        return RuleViolation(
            "R3.3", Code.POINTS_AFTER_MARKS, "no point bid may follow a bid of marks"
        )
    higher = _point_bids(rules, standing)
    if not higher:
        return RuleViolation(
            "R3.2", Code.BID_TOO_LOW, f"{allowed[-1]} stands: only marks or a pass are left"
        )
    return RuleViolation("R3.2", Code.BID_TOO_LOW, f"a point bid must now be {higher[0]} or more")


def _why_not_marks(rules: Rules, standing: Bid | None, marks: int) -> RuleViolation:
    stand = standing.marks if standing is not None else None
    highest = _highest_marks(rules)
    if highest is not None and marks > highest:
        detail = f"no bid here is above {marks_words(highest)}"
        return RuleViolation("R3.3", Code.BID_OUT_OF_RANGE, detail)
    allowed = _mark_bids(rules, standing)
    if stand is None:
        detail = f"the first bid of marks is {_words(allowed)}"
        return RuleViolation("R3.3", Code.OPENING_MARKS, detail)
    if not allowed:
        detail = f"the highest bid here, {marks_words(stand)}, stands: only a pass is left"
        return RuleViolation("R3.3", Code.BID_TOO_LOW, detail)
    if marks <= stand:
        return RuleViolation(
            "R3.3", Code.BID_TOO_LOW, f"a bid of marks must now be {stand + 1} or more"
        )
    return RuleViolation(
        "R3.3", Code.MARK_RAISE, f"a bid of marks may now be {allowed[-1]} at most"
    )


def _why_not_special(
    rules: Rules, standing: Bid | None, special: Special, marks: int
) -> RuleViolation:
    """The same for every hand without the doubles, whatever else it holds (R8.6)."""
    how = _special(rules, special)
    if how is None:
        rule = "R8.4" if special is Special.PLUNGE else "R8.5"
        return RuleViolation(rule, Code.NOT_PLAYED_HERE, f"no {special} is bid at this table")
    if _too_late(rules, standing):
        detail = f"a {special} is bid only while nobody has bid"
        return RuleViolation("R8.4", Code.TOO_LATE_FOR_SPECIAL, detail)
    if not how.least <= marks <= how.most:
        least = "" if how.least == how.most else f"{how.least} to "
        detail = f"a {special} stakes {least}{marks_words(how.most)} here"
        return RuleViolation(how.rule, Code.WRONG_STAKE, detail)
    if standing is not None and marks <= (standing.marks or 0):
        detail = f"a {special} must be above what stands, {marks_words(standing.marks or 0)}"
        return RuleViolation(how.rule, Code.BID_TOO_LOW, detail)
    detail = f"a {special} takes {how.doubles} doubles or more"
    return RuleViolation(how.rule, Code.NOT_ENOUGH_DOUBLES, detail)
