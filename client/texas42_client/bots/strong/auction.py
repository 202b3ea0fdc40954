"""How an auction may go on, in one world: what the others say there.

They are taken to bid as `simple` does, by a count of the hand. That is near to what sound players
bid, whoever they are, and a hand is counted in no time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from texas42 import BIT, TILES, Bid, Rules
from texas42.auction import ladder
from texas42_client.bots.simple.bidding import (
    MARGIN,
    OVER_PARTNER,
    PARTNERS,
    WORTH_BIDDING,
    WORTH_BIDDING_ALONE,
    Prospects,
)
from texas42_client.bots.simple.special import chance_at
from texas42_client.bots.strong.estimate import log_odds
from texas42_client.thinking.naming import Naming
from texas42_client.thinking.reading import bid_of, rules_of

__all__ = ["End", "Speaker", "Table", "likelihood"]

Body = Mapping[str, Any]

SPREAD = 0.4
"""How far players differ in what they bid, in log-odds of their chance."""
SURELY = 0.01
"""No hand is so good or so bad that nobody would have bid, or passed."""
MARKS_TAKE = 0.65
"""The chance at which players think of marks."""


class End(NamedTuple):
    """How an auction ended: who bid highest, and what; or that all passed.

    `chance` is what the bidder's hand counts for.
    """

    bidder: str | None
    bid: Bid | None
    chance: float = 0.0


class Speaker:
    """A hand as its holder counts it."""

    def __init__(self, tiles: int, rules: Rules) -> None:
        self._tiles = tiles
        self._rules = rules
        self._known: dict[Bid, float] = {}

    @cached_property
    def _prospects(self) -> Prospects:
        hand = [tile for tile in TILES if BIT[tile] & self._tiles]
        return Prospects(hand, self._rules)

    def chance(self, bid: Bid) -> float:
        """The chance of making this bid."""
        known = self._known.get(bid)
        if known is None:
            prospects = self._prospects
            if bid.points is not None:
                known = prospects.of_points(bid.points)
            else:
                known = prospects.of_marks(bid.marks or 1)
            self._known[bid] = known
        return known

    def naming(self, points: int) -> Naming:
        """What it would name for a bid of so many points."""
        return self._prospects.best_for(points).naming


class Table:
    """The auction as a view shows it, and as it may go on.

    Attributes:
        standing: the highest bid so far, and whose.
        after: the seats that speak after the viewer, in order.
        worth: the chance from which a hand is bid.
    """

    def __init__(self, view: Body) -> None:
        self.rules = rules_of(view)
        self._sides = {label: row["side"] for label, row in view["seats"].items()}
        labels = list(self._sides)
        place = labels.index(view["you"])
        spoken = {entry["seat"] for entry in view["bids"]}
        around = labels[place + 1 :] + labels[:place]
        self.after = [label for label in around if label not in spoken]
        made = [entry for entry in view["bids"] if entry["type"] == "bid"]
        self.standing = End(None, None)
        if made:
            self.standing = End(made[-1]["seat"], bid_of(made[-1]))
        self.worth = WORTH_BIDDING if len(labels) == PARTNERS else WORTH_BIDDING_ALONE

    def end(self, speakers: Mapping[str, Speaker], said: End | None) -> End:
        """How it ends when the viewer says this, or with `None` passes."""
        standing = said or self.standing
        for label in self.after:
            last = label == self.after[-1]
            bid = self._answer(speakers[label], label, standing, last)
            if bid is not None:
                standing = End(label, bid)
        if standing.bid is None or standing.bidder is None or standing is said:
            return standing
        return standing._replace(chance=speakers[standing.bidder].chance(standing.bid))

    def _answer(self, speaker: Speaker, label: str, standing: End, last: bool) -> Bid | None:
        """What this seat says: the bid that promises most, or a pass when none is good enough."""
        needed = self._needed(label, standing)
        moves = ladder(self.rules, standing.bid, last).moves
        best, most = None, 0.0
        for bid in _few(moves):
            chance = speaker.chance(bid)
            gain = (bid.marks or 1) * (chance - self.worth + MARGIN)
            if chance > needed and gain > most:
                best, most = bid, gain
        if best is None and isinstance(moves[0], Bid):
            return moves[0]
        return best

    def _needed(self, label: str, standing: End) -> float:
        partner = standing.bidder is not None and self._sides[standing.bidder] == self._sides[label]
        return OVER_PARTNER if partner else self.worth


def _few(moves: Sequence[Any]) -> list[Bid]:
    """The lowest bid of points, and all of marks: between two of points the lower is likelier."""
    bids = [move for move in moves if isinstance(move, Bid)]
    return bids[:1] + [bid for bid in bids[1:] if bid.marks is not None]


def likelihood(view: Body, table: Table, speakers: Mapping[str, Speaker]) -> float:
    """How likely the seats that have spoken would say what they said, holding these tiles."""
    weight, standing = 1.0, End(None, None)
    sides = {label: row["side"] for label, row in view["seats"].items()}
    for place, entry in enumerate(view["bids"]):
        label = entry["seat"]
        speaker = speakers[label]
        last = place == len(sides) - 1
        bids = _few(ladder(table.rules, standing.bid, last).moves)
        partner = standing.bidder is not None and sides[standing.bidder] == sides[label]
        needed = OVER_PARTNER if partner else table.worth
        if entry["type"] == "bid":
            bid = bid_of(entry)
            standing = End(label, bid)
            if bid.special is None:  # else the worlds give it the doubles, and that is all it takes
                limit = needed if bid.marks is None else max(needed, MARKS_TAKE)
                weight *= _likely(speaker.chance(bid), limit)
        elif bids:
            weight *= 1 - _likely(max(map(speaker.chance, bids)), needed)
    return weight


def _likely(chance: float, needed: float) -> float:
    """How likely a player with this chance bids, where it takes so much."""
    likely = chance_at((log_odds(chance) - log_odds(needed)) / SPREAD)
    return min(1 - SURELY, max(SURELY, likely))
