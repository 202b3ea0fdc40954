"""The log of every match: the only place where events are read and appended.

A match has a public id and, inside the database, an integer key. Its events are numbered 1, 2, 3
… without gaps; a body is the compact JSON text that the engine made of the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from texas42_server.moments import is_moment
from texas42_server.storage.database import Connection
from texas42_server.storage.digests import (
    DamagedLog,
    Running,
    begin,
    follow,
    follow_text,
    stored,
)

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


class Log(NamedTuple):
    """The bodies of a log from its first event on, and its digest so far."""

    bodies: list[str]
    running: Running


def read(db: Connection, match: int, upto: int | None = None) -> Log:
    """A whole log, up to a seq (None: to the end), checked: what a replay needs.

    SQLite concatenates the bodies, so that Python fetches one row: half of the time of `load`.
    JSON text holds no bare line break. Raises `DamagedLog`.
    """
    (joined,) = db.execute(
        "SELECT CAST(group_concat(body, char(10)) AS BLOB) FROM"
        " (SELECT body FROM events WHERE match = ? AND seq <= ? ORDER BY seq)",
        (match, _LAST if upto is None else upto),
    ).fetchone()
    if joined is None:
        return Log([], begin())
    try:
        bodies = joined.decode().split("\n")
    except UnicodeDecodeError:
        raise damage(db, match) from None
    running = follow_text(begin(), joined)
    _check(db, match, len(bodies), running)
    return Log(bodies, running)


def bodies(db: Connection, match: int, upto: int | None = None) -> list[str]:
    """The bodies of a whole log, up to a seq (None: to the end), in order. Raises `DamagedLog`."""
    return read(db, match, upto).bodies


def load(db: Connection, match: int, upto: int | None = None) -> list[Entry]:
    """The events of a match up to a seq (None: to the end), in order. Raises `DamagedLog`."""
    return following(db, match, 0, begin(), upto)[0]


def following(
    db: Connection, match: int, after: int, running: Running, upto: int | None = None
) -> tuple[list[Entry], Running]:
    """The events of a match with `after` < seq ≤ `upto` (None: to the end), in order.

    `running` is the digest up to `after`; answers with that after the last of them, too. Raises
    `DamagedLog`.
    """
    rows = db.execute(
        "SELECT seq, at, CAST(body AS BLOB) FROM events"
        " WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq",
        (match, after, _LAST if upto is None else upto),
    ).fetchall()
    if not rows:
        return [], running
    last = after + len(rows)
    try:
        running = follow(running, [body for _, _, body in rows])
        entries = [(seq, at, body.decode()) for seq, at, body in rows]
    except (TypeError, ValueError):
        raise damage(db, match) from None
    _check(db, match, last, running)
    if [seq for seq, _, _ in rows] != list(range(after + 1, last + 1)):
        raise damage(db, match)
    if not all(is_moment(at) for _, at, _ in rows):
        raise damage(db, match)
    return entries, running


def _check(db: Connection, match: int, seq: int, running: Running) -> None:
    """Hold a log up to a seq against the digest stored with that event. Raises `DamagedLog`."""
    row = db.execute(
        "SELECT at, digest FROM events WHERE match = ? AND seq = ?", (match, seq)
    ).fetchone()
    if row is None or type(row[0]) is not int or row[1] != stored(running, row[0]):
        raise damage(db, match)


def damage(db: Connection, match: int) -> DamagedLog:
    """The refusal of a damaged log; of one that is whole by now, the event after its last."""
    bad = first_bad(db, match)
    return DamagedLog(head(db, match) + 1 if bad is None else bad)


def first_bad(db: Connection, match: int) -> int | None:
    """The first event of a match that is not there as it was appended, None where all are."""
    running = begin()
    for expected, (seq, at, body, digest) in enumerate(raw(db, match), 1):
        if seq != expected or type(at) is not int or type(body) is not bytes:
            return expected
        running = follow(running, [body])
        if digest != stored(running, at):
            return expected
    return None


def raw(db: Connection, match: int) -> list[tuple[int, int, bytes, bytes]]:
    """The stored rows of a match as they are, unchecked: (seq, at, body, digest), in order."""
    return db.execute(
        "SELECT seq, at, CAST(body AS BLOB), digest FROM events WHERE match = ? ORDER BY seq",
        (match,),
    ).fetchall()


def time_of(db: Connection, match: int, seq: int) -> int:
    """When an event of a match happened, in milliseconds UTC. Raises `DamagedLog`."""
    row = db.execute("SELECT at FROM events WHERE match = ? AND seq = ?", (match, seq)).fetchone()
    if row is None or not is_moment(row[0]):
        raise damage(db, match)
    return int(row[0])


def create(db: Connection, match_id: str) -> int:
    """Enter a new match, without events yet, and answer its key. Inside a transaction."""
    key = db.execute("INSERT INTO matches (id) VALUES (?)", (match_id,)).lastrowid
    assert key is not None
    return key


def append(
    db: Connection,
    match: int,
    after_seq: int,
    bodies: Sequence[str],
    at: int,
    running: Running | None = None,
) -> Running:
    """Append events with the seqs after `after_seq`, all at the time `at`. Inside a transaction.

    `running` is the digest up to `after_seq`, where the caller knows it; else the log is read for
    it, which may raise `DamagedLog`. Answers with the digest after the last event.

    The database refuses (`sqlite3.IntegrityError`) unless `after_seq` is the head: the caller
    read the head in the same transaction, so that would be a mistake of ours.
    """
    if running is None:
        running = following(db, match, 0, begin())[1]
    for seq, body in enumerate(bodies, after_seq + 1):
        running = follow(running, [body.encode()])
        row = (match, seq, at, body, stored(running, at))
        db.conn.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
    return running


def append_to_damaged(db: Connection, match: int, after_seq: int, body: str, at: int) -> None:
    """Append an event to a log that is damaged, and leave it damaged. Inside a transaction.

    A digest of what is there by now would make the damage look whole.
    """
    db.conn.execute("INSERT INTO events VALUES (?, ?, ?, ?, x'')", (match, after_seq + 1, at, body))
