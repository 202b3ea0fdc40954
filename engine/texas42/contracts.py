"""What the bidder has promised: one row per kind of contract, with how it is decided (R5, R8).

`contract_for` makes the contract out of the winning bid, `declarations` lists what its declarer
may name, and `declared` makes it whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from texas42.errors import Code, RuleViolation
from texas42.moves import Bid, Declare, Special, marks_words
from texas42.rules import LOOKUPS, Rules
from texas42.seats import Seat, Side, Table
from texas42.suits import PIP_TRUMPS, Doubles, Trump


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contract.

    Attributes:
        name: as views and records spell it.
        judge: looks at a completed trick: contract, side -> points captured, side -> tricks
            taken, and the tricks left to play; True made, False set, None still open.
        partner_sits_out: whether the bidder plays alone (R8.1).
        ends_when_decided: whether it ends at the deciding trick under every setting.
    """

    name: str
    judge: Callable[[Contract, Sequence[int], Sequence[int], int], bool | None]
    partner_sits_out: bool = False
    ends_when_decided: bool = False


class Cover(Enum):
    """Which captured tricks lie face down while the hand is on (R6.4, R6.5)."""

    NONE = auto()
    ALL_BUT_LATEST = auto()
    """The declarer chooses how many of the latest stay open."""
    ALL = auto()


class Contract(NamedTuple):
    """The contract of a hand.

    Attributes:
        kind: its row.
        bidder, side: who won the auction, and for which side.
        declarer: who names trump.
        leader: who leads the first trick.
        bid: the bid that stands: `points` to reach, or `marks` staked on all tricks.
        spare: the points that all others may capture before it is set (R5.2).
        cover: which captured tricks lie face down.
        declaration: what the declarer named, `None` until then.
    """

    kind: Kind
    bidder: Seat
    side: Side
    declarer: Seat
    leader: Seat
    bid: Bid
    spare: int
    cover: Cover
    declaration: Declare | None = None

    @property
    def worth(self) -> int:
        """The marks it is played for (R5.1, R5.3)."""
        return 1 if self.bid.marks is None else self.bid.marks


def _judge_points(
    contract: Contract, captured: Sequence[int], _taken: Sequence[int], left: int
) -> bool | None:
    """R5.1 and R5.2; R9.3 where the tricks run out."""
    ours = captured[contract.side]
    if ours >= (contract.bid.points or 0):
        return True
    if sum(captured) - ours > contract.spare or not left:
        return False
    return None


def _judge_all_tricks(
    contract: Contract, _captured: Sequence[int], taken: Sequence[int], left: int
) -> bool | None:
    """R5.3, R8.3, R8.4."""
    if sum(taken) > taken[contract.side]:
        return False
    return None if left else True


def _judge_no_trick(
    contract: Contract, _captured: Sequence[int], taken: Sequence[int], left: int
) -> bool | None:
    """R8.1."""
    if taken[contract.side]:
        return False
    return None if left else True


POINTS = Kind("points", _judge_points)
MARKS = Kind("marks", _judge_all_tricks)
NELLO = Kind("nello", _judge_no_trick, partner_sits_out=True, ends_when_decided=True)
SEVENS = Kind("sevens", _judge_all_tricks, ends_when_decided=True)
PLUNGE = Kind("plunge", _judge_all_tricks)
SPLASH = Kind("splash", _judge_all_tricks)

KINDS = (POINTS, MARKS, NELLO, SEVENS, PLUNGE, SPLASH)

_BY_SPECIAL = {None: MARKS, Special.PLUNGE: PLUNGE, Special.SPLASH: SPLASH}
_BY_DECLARATION = {Trump.NELLO: NELLO, Trump.SEVENS: SEVENS}

OPEN_CHOICES = (1, 2)
"""How many of the latest tricks may stay open, where the declarer chooses (R6.5)."""
_FACE_DOWN_FROM = 2
"""The marks from which `from_two_marks` covers all tricks."""


@lru_cache(LOOKUPS)
def contract_for(rules: Rules, bidder: Seat, bid: Bid) -> Contract:
    """The contract that the winning bid makes, before anything is declared (R3.4, R8.4)."""
    table: Table = rules.table
    kind = POINTS if bid.marks is None else _BY_SPECIAL[bid.special]
    declarer = bidder if bid.special is None else table.partners[bidder]
    return Contract(
        kind,
        bidder,
        table.side_of[bidder],
        declarer=declarer,
        leader=_leader(rules, bidder, declarer),
        bid=bid,
        spare=table.total - (bid.points or table.total),
        cover=_cover(rules, bid),
    )


