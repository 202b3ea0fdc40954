"""The secrets of sealed deals: 32 bytes for each hand, from which its salts are drawn.

They stay here for ever and are shown to nobody; what is shown are the salts of single tiles.
"""

from __future__ import annotations

from texas42_server.storage.database import Connection


def put(db: Connection, match: int, hand: int, secret: bytes) -> None:
    """Keep the secret of the hand of this number. Inside the transaction of its deal."""
    db.execute("INSERT INTO seals VALUES (?, ?, ?)", (match, hand, secret))


def of_hand(db: Connection, match: int, hand: int) -> bytes | None:
    """The hand's secret; None for one that was dealt before deals were sealed."""
    row = db.execute(
        "SELECT secret FROM seals WHERE match = ? AND hand = ?", (match, hand)
    ).fetchone()
    return None if row is None else bytes(row[0])
