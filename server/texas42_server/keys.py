"""Idempotency keys: which accepted request led to which events, for thirty days.

(draft-ietf-httpapi-idempotency-key-header.) A row holds sixteen bytes for player and key, sixteen
for the request, and where it led; the answer is made again from the log.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from texas42_server.database import Connection

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""How long a key is kept, in milliseconds."""

_PURGED_AT_ONCE = 8


class Stored(NamedTuple):
    """An accepted request: its fingerprint, and the events `first` to `last` that it appended.

    One that appended nothing has the `last` event that there was, and `first` after it.
    """

    fingerprint: bytes
    match: int
    first: int
    last: int


def fingerprint(method: str, path: str, body: bytes) -> bytes:
    """Sixteen bytes that tell one request from another."""
    digest = blake2b(digest_size=16)
    for part in (method.encode(), path.encode("utf-8", "surrogatepass"), body):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def find(db: Connection, player: int, key: str) -> Stored | None:
    """What was remembered of this player's key, or None."""
    row = db.execute(
        "SELECT fingerprint, match, first, last FROM keys WHERE key = ?", (_hash(player, key),)
    ).fetchone()
    return None if row is None else Stored(*row)


def time_of(db: Connection, player: int, key: str) -> int:
    """When this player's key, which is kept, was used: milliseconds UTC."""
    row = db.execute("SELECT at FROM keys WHERE key = ?", (_hash(player, key),)).fetchone()
    return int(row[0])


def remember(db: Connection, player: int, key: str, stored: Stored, at: int) -> None:
    """Keep a key used at `at` (milliseconds UTC), and forget a few that are too old.

    Inside the transaction that appends the events.
    """
    purge(db, at - KEPT_MS, _PURGED_AT_ONCE)
    db.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", (_hash(player, key), *stored, at))


def purge(db: Connection, before: int, limit: int) -> int:
    """Forget keys used before `before` (milliseconds UTC), the oldest first, at most `limit`.

    Answers how many. Inside a transaction.
    """
    return db.execute(
        "DELETE FROM keys WHERE key IN (SELECT key FROM keys WHERE at < ? ORDER BY at LIMIT ?)",
        (before, limit),
    ).rowcount


def _hash(player: int, key: str) -> bytes:
    named = b"%d " % player + key.encode("utf-8", "surrogatepass")
    return blake2b(named, digest_size=16).digest()
