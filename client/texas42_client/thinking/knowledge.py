"""What one seat may infer of where the tiles lie that it has not seen.

It starts from the seat's view and its memory alone. What follows suit is asked of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from texas42 import BIT, DOUBLES, TILES, Rules, Special, table_for
from texas42.auction import doubles_for, speaks_first
from texas42.suits import EVERY_TILE
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask, rules_of

__all__ = ["ASIDE", "GONE", "OUT", "Knowledge", "not_there"]

Body = Mapping[str, Any]

OUT, GONE = "out", "gone"
ASIDE = (OUT, GONE)
"""The places that are no seats."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Where the unseen tiles may lie. The true deal is always among what it allows.

    Attributes:
        places: who or what may hold an unseen tile: the other seats by their letters; then, where
            anything lies there, `OUT`, what was not dealt, and `GONE`, what lies in tricks that are
            face down and was not seen when it was played.
        room: how many unseen tiles lie in each.
        may_hold: bitmask of the unseen tiles that each may hold.
        unseen: bitmask of all unseen tiles.
        least_doubles: how many doubles each must hold at least.
    """

    places: tuple[str, ...]
    room: tuple[int, ...]
    may_hold: tuple[int, ...]
    unseen: int
    least_doubles: tuple[int, ...]

    @classmethod
    def of(cls, view: Body, memory: Memory) -> Knowledge:
        """What the seat of this view knows, its memory having looked at it, while a hand is on.

        A seat lacks what it did not play when it had to (R4.4, R4.7, R8.3); who plunged or splashed
        holds the doubles that it has not played (R8.4, R8.5); and who spoke first may have been
        dealt 0-1 (section 8). Who sits out in nello may hold anything (R8.1).
        """
        unseen = EVERY_TILE & ~memory.seen
        room = {seat: row["tiles_left"] for seat, row in view["seats"].items()}
        del room[view["you"]]
        table = table_for(len(view["seats"]))
        room[OUT] = len(TILES) - len(table.seats) * table.hand_size
        room[GONE] = unseen.bit_count() - sum(room.values())
        may_hold = {place: unseen & ~memory.lacks.get(place, 0) for place in room}
        first = view["bids"][0]["seat"] if view["bids"] else view["turn"]
        for place, tile in not_there(rules_of(view), view["dealer"], first, view["you"]):
            may_hold[place] &= ~tile
        doubles = dict(_doubles_held(view, memory, room[GONE]))
        there = [place for place in room if room[place] or place not in ASIDE]
        return cls(
            places=tuple(there),
            room=tuple(room[place] for place in there),
            may_hold=tuple(may_hold[place] for place in there),
            unseen=unseen,
            least_doubles=tuple(doubles.get(place, 0) for place in there),
        )


def not_there(rules: Rules, dealer: str, first: str, you: str | None) -> Iterator[tuple[str, int]]:
    """Where the tile whose holder speaks first cannot lie, if there is one: place, and its bit.

    That is by who spoke first (R3.1): when it lies out of play, the dealer's left does.
    """
    tile, table = speaks_first(rules), rules.table
    if tile is None:
        return
    for label in table.labels:
        if label not in (first, you):
            yield label, BIT[tile]
    if first != table.labels[table.left_of(table.seat(dealer))]:
        yield OUT, BIT[tile]


def _doubles_held(view: Body, memory: Memory, gone: int) -> Iterator[tuple[str, int]]:
    """Each other seat that plunged or splashed, and the doubles that it must still hold.

    It is taken to have played as many as it can have, where it is not known what it played.
    """
    rules = rules_of(view)
    owned = 0
    for tiles in memory.shown.values():
        owned |= tiles
    own = mask(view["hand"])
    nobodys = (memory.seen & ~owned & ~own & DOUBLES).bit_count()
    hand_size = table_for(len(view["seats"])).hand_size
    for bid in view["bids"]:
        seat, special = bid["seat"], next((what for what in Special if bid.get(what.value)), None)
        if seat == view["you"] or special is None:
            continue
        dealt = doubles_for(rules, special)
        shown = memory.shown.get(seat, 0)
        unknown = hand_size - view["seats"][seat]["tiles_left"] - shown.bit_count()
        played = (shown & DOUBLES).bit_count() + min(unknown, nobodys + gone)
        yield seat, max(0, dealt - played)
