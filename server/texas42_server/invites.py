"""The codes that open the seats of a match: one a seat, good for one use."""

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
    """The unused codes of a match by seat, in the order of the seats."""
    return dict(
        db.execute(
            "SELECT seat, code FROM invites WHERE match = ? ORDER BY seat", (match,)
        ).fetchall()
    )


def get(db: Connection, match: int, seat: str) -> str | None:
    """The unused code of a seat, or None."""
    row = db.execute(
        "SELECT code FROM invites WHERE match = ? AND seat = ?", (match, seat)
    ).fetchone()
    return None if row is None else str(row[0])


def take(db: Connection, match: int, seat: str, code: str) -> bool:
    """Use up the code of a seat: True when `code` is the right one. Inside a transaction."""
    right = get(db, match, seat)
    if right is None or not compare_digest(_octets(right), _octets(code)):
        return False
    drop(db, match, seat)
    return True


def drop(db: Connection, match: int, seat: str) -> None:
    """Void the code of a seat that was taken without it. Inside a transaction."""
    db.execute("DELETE FROM invites WHERE match = ? AND seat = ?", (match, seat))


def _octets(code: str) -> bytes:
    return code.encode("utf-8", "surrogatepass")
