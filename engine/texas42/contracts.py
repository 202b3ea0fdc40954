"""What the bidder has promised: one row per kind of contract, with how it is decided (R5).

A later kind (nello, sevens, …) is one more `Kind`: its name, whether its tricks are covered, and
the small function that judges it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from texas42.moves import Bid, Declare
from texas42.seats import Seat, Side
from texas42.suits import Trump


class Standing(NamedTuple):
    """What a judge looks at when a trick is complete.

    Attributes:
        ours, theirs: points that the bidding side, and all others, have captured.
        lost: tricks that the others have taken.
        left: tricks still to be played.
        total: the points of a full hand.
    """

    ours: int
    theirs: int
    lost: int
    left: int
    total: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contract.

    Attributes:
        name: as views and records spell it.
        covered: whether captured tricks are covered, so that the declarer chooses how many of
            the latest stay open (R6.5).
        judge: True made, False set, None still open.
    """

    name: str
    covered: bool
    judge: Callable[[Contract, Standing], bool | None]


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of a hand.

    Attributes:
        kind: its row.
        bidder, side: who won the auction, and for which side.
        declarer: who names trump.
        leader: who leads the first trick.
        bid: the bid that stands: `points` to reach, or `marks` staked on all tricks.
        declaration: what the declarer named, `None` until then.
    """

    kind: Kind
    bidder: Seat
    side: Side
    declarer: Seat
    leader: Seat
    bid: Bid
    declaration: Declare | None = None

    @property
    def worth(self) -> int:
        """The marks it is played for (R5.1, R5.3)."""
        return 1 if self.bid.marks is None else self.bid.marks

    def declared(self, declaration: Declare) -> Contract:
        """This contract, with trump named."""
        return Contract(
            self.kind, self.bidder, self.side, self.declarer, self.leader, self.bid, declaration
        )


def _judge_points(contract: Contract, standing: Standing) -> bool | None:
    """R5.1 and R5.2; R9.3 where the tricks run out."""
    target = contract.bid.points or 0
    if standing.ours >= target:
        return True
    if standing.theirs > standing.total - target or not standing.left:
        return False
    return None


def _judge_all_tricks(_contract: Contract, standing: Standing) -> bool | None:
    """R5.3."""
    if standing.lost:
        return False
    return None if standing.left else True


POINTS = Kind("points", covered=False, judge=_judge_points)
MARKS = Kind("marks", covered=True, judge=_judge_all_tricks)

OPEN_CHOICES = (1, 2)


def contract_for(bidder: Seat, side: Side, bid: Bid) -> Contract:
    """The contract that the winning bid makes: the bidder declares and leads (R3.4)."""
    kind = POINTS if bid.marks is None else MARKS
    return Contract(kind, bidder, side, declarer=bidder, leader=bidder, bid=bid)


@cache
def declarations(kind: Kind) -> tuple[Declare, ...]:
    """Everything that the declarer of such a contract may name (R4.1, R6.5)."""
    shown = OPEN_CHOICES if kind.covered else (None,)
    return tuple(Declare(trump, open_tricks) for trump in Trump for open_tricks in shown)
