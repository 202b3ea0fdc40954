"""What a tile is still good for: the tile to part with is the one that loses least."""

from __future__ import annotations

from texas42 import BIT, TILES, Tile
from texas42_client.thinking.habit import (
    BOSS_WORTH,
    DEAD_BOSS_WORTH,
    NEXT_BEST_WORTH,
    POINT,
    TRUMP_WORTH,
)
from texas42_client.thinking.position import Position

RANK_WORTH = 0.01
"""In points, as count is."""


def strength(position: Position, tile: Tile) -> float:
    """How much it costs to spend a tile, its count left aside, in points.

    A boss, the highest of its suit that is left, is worth keeping while the suit is alive; when
    nobody else can hold the suit any more, it wins only if its holder gets to lead it.
    """
    suits = position.suits
    suit = suits.called[tile]
    power = suits.power[suit]
    rank = RANK_WORTH * power[tile]
    if BIT[tile] & suits.trumps:
        return TRUMP_WORTH / POINT + rank
    alive = position.held_by(position.hidden) & suits.members[suit]
    above = sum(1 for t in TILES if BIT[t] & alive and power[t] > power[tile])
    if above == 0:
        return (BOSS_WORTH if alive else DEAD_BOSS_WORTH) / POINT + rank
    return (NEXT_BEST_WORTH / POINT if above == 1 else 0.0) + rank


def loss(position: Position, tile: Tile) -> float:
    """What it costs to throw a tile on a trick that opponents take, in points."""
    return strength(position, tile) + position.count(tile)
