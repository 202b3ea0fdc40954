"""What the log does not tell of players who stay away.

Who asked for a replacement, the codes of offered seats, who was reminded; and which match is whose
rematch.
"""

from __future__ import annotations

from hmac import compare_digest

from texas42_server.storage.database import Connection


def ask(db: Connection, match: int, seat: str, player: str) -> None:
    """Note that this player wants somebody new at the seat. Inside a transaction."""
    db.execute("INSERT OR IGNORE INTO asks VALUES (?, ?, ?)", (match, seat, player))


def asking(db: Connection, match: int, seat: str) -> list[str]:
    """Who wants somebody new at the seat."""
    rows = db.execute("SELECT player FROM asks WHERE match = ? AND seat = ?", (match, seat))
    return [player for (player,) in rows.fetchall()]


def forget_asks(db: Connection, match: int, seat: str) -> None:
    """The seat's player is back, or somebody new sits there. Inside a transaction."""
    db.execute("DELETE FROM asks WHERE match = ? AND seat = ?", (match, seat))


def put_code(db: Connection, match: int, seq: int, seat: str, code: str) -> None:
    """Keep the code that goes with the event `offered` of this seq. Inside its transaction."""
    db.execute("INSERT INTO offers VALUES (?, ?, ?, ?)", (match, seq, seat, code))


def code_of(db: Connection, match: int, seq: int) -> str:
    """The code that went with the event `offered` of this seq, used or not."""
    row = db.execute("SELECT code FROM offers WHERE match = ? AND seq = ?", (match, seq)).fetchone()
    return str(row[0])


def latest_offer(db: Connection, match: int, seat: str) -> int | None:
    """The seq of the latest offer of the seat, whether it stands or not; None without one."""
    row = db.execute(
        "SELECT max(seq) FROM offers WHERE match = ? AND seat = ?", (match, seat)
    ).fetchone()
    return None if row[0] is None else int(row[0])


def opens(db: Connection, match: int, seat: str, code: str) -> bool:
    """Whether this is the code of the seat's latest offer. Whether that stands the log tells."""
    seq = latest_offer(db, match, seat)
    if seq is None:
        return False
    known = code_of(db, match, seq).encode()
    return compare_digest(known, code.encode("utf-8", "surrogatepass"))


def reminded(db: Connection, match: int, player: str) -> int | None:
    """When the player was last reminded of the match, milliseconds UTC; None: never."""
    row = db.execute(
        "SELECT max(at) FROM reminders WHERE match = ? AND player = ?", (match, player)
    ).fetchone()
    return None if row[0] is None else int(row[0])


def note_reminder(db: Connection, match: int, at: int, player: str, told: bool) -> None:
    """Keep that the player was reminded, and whether a notification goes out. In a transaction."""
    db.execute("INSERT INTO reminders VALUES (?, ?, ?, ?)", (match, at, player, told))


def was_told(db: Connection, match: int, at: int, player: str) -> bool:
    """Whether the reminder of this time was told to the player; no when there was none."""
    row = db.execute(
        "SELECT told FROM reminders WHERE match = ? AND at = ? AND player = ?", (match, at, player)
    ).fetchone()
    return row is not None and bool(row[0])


def rematch_of(db: Connection, match: int) -> int | None:
    """The key of the match that is this one's rematch, or None."""
    row = db.execute("SELECT rematch FROM rematches WHERE match = ?", (match,)).fetchone()
    return None if row is None else int(row[0])


def note_rematch(db: Connection, match: int, rematch: int) -> None:
    """Keep which match is this one's rematch. Inside the transaction that creates it."""
    db.execute("INSERT INTO rematches VALUES (?, ?)", (match, rematch))
