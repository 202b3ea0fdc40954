"""Where a player wants to be told: one webhook each, for the events chosen.

Its secret signs what is sent, so it is stored as it is; only the player is shown it, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from texas42_server.storage.database import Connection

EVENTS = ("your_turn", "hand_over", "match_over")


class Webhook(NamedTuple):
    """A player's webhook. Times in milliseconds UTC; `off` is when it was switched off."""

    person: str
    url: str
    events: tuple[str, ...]
    secret: str
    created: int
    off: int | None


def put(db: Connection, webhook: Webhook) -> None:
    """Set a player's webhook, in place of the one there was. Inside a transaction."""
    db.execute(
        "INSERT OR REPLACE INTO webhooks VALUES (?, ?, ?, ?, ?, ?)",
        (*webhook[:2], " ".join(webhook.events), *webhook[3:]),
    )


def of(db: Connection, person: str) -> Webhook | None:
    """The player's webhook, or None."""
    row = db.execute(
        "SELECT person, url, events, secret, created, off FROM webhooks WHERE person = ?",
        (person,),
    ).fetchone()
    if row is None:
        return None
    name, url, events, secret, created, off = row
    return Webhook(name, url, tuple(events.split()), secret, created, off)


def subscribed(db: Connection, people: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Those of the people who have a webhook that is on, and the events they chose."""
    rows = db.conn.execute(
        "SELECT person, events FROM webhooks WHERE off IS NULL"
        f" AND person IN ({', '.join('?' * len(people))})",
        people,
    ).fetchall()
    return {person: tuple(events.split()) for person, events in rows}


def switch_off(db: Connection, person: str, at: int) -> None:
    """Send nothing more to this webhook until it is put again. Inside a transaction."""
    db.execute("UPDATE webhooks SET off = ? WHERE person = ?", (at, person))


def remove(db: Connection, person: str) -> None:
    """Forget the player's webhook, secret and all. Inside a transaction."""
    db.execute("DELETE FROM webhooks WHERE person = ?", (person,))
