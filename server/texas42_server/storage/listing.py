"""One derived row a match, and one a seat, for the lists alone.

They are written in the transaction that appends the events, never read to decide or to show a
match (but for giving up one whose log cannot be read), and can be made again from the log
(`service.rebuilding`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from texas42_server.moments import is_moment
from texas42_server.storage.database import Connection
from texas42_server.storage.storage_errors import damaged


class SeatRow(NamedTuple):
    """A seat in a list: the name of who sits there, or (while `kept`) for whom it is kept."""

    person: str | None
    kept: bool = False


class Row(NamedTuple):
    """A match in a list. Times in milliseconds UTC; `turn` a seat's label.

    `marks` is what the list shows of how the match stands, in JSON values.
    """

    id: str
    name: str | None
    owner: str
    preset: str
    listed: bool
    status: str
    turn: str | None
    turn_since: int | None
    head: int
    marks: Mapping[str, Any]
    created: int
    seats: Mapping[str, SeatRow]


class Cursor(NamedTuple):
    """Where a page of `mine` ended: the next page begins after it."""

    waiting_since: int | None
    match: int


_NOT_OVER = "'open', 'bidding', 'declaring', 'playing'"

_END = 2**62
"""A match key greater than any."""

_ROW = "id, name, owner, preset, listed, status, turn, turn_since, head, marks, created"
_UPDATE = (
    f"INSERT INTO listing (match, {_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (match) DO UPDATE SET status = excluded.status, turn = excluded.turn,"
    " turn_since = excluded.turn_since, head = excluded.head, marks = excluded.marks"
)
_UPDATE_SEAT = (
    "INSERT INTO listing_seats VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (match, seat) DO UPDATE SET person = excluded.person, kept = excluded.kept,"
    " status = excluded.status, waiting_since = excluded.waiting_since"
    " WHERE (person, kept, status, waiting_since) IS NOT"
    " (excluded.person, excluded.kept, excluded.status, excluded.waiting_since)"
)
_MOVE_ON = "UPDATE listing SET turn = ?, turn_since = ?, head = ?, marks = ? WHERE match = ?"
_PASS_THE_TURN = (
    "UPDATE listing_seats SET waiting_since = iif(seat = ?1, ?2, NULL)"
    " WHERE match = ?3 AND waiting_since IS NOT iif(seat = ?1, ?2, NULL)"
)


def update(db: Connection, match: int, row: Row) -> None:
    """Write what may have changed of a match. Inside the transaction that appends its events."""
    db.execute(_UPDATE, (match, *row[:9], orjson.dumps(row.marks).decode(), row.created))
    db.conn.executemany(
        _UPDATE_SEAT,
        [
            (match, seat, person, kept, row.status, row.turn_since if seat == row.turn else None)
            for seat, (person, kept) in row.seats.items()
        ],
    )


def move_on(db: Connection, match: int, row: Row) -> None:
    """Write what may have changed where status and seats are as they were: nearly every move.

    SQLite writes an index again for each column that a statement names, changed or not; so
    `update` would write a page more. Inside the transaction that appends its events.
    """
    marks = orjson.dumps(row.marks).decode()
    db.execute(_MOVE_ON, (row.turn, row.turn_since, row.head, marks, match))
    db.execute(_PASS_THE_TURN, (row.turn, row.turn_since, match))


def replace(db: Connection, match: int, row: Row) -> None:
    """Write all of a match's row anew, whatever was there. Inside a transaction."""
    db.execute("DELETE FROM listing_seats WHERE match = ?", (match,))
    db.execute("DELETE FROM listing WHERE match = ?", (match,))
    update(db, match, row)


def mine(
    db: Connection,
    player: str,
    *,
    my_turn: bool = False,
    statuses: Sequence[str] = (),
    limit: int = 50,
    after: Cursor | None = None,
) -> tuple[list[Row], Cursor | None]:
    """The matches in which `player` sits or has a seat kept.

    Those that wait for the player come first, longest wait first, then the others, newest first.
    `my_turn` leaves the others out; `statuses` keeps only these. Answers at most `limit` rows and
    the cursor of the next page, None at the end. Inside `Database.read`.
    """
    found: list[Cursor] = []
    if after is None or after.waiting_since is not None:
        found = _waiting(db, player, statuses, limit + 1, after or Cursor(-1, 0))
        after = None
    if not my_turn and len(found) <= limit:
        found += _others(db, player, statuses, limit + 1 - len(found), after)
    page = found[:limit]
    return _rows(db, [cursor.match for cursor in page]), page[-1] if len(found) > limit else None


