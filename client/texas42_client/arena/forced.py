"""Contracts without an auction: whoever speaks first bids, all others pass, trump follows a count.

So the play is measured alone: both tables play the same deal in the same contract.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from texas42 import (
    BIT,
    HIGH,
    LOW,
    Bid,
    Declare,
    Pass,
    Tile,
    Trump,
    is_double,
    legal_moves,
    suits_for,
)
from texas42.suits import NUMBERS, PIP_TRUMPS
from texas42_client.arena.tables import Table
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = ["Forced", "best_trump"]

_NAMED = re.compile(r"(?P<points>\d\d)|(?P<marks>\d{1,2})-marks?")


@dataclass(frozen=True)
class Forced:
    """A bid that is made in every deal, and the trump that a fixed count of the hand names."""

    bid: Bid

    @classmethod
    def of(cls, text: str) -> Forced:
        """`"30"` is a bid of points, `"1-mark"` and `"2-marks"` are bids of marks.

        Raises:
            ValueError: it is neither.
        """
        found = _NAMED.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no contract: 30 to 41, 1-mark, 2-marks.")
        points, marks = found["points"], found["marks"]
        return cls(Bid(points=int(points)) if points else Bid(marks=int(marks)))

    def settle(self, table: Table) -> None:
        """Bid, pass and declare on a deal, so that the first lead is next.

        Raises:
            ClientError: the rules let nobody open with this bid.
        """
        hand, bidder = table.match.hand, table.match.turn
        assert hand is not None
        assert bidder is not None
        if self.bid not in legal_moves(table.match, bidder):
            raise ClientError(
                "By these rules no hand may open with that contract.",
                "For example: --contract 30",
                ExitStatus.USAGE,
            )
        table.make(self.bid)
        while table.match.status == "bidding":
            table.make(Pass())
        trump, words = best_trump(hand.dealt[bidder]), legal_moves(table.match, bidder)
        table.make(next(w for w in words if isinstance(w, Declare) and w.trump is trump))


def best_trump(hand: Sequence[Tile]) -> Trump:
    """The number with most tiles; then with its double, then most pips beside it, then the higher.

    A count anybody can repeat, not the best judgement of a hand.
    """
    return PIP_TRUMPS[max(NUMBERS, key=lambda number: _rank(hand, number))]


def _rank(hand: Sequence[Tile], number: int) -> tuple[int, bool, int, int]:
    trumps = suits_for(PIP_TRUMPS[number]).trumps
    suit = [tile for tile in hand if BIT[tile] & trumps]
    pips = sum(LOW[tile] + HIGH[tile] - number for tile in suit)
    return len(suit), any(map(is_double, suit)), pips, number
