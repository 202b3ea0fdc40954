"""Idempotency keys: which accepted request led to which events, for thirty days.

(draft-ietf-httpapi-idempotency-key-header.) A row holds eight bytes for player and key, four for
the request, and where it led; the answer is made again from the log. Every move of a client brings
a row, so rows are small, and no index tells which are old: since a row's place follows from a hash,
whoever writes one looks at a few beside it, and so all are looked at in turn.

Were two keys taken for one, in ten million kept about once in 10^12 requests, the later request
would be refused (422) or answered with what its player may see of the earlier one's match.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from texas42_server.storage.database import Connection

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""How long a key is kept at least, in milliseconds; an eighth longer, on the average."""

_LOOKED_AT = 8


class Stored(NamedTuple):
    """An accepted request: its fingerprint, and the events `first` to `last` that it appended.

    One that appended nothing has the `last` event that there was, and `first` after it.
    """

    fingerprint: bytes
    match: int
    first: int
    last: int


def fingerprint(method: str, path: str, body: bytes) -> bytes:
    """Four bytes that tell one request from another under the same key of the same player."""
    digest = blake2b(digest_size=16)
    for part in (method.encode(), path.encode("utf-8", "surrogatepass"), body):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()[:4]


def find(db: Connection, player: int, key: str) -> Stored | None:
    """What was remembered of this player's key, or None."""
    row = db.execute(
        "SELECT fingerprint, match, first, first + further FROM keys WHERE key = ?",
        (_hash(player, key),),
    ).fetchone()
    return None if row is None else Stored(*row)


def time_of(db: Connection, player: int, key: str) -> int:
    """When this player's key, which is kept, was used: milliseconds UTC."""
    row = db.execute("SELECT at FROM keys WHERE key = ?", (_hash(player, key),)).fetchone()
    return int(row[0])


def remember(db: Connection, player: int, key: str, stored: Stored, at: int) -> None:
    """Keep a key used at `at` (milliseconds UTC), and forget its neighbours that are too old.

    Inside the transaction that appends the events.
    """
    place = _hash(player, key)
    for neighbour, used in _following(db, place):
        if used < at - KEPT_MS:
            db.execute("DELETE FROM keys WHERE key = ?", (neighbour,))
    request, match, first, last = stored
    db.execute(
        "INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)",
        (place, request, match, first, last - first, at),
    )


def _following(db: Connection, place: bytes) -> list[tuple[bytes, int]]:
    """The few keys that follow a place, and when they were used; after the last comes the first."""
    ask = "SELECT key, at FROM keys WHERE key > ? ORDER BY key LIMIT ?"
    found = db.execute(ask, (place, _LOOKED_AT)).fetchall()
    if len(found) < _LOOKED_AT:
        found += db.execute(ask, (b"", _LOOKED_AT - len(found))).fetchall()
    return found


def _hash(player: int, key: str) -> bytes:
    named = b"%d " % player + key.encode("utf-8", "surrogatepass")
    return blake2b(named, digest_size=16).digest()[:8]
