"""A player of sound habits.

It counts its hand before it bids, draws trump, gives count to its partner's tricks and keeps it
from its opponents'; in nello it stays below. A lead calls its higher end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from texas42 import Tile, tile_label
from texas42_client.bots.simple.bidding import choose_bid, choose_declaration
from texas42_client.bots.simple.following import follow
from texas42_client.bots.simple.leading import lead
from texas42_client.bots.simple.losing import play_nello
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.position import Position


class SimpleBot:
    """One `simple` player at one seat of one match."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._memory = Memory()

    def look(self, view: Mapping[str, Any]) -> None:
        """Remember the tiles on the table, and who could not follow."""
        self._memory.look(view)

    def hear(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Remember who played what."""
        self._memory.hear(entries)

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The move that its habits suggest; between equals, chance decides."""
        self.look(view)
        if view["status"] == "bidding":
            return choose_bid(view)
        if view["status"] == "declaring":
            return choose_declaration(view)
        position = Position.of(view, self._memory).shuffled(self._chance.at(view))
        label = tile_label(_tile(position))
        plain = (move for move in view["legal_moves"] if "call" not in move)
        move: Mapping[str, Any] = next(move for move in plain if move["tile"] == label)
        return move


def _tile(position: Position) -> Tile:
    if position.losing:
        return play_nello(position)
    return follow(position) if position.plays else lead(position)