def _leader(rules: Rules, bidder: Seat, declarer: Seat) -> Seat:
    """Who leads to the first trick: the bidder, or in a plunge perhaps the partner (R8.4)."""
    return declarer if rules.plunge_lead == "partner" else bidder


def _cover(rules: Rules, bid: Bid) -> Cover:
    if bid.marks is None or rules.covered_tricks == "none":
        return Cover.NONE
    if rules.covered_tricks == "from_two_marks":
        return Cover.ALL if bid.marks >= _FACE_DOWN_FROM else Cover.NONE
    return Cover.ALL_BUT_LATEST


def declared(contract: Contract, declaration: Declare) -> Contract:
    """The contract with trump named; nello and sevens make another kind of it (R8.1, R8.3)."""
    kind = _BY_DECLARATION.get(declaration.trump, contract.kind)
    return contract._replace(kind=kind, declaration=declaration)


def declarations(rules: Rules, contract: Contract) -> tuple[Declare, ...]:
    """Everything that the declarer of this contract may name (R4.1, R6.5, R8.1-R8.4)."""
    return _declarations(rules, contract.bid, contract.cover)


@lru_cache(LOOKUPS)
def _declarations(rules: Rules, bid: Bid, cover: Cover) -> tuple[Declare, ...]:
    shown = OPEN_CHOICES if cover is Cover.ALL_BUT_LATEST else (None,)
    return tuple(
        Declare(trump, open_tricks, doubles)
        for trump in Trump
        if why_not_named(rules, bid, trump) is None
        for doubles in doubles_asked(rules, trump) or (None,)
        for open_tricks in shown
    )


def why_not_named(rules: Rules, bid: Bid, trump: Trump) -> RuleViolation | None:
    """Why this may not be named by whom this bid won the auction for; `None` if it may."""
    if trump is Trump.NELLO:
        return _why_not_special("R8.1", trump, rules.nello, rules.nello_min_marks, bid)
    if trump is Trump.SEVENS:
        return _why_not_special("R8.3", trump, rules.sevens, rules.sevens_min_marks, bid)
    return None


def _why_not_special(
    rule: str, trump: Trump, played: bool, least: int, bid: Bid
) -> RuleViolation | None:
    if not played:
        return RuleViolation(rule, Code.NOT_PLAYED_HERE, f"{trump} is not played at this table")
    if bid.special is not None:
        detail = f"in a {bid.special} trump is a number, doubles or none, never {trump}"
        return RuleViolation("R8.4", Code.NOT_IN_THIS_CONTRACT, detail)
    if (bid.marks or 0) < least:
        detail = f"{trump} takes a bid of {marks_words(least)} or more"
        return RuleViolation(rule, Code.NOT_IN_THIS_CONTRACT, detail)
    return None


def doubles_of(rules: Rules, declaration: Declare) -> Doubles:
    """What the doubles are once this is declared: chosen, or all that the rules allow."""
    return declaration.doubles or _doubles_allowed(rules, declaration.trump)[0]


def doubles_asked(rules: Rules, trump: Trump) -> tuple[Doubles, ...]:
    """What the declarer must choose between (R4.6, R8.2); empty where there is no choice."""
    allowed = _doubles_allowed(rules, trump)
    return allowed if len(allowed) > 1 else ()


def _doubles_allowed(rules: Rules, trump: Trump) -> tuple[Doubles, ...]:
    """R4.6 and R8.2; with any trump doubles are high in their own suits."""
    if trump is Trump.NONE:
        return tuple(map(Doubles, rules.no_trump_doubles))
    if trump is Trump.NELLO:
        return tuple(map(Doubles, rules.nello_doubles))
    return (Doubles.HIGH,)


def named_by_lead(contract: Contract, high: int) -> Declare:
    """The declaration that a first tile with this higher end makes (`undeclared_trump`, R6.5)."""
    shown = OPEN_CHOICES[0] if contract.cover is Cover.ALL_BUT_LATEST else None
    return Declare(PIP_TRUMPS[high], shown)
