"""A player of sound habits.

It counts its hand before it bids, draws trump, gives count to its partner's tricks and keeps it
from its opponents'.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from texas42 import tile_label
from texas42_client.bots.bidding import choose_bid, choose_declaration
from texas42_client.bots.following import follow
from texas42_client.bots.leading import lead
from texas42_client.bots.position import Memory, Position


class SimpleBot:
    """One `simple` player at one seat of one match."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._memory = Memory()

    def look(self, view: Mapping[str, Any]) -> None:
        """Remember the tiles on the table, and who could not follow."""
        self._memory.look(view)

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The move that its habits suggest; between equals, chance decides."""
        self.look(view)
        if view["status"] == "bidding":
            return choose_bid(view)
        if view["status"] == "declaring":
            return choose_declaration(view)
        position = Position.of(view, self._memory).shuffled(self._chance)
        tile = lead(position) if not position.plays else follow(position)
        label = tile_label(tile)
        move: Mapping[str, Any] = next(m for m in view["legal_moves"] if m["tile"] == label)
        return move
