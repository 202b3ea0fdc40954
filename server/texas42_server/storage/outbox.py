"""What is to be told to webhooks, and what became of it.

A row is written in the transaction of the move that it tells of. Whoever delivers claims a row for
a while (a lease), sends without holding any lock, and then settles the row; a lease that has run
out, because its holder died, lets another one claim.
"""

from __future__ import annotations

from typing import NamedTuple

from texas42_server.storage.database import Connection

KEPT = 100
"""How many settled deliveries a player can look back on."""

_ROW = (
    "key, id, person, type, match, seq, hand, reminder, created,"
    " status, reason, answer, attempts, tried, due"
)


class Notice(NamedTuple):
    """Something to tell a player.

    `match` is the match's key inside the database, `seq` the event that it tells of, `hand` the
    hand's number; a test has none of them.
    """

    person: str
    type: str
    match: int | None = None
    seq: int | None = None
    hand: int | None = None
    reminder: bool = False


class Delivery(NamedTuple):
    """A notice in the outbox. Times in milliseconds UTC.

    Attributes:
        key: inside the database, and the order in which notices were put.
        id: what the receiver is told, `msg_…`, the same at every attempt.
        status: `pending`, `delivered`, `failed` (given up), `dropped` (no longer worth telling).
        reason: why it failed or was dropped, as of the last attempt.
        answer: the HTTP status that the receiver answered last.
        tried: when the last attempt began.
        due: when the next attempt is due, while one is under way the end of its lease; None once
            settled.
    """

    key: int
    id: str
    person: str
    type: str
    match: int | None
    seq: int | None
    hand: int | None
    reminder: bool
    created: int
    status: str
    reason: str | None
    answer: int | None
    attempts: int
    tried: int | None
    due: int | None


def put(db: Connection, notice: Notice, public_id: str, at: int) -> None:
    """Put a notice into the outbox, due at once. Inside the transaction of what it tells of."""
    db.execute(
        "INSERT INTO deliveries"
        " (id, person, type, match, seq, hand, reminder, created, status, attempts, due)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0, ?)",
        (public_id, *notice, at, at),
    )


def is_due(db: Connection, now: int) -> bool:
    """Whether anything waits to be sent: a cheap look before a claim is tried."""
    row = db.execute("SELECT min(due) FROM deliveries WHERE due IS NOT NULL").fetchone()
    return row[0] is not None and int(row[0]) <= now


def claim(db: Connection, now: int, lease: int) -> Delivery | None:
    """Take the longest due notice for `lease` milliseconds, which counts as an attempt, or None.

    Nobody else gets it meanwhile, and no other one of that player's: a slow receiver holds up its
    own notices alone. Inside a transaction.
    """
    row = db.execute(
        "SELECT key FROM deliveries AS mine WHERE due <= ? AND NOT EXISTS"
        " (SELECT 1 FROM deliveries AS other WHERE other.person = mine.person"
        " AND other.leased > ?) ORDER BY due, key LIMIT 1",
        (now, now),
    ).fetchone()
    if row is None:
        return None
    db.execute(
        "UPDATE deliveries SET due = ?, leased = ?, attempts = attempts + 1, tried = ?"
        " WHERE key = ?",
        (now + lease, now + lease, now, row[0]),
    )
    return _delivery(db.execute(f"SELECT {_ROW} FROM deliveries WHERE key = ?", row).fetchone())


def settle(
    db: Connection, claimed: Delivery, status: str, reason: str | None, answer: int | None
) -> bool:
    """Record the end of a notice and forget the oldest ones of that player.

    Answers whether the claim still held. Inside a transaction.
    """
    held = _release(db, claimed, status, reason, answer, None)
    _forget(db, claimed.person)
    return held


def postpone(db: Connection, claimed: Delivery, reason: str, answer: int | None, due: int) -> bool:
    """Record a failed attempt; the next one is due then. Answers whether the claim still held."""
    return _release(db, claimed, "pending", reason, answer, due)


def _release(
    db: Connection,
    claimed: Delivery,
    status: str,
    reason: str | None,
    answer: int | None,
    due: int | None,
) -> bool:
    changed = db.execute(
        "UPDATE deliveries SET status = ?, reason = ?, answer = ?, due = ?, leased = NULL"
        " WHERE key = ? AND attempts = ? AND due IS NOT NULL",
        (status, reason, answer, due, claimed.key, claimed.attempts),
    )
    return bool(changed.rowcount)


def drop_all(db: Connection, person: str, reason: str) -> None:
    """Drop everything that still waits for this player. Inside a transaction."""
    db.execute(
        "UPDATE deliveries SET status = 'dropped', reason = ?, due = NULL, leased = NULL"
        " WHERE person = ? AND due IS NOT NULL",
        (reason, person),
    )
    _forget(db, person)


def waiting_test(db: Connection, person: str) -> Delivery | None:
    """The player's test that is not settled yet, or None."""
    row = db.execute(
        f"SELECT {_ROW} FROM deliveries WHERE person = ? AND type = 'test' AND due IS NOT NULL",
        (person,),
    ).fetchone()
    return None if row is None else _delivery(row)


def latest(db: Connection, person: str, limit: int) -> list[Delivery]:
    """The player's deliveries, the newest first, at most `limit`."""
    rows = db.execute(
        f"SELECT {_ROW} FROM deliveries WHERE person = ? ORDER BY key DESC LIMIT ?",
        (person, limit),
    ).fetchall()
    return [_delivery(row) for row in rows]


def _forget(db: Connection, person: str) -> None:
    """Keep the newest `KEPT` deliveries of a player, and those that are not settled."""
    db.execute(
        "DELETE FROM deliveries WHERE person = ? AND due IS NULL AND key <="
        " (SELECT key FROM deliveries WHERE person = ? ORDER BY key DESC LIMIT 1 OFFSET ?)",
        (person, person, KEPT),
    )


def _delivery(row: tuple[object, ...]) -> Delivery:
    delivery = Delivery(*row)  # type: ignore[arg-type]  # the columns of `_ROW`, in order
    return delivery._replace(reminder=bool(delivery.reminder))
