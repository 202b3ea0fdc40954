"""A finished hand judged: every choice there was, how the chance ran, and what decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from texas42_client.review.looking import Judging, judged
from texas42_client.review.naming import Naming, naming_of, weigh_naming
from texas42_client.review.told import Decision, ToldHand
from texas42_client.review.weighing import Choice, Weighed
from texas42_client.review.worlds import deals_of
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget

__all__ = ["Review", "Stage", "Swing", "review", "to_judge"]

MOST_MOMENTS = 3
LEAST_COST = 0.01
LEAST_SWING = 0.1


@dataclass(frozen=True)
class Stage:
    """How the contract stood when its bidder was to play to a trick.

    Attributes:
        weighed: what the bidder had to choose from.
        chance: of the contract, by what the bidder could know, the best tile played.
    """

    weighed: Weighed
    chance: float

    @property
    def trick(self) -> int:
        """The number of the trick."""
        return self.weighed.decision.trick


@dataclass(frozen=True)
class Swing:
    """A trick that turned the hand to how it ended, though nobody gave anything away for sure.

    Attributes:
        trick: its number.
        before, after: the chance of the contract when the bidder was to play to it, and to the
            next; 1 or 0 where there is none.
    """

    trick: int
    before: float
    after: float


@dataclass(frozen=True)
class Review:
    """What came of looking at a hand.

    Attributes:
        hand: it.
        weighed: the decisions that were judged, in order of play.
        skipped: those that were not, since no world was played out in the time that there was.
    """

    hand: ToldHand
    weighed: tuple[Weighed, ...]
    skipped: tuple[Decision, ...]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The bidder's chance, trick by trick."""
        contract = self.hand.contract
        bidder = None if contract is None else contract["bidder"]
        mine = [w for w in self.weighed if w.decision.seat == bidder and w.decision.trick]
        return tuple(Stage(weighed, weighed.best.chance) for weighed in mine)

    @property
    def naming(self) -> Weighed | None:
        """What might have been trump, where the asker can tell."""
        return next((w for w in self.weighed if w.decision.trick == 0), None)

    @cached_property
    def mistakes(self) -> tuple[Weighed, ...]:
        """The moves that cost the most, beyond what sampling leaves open; in order of play."""
        costly = [w for w in self.weighed if w.least_cost > 0 and w.cost >= LEAST_COST]
        worst = sorted(costly, key=lambda w: -w.cost)[:MOST_MOMENTS]
        return tuple(w for w in self.weighed if w in worst)

    @cached_property
    def swings(self) -> tuple[Swing, ...]:
        """The tricks over which the bidder's chance changed most; in order of play.

        Only such as led to how the hand ended, and by more than sampling leaves open.
        """
        made = bool(self.hand.end.made)
        ran = [stage.weighed.best for stage in self.stages]
        end = Choice({}, float(made), float(made), float(made))
        found = [
            Swing(stage.trick, before.chance, after.chance)
            for stage, before, after in zip(self.stages, ran, [*ran[1:], end], strict=False)
            if (before.high < after.low if made else after.high < before.low)
        ]
        turns = [s for s in found if abs(s.after - s.before) >= LEAST_SWING]
        greatest = sorted(turns, key=lambda s: -abs(s.after - s.before))[: MOST_MOMENTS - 1]
        return tuple(s for s in found if s in greatest)


def to_judge(hand: ToldHand, *, bidder_only: bool = False) -> list[Decision | Naming]:
    """The decisions worth judging: of trump, where there was a choice, and all of the bidder's.

    With `bidder_only` the tiles that the bidder played: enough for the course of the chance.
    """
    contract = hand.contract
    if contract is None:
        return []
    bidder = contract["bidder"]
    if bidder_only:
        return [d for d in hand.decisions if d.seat == bidder]
    naming = naming_of(hand)
    plays = [d for d in hand.decisions if d.seat == bidder or d.free]
    return [*([] if naming is None else [naming]), *plays]


def review(
    hand: ToldHand,
    decisions: Iterable[Decision | Naming],
    judge: Judging,
    budget: Budget,
    chance: Chance,
    done: Callable[[], object] = lambda: None,
) -> Review:
    """Judge these decisions of a hand in which somebody bid; `done` is called after each."""
    weighed, skipped = [], []
    for decision in decisions:
        if isinstance(decision, Naming):
            found = weigh_naming(decision, judge, budget, chance)
        else:
            found = _weigh(hand, decision, judge, budget, chance)
        if found is None:
            skipped.append(decision.decision if isinstance(decision, Naming) else decision)
        else:
            weighed.append(found)
        done()
    return Review(hand, tuple(weighed), tuple(skipped))


def _weigh(
    hand: ToldHand, decision: Decision, judge: Judging, budget: Budget, chance: Chance
) -> Weighed | None:
    view = decision.view
    judgement = judged(view, deals_of(hand, decision), judge, budget, chance.at(view))
    if not judgement.worlds:
        return None
    sides = {seat: row["side"] for seat, row in view["seats"].items()}
    bidding = sides[decision.seat] == sides[view["contract"]["bidder"]]
    return Weighed(decision, judgement, bidding)
