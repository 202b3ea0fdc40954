"""What a hand is good for: what may be named, played out in one world after the other.

Trump is named before the worlds are looked at, and the same in all of them: a chance that chose
the best trump in each world would be that of somebody who sees all hands. Namings that fall
clearly behind are not tried further.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import sqrt
from typing import Any

from texas42 import Bid, parse_tile
from texas42_client.bots.simple.bidding import Prospects as Counted
from texas42_client.bots.strong.estimate import FOR_ALL_TRICKS, FOR_POINTS, chance_of, log_odds
from texas42_client.bots.strong.playout import Playout
from texas42_client.thinking.naming import Naming, namings
from texas42_client.thinking.reading import rules_of
from texas42_client.thinking.sampling import World

__all__ = ["Outlook", "Prospect"]

Body = Mapping[str, Any]

MOST_NAMINGS = 4
WITHIN = 1.6
"""Namings are tried whose count is at most so much worse than the best one's, in log-odds."""
LOOKS = (4, 8, 16, 32, 64)
"""The numbers of worlds after which namings may be given up."""


class Prospect:
    """One naming, and what it took in the worlds in which it was tried.

    Attributes:
        naming: what is named.
        taken: for each of those worlds, in order, the points; for all tricks 1 if it is made.
    """

    def __init__(self, naming: Naming, playout: Playout) -> None:
        self.naming = naming
        self.taken: list[int] = []
        self._playout = playout

    def look_at(self, world: World) -> None:
        """Try one more."""
        self.taken.append(self._playout.points(world))

    def tally(self, need: int, among: Collection[int] | None = None) -> tuple[int, int]:
        """In how many worlds it takes so much, and how many were tried.

        `among` are the numbers of the worlds that count, all of them unless said.
        """
        taken = self.taken
        if among is not None:
            taken = [taken[number] for number in among if number < len(taken)]
        return sum(points >= need for points in taken), len(taken)


class Outlook:
    """What the viewer's own hand is good for: for points, or for all tricks.

    Attributes:
        worlds: how many were looked at.
    """

    def __init__(self, view: Body, bidder: str, bid: Bid) -> None:
        """Of the seat's view before trump is named.

        Args:
            view: the seat's, who declares if this bid wins the auction.
            bidder: who makes the bid.
            bid: the fewest points that matter, or marks, which are for all tricks.
        """
        rules = rules_of(view)
        least = self._least = bid.points
        self._total = rules.table.total
        self._counted = Counted([parse_tile(label) for label in view["hand"]], rules)
        named = namings(rules, bid)
        likely = sorted(named, key=lambda naming: -self._count(naming, least))
        limit = log_odds(self._count(likely[0], least)) - WITHIN
        seat = rules.table.seat(bidder)
        self.prospects = [
            Prospect(naming, Playout(rules, seat, bid, naming))
            for naming in likely[:MOST_NAMINGS]
            if log_odds(self._count(naming, least)) >= limit
        ]
        self._open = list(self.prospects)
        self.worlds = 0

    @property
    def is_open(self) -> bool:
        """Whether there is more than one naming left to choose from."""
        return len(self._open) > 1

    def look_at(self, world: World) -> None:
        """Try what is still open in one more world."""
        for prospect in self._open:
            prospect.look_at(world)
        self.worlds += 1
        if self.worlds in LOOKS:
            best, slack = max(map(self._made, self._open)), sqrt(self.worlds)
            self._open = [p for p in self._open if self._made(p) + slack > best]

    def promise(self) -> float:
        """The chance of the best naming, of the fewest points that matter."""
        return max(self.chance(prospect, self._least) for prospect in self.prospects)

    def share_of_all(self) -> float:
        """The greatest share of worlds in which points came to all there are."""
        tallies = [prospect.tally(self._total) for prospect in self.prospects]
        return max(made / worlds if worlds else 0.0 for made, worlds in tallies)

    def best(self, need: int | None, allowed: Sequence[Naming]) -> Prospect | None:
        """Which of these namings makes so much most probably; `None` if none was tried."""
        tried = [prospect for prospect in self.prospects if prospect.naming in allowed]
        return max(tried, key=lambda p: self.chance(p, need), default=None)

    def chance(
        self, prospect: Prospect, need: int | None, among: Collection[int] | None = None
    ) -> float:
        """The chance at the table of making so many points, or with `None` all tricks.

        `among` are the numbers of the worlds that count, all of them unless said.
        """
        made, worlds = prospect.tally(1 if need is None else need, among)
        counted = self._count(prospect.naming, need)
        calibration = FOR_ALL_TRICKS if need is None else FOR_POINTS
        return chance_of(made, worlds, counted, calibration)

    def _made(self, prospect: Prospect) -> int:
        return prospect.tally(1 if self._least is None else self._least)[0]

    def _count(self, naming: Naming, need: int | None) -> float:
        """The chance by the count of the hand; of all tricks no more than of nearly all points.

        That is since the count for all tricks was fitted to hands that are sound for them.
        """
        chance = self._counted.of_naming(naming, need)
        if need is None and naming.is_counted:
            return min(chance, self._counted.of_naming(naming, self._total - 1))
        return chance