def _waiting(
    db: Connection, player: str, statuses: Sequence[str], limit: int, after: Cursor
) -> list[Cursor]:
    rows = db.execute(
        "SELECT waiting_since, match FROM listing_seats"
        " WHERE person = ? AND waiting_since IS NOT NULL AND (waiting_since, match) > (?, ?)"
        f"{_among(statuses)} ORDER BY waiting_since, match LIMIT ?",
        (player, *after, *statuses, limit),
    ).fetchall()
    return [Cursor(*row) for row in rows]


def _others(
    db: Connection, player: str, statuses: Sequence[str], limit: int, after: Cursor | None
) -> list[Cursor]:
    rows = db.execute(
        "SELECT DISTINCT match FROM listing_seats AS mine"
        f" WHERE person = ?{_among(statuses)} AND match < ? AND NOT EXISTS"
        " (SELECT 1 FROM listing_seats AS seat WHERE seat.match = mine.match"
        " AND +seat.person = mine.person AND seat.waiting_since IS NOT NULL)"
        " ORDER BY match DESC LIMIT ?",
        (player, *statuses, _END if after is None else after.match, limit),
    ).fetchall()
    return [Cursor(None, match) for (match,) in rows]


def open_matches(
    db: Connection,
    *,
    statuses: Sequence[str] = ("open",),
    limit: int = 50,
    before: int | None = None,
) -> tuple[list[Row], int | None]:
    """The listed matches of these statuses, newest first.

    `before` is the key of the match that ended the page before; answers at most `limit` rows and
    the next `before`, None at the end. Inside `Database.read`.
    """
    found: list[int] = []
    for status in statuses:  # one after the other, each along the index
        found += (
            match
            for (match,) in db.execute(
                "SELECT match FROM listing WHERE listed = 1 AND status = ? AND match < ?"
                " ORDER BY match DESC LIMIT ?",
                (status, _END if before is None else before, limit + 1),
            ).fetchall()
        )
    found.sort(reverse=True)
    page = found[:limit]
    return _rows(db, page), page[-1] if len(found) > limit else None


def of_match(db: Connection, match: int) -> Row | None:
    """What the lists have of a match, for where the log cannot tell. Inside a transaction."""
    known = db.execute("SELECT 1 FROM listing WHERE match = ?", (match,)).fetchone()
    return None if known is None else _row(db, match)


def head(db: Connection, match: int) -> int:
    """The seq of the match's last event as the lists know it, 0 when they do not know the match.

    It was written with that event: a log that ends before it has lost something.
    """
    row = db.execute("SELECT head FROM listing WHERE match = ?", (match,)).fetchone()
    return 0 if row is None else int(row[0])


def heads(db: Connection, player: str) -> str:
    """Which matches of a player are not over, and the last event of each: text to compare.

    Whatever changes in a player's list changes this. Inside `Database.read`, or as one statement.
    """
    row = db.execute(
        "SELECT group_concat(seat.match || '.' || listing.head) FROM listing_seats AS seat"
        " JOIN listing ON listing.match = seat.match"
        f" WHERE seat.person = ? AND seat.status IN ({_NOT_OVER})",
        (player,),
    ).fetchone()
    return str(row[0])


def _among(statuses: Sequence[str]) -> str:
    return f" AND status IN ({', '.join('?' * len(statuses))})" if statuses else ""


def _rows(db: Connection, matches: Sequence[int]) -> list[Row]:
    return [_row(db, match) for match in matches]


def _row(db: Connection, match: int) -> Row:
    row = db.execute(f"SELECT {_ROW} FROM listing WHERE match = ?", (match,)).fetchone()
    seats = db.execute(
        "SELECT seat, person, kept FROM listing_seats WHERE match = ? ORDER BY seat", (match,)
    ).fetchall()
    if row is None or not _is_sound(row, seats):
        raise damaged()
    match_id, name, owner, preset, listed, status, turn, turn_since, head, marks, created = row
    return Row(
        match_id,
        name,
        owner,
        preset,
        bool(listed),
        status,
        turn,
        turn_since,
        head,
        json.loads(marks),
        created,
        {seat: SeatRow(person, bool(kept)) for seat, person, kept in seats},
    )


def _is_sound(row: Sequence[Any], seats: Sequence[Sequence[Any]]) -> bool:
    """Whether each column is of its kind, as the table demands of what is written."""
    match_id, name, owner, preset, _, status, turn, turn_since, head, marks, created = row
    texts = (
        match_id,
        name,
        owner,
        preset,
        status,
        turn,
        *(text for seat in seats for text in seat[:2]),
    )
    if not all(text is None or type(text) is str for text in texts):
        return False
    if type(head) is not int or not is_moment(created):
        return False
    try:
        return isinstance(json.loads(marks), dict) and (turn_since is None or is_moment(turn_since))
    except (TypeError, ValueError):
        return False
