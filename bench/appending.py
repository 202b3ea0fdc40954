"""What the store's append costs beside raw sqlite3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from bench.clock import Taken, side_by_side
from bench.figures import Figure, Goal
from bench.run import Run
from texas42_server.storage import digests, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.migrations import chosen_journal_mode

BODY = '["play","B","4-6"]'
DIGEST = bytes(digests.SIZE)


def figures(run: Run) -> Iterator[Figure]:
    """One event in one durable transaction, in both journal modes."""
    for mode in ("wal", "delete"):
        served = ", as served here" if mode == chosen_journal_mode() else ""
        taken = _appends(run, mode)
        yield Figure(
            name=f"append.{mode}",
            what=f"appends in journal mode {mode.upper()}{served}",
            unit="/s of CPU",
            peer="raw sqlite3, same transaction and triggers",
            values=taken.rate("locked", "raw"),
            goal=Goal("ratio", "at least", 0.9),
        )
        yield Figure(
            name=f"append.{mode}.unlocked",
            what="  without the lock round the write",
            unit="/s of CPU",
            peer="raw sqlite3, same transaction and triggers",
            values=taken.rate("unlocked", "raw"),
        )


def _appends(run: Run, mode: str) -> Taken:
    calls, rounds = (20, 3) if run.quick else (50, 45)
    path = run.scratch / f"append-{mode}.db"
    with closing(Database(path)) as database, closing(raw(path, mode)) as bare:
        with database.transaction() as db:
            locked, unlocked, theirs = (store.create(db, name) for name in "abc")
        works = {
            "locked": by_store(database, locked),
            "unlocked": _unlocked(database.connection(), unlocked),
            "raw": _by_hand(bare, theirs),
        }
        return side_by_side(works, calls=calls, rounds=rounds)


def raw(path: Path, mode: str) -> sqlite3.Connection:
    """A plain connection, with the settings of a served one, that sets the file's journal mode."""
    bare = sqlite3.connect(path, isolation_level=None)
    for pragma in ("foreign_keys = ON", "synchronous = EXTRA", f"journal_mode = {mode}"):
        bare.execute(f"PRAGMA {pragma}").fetchall()
    return bare


def by_store(database: Database, match: int) -> Callable[[], object]:
    """Appends one event durably to a match without any, each time it is called."""
    seqs, running = count(), digests.begin()

    def append() -> None:
        nonlocal running
        with database.transaction() as db:
            running = store.append(db, match, next(seqs), [BODY], 0, running)

    return append


def _unlocked(db: Connection, match: int) -> Callable[[], object]:
    seqs, running = count(), digests.begin()

    def append() -> None:
        nonlocal running
        db.conn.execute("BEGIN IMMEDIATE")
        running = store.append(db, match, next(seqs), [BODY], 0, running)
        db.conn.execute("COMMIT")

    return append


def _by_hand(bare: sqlite3.Connection, match: int) -> Callable[[], object]:
    seqs = count(1)

    def append() -> None:
        bare.execute("BEGIN IMMEDIATE")
        row = (match, next(seqs), 0, BODY, DIGEST)
        bare.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
        bare.execute("COMMIT")

    return append
