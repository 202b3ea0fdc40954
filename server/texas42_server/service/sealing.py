"""Sealed deals: a secret drawn with every deal, and what a viewer may be shown by it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from texas42 import TILES, Dealt, Hand, Match, Tile, decode, tile_label
from texas42_server.asking.conditions import seal_tag
from texas42_server.asking.problems import Problem
from texas42_server.sealing import ALGORITHM, SECRET_OCTETS, Seal, sealed
from texas42_server.service.context import Context
from texas42_server.service.positions import Position
from texas42_server.storage import seals, store
from texas42_server.storage.database import Connection
from texas42_server.storage.players import Player
from texas42_server.storage.seals import DamagedSeal

_log = logging.getLogger(__name__)


class SealShown(NamedTuple):
    """A seal as one viewer may see it now, and the tag of that."""

    body: dict[str, Any]
    tag: str


class _Deal(NamedTuple):
    """A deal: seat -> its tiles; and, once the hand is over, the tiles that were played."""

    hands: Sequence[Sequence[Tile]]
    played: Collection[Tile] | None


def seal_hand(db: Connection, key: int, match_id: str, match: Match) -> None:
    """Seal the hand that has just been dealt. Inside the transaction of its deal.

    Its secret comes from the system alone: no test and no setting can choose it.
    """
    assert match.hand is not None
    hand = seals.HandKey(key, match_id, match.hand.number)
    seals.put(db, hand, secrets.token_bytes(SECRET_OCTETS))


def seals_of(db: Connection, position: Position) -> dict[int, bytes]:
    """The secrets of the hands of a match; the first ones may be from before there were seals.

    Inside `Database.read`.

    Raises:
        DamagedSeal: they are not those that were written with the deals.
    """
    return seals.of_match(db, position.key, position.id, len(_deals(db, position)))


def seal(context: Context, match_id: str, number: int, player: Player | None) -> SealShown:
    """The root of a hand and the openings that this player may see now.

    The tiles dealt to the player's seat, and after the hand those that were played (R6.2, R6.6).

    Raises:
        Problem: 404, there is no such match, the hand has not been dealt, or was not sealed; 500
            when what is stored of its seals is damaged.
    """
    with context.database.read() as db:
        position = context.positions.current(db, match_id)
        deals = _deals(db, position)
        if not 1 <= number <= len(deals):
            raise Problem("not-found", "No hand of this number has been dealt in this match.")
        secret = _secret(db, position, number)
    if secret is None:
        raise Problem(
            "not-found",
            "This hand was dealt before deals were sealed, so it cannot be checked."
            " Hands dealt from now on can.",
        )
    return _shown(position, number, deals[number - 1], secret, player)


def _secret(db: Connection, position: Position, number: int) -> bytes | None:
    try:
        return seals_of(db, position).get(number)
    except DamagedSeal:
        _log.error("the seals of match %d (its key) are damaged", position.key)
        raise Problem(
            "unreadable-match",
            "What is stored of the seals of this match is damaged, so that it cannot be checked."
            " It can be played on.",
        ) from None


def _shown(
    position: Position, number: int, deal: _Deal, secret: bytes, player: Player | None
) -> SealShown:
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


def _deals(db: Connection, position: Position) -> list[_Deal]:
    """Every deal so far. A hand that a match was closed in is never over."""
    match = position.match
    deals = [_Deal(hand.dealt, _played(hand)) for hand, *_ in match.hands]
    if match.hand is not None:
        deals.append(_Deal(match.hand.dealt, None))
    elif match.given_up is not None:
        events = map(decode, store.bodies(db, position.key, match.version))
        dealt = [event for event in events if isinstance(event, Dealt)]
        deals += [_Deal(event.hands, None) for event in dealt[len(deals) :]]
    return deals


def _played(hand: Hand) -> set[Tile]:
    return {tile for trick in hand.tricks for tile in trick.tiles}
