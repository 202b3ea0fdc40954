"""What the store's append costs beside raw sqlite3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from bench.clock import side_by_side
from bench.figures import Figure, Goal
from bench.run import Run
from texas42_server import store
from texas42_server.database import Database
from texas42_server.driver import sqlite3
from texas42_server.migrations import chosen_journal_mode

BODY = '["play","B","4-6"]'


def figures(run: Run) -> Iterator[Figure]:
    """One event in one durable transaction, in both journal modes."""
    for mode in ("wal", "delete"):
        served = ", as served here" if mode == chosen_journal_mode() else ""
        ours, raw = _appends(run, mode)
        yield Figure(
            name=f"append.{mode}",
            what=f"appends in journal mode {mode.upper()}{served}",
            measured=1 / ours,
            unit="/s of CPU",
            peer="raw sqlite3, same transaction and triggers",
            beside=1 / raw,
            goal=Goal("ratio", "at least", 0.9),
        )


def _appends(run: Run, mode: str) -> list[float]:
    calls, rounds = (20, 3) if run.quick else (150, 15)
    path = run.scratch / f"append-{mode}.db"
    with closing(Database(path)) as database, closing(_raw(path, mode)) as raw:
        with database.transaction() as db:
            ours, theirs = store.create(db, "ours"), store.create(db, "theirs")
        return side_by_side(
            (_by_store(database, ours), _by_hand(raw, theirs)), calls=calls, rounds=rounds
        )


def _raw(path: Path, mode: str) -> sqlite3.Connection:
    """A plain connection, with the settings of a served one, that sets the file's journal mode."""
    raw = sqlite3.connect(path, isolation_level=None)
    for pragma in ("foreign_keys = ON", "synchronous = FULL", f"journal_mode = {mode}"):
        raw.execute(f"PRAGMA {pragma}").fetchall()
    return raw


def _by_store(database: Database, match: int) -> Callable[[], object]:
    seqs = count()

    def append() -> None:
        with database.transaction() as db:
            store.append(db, match, next(seqs), [BODY], 0)

    return append


def _by_hand(raw: sqlite3.Connection, match: int) -> Callable[[], object]:
    seqs = count(1)

    def append() -> None:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (match, next(seqs), 0, BODY))
        raw.execute("COMMIT")

    return append
