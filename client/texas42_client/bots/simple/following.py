"""Which tile to play to a trick that somebody else has led."""

from __future__ import annotations

from texas42 import BIT, Tile
from texas42_client.bots.simple.worth import loss, strength
from texas42_client.thinking.habit import LIKELY_TO_FOLLOW
from texas42_client.thinking.position import Position


def follow(position: Position) -> Tile:
    """Give count to a partner's trick, win the opponents' if that pays, else lose the least."""
    winner, best = position.winning()
    ours = winner in position.friends
    if ours and (position.is_sure(best) or _is_likely(position, best)):
        return _give_most(position)
    taker = _take(position, best, sure_only=ours)
    if taker is None or (not ours and _too_dear(position, taker)):
        return _lose_least(position)
    return taker


def _is_likely(position: Position, best: Tile) -> bool:
    """Whether only a trump could still take a partner's trick, where a trump is unlikely.

    It is unlikely while the opponents who still play probably have to follow.
    """
    trumps = position.suits.trumps
    behind = position.opponents_behind
    if BIT[best] & trumps or position.threats(best, behind) & ~trumps:
        return False
    asked = position.suits.members[position.called] if position.called is not None else 0
    return all((position.hidden[seat] & asked).bit_count() >= LIKELY_TO_FOLLOW for seat in behind)


def _give_most(position: Position) -> Tile:
    """The most count, and of equals the tile that is least use later."""
    return min(position.legal, key=lambda t: (-position.count(t), strength(position, t)))


def _lose_least(position: Position) -> Tile:
    """The tile that is missed least on a trick that opponents take."""
    return min(position.legal, key=lambda tile: loss(position, tile))


def _take(position: Position, best: Tile, *, sure_only: bool) -> Tile | None:
    """The tile to win the trick with, if there is one.

    A sure winner brings its own count home; of those the one that costs least beyond that. Where
    no winner is sure, the hardest one to beat that gives no count away.
    """
    winners = [tile for tile in position.legal if position.beats(tile, best)]
    sure = [tile for tile in winners if position.is_sure(tile)]
    if sure:
        return min(sure, key=lambda t: strength(position, t) - position.count(t))
    hopeful = [] if sure_only else [tile for tile in winners if not position.count(tile)]
    if not hopeful:
        return None
    behind = position.opponents_behind
    return min(
        hopeful,
        key=lambda t: (position.threats(t, behind).bit_count(), strength(position, t)),
    )


def _too_dear(position: Position, taker: Tile) -> bool:
    """Whether a defender would trump a trick without count, with something idle to throw."""
    if position.bidding or position.all_tricks or not BIT[taker] & position.suits.trumps:
        return False
    at_stake = position.count(taker) + sum(position.count(tile) for _, tile in position.plays)
    idle = [t for t in position.legal if not BIT[t] & position.suits.trumps]
    return not at_stake and any(not position.count(tile) for tile in idle)
