"""What the store's append costs beside raw sqlite3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from bench.clock import side_by_side
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
        ours, unlocked, raw = _appends(run, mode)
        yield Figure(
            name=f"append.{mode}",
            what=f"appends in journal mode {mode.upper()}{served}",
            measured=1 / ours,
            unit="/s of CPU",
            peer="raw sqlite3, same transaction and triggers",
            beside=1 / raw,
            goal=Goal("ratio", "at least", 0.9),
        )
        yield Figure(
            name=f"append.{mode}.unlocked",
            what="  without the lock round the write",
            measured=1 / unlocked,
            unit="/s of CPU",
            peer="raw sqlite3, same transaction and triggers",
            beside=1 / raw,
        )


def _appends(run: Run, mode: str) -> list[float]:
    calls, rounds = (20, 3) if run.quick else (50, 45)
    path = run.scratch / f"append-{mode}.db"
    with closing(Database(path)) as database, closing(_raw(path, mode)) as raw:
        with database.transaction() as db:
            locked, unlocked, theirs = (store.create(db, name) for name in "abc")
        works = (
            _by_store(database, locked),
            _unlocked(database.connection(), unlocked),
            _by_hand(raw, theirs),
        )
        return side_by_side(works, calls=calls, rounds=rounds)


def _raw(path: Path, mode: str) -> sqlite3.Connection:
    """A plain connection, with the settings of a served one, that sets the file's journal mode."""
    raw = sqlite3.connect(path, isolation_level=None)
    for pragma in ("foreign_keys = ON", "synchronous = FULL", f"journal_mode = {mode}"):
        raw.execute(f"PRAGMA {pragma}").fetchall()
    return raw


def _by_store(database: Database, match: int) -> Callable[[], object]:
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


def _by_hand(raw: sqlite3.Connection, match: int) -> Callable[[], object]:
    seqs = count(1)

    def append() -> None:
        raw.execute("BEGIN IMMEDIATE")
        row = (match, next(seqs), 0, BODY, DIGEST)
        raw.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
        raw.execute("COMMIT")

    return append
