"""The worlds that a seat had to reckon with, as far as whoever asks may know what it knew.

A seat whose tiles all came to light, and the asker's own, is known to have known exactly them:
the worlds are those of its own view. Where a hand ended early the others' last tiles stay private
(R6.6): they are dealt from what the asker cannot place, by all that the play has shown, and each
time the worlds are those of a seat that holds these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from texas42 import BIT, DOUBLES, TILES, Special, tile_label
from texas42.auction import doubles_for, speaks_first
from texas42_client.review.told import Decision, ToldHand
from texas42_client.thinking.knowledge import OUT, Knowledge
from texas42_client.thinking.reading import bits, mask
from texas42_client.thinking.sampling import World, Worlds

__all__ = ["hidden", "worlds_of"]


def worlds_of(hand: ToldHand, decision: Decision, chance: Random, most: int) -> Iterator[World]:
    """Worlds for a decision: each once if there are at most `most`, else draws without end."""
    if not decision.missing:
        yield from _worlds(decision, 0).some(chance, most)
        return
    endings = hidden(hand)
    known: dict[int, Worlds] = {}
    while True:
        rest = endings.draw(chance)[decision.seat]
        if rest not in known:
            known[rest] = _worlds(decision, rest)
        yield known[rest].draw(chance)


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
    for place in _not_first(hand):
        may_hold[place] &= ~_opener_s(hand)
    there = [place for place, room in rooms.items() if room]
    knowledge = Knowledge(
        places=tuple(there),
        room=tuple(rooms[place] for place in there),
        may_hold=tuple(may_hold[place] for place in there),
        unseen=hand.unknown,
        least_doubles=tuple(doubles.get(place, 0) for place in there),
    )
    return Worlds(knowledge, (hand.asker or "", hand.unplayed))


def _worlds(decision: Decision, rest: int) -> Worlds:
    """The worlds of the seat's own view, if besides the known tiles it held these."""
    view, memory = decision.view, decision.memory
    own = mask(view["hand"]) | rest
    if rest:
        more = [tile_label(tile) for tile in TILES if BIT[tile] & rest]
        view = {**view, "hand": [*view["hand"], *more]}
        memory = deepcopy(memory)
        memory.seen |= rest
    return Worlds(Knowledge.of(view, memory), (decision.seat, own))


def _doubles_left(hand: ToldHand, seat: int) -> int:
    """The doubles that a seat which plunged or splashed must still hold (R8.4, R8.5)."""
    rules, label = hand.end.rules, hand.end.table.labels[seat]
    bids: list[Mapping[str, Any]] = [bid for bid in hand.record["bids"] if bid["seat"] == label]
    needed = max(
        (doubles_for(rules, what) for bid in bids for what in Special if bid.get(what)), default=0
    )
    return max(0, needed - (bits(hand.end.dealt[seat]) & DOUBLES).bit_count())


def _opener_s(hand: ToldHand) -> int:
    tile = speaks_first(hand.end.rules)
    return 0 if tile is None else BIT[tile]


def _not_first(hand: ToldHand) -> Iterator[str]:
    """The places where the tile that speaks first cannot lie, by who spoke first (R3.1)."""
    table, first = hand.end.table, hand.record["bids"][0]["seat"]
    yield from (label for label in table.labels if label not in (first, hand.asker))
    if first != table.labels[table.left_of(hand.end.dealer)]:
        yield OUT
