"""What the auction makes likelier, beside what is certain: who bids holds something to bid on.

Nothing here rules a world out. How much each thing counts was fitted to the decisions of some four
thousand hands that four `simple` bots bid and played: among worlds that fit, how much likelier is
one for each trump that the bidder was dealt?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from texas42 import BIT, DOUBLES, HIGH, LOW, TILES, Suits, suits_for
from texas42.suits import ANY, PIP_TRUMPS
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import suits_of
from texas42_client.thinking.sampling import World, Worlds

__all__ = ["Evidence", "likely"]

Body = Mapping[str, Any]
_Sign = Callable[[int], float]
"""A hand as it was dealt, as a bitmask -> what it adds to the log of the weight."""

PER_TRUMP, PER_OFF_DOUBLE = 2.3, 0.5
PER_LOOSE_OFF = -1.9
"""In no trump, and where all tricks are bid; `simple`, which is more careful, would say -4.7."""
PER_PIP_NEARER_SEVEN = 0.55
PER_PIP_IN_NELLO = -0.38
BID_PER_TILE, BID_PER_DOUBLE = 0.85, 1.05
"""For a bid without a trump that is known: for each tile of the longest number, and each double."""
OPEN_PASS_PER_TILE, PASS_PER_TILE = -0.95, -0.5
"""For a pass before anybody has bid, and over points; one over marks tells next to nothing."""

POOL = 8
"""A likely world is chosen out of so many, and so comes at most so many times as often."""

_NUMBERS = tuple(suits_for(trump).trumps for trump in PIP_TRUMPS)
_PIPS = tuple(LOW[tile] + HIGH[tile] for tile in TILES)


class Evidence:
    """How likely the auction makes each world, as its seats were dealt it.

    Args:
        view: as the seat sees it, while a hand is on.
        memory: its memory, which has looked at this view.
    """

    def __init__(self, view: Body, memory: Memory) -> None:
        self._signs = [
            (seat, memory.shown.get(seat, 0), sign)
            for seat, sign in _signs(view)
            if seat != view["you"]
        ]

    def weight(self, world: World) -> float:
        """How many times as likely as others this world is, among those that fit; above 0."""
        return exp(sum(sign(world[seat] | shown) for seat, shown, sign in self._signs))


def likely(worlds: Worlds, evidence: Evidence, chance: Random) -> Iterator[World]:
    """Draws without end, each the more often the likelier it is."""
    while True:
        pool = [worlds.draw(chance) for _ in range(POOL)]
        yield chance.choices(pool, [evidence.weight(world) for world in pool])[0]


def _signs(view: Body) -> Iterator[tuple[str, _Sign]]:
    """What each seat that has spoken has shown of the hand that it was dealt."""
    contract = view["contract"]
    named = contract is not None and contract["trump"] is not None
    standing: Body = {"seat": None}
    for said in view["bids"]:
        seat = said["seat"]
        if said["type"] == "pass":
            if standing.get("marks") is None:
                yield seat, _passed if standing["seat"] else _passed_at_first
            continue
        standing = said
        if said.get("plunge") or said.get("splash"):
            continue  # the doubles are certain, and the partner names trump
        if named and seat == contract["bidder"]:
            yield seat, _naming(contract, suits_of(view))
        else:
            yield seat, _bid


def _naming(contract: Body, suits: Suits) -> _Sign:
    """What the trump tells that a bidder named for its own hand."""
    if contract["kind"] == "nello":
        return lambda hand: PER_PIP_IN_NELLO * _total(hand, _PIPS)
    if contract["kind"] == "sevens":
        return lambda hand: PER_PIP_NEARER_SEVEN * _total(hand, suits.power[ANY])
    trumps = suits.trumps
    if not trumps:
        return lambda hand: PER_LOOSE_OFF * _loose_offs(hand, suits)
    if contract["kind"] == "marks":
        return lambda hand: (
            PER_TRUMP * (hand & trumps).bit_count() + PER_LOOSE_OFF * _loose_offs(hand, suits)
        )
    return lambda hand: (
        PER_TRUMP * (hand & trumps).bit_count()
        + PER_OFF_DOUBLE * (hand & DOUBLES & ~trumps).bit_count()
    )


def _bid(hand: int) -> float:
    return BID_PER_TILE * _longest(hand) + BID_PER_DOUBLE * (hand & DOUBLES).bit_count()


def _passed_at_first(hand: int) -> float:
    return OPEN_PASS_PER_TILE * _longest(hand)


def _passed(hand: int) -> float:
    return PASS_PER_TILE * _longest(hand)


def _longest(hand: int) -> int:
    """How many tiles of one number it holds at most."""
    return max([(hand & number).bit_count() for number in _NUMBERS])


def _loose_offs(hand: int, suits: Suits) -> int:
    """Offs that are no doubles, and whose suit's double is not with them."""
    offs = hand & ~suits.trumps
    return sum(
        1
        for tile in TILES
        if BIT[tile] & offs & ~DOUBLES and not offs & DOUBLES & suits.members[suits.called[tile]]
    )


def _total(hand: int, numbers: Sequence[int]) -> int:
    return sum(numbers[tile] for tile in TILES if BIT[tile] & hand)
