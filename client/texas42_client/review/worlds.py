"""The deals that a seat had to reckon with, as far as whoever asks may know what it knew.

A seat whose tiles all came to light, and the asker's own, is known to have known exactly them:
the deals are those that fit its own view. Where a hand ended early the others' last tiles stay
private (R6.6): they are dealt from what the asker cannot place, by all that the play has shown,
and each time the deals are those of a seat that holds these.

Of all that fit those count the more that the auction makes likelier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Protocol

from texas42 import BIT, DOUBLES, TILES, Special, tile_label
from texas42.auction import doubles_for
from texas42.tiles import mask_of
from texas42_client.review.told import Decision, ToldHand
from texas42_client.thinking.evidence import Evidence, likely
from texas42_client.thinking.knowledge import OUT, Knowledge, not_there
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.sampling import World, Worlds

__all__ = ["Deals", "SeatDeals", "deals_of", "hidden"]

Body = Mapping[str, Any]


class Deals(Protocol):
    """The deals that may be."""

    def few(self, most: int) -> Sequence[tuple[World, float]] | None:
        """All of them with what each counts, if there are no more than `most`."""

    def draws(self, chance: Random) -> Iterator[World]:
        """Draws without end, each deal as often as it counts."""


class SeatDeals:
    """Those of a seat, by its view and by its memory, which has looked at this view."""

    def __init__(self, view: Body, memory: Memory) -> None:
        self._worlds = Worlds.of(view, memory)
        self._evidence = Evidence(view, memory)

    def few(self, most: int) -> Sequence[tuple[World, float]] | None:
        """All of them with what each counts, if there are no more than `most`."""
        if self._worlds.count > most:
            return None
        return [(world, self._evidence.weight(world)) for world in self._worlds.every()]

    def draws(self, chance: Random) -> Iterator[World]:
        """Draws without end, each deal as often as it counts."""
        return likely(self._worlds, self._evidence, chance)


class _PartlyKnown:
    """Those of a seat of whose tiles the asker may not know all."""

    def __init__(self, hand: ToldHand, decision: Decision) -> None:
        self._decision = decision
        self._endings = hidden(hand)

    def few(self, _most: int) -> None:
        """Never: there is no end of them."""

    def draws(self, chance: Random) -> Iterator[World]:
        """Draws without end."""
        known: dict[int, Iterator[World]] = {}
        while True:
            rest = self._endings.draw(chance)[self._decision.seat]
            if rest not in known:
                known[rest] = self._holding(rest).draws(chance)
            yield next(known[rest])

    def _holding(self, rest: int) -> SeatDeals:
        """The deals that the seat had to reckon with, if besides the known tiles it held these."""
        view, memory = self._decision.view, deepcopy(self._decision.memory)
        more = [tile_label(tile) for tile in TILES if BIT[tile] & rest]
        memory.seen |= rest
        return SeatDeals({**view, "hand": [*view["hand"], *more]}, memory)


def deals_of(hand: ToldHand, decision: Decision) -> Deals:
    """The deals for a decision."""
    if decision.missing:
        return _PartlyKnown(hand, decision)
    return SeatDeals(decision.view, decision.memory)


def hidden(hand: ToldHand) -> Worlds:
    """Where the tiles that were never played may lie, for all that the asker can know."""
    end, table = hand.end, hand.end.table
    rooms, may_hold, doubles = {}, {}, {}
    for seat, label in enumerate(table.labels):
        if label != hand.asker:
            rooms[label] = table.hand_size - len(end.dealt[seat])
            may_hold[label] = hand.unknown & ~hand.lacks.get(label, 0)
            doubles[label] = _doubles_left(hand, seat)
    rooms[OUT] = len(TILES) - len(table.seats) * table.hand_size
    may_hold[OUT] = hand.unknown
    dealer, first = table.labels[end.dealer], hand.record["bids"][0]["seat"]
    for place, tile in not_there(end.rules, dealer, first, hand.asker):
        may_hold[place] &= ~tile
    there = [place for place, room in rooms.items() if room]
    knowledge = Knowledge(
        places=tuple(there),
        room=tuple(rooms[place] for place in there),
        may_hold=tuple(may_hold[place] for place in there),
        unseen=hand.unknown,
        least_doubles=tuple(doubles.get(place, 0) for place in there),
    )
    return Worlds(knowledge, (hand.asker or "", hand.unplayed))


def _doubles_left(hand: ToldHand, seat: int) -> int:
    """The doubles that a seat which plunged or splashed must still hold (R8.4, R8.5)."""
    rules, label = hand.end.rules, hand.end.table.labels[seat]
    bids: list[Mapping[str, Any]] = [bid for bid in hand.record["bids"] if bid["seat"] == label]
    needed = max(
        (doubles_for(rules, what) for bid in bids for what in Special if bid.get(what)), default=0
    )
    return max(0, needed - (mask_of(hand.end.dealt[seat]) & DOUBLES).bit_count())
