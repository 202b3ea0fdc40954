"""What every change of a match has in common: conditions, replays, and the append."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass

from texas42 import (
    TILES,
    BidMade,
    Created,
    Dealt,
    Declared,
    Event,
    Match,
    Passed,
    Played,
    Replaced,
    Seat,
    Tile,
    deal,
    draw,
    encode,
    replay,
)
from texas42_server.asking.asked import Asked
from texas42_server.asking.problems import Problem
from texas42_server.service.context import Context
from texas42_server.service.lists import row_of
from texas42_server.service.notifying import announce
from texas42_server.service.positions import Position
from texas42_server.service.sealing import seal_hand
from texas42_server.service.shown import Shown, show, tag_of
from texas42_server.storage import digests, keys, listing, store
from texas42_server.storage.absences import forget_asks
from texas42_server.storage.database import Connection
from texas42_server.storage.keys import Stored


@dataclass(frozen=True, slots=True)
class Done:
    """An accepted request: the match, the first event it led to, and the asker's view since."""

    match_id: str
    seq: int
    shown: Shown
    replayed: bool = False


ID_OCTETS = 16
CODE_OCTETS = 10

_PRESENT = (BidMade, Passed, Declared, Played, Replaced)
"""The events after which nobody need ask for somebody new at their seat."""


def drawn(context: Context, octets: int) -> str:
    """So many random bytes as small letters and digits: `ID_OCTETS` or `CODE_OCTETS`."""
    return b32encode(context.random_bytes(octets)).decode().rstrip("=").lower()


def known(db: Connection, asked: Asked) -> Stored | None:
    """Where this very request led when it was accepted before, if it was.

    Raises:
        Problem: 400 for a key that is none, 422 for one that stands for another request.
    """
    key = asked.key()
    stored = None if key is None else keys.find(db, asked.player.key, key)
    if stored is not None and stored.fingerprint != asked.fingerprint():
        raise Problem(
            "idempotency-key-reused",
            "This Idempotency-Key was sent with another request before; a new request needs a"
            " new key.",
        )
    return stored


def earlier(context: Context, db: Connection, asked: Asked) -> Done | None:
    """The answer that this very request has been given before, made again as of then.

    Raises:
        Problem: 400 and 422 as `known`; 403 when it shows a seat that the player has lost since.
    """
    stored = known(db, asked)
    if stored is None:
        return None
    match_id = store.public_id(db, stored.match)
    position = context.positions.as_of(db, stored.match, match_id, stored.last)
    seat = position.seat_of(asked.player.name)
    if seat is not None:
        players = context.positions.current(db, match_id).match.players
        if players[seat] != asked.player.name:
            raise Problem("forbidden", "The seat that this request showed you is not yours now.")
    return Done(match_id, stored.first, show(db, position, asked.player), replayed=True)


def seat_at(position: Position, label: str) -> Seat:
    """The seat of this label.

    Raises:
        Problem: 404.
    """
    try:
        return position.match.table.seat(label)
    except ValueError:
        labels = ", ".join(position.match.table.labels)
        raise Problem("not-found", f"This match has the seats {labels}.") from None


def seat_of_asker(position: Position, asked: Asked, detail: str) -> Seat:
    """Where the player who asks sits.

    Raises:
        Problem: 403 with this detail.
    """
    seat = position.seat_of(asked.player.name)
    if seat is None:
        raise Problem("forbidden", detail)
    return seat


def demand_current(asked: Asked, position: Position) -> None:
    """Hold the request's conditions against the asker's view.

    Raises:
        Problem: 412.
    """
    demand_tag(asked, tag_of(position, asked.player), position.match.version)


def demand_tag(asked: Asked, tag: str, version: int) -> None:
    """Hold the request's conditions against the current tag.

    Raises:
        Problem: 412.
    """
    conditions = asked.conditions()
    if conditions.moved_on(tag):
        detail = "The match has moved on: fetch the view, and send If-Match with its new ETag."
    elif conditions.unchanged(tag):
        detail = "If-None-Match names the current state, so nothing was done."
    else:
        return
    raise Problem("stale-version", detail, version=version)


def begin(context: Context, db: Connection, match_id: str, created: Created, at: int) -> Position:
    """Write the first event of a new match."""
    key = store.create(db, match_id)
    running = store.append(db, key, 0, [encode(created)], at, digests.begin())
    context.metrics.events.inc()
    return Position(key, match_id, replay([created]), at, None, running)


def append(
    context: Context, db: Connection, position: Position, events: Iterable[Event], at: int
) -> Position:
    """Write the events after those of `position`, and the deals that they make due.

    With them go the lists' row and what webhooks are to be told.

    The position it answers with is not to be kept before the transaction is committed.
    """
    match = position.match.copy()
    happened = list(events)
    for event in happened:
        match.apply(event)
        if isinstance(event, _PRESENT):
            forget_asks(db, position.key, match.table.labels[event.seat])
    while match.awaits_draw:
        drawn = draw(match, _shuffled(context))
        match.apply(drawn)
        happened.append(drawn)
    while match.awaits_deal:
        dealt = _deal(context, match)
        match.apply(dealt)
        happened.append(dealt)
        seal_hand(db, position.key, position.id, match)
    bodies = [encode(event) for event in happened]
    running = store.append(db, position.key, position.match.version, bodies, at, position.running)
    context.metrics.events.inc(len(happened))
    began = match.turn_since
    turn_since = None if began is None else at
    if began is not None and began <= position.match.version:
        turn_since = position.turn_since  # an offer or a replacement leaves the turn alone
    after = Position(position.key, position.id, match, position.created, turn_since, running)
    write = listing.move_on if _only_moved(position.match, match) else listing.update
    write(db, position.key, row_of(after))
    announce(context, db, position, after, at)
    return after


def _only_moved(before: Match, after: Match) -> bool:
    """Whether somebody moved, and status and seats stayed as they were."""
    return (
        before.hand is not None
        and before.status == after.status
        and before.players == after.players
        and before.kept == after.kept
    )


def _deal(context: Context, match: Match) -> Dealt:
    """A deal by chance; where nobody drew for the first one, its dealer is found by lot (R1.3)."""
    dealer = match.next_dealer
    if dealer is None:
        lots = list(match.table.seats)
        context.shuffle(lots)
        dealer = lots[0]
    return deal(match, _shuffled(context), dealer)


def _shuffled(context: Context) -> list[Tile]:
    """The whole set, shuffled afresh."""
    tiles = list(TILES)
    context.shuffle(tiles)
    return tiles


def remember(db: Connection, asked: Asked, before: int, after: Position, at: int) -> None:
    """Keep the key with the events after seq `before` that it led to, in their transaction."""
    key = asked.key()
    if key is not None:
        stored = Stored(asked.fingerprint(), after.key, before + 1, after.match.version)
        keys.remember(db, asked.player.key, key, stored, at)


def accepted(db: Connection, asked: Asked, before: int, after: Position) -> Done:
    """The answer to a request that led to the events after seq `before`.

    Made inside the transaction, so that it shows this state and no later one.
    """
    return Done(after.id, before + 1, show(db, after, asked.player))
