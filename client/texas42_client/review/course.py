"""The chance of winning a match, trick by trick: what its picture shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any

from texas42 import Hand, Rules, award_of
from texas42_client.review.reviewing import Review
from texas42_client.review.told import ToldMatch
from texas42_client.thinking.race import chances

__all__ = ["Course", "HandCourse", "as_json", "course"]


@dataclass(frozen=True)
class HandCourse:
    """One hand of the picture.

    Attributes:
        number: its number in the match.
        record: the hand as the record has it.
        contract: (trick, the chance of the contract) as the bidder could know it.
        winning: (trick, the chance of winning the match) with it.
        start, end: the chance of winning the match before the hand and after it.
    """

    number: int
    record: Mapping[str, Any]
    contract: tuple[tuple[int, float], ...]
    winning: tuple[tuple[int, float], ...]
    start: float
    end: float


@dataclass(frozen=True)
class Course:
    """A match as it ran, for one side.

    Attributes:
        side: whose chance of winning it is.
        hands: the finished hands, in order.
        tricks: how many a hand has.
    """

    side: str
    hands: tuple[HandCourse, ...]
    tricks: int


def course(match: ToldMatch, reviews: Mapping[int, Review], side: str, upto: int) -> Course:
    """The course of a match for a side, up to a hand, from the reviews of its hands by number.

    A hand in which all passed needs none.
    """
    rules = match.rules
    mine = rules.table.sides.index(side)
    score: tuple[int, ...] = (0,) * len(rules.table.sides)
    hands = []
    for number, record in enumerate(match.json["hands"][:upto], start=1):
        start = _chance(rules, score, mine)
        found = reviews.get(number)
        stages = () if found is None else found.stages
        contract = tuple((stage.trick, stage.chance) for stage in stages)
        winning: tuple[tuple[int, float], ...] = ()
        if found is not None:
            made, missed = (
                _chance(rules, _after(rules, found.hand.end, score, made), mine)
                for made in (True, False)
            )
            winning = tuple((trick, p * made + (1 - p) * missed) for trick, p in contract)
        score = tuple((record["marks"] or record["score"])[label] for label in rules.table.sides)
        hands.append(
            HandCourse(number, record, contract, winning, start, _chance(rules, score, mine))
        )
    return Course(side, tuple(hands), rules.table.hand_size)


def _chance(rules: Rules, score: Sequence[int], side: int) -> float:
    return chances(rules, score)[side]


def _after(rules: Rules, hand: Hand, score: Sequence[int], made: bool) -> tuple[int, ...]:
    """The score if the contract were just made, or just missed."""
    contract = hand.contract
    assert contract is not None
    total = rules.table.total
    ours = (contract.bid.points or total) - (0 if made else 1)
    sides = len(score)
    others, over = divmod(total - ours, sides - 1)
    captured = [others] * sides
    captured[contract.side] = ours
    captured[(contract.side + 1) % sides] += over
    return tuple(map(add, score, award_of(rules).gained(contract, made, captured)))


def as_json(found: Course) -> dict[str, Any]:
    """The course as a program takes it."""
    return {
        "side": found.side,
        "hands": [
            {
                "hand": hand.number,
                "before": hand.start,
                "contract_chance": _steps(hand.contract),
                "match_chance": _steps(hand.winning),
                "after": hand.end,
            }
            for hand in found.hands
        ],
    }


def _steps(points: Sequence[tuple[int, float]]) -> list[dict[str, Any]]:
    return [{"trick": trick, "chance": chance} for trick, chance in points]
