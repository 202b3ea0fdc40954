"""Sealed deals: a secret drawn with every deal, and what a viewer may be shown by it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from texas42 import TILES, Dealt, Match, Tile, decode, tile_label
from texas42_server.asking.conditions import seal_tag
from texas42_server.asking.problems import Problem
from texas42_server.sealing import ALGORITHM, SECRET_OCTETS, Seal, sealed
from texas42_server.service.context import Context
from texas42_server.service.positions import Position
from texas42_server.storage import seals, store
from texas42_server.storage.database import Connection
from texas42_server.storage.players import Player


class SealShown(NamedTuple):
    """A seal as one viewer may see it now, and the tag of that."""

    body: dict[str, Any]
    tag: str


class _Deal(NamedTuple):
    """A deal: seat -> its tiles; and, once the hand is over, the tiles that were played."""

    hands: Sequence[Sequence[Tile]]
    played: Collection[Tile] | None


def seal_hand(db: Connection, key: int, match: Match) -> None:
    """Seal the hand that has just been dealt. Inside the transaction of its deal.

    Its secret comes from the system alone: no test and no setting can choose it.
    """
    assert match.hand is not None
    seals.put(db, key, match.hand.number, secrets.token_bytes(SECRET_OCTETS))


def seal(context: Context, match_id: str, number: int, player: Player | None) -> SealShown:
    """The root of a hand and the openings that this player may see now.

    The tiles dealt to the player's seat, and after the hand those that were played (R6.2, R6.6).

    Raises:
        Problem: 404, there is no such match, the hand has not been dealt, or was not sealed.
    """
    db = context.database.connection()
    position = context.positions.current(db, match_id)
    deal = _deal(db, position, number)
    if deal is None:
        raise Problem("not-found", "No hand of this number has been dealt in this match.")
    secret = seals.of_hand(db, position.key, number)
    if secret is None:
        raise Problem(
            "not-found",
            "This hand was dealt before deals were sealed, so it cannot be checked."
            " Hands dealt from now on can.",
        )
    table = position.match.table
    seat = position.seat_of(None if player is None else player.name)
    own = None if seat is None else table.labels[seat]
    hands = dict(zip(table.labels, map(_labels, deal.hands), strict=True))
    dealt = {tile for tiles in deal.hands for tile in tiles}
    rest = _labels([tile for tile in TILES if tile not in dealt])
    made = Seal(position.id, number, sealed(secret, hands, rest))
    over = deal.played is not None
    body = {
        "match": position.id,
        "hand": number,
        "algorithm": ALGORITHM,
        "root": made.root,
        "over": over,
        "openings": made.openings(own, _labels(deal.played or ())),
    }
    return SealShown(body, seal_tag(own or "spectator", over=over))


def _labels(tiles: Collection[Tile]) -> list[str]:
    return [tile_label(tile) for tile in tiles]


def _deal(db: Connection, position: Position, number: int) -> _Deal | None:
    """The deal of this number. A hand that a match was closed in is never over."""
    match = position.match
    if 1 <= number <= len(match.hands):
        hand = match.hands[number - 1].hand
        return _Deal(hand.dealt, {tile for trick in hand.tricks for tile in trick.tiles})
    if number != len(match.hands) + 1:
        return None
    if match.hand is not None:
        return _Deal(match.hand.dealt, None)
    bodies = store.bodies(db, position.key, match.version) if match.given_up else []
    deals = [event for event in map(decode, bodies) if isinstance(event, Dealt)]
    return _Deal(deals[number - 1].hands, None) if len(deals) == number else None
