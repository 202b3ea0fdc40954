"""Which tile to lead to a trick: a list of a player's habits, asked in order."""

from __future__ import annotations

from collections.abc import Callable

from texas42 import BIT, Tile
from texas42_client.bots.simple.worth import loss, strength
from texas42_client.thinking.habit import ENOUGH_TRUMPS
from texas42_client.thinking.position import Position


def lead(position: Position) -> Tile:
    """The first habit that has an answer decides."""
    for habit in HABITS:
        tile = habit(position)
        if tile is not None:
            return tile
    return _lead_cheapest(position)


def _draw_trump(position: Position) -> Tile | None:
    """The declarer leads trump while opponents may hold some.

    The boss trump, or with three trumps a low one without count, to bring the boss down.
    """
    trumps = _trumps(position)
    if position.declarer != position.seat or not trumps or not _trumps_out(position):
        return None
    boss = max(trumps, key=lambda tile: strength(position, tile))
    if position.is_sure(boss):
        return boss
    idle = [tile for tile in trumps if not position.count(tile)]
    if len(trumps) < ENOUGH_TRUMPS or not idle:
        return None
    return min(idle, key=lambda tile: strength(position, tile))


def _cash_sure_winner(position: Position) -> Tile | None:
    """A tile that no opponent can beat, the most count first.

    Trumps stay at home to win the lead back with, unless every trick is needed.
    """
    sure = [
        tile
        for tile in position.legal
        if position.is_sure(tile) and (position.all_tricks or not BIT[tile] & position.suits.trumps)
    ]
    return max(sure, key=position.count) if sure else None


def _lead_boss(position: Position) -> Tile | None:
    """The highest of a suit, which only a trump can take.

    The less count at risk the better, then the suit of which most is still out.
    """
    bosses = [tile for tile in position.legal if _only_trump_beats(position, tile)]
    if not bosses:
        return None
    return min(bosses, key=lambda t: (position.count(t), -_still_out(position, t)))


def _return_trump(position: Position) -> Tile | None:
    """A low trump for a partner who named it."""
    if position.declarer == position.seat or not position.bidding or not _trumps_out(position):
        return None
    idle = [tile for tile in _trumps(position) if not position.count(tile)]
    return min(idle, key=lambda tile: strength(position, tile)) if idle else None


HABITS: tuple[Callable[[Position], Tile | None], ...] = (
    _draw_trump,
    _cash_sure_winner,
    _lead_boss,
    _return_trump,
)


def _lead_cheapest(position: Position) -> Tile:
    """Nothing wins for certain: the tile that is missed least; a bidder's trumps come last."""
    offs = [tile for tile in position.legal if not BIT[tile] & position.suits.trumps]
    choice = offs if offs and position.bidding else position.legal
    return min(choice, key=lambda tile: loss(position, tile))


def _trumps(position: Position) -> list[Tile]:
    return [tile for tile in position.legal if BIT[tile] & position.suits.trumps]


def _trumps_out(position: Position) -> int:
    """Bitmask of the trumps that opponents may hold."""
    return position.held_by(position.opponents) & position.suits.trumps


def _only_trump_beats(position: Position, tile: Tile) -> bool:
    trumps = position.suits.trumps
    return not BIT[tile] & trumps and not position.threats(tile, position.opponents) & ~trumps


def _still_out(position: Position, tile: Tile) -> int:
    """How many tiles of the suit that this one calls are unseen."""
    suits = position.suits
    return (position.held_by(position.hidden) & suits.members[suits.called[tile]]).bit_count()
