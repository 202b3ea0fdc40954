"""What to bid: whatever leaves the best chance to win the match.

Worlds are drawn that fit what has been said. In each the auction goes on as the others would bid
there. Where the seat's own bid stands, it is made with the chance that the hand has in those
worlds; where another's does, by the bidder's count and by how that world
plays out, our own hand taking part. So a pass is worth what the others will do with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from operator import itemgetter
from random import Random
from typing import Any

from texas42 import Bid
from texas42_client.bots.strong.auction import End, Speaker, Table, likelihood
from texas42_client.bots.strong.others import Others
from texas42_client.bots.strong.outlook import Outlook
from texas42_client.bots.strong.payoff import Payoff
from texas42_client.bots.strong.plunging import Partner
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.naming import namings
from texas42_client.thinking.reading import bid_of
from texas42_client.thinking.sampling import World, Worlds

__all__ = ["choose_bid"]

Body = Mapping[str, Any]
Speakers = Mapping[str, Speaker]

MOST_WORLDS = 120
"""More would hardly change a bid."""
TRIES = 12
"""Worlds that are drawn for one in which the others would have said what they said."""
FIRST_LOOK = 12
"""After so many worlds a hand is thought of for all tricks."""
GIVEN_UP_BELOW = {12: 0.2, 24: 0.28, 48: 0.3}
"""Worlds -> the chance below which a hand is passed without further thought."""
OFTEN_ALL, COUNTS_FOR_ALL = 0.1, 0.45
"""Marks are thought of when points came to all tricks so often, or the hand counts for it."""
FOR_WORLDS = 0.5
"""The share of the time that goes into looking at worlds; weighing the bids takes the rest."""


def choose_bid(view: Body, memory: Memory, budget: Budget, chance: Random) -> Body:
    """The bid, or the pass, that leaves the best chance to win the match."""
    deliberation = _Deliberation(view, memory, chance)
    moves: Sequence[Body] = view["legal_moves"]
    if not deliberation.think(budget):
        return next(move for move in moves if move["type"] == "pass")
    return max(moves, key=deliberation.value)


class _Deliberation:
    """One seat's thoughts before it speaks."""

    def __init__(self, view: Body, memory: Memory, chance: Random) -> None:
        self._view = view
        self._chance = chance
        self._table = Table(view)
        self._payoff = Payoff(view)
        self._others = Others(view)
        self._source = Worlds.of(view, memory)
        moves = view["legal_moves"]
        bids = [bid_of(move) for move in moves if move["type"] == "bid"]
        points = [bid for bid in bids if bid.points is not None]
        specials = [bid for bid in bids if bid.special is not None]
        marks = [bid for bid in bids if bid.points is None and bid.special is None]
        self._may_pass = len(bids) < len(moves)
        you = view["you"]
        self._for_points = Outlook(view, you, points[0]) if points else None
        self._for_marks = Outlook(view, you, marks[-1]) if marks else None
        self._partner = Partner(view, specials[0]) if specials else None
        self._worlds: list[World] = []
        self._heard: list[Speakers] = []

    def think(self, budget: Budget) -> bool:
        """Look at worlds, for as long as there is time and reason to; whether a bid may pay."""
        seconds = inf if budget.seconds is None else budget.seconds
        deadline = time.perf_counter() + FOR_WORLDS * seconds
        most = min(MOST_WORLDS, budget.worlds or MOST_WORLDS)
        for world, speakers in self._supply():
            self._worlds.append(world)
            self._heard.append(speakers)
            promise = self._look()
            number = len(self._worlds)
            if promise < GIVEN_UP_BELOW.get(number, 0.0) and self._may_pass:
                return False
            if number >= most or time.perf_counter() > deadline:
                break
        return True

    def _look(self) -> float:
        """Try the hand in the worlds in which it was not tried yet; its best chance so far."""
        points, marks = self._for_points, self._for_marks
        if self._partner is not None:
            self._partner.look_at(self._worlds[-1])
        if points is not None:
            points.look_at(self._worlds[-1])
        if marks is not None and (points is None or self._may_take_all(points, marks)):
            for world in self._worlds[marks.worlds :]:
                marks.look_at(world)
        chances = [outlook.promise() for outlook in (points, marks) if outlook and outlook.worlds]
        if self._partner is not None:
            chances.append(self._partner.chance(range(len(self._worlds))))
        return max(chances, default=1.0)

    def _may_take_all(self, points: Outlook, marks: Outlook) -> bool:
        """Whether marks are worth a thought."""
        if marks.worlds:
            return True
        if len(self._worlds) < FIRST_LOOK:
            return False
        return points.share_of_all() >= OFTEN_ALL or marks.promise() >= COUNTS_FOR_ALL

    def _supply(self) -> Iterator[tuple[World, Speakers]]:
        """Worlds without end, in which the others would have said what they said."""
        while True:
            tries = []
            for _ in range(TRIES):
                world, speakers = self._draw()
                weight = likelihood(self._view, self._table, speakers)
                tries.append((weight, world, speakers))
                if self._chance.random() < weight:
                    break
            else:
                tries.sort(key=itemgetter(0))
            yield tries[-1][1:]

    def _draw(self) -> tuple[World, Speakers]:
        world = self._source.draw(self._chance)
        rules = self._table.rules
        return world, {seat: Speaker(tiles, rules) for seat, tiles in world.items()}

    def value(self, move: Body) -> float:
        """The chance to win the match after this bid or pass."""
        you = self._view["you"]
        said = None if move["type"] == "pass" else End(you, bid_of(move))
        total, mine = 0.0, []
        for number, speakers in enumerate(self._heard):
            end = self._table.end(speakers, said)
            if end.bid is None or end.bidder is None:
                total += self._payoff.of_nothing()
            elif end is said:
                mine.append(number)
            else:
                chance = self._others.chance(end, self._worlds[number], speakers)
                total += self._expected(end.bidder, end.bid, chance)
        if mine and said is not None and said.bid is not None:
            total += len(mine) * self._expected(you, said.bid, self._own_chance(said.bid, mine))
        return total / len(self._heard)

    def _expected(self, bidder: str, bid: Bid, chance: float) -> float:
        made, lost = (self._payoff.of(bidder, bid, made) for made in (True, False))
        return chance * made + (1 - chance) * lost

    def _own_chance(self, bid: Bid, among: Sequence[int]) -> float:
        """The chance of making our own bid, in the worlds in which it stands."""
        if bid.special is not None:
            return self._partner.chance(among) if self._partner is not None else 0.0
        outlook = self._for_marks if bid.points is None else self._for_points
        if outlook is None:
            return 0.0
        best = outlook.best(bid.points, namings(self._table.rules, bid))
        return 0.0 if best is None else outlook.chance(best, bid.points, among)
