"""Which tile to play in nello, where the bidder wants to lose every trick."""

from __future__ import annotations

from texas42 import Tile
from texas42_client.bots.simple.special import beaten
from texas42_client.thinking.position import Position


def play_nello(position: Position) -> Tile:
    """The bidder stays below; the others get below the bidder."""
    if not position.plays:
        return _lead(position)
    _, best = position.winning()
    below = [tile for tile in position.legal if not position.beats(tile, best)]
    if position.bidding:
        return _highest(position, below) if below else _lowest(position)
    if position.bidder in position.behind:
        return _lowest(position)
    winner, _ = position.winning()
    if winner == position.bidder and below:
        return min(below, key=lambda tile: danger(position, tile))
    return _highest(position, position.legal)


def _lead(position: Position) -> Tile:
    """The tile that somebody else can most easily be made to take."""
    others = position.opponents if position.bidding else (position.bidder,)
    return min(
        position.legal,
        key=lambda tile: (-position.threats(tile, others).bit_count(), danger(position, tile)),
    )


def _lowest(position: Position) -> Tile:
    return min(position.legal, key=lambda tile: danger(position, tile))


def _highest(position: Position, tiles: list[Tile] | tuple[Tile, ...]) -> Tile:
    """The one of which it is best to be rid."""
    return max(tiles, key=lambda tile: danger(position, tile))


def danger(position: Position, tile: Tile) -> int:
    """How many tiles that others may hold it would beat, in whichever of its suits is led."""
    return beaten(position.suits, tile, position.held_by(position.hidden))
