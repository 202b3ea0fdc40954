"""What to bid and what to declare, by the chance of making it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from texas42 import Bid, Rules, Tile, Trump, award_of, parse_tile
from texas42.scoring import ALL_TRICKS_POINTS
from texas42_client.bots.simple.counting import Holding, count_hand
from texas42_client.bots.simple.special import (
    chance_at,
    chance_of_nello,
    chance_of_plunge,
    chance_of_sevens,
)
from texas42_client.thinking.naming import Naming, named_by, namings
from texas42_client.thinking.reading import rules_of

Body = Mapping[str, Any]

LEAST_POINTS = 30
ANY_POINTS = Bid(points=LEAST_POINTS)
"""Whatever points are bid, the same may be named."""
WORTH_BIDDING = 0.55
"""A contract wins as many marks as it loses: it is bid at somewhat more than an even chance."""
MARGIN = 0.05
"""How much more."""
WORTH_BIDDING_ALONE = 0.40
"""Where all play for themselves hardly anybody ever has an even chance; a table wants to play."""
OVER_PARTNER = 0.75
"""A partner who has bid makes it more often than not: better that well before going over it."""

UNSOUND = 0.5
"""How much of its chance is left to a hand for all tricks with an off that nothing covers."""
PARTNERS = 4
ALONE = {2: (0.15, 0.34), 3: (-1.85, 1.1), 5: (-4.6, 2.9), 6: (-4.7, 3.0), 7: (-5.2, 4.0)}
"""Seats -> what the log-odds with a partner come to without one, as a line: start and slope."""
WITH_A_PARTNER = (0.0, 1.0)


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
    """One hand, counted under everything that these rules let a declarer name.

    Args:
        hand: all the tiles that were dealt to the seat.
        rules: of the match.
    """

    def __init__(self, hand: Sequence[Tile], rules: Rules) -> None:
        self._hand = hand
        self._rules = rules
        self._seats = len(rules.table.seats)
        self._start, self._slope = ALONE.get(self._seats, WITH_A_PARTNER)
        self._holdings = {
            naming: count_hand(hand, *naming) for naming in namings(rules, ANY_POINTS)
        }

    def of_points(self, points: int) -> float:
        """The chance, 0 to 1, of making a bid of `points` with the best trump for it."""
        return self._chance_with(self.best_for(points), points)

    def best_for(self, points: int) -> Holding:
        """The hand under the trump that makes a bid of `points` most probably."""
        return max(self._holdings.values(), key=lambda held: self._chance_with(held, points))

    def of_marks(self, marks: int) -> float:
        """The chance, 0 to 1, of making a bid of marks; small when nothing makes the hand sound."""
        return max(
            (
                self.of_naming(naming, None)
                for naming in namings(self._rules, Bid(marks=marks))
                if not naming.is_counted or _is_sound(self._holdings[naming])
            ),
            default=0.0,
        )

    def of_naming(self, naming: Naming, points: int | None) -> float:
        """The chance of making `points`, or with None all that marks ask, when this is named."""
        if naming.trump is Trump.SEVENS:
            return chance_of_sevens(self._hand, self._seats)
        if naming.trump is Trump.NELLO:
            return chance_of_nello(self._hand, naming.doubles)
        held = self._holdings[naming]
        return self._chance_with(held, points) * (1.0 if points or _is_sound(held) else UNSOUND)

    def _chance_with(self, held: Holding, points: int | None) -> float:
        return chance_at(self._start + self._slope * odds(held, points))


def _is_sound(held: Holding) -> bool:
    """Whether marks may be bid at all: trump control, and every off covered."""
    return held.controls_trump and not held.loose


def choose_bid(view: Body) -> Body:
    """The bid that promises most, or a pass when nothing is better than leaving it."""
    hand = [parse_tile(label) for label in view["hand"]]
    rules = rules_of(view)
    prospects = Prospects(hand, rules)
    moves = view["legal_moves"]
    worth = WORTH_BIDDING if len(rules.table.seats) == PARTNERS else WORTH_BIDDING_ALONE
    needed = OVER_PARTNER if _partner_stands(view) else worth
    best = next((move for move in moves if move["type"] == "pass"), None)
    most = 0.0
    for move in moves:
        if move["type"] == "pass":
            continue
        chance = _chance_of(prospects, hand, move)
        gain = _stake(rules, move) * (chance - worth + MARGIN)
        if chance > needed and gain > most:
            best, most = move, gain
    return best if best is not None else min(moves, key=_height)


def choose_declaration(view: Body) -> Body:
    """What it makes most probably; where it may cover tricks, as many as it can."""
    rules = rules_of(view)
    prospects = Prospects([parse_tile(label) for label in view["hand"]], rules)
    points = view["contract"]["points"]
    words = [move for move in view["legal_moves"] if move["type"] == "declare"]
    choice: Body = max(
        words,
        key=lambda move: (
            prospects.of_naming(named_by(rules, move), points),
            -(move.get("open_tricks") or 0),
        ),
    )
    return choice


def _stake(rules: Rules, bid: Body) -> float:
    """What a bid wins or loses, in marks."""
    if award_of(rules).unit == "points" and bid.get("points") is not None:
        return float(bid["points"]) / ALL_TRICKS_POINTS
    return float(bid.get("marks") or 1)


def _chance_of(prospects: Prospects, hand: Sequence[Tile], bid: Body) -> float:
    """The chance of making this bid."""
    if bid.get("plunge") or bid.get("splash"):
        return chance_of_plunge(hand)
    if bid.get("marks") is not None:
        return prospects.of_marks(bid["marks"])
    return prospects.of_points(bid["points"])


def _height(move: Body) -> tuple[int, int]:
    return move.get("marks") or 0, move.get("points") or 0


def _partner_stands(view: Body) -> bool:
    """Whether the highest bid so far is this seat's partner's."""
    bids = [entry for entry in view["bids"] if entry["type"] == "bid"]
    seats = view["seats"]
    return bool(bids) and seats[bids[-1]["seat"]]["side"] == seats[view["you"]]["side"]
