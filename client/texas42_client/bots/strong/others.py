"""How likely another seat makes the contract that it bids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from texas42 import Bid
from texas42_client.bots.simple.special import chance_at
from texas42_client.bots.strong.auction import End, Speaker
from texas42_client.bots.strong.estimate import log_odds
from texas42_client.bots.strong.playout import Playout
from texas42_client.thinking.naming import Naming
from texas42_client.thinking.reading import rules_of
from texas42_client.thinking.sampling import World

__all__ = ["Others"]

Body = Mapping[str, Any]


class _Side(NamedTuple):
    """What contracts of a side come to when we play beside it, or against it.

    As forced contracts came out that `strong` played for `simple`'s side of it or the other.

    Attributes:
        edge: what is added to the log-odds of the count of the bidder's hand.
        lost, made: how often it is made where it is lost, or made, by habit.
        marks: how often a bid of marks is made. A count is no help there: nobody bids marks on
            less, and who does knows more than that.
    """

    edge: float
    lost: float
    made: float
    marks: float


OURS = _Side(edge=0.3, lost=0.12, made=0.96, marks=0.75)
THEIRS = _Side(edge=-0.3, lost=0.04, made=0.9, marks=0.6)
BY_HABIT = 0.4
"""How much the playout counts for: it knows our own hand, but a world is a coarse thing."""
A_PLUNGE = 0.3
"""How often a plunge or a splash comes off, whoever bid it."""


class Others:
    """The contracts of all seats but the viewer's."""

    def __init__(self, view: Body) -> None:
        self._view = view
        self._rules = rules_of(view)
        self._playouts: dict[tuple[str, Bid, Naming], Playout] = {}
        self._known: dict[tuple[int, str, Bid], float] = {}

    def chance(self, end: End, world: World, speakers: Mapping[str, Speaker]) -> float:
        """The chance that the contract is made with which an auction ended in this world."""
        bidder, bid = end.bidder, end.bid
        assert bidder is not None
        assert bid is not None
        seats = self._view["seats"]
        ours = seats[bidder]["side"] == seats[self._view["you"]]["side"]
        side = OURS if ours else THEIRS
        if bid.special is not None:
            return A_PLUNGE
        if bid.points is None:
            return side.marks
        key = id(world), bidder, bid  # worlds are kept, so that each has its own
        if key not in self._known:
            counted = chance_at(log_odds(end.chance) + side.edge)
            naming = speakers[bidder].naming(bid.points)
            taken = self._playout(bidder, bid, naming).points(world)
            by_habit = side.made if taken >= bid.points else side.lost
            self._known[key] = (1 - BY_HABIT) * counted + BY_HABIT * by_habit
        return self._known[key]

    def _playout(self, bidder: str, bid: Bid, naming: Naming) -> Playout:
        key = bidder, bid, naming
        if key not in self._playouts:
            seat = self._rules.table.seat(bidder)
            self._playouts[key] = Playout(self._rules, seat, bid, naming)
        return self._playouts[key]
