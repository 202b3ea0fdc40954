"""The codes that open the seats of a match; the latest of each seat is the one in force.

A code is used up when its seat is taken, which the log tells. It and those before it stay here,
each with the event it came with, so that an answer that showed it can be made again.
"""

from __future__ import annotations

from hmac import compare_digest

from texas42_server.storage.database import Connection


def put(db: Connection, match: int, seat: str, seq: int, code: str) -> None:
    """Set the code of a seat from the event `seq` on, voiding an older. Inside a transaction."""
    db.execute("INSERT INTO invites VALUES (?, ?, ?, ?)", (match, seat, seq, code))


def of_match(db: Connection, match: int, seq: int) -> dict[str, str]:
    """The codes of a match by seat, in the order of the seats, when `seq` was its last event."""
    rows = db.execute(
        "SELECT seat, code, max(seq) FROM invites WHERE match = ? AND seq <= ?"
        " GROUP BY seat ORDER BY seat",
        (match, seq),
    ).fetchall()
    return {seat: code for seat, code, _ in rows}


def opens(db: Connection, match: int, seat: str, code: str) -> bool:
    """Whether this is the seat's code. Whether it was used before is for the log to say."""
    row = db.execute(
        "SELECT code FROM invites WHERE match = ? AND seat = ? ORDER BY seq DESC", (match, seat)
    ).fetchone()
    return row is not None and compare_digest(_octets(row[0]), _octets(code))


def _octets(code: str) -> bytes:
    return code.encode("utf-8", "surrogatepass")
