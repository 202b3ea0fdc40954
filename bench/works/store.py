"""Our store and engine: an event appended durably in WAL mode, a stored match made a state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench import appending
from texas42 import decode, encode, replay
from texas42_server.storage import store
from texas42_server.storage.database import Database

PLAY = decode('["play","B","4-6"]')


def works(database: str, log: str) -> dict[str, Callable[[], int]]:
    """Append an event durably; make the state of the match whose stored lines LOG has."""
    path = Path(database)
    bodies = Path(log).read_text(encoding="utf-8").split("\n")
    opened = Database(path)
    with closing(appending.raw(path, "wal")):
        pass
    with opened.transaction() as db:
        growing = store.create(db, "growing")
        store.append(db, store.create(db, "stored"), 0, bodies, 0)
    line = appending.by_store(opened, growing)

    def append() -> int:
        encode(PLAY)
        line()
        return 1

    def rebuild() -> int:
        db = opened.connection()
        match = store.find(db, "stored")
        assert match is not None
        replay([decode(body) for body in store.bodies(db, match)])
        return 1

    return {"append": append, "rebuild": rebuild}
