"""Giving up a match whose log cannot be replayed: who sits there is known from the lists alone."""

from __future__ import annotations

from dataclasses import dataclass

from texas42 import Closed, encode
from texas42_server.asking import schemas
from texas42_server.asking.asked import Asked
from texas42_server.asking.conditions import view_tag
from texas42_server.asking.problems import Problem
from texas42_server.service.context import Context
from texas42_server.service.notifying import announce_end
from texas42_server.service.writing import demand_tag, known
from texas42_server.storage import keys, listing, store
from texas42_server.storage.database import Connection
from texas42_server.storage.digests import DamagedLog
from texas42_server.storage.keys import Stored
from texas42_server.storage.listing import Row, SeatRow

_OVER = ("finished", "cancelled", "closed")


@dataclass(frozen=True, slots=True)
class Buried:
    """An unreadable match is closed; there is no view to show."""

    replayed: bool = False


def bury(context: Context, db: Connection, asked: Asked, match_id: str) -> Buried:
    """Close an unreadable match: the log gets its last event, the lists say so.

    Inside a transaction.

    Raises:
        Problem: 403 for whoever neither sits there nor owns it, and as every change.
    """
    key = store.find(db, match_id)
    assert key is not None
    row, head = listing.of_match(db, key), store.head(db, key)
    viewer = None if row is None else _viewer(row, asked.player.name)
    if row is None or viewer is None:
        raise Problem("forbidden", "Such a match is closed by its players, or by its owner.")
    if known(db, asked) is not None:
        return Buried(replayed=True)
    demand_tag(asked, view_tag(head, viewer), head)
    schemas.load(schemas.EMPTY, asked.json())
    if row.status in _OVER:
        raise Problem("match-over", "The match is over.", turn=None, version=head)
    at, seq = context.clock(), head + 1
    _append_closed(db, key, head, row.head, at)
    context.metrics.events.inc()
    row = _closed(row, seq)
    listing.update(db, key, row)
    seated = [seat.person for seat in row.seats.values() if seat.person is not None]
    announce_end(context, db, key, seated, seq, at)
    if (named := asked.key()) is not None:
        stored = Stored(asked.fingerprint(), key, seq, seq)
        keys.remember(db, asked.player.key, named, stored, at)
    return Buried()


def _append_closed(db: Connection, key: int, head: int, expected: int, at: int) -> None:
    """Write the last event, so that a log that is damaged or lacks its end looks so still."""
    closed = encode(Closed())
    try:
        if head < expected:
            raise DamagedLog(head + 1)
        store.append(db, key, head, [closed], at)
    except DamagedLog:
        store.append_to_damaged(db, key, head, closed, at)


def _viewer(row: Row, name: str) -> str | None:
    """The label of the player's seat, `owner` for an owner without one, else None."""
    for label, seat in row.seats.items():
        if seat.person == name and not seat.kept:
            return label
    return "owner" if name == row.owner else None


def _closed(row: Row, head: int) -> Row:
    """The row of a match that is given up: nobody is on turn, and no seat is kept any more."""
    seats = {label: SeatRow(None) if seat.kept else seat for label, seat in row.seats.items()}
    return row._replace(status="closed", turn=None, turn_since=None, head=head, seats=seats)
