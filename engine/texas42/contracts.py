"""What the bidder has promised: one row per kind of contract, with how it is decided (R5).

A later kind (nello, sevens, …) is one more `Kind`: its name, whether its tricks are covered, and
the small function that judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from texas42.moves import Bid, Declare
from texas42.seats import Seat, Side, Table
from texas42.suits import Trump


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contract.

    Attributes:
        name: as views and records spell it.
        covered: whether captured tricks are covered, so that the declarer chooses how many of
            the latest stay open (R6.5).
        judge: looks at a completed trick: contract, side -> points captured, side -> tricks
            taken, and the tricks left to play; True made, False set, None still open.
    """

    name: str
    covered: bool
    judge: Callable[[Contract, Sequence[int], Sequence[int], int], bool | None]


class Contract(NamedTuple):
    """The contract of a hand.

    Attributes:
        kind: its row.
        bidder, side: who won the auction, and for which side.
        declarer: who names trump.
        leader: who leads the first trick.
        bid: the bid that stands: `points` to reach, or `marks` staked on all tricks.
        spare: the points that all others may capture before it is set (R5.2).
        declaration: what the declarer named, `None` until then.
    """

    kind: Kind
    bidder: Seat
    side: Side
    declarer: Seat
    leader: Seat
    bid: Bid
    spare: int
    declaration: Declare | None = None

    @property
    def worth(self) -> int:
        """The marks it is played for (R5.1, R5.3)."""
        return 1 if self.bid.marks is None else self.bid.marks

    def declared(self, declaration: Declare) -> Contract:
        """This contract, with trump named."""
        return self._replace(declaration=declaration)


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
    """R5.3."""
    if sum(taken) > taken[contract.side]:
        return False
    return None if left else True


POINTS = Kind("points", covered=False, judge=_judge_points)
MARKS = Kind("marks", covered=True, judge=_judge_all_tricks)

OPEN_CHOICES = (1, 2)


def contract_for(table: Table, bidder: Seat, bid: Bid) -> Contract:
    """The contract that the winning bid makes: the bidder declares and leads (R3.4)."""
    kind = POINTS if bid.marks is None else MARKS
    side = table.side_of[bidder]
    spare = table.total - (bid.points or table.total)
    return Contract(kind, bidder, side, declarer=bidder, leader=bidder, bid=bid, spare=spare)


@cache
def declarations(kind: Kind) -> tuple[Declare, ...]:
    """Everything that the declarer of such a contract may name (R4.1, R6.5)."""
    shown = OPEN_CHOICES if kind.covered else (None,)
    return tuple(Declare(trump, open_tricks) for trump in Trump for open_tricks in shown)
