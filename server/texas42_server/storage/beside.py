"""What lies beside the log of one match and goes with it to another database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from texas42_server.storage.database import Connection

CARRIED: dict[str, tuple[str, ...]] = {
    "invites": ("seat", "seq", "code"),
    "offers": ("seq", "seat", "code"),
    "asks": ("seat", "player"),
    "reminders": ("at", "player", "told"),
    "seals": ("hand", "secret", "digest"),
}
"""The tables that are carried, and their columns but for the match's key."""

LEFT: dict[str, str] = {
    "events": "carried as the log",
    "listing": "made again from the log",
    "listing_seats": "made again from the log",
    "rematches": "found again by the ids in event 1",
    "keys": "name players by numbers of this database, and addresses of this server",
    "deliveries": "what was to be told is for this server to tell",
}
"""The other tables that know a match, and why they stay."""


def of_match(db: Connection, match: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The carried rows of a match: (table, row). Inside `Database.read`."""
    for table, columns in CARRIED.items():
        names = ", ".join(columns)
        rows = db.execute(
            f"SELECT {names} FROM {table} WHERE match = ? ORDER BY {names}", (match,)
        ).fetchall()
        for row in rows:
            yield table, dict(zip(columns, row, strict=True))


def put(db: Connection, match: int, table: str, row: Mapping[str, Any]) -> None:
    """Enter a carried row. Inside a transaction. Raises `sqlite3.Error` for one that is none."""
    columns = CARRIED[table]
    db.execute(
        f"INSERT INTO {table} (match, {', '.join(columns)}) VALUES (?{', ?' * len(columns)})",
        (match, *(row[name] for name in columns)),
    )
