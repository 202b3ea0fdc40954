"""What to bid and what to declare, by the chance of making it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from texas42 import Tile, Trump, parse_tile
from texas42_client.bots.counting import Holding, count_hand

Body = Mapping[str, Any]

LEAST_POINTS = 30
WORTH_BIDDING = 0.55
"""A contract wins as many marks as it loses: it is bid at somewhat more than an even chance."""
OVER_PARTNER = 0.75
"""A partner who has bid makes it more often than not: better that well before going over it."""


class Weights(NamedTuple):
    """Log-odds that each thing counted adds to the chance of making a contract.

    Fitted to some ten thousand contracts each over random deals, played by four `simple` bots.
    """

    start: float
    trump: float = 0.0
    run: float = 0.0
    above: float = 0.0
    walker: float = 0.0
    covered: float = 0.0
    loose: float = 0.0
    loose_count: float = 0.0
    point: float = 0.0
    """For each point bid above the least."""

    def odds(self, held: Holding, points: int = LEAST_POINTS) -> float:
        """The log-odds of making the contract with this hand."""
        return (
            self.start
            + self.trump * held.trumps
            + self.run * held.run
            + self.above * held.above
            + self.walker * held.walkers
            + self.covered * held.covered
            + self.loose * held.loose
            + self.loose_count * held.loose_count
            + self.point * (points - LEAST_POINTS)
        )


FOR_POINTS = Weights(
    start=-0.04,
    trump=0.41,
    run=0.20,
    above=-0.23,
    walker=0.03,
    covered=-0.27,
    loose=-0.46,
    loose_count=-0.02,
    point=-0.15,
)
FOR_POINTS_WITHOUT_TRUMP = Weights(start=-1.75, walker=0.75, loose=-0.80, point=-0.10)
FOR_ALL_TRICKS = Weights(start=-0.98, trump=0.36, run=0.72, covered=-0.43)
FOR_ALL_TRICKS_WITHOUT_TRUMP = Weights(start=-3.30, walker=0.80)
"""For all tricks only hands were looked at that are sound enough to bid them."""


def odds(held: Holding, points: int | None) -> float:
    """The log-odds of making `points`, or with None every trick, with this hand."""
    without = held.trump is Trump.NONE
    if points is None:
        return (FOR_ALL_TRICKS_WITHOUT_TRUMP if without else FOR_ALL_TRICKS).odds(held)
    return (FOR_POINTS_WITHOUT_TRUMP if without else FOR_POINTS).odds(held, points)


class Prospects:
    """One hand, counted under every trump there is.

    Args:
        hand: all the tiles that were dealt to the seat.
    """

    def __init__(self, hand: Sequence[Tile]) -> None:
        self._holdings = [count_hand(hand, trump) for trump in Trump]

    def of_points(self, points: int) -> float:
        """The chance, 0 to 1, of making a bid of `points` with the best trump for it."""
        return max(_chance(odds(held, points)) for held in self._holdings)

    def of_all_tricks(self) -> float:
        """The chance, 0 to 1, of taking every trick; 0 when no trump makes the hand sound."""
        sound = [held for held in self._holdings if _is_sound(held)]
        return max((_chance(odds(held, None)) for held in sound), default=0.0)

    def best_trump(self, points: int | None) -> Trump:
        """The trump with which this hand most probably makes `points`, or every trick."""
        return max(
            self._holdings,
            key=lambda held: (points is None and _is_sound(held), odds(held, points)),
        ).trump


def _is_sound(held: Holding) -> bool:
    """Whether marks may be bid at all: trump control, and every off covered."""
    return held.controls_trump and not held.loose


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def choose_bid(view: Body) -> Body:
    """The bid that promises most, or a pass when nothing is better than leaving it."""
    prospects = Prospects([parse_tile(label) for label in view["hand"]])
    moves = view["legal_moves"]
    needed = OVER_PARTNER if _partner_stands(view) else WORTH_BIDDING
    best = next((move for move in moves if move["type"] == "pass"), None)
    most = 0.0
    for move in moves:
        if not _is_plain_bid(move):
            continue
        chance = _chance_of(prospects, move)
        gain = (move.get("marks") or 1) * (2 * chance - 1)
        if chance > needed and gain > most:
            best, most = move, gain
    return best if best is not None else min(moves, key=_height)


def choose_declaration(view: Body) -> Body:
    """Its best trump; where it may cover tricks, as many as it can."""
    prospects = Prospects([parse_tile(label) for label in view["hand"]])
    trump = prospects.best_trump(view["contract"]["points"])
    named = [move for move in view["legal_moves"] if move.get("trump") == trump.value]
    choice: Body = min(named, key=lambda move: move.get("open_tricks") or 0)
    return choice


def _is_plain_bid(move: Body) -> bool:
    return move["type"] == "bid" and not (move.get("plunge") or move.get("splash"))


def _chance_of(prospects: Prospects, bid: Body) -> float:
    """The chance of making this bid."""
    if bid.get("marks") is not None:
        return prospects.of_all_tricks()
    return prospects.of_points(bid["points"])


def _height(move: Body) -> tuple[int, int]:
    return move.get("marks") or 0, move.get("points") or 0


def _partner_stands(view: Body) -> bool:
    """Whether the highest bid so far is this seat's partner's."""
    bids = [entry for entry in view["bids"] if entry["type"] == "bid"]
    seats = view["seats"]
    return bool(bids) and seats[bids[-1]["seat"]]["side"] == seats[view["you"]]["side"]
