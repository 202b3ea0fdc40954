"""The log of every match: the only place where events are read and appended.

A match has a public id and, inside the database, an integer key. Its events are numbered 1, 2, 3
… without gaps; a body is the compact JSON text that the engine made of the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from texas42_server.storage.database import Connection

Entry = tuple[int, int, str]
"""(seq, at, body): `at` in milliseconds UTC, `body` the event's text. A plain tuple, because a
stored match of ten hands has 340 of them and is read within 0.15 ms."""

_LAST = 2**62
"""A seq greater than any."""


def find(db: Connection, match_id: str) -> int | None:
    """The key of the match with this public id, or None."""
    row = db.execute("SELECT key FROM matches WHERE id = ?", (match_id,)).fetchone()
    return None if row is None else int(row[0])


def public_id(db: Connection, match: int) -> str:
    """The public id of the match with this key."""
    return str(db.execute("SELECT id FROM matches WHERE key = ?", (match,)).fetchone()[0])


def head(db: Connection, match: int) -> int:
    """The seq of the last event of a match, 0 when it has none."""
    row = db.execute("SELECT max(seq) FROM events WHERE match = ?", (match,)).fetchone()
    return int(row[0] or 0)


def load(db: Connection, match: int, after: int = 0, upto: int | None = None) -> list[Entry]:
    """The events of a match with `after` < seq ≤ `upto` (None: to the end), in order."""
    if upto is None:
        return db.execute(
            "SELECT seq, at, body FROM events WHERE match = ? AND seq > ? ORDER BY seq",
            (match, after),
        ).fetchall()
    return db.execute(
        "SELECT seq, at, body FROM events WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq",
        (match, after, upto),
    ).fetchall()


def bodies(db: Connection, match: int, upto: int | None = None) -> list[str]:
    """The bodies of a whole log, up to a seq (None: to the end), in order: what a replay needs.

    SQLite concatenates them, so that Python fetches one row: a third of the time of `load`. JSON
    text holds no bare line break.
    """
    row = db.execute(
        "SELECT group_concat(body, char(10)) FROM"
        " (SELECT body FROM events WHERE match = ? AND seq <= ? ORDER BY seq)",
        (match, _LAST if upto is None else upto),
    ).fetchone()
    return [] if row[0] is None else row[0].split("\n")


def time_of(db: Connection, match: int, seq: int) -> int:
    """When an event of a match happened, in milliseconds UTC."""
    row = db.execute("SELECT at FROM events WHERE match = ? AND seq = ?", (match, seq)).fetchone()
    return int(row[0])


def create(db: Connection, match_id: str) -> int:
    """Enter a new match, without events yet, and answer its key. Inside a transaction."""
    key = db.execute("INSERT INTO matches (id) VALUES (?)", (match_id,)).lastrowid
    assert key is not None
    return key


def append(db: Connection, match: int, after_seq: int, bodies: Sequence[str], at: int) -> None:
    """Append events with the seqs after `after_seq`, all at the time `at`. Inside a transaction.

    The database refuses (`sqlite3.IntegrityError`) unless `after_seq` is the head: the caller
    read the head in the same transaction, so that would be a mistake of ours.
    """
    for seq, body in enumerate(bodies, after_seq + 1):
        db.conn.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (match, seq, at, body))
