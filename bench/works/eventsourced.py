"""The library `eventsourcing` with its SQLite store: one aggregate, to which plays are appended."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Table(Aggregate):  # type: ignore[misc]
    """What has been played."""

    def __init__(self) -> None:
        self.played: list[tuple[str, str]] = []

    @event("Played")
    def play(self, seat: str, tile: str) -> None:
        """A seat plays a tile."""
        self.played.append((seat, tile))


class Tables(Application[UUID]):  # type: ignore[misc]
    """All tables."""


def works(database: str, events: str) -> dict[str, Callable[[], int]]:
    """Append an event durably; make the state of an aggregate of so many events.

    The library sets WAL itself, and leaves SQLite's `synchronous` as it is: FULL, which in WAL
    mode is as durable as ours.
    """
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": database,
    }
    tables = Tables(env=environment)
    growing, stored = Table(), Table()
    for _ in range(int(events) - 1):
        stored.play("B", "4-6")
    tables.save(growing, stored)

    def append() -> int:
        growing.play("B", "4-6")
        tables.save(growing)
        return 1

    def rebuild() -> int:
        found = tables.repository.get(stored.id)
        assert found.version == int(events)
        return 1

    return {"append": append, "rebuild": rebuild}
