"""The lists: my matches and the lobby, read from the derived rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from texas42 import score_body
from texas42_server.moments import rfc3339
from texas42_server.service.context import Context
from texas42_server.service.positions import Position, replayed
from texas42_server.service.shown import links
from texas42_server.storage import listing
from texas42_server.storage.listing import Cursor, Row, SeatRow
from texas42_server.storage.players import Player
from texas42_server.storage.store import Entry


def row_of(position: Position) -> Row:
    """What the lists hold of a match."""
    match = position.match
    labels = match.table.labels
    return Row(
        id=position.id,
        name=match.name,
        owner=match.owner,
        preset=match.rules.preset,
        listed=match.listed,
        status=match.status,
        turn=None if match.turn is None else labels[match.turn],
        turn_since=position.turn_since,
        head=match.version,
        marks=score_body(match.rules, match.score),
        created=position.created,
        seats={
            labels[seat]: SeatRow(match.players[seat])
            if match.kept[seat] is None or match.over
            else SeatRow(match.kept[seat], kept=True)
            for seat in match.table.seats
        },
    )


def summarise(match_id: str, entries: Sequence[Entry]) -> Row:
    """What the lists hold of a match, made again from its whole log."""
    return row_of(replayed(0, match_id, entries))


def mine(
    context: Context,
    player: Player,
    *,
    my_turn: bool,
    statuses: Sequence[str],
    limit: int,
    after: Cursor | None,
) -> tuple[list[dict[str, Any]], Cursor | None]:
    """The player's matches, and the seats kept for the player; those that wait come first."""
    with context.database.read() as db:
        rows, following = listing.mine(
            db, player.name, my_turn=my_turn, statuses=statuses, limit=limit, after=after
        )
    return [_mine(row, player.name) for row in rows], following


def lobby(
    context: Context, *, statuses: Sequence[str], limit: int, before: int | None
) -> tuple[list[dict[str, Any]], int | None]:
    """The listed matches of these statuses, newest first."""
    with context.database.read() as db:
        rows, following = listing.open_matches(db, statuses=statuses, limit=limit, before=before)
    return [_listed(row) for row in rows], following


def _mine(row: Row, player: str) -> dict[str, Any]:
    seats = {(seat.person, seat.kept): label for label, seat in row.seats.items()}
    you = seats.get((player, False))
    return {
        "id": row.id,
        "name": row.name,
        "status": row.status,
        "you": you,
        "kept_for_me": seats.get((player, True)),
        "turn": row.turn,
        "my_turn": you is not None and you == row.turn,
        "turn_since": None if row.turn_since is None else rfc3339(row.turn_since),
        "version": row.head,
        **_standing(row),
        "players": _players(row),
        "links": links(row.id, row.status),
    }


def _standing(row: Row) -> dict[str, Any]:
    """Marks or points by side; rows from before there were points hold the marks alone."""
    return dict(row.marks) if "score" in row.marks else {"marks": dict(row.marks), "score": None}


def _listed(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "owner": row.owner,
        "preset": row.preset,
        "seats": _players(row),
        "created_at": rfc3339(row.created),
        "links": links(row.id, row.status),
    }


def _players(row: Row) -> dict[str, str | None]:
    return {label: None if seat.kept else seat.person for label, seat in row.seats.items()}
