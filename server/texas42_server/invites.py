"""The codes that open the seats of a match, the latest of each seat.

A code is used up when its seat is taken, which the log tells. It stays here, so that an answer
that showed it can be made again.
"""

from __future__ import annotations

from hmac import compare_digest

from texas42_server.database import Connection


def put(db: Connection, match: int, seat: str, code: str) -> None:
    """Set the code of a seat; an older one is void. Inside a transaction."""
    db.execute(
        "INSERT INTO invites VALUES (?, ?, ?)"
        " ON CONFLICT (match, seat) DO UPDATE SET code = excluded.code",
        (match, seat, code),
    )


def of_match(db: Connection, match: int) -> dict[str, str]:
    """The codes of a match by seat, in the order of the seats."""
    return dict(
        db.execute(
            "SELECT seat, code FROM invites WHERE match = ? ORDER BY seat", (match,)
        ).fetchall()
    )


def opens(db: Connection, match: int, seat: str, code: str) -> bool:
    """Whether this is the seat's code. Whether it was used before is for the log to say."""
    row = db.execute(
        "SELECT code FROM invites WHERE match = ? AND seat = ?", (match, seat)
    ).fetchone()
    return row is not None and compare_digest(_octets(row[0]), _octets(code))


def _octets(code: str) -> bytes:
    return code.encode("utf-8", "surrogatepass")
