"""What `t42-server check` finds out about a database, without touching it."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from texas42_server.storage import migrations
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import SCHEMA_VERSION
from texas42_server.storage.storage_errors import StorageError
from texas42_server.version import VERSION


@dataclass(frozen=True)
class Check:
    """A database as found, and what serving it would do."""

    database: Path
    state: migrations.State | None
    """None when it could not be looked at."""
    would: tuple[str, ...]
    """What `serve` would do first, sentence by sentence."""
    error: StorageError | None

    def as_dict(self) -> dict[str, Any]:
        """The members of `check --json`."""
        return {
            "version": VERSION,
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "wal_is_safe": migrations.wal_is_safe(),
            "database": str(self.database),
            "exists": self.state.exists if self.state else None,
            "schema_version": self.state.version if self.state else None,
            "schema_known": SCHEMA_VERSION,
            "journal_mode": self.state.journal_mode if self.state else None,
            "missing_guards": list(self.state.missing_guards) if self.state else None,
            "would": list(self.would),
            "error": None if self.error is None else str(self.error),
        }

    def as_text(self) -> str:
        """Lines for a person."""
        lines = [
            f"texas42 {VERSION}, Python {platform.python_version()}, SQLite"
            f" {sqlite3.sqlite_version}"
            + ("" if migrations.wal_is_safe() else " (has the WAL-reset bug)"),
            f"database: {self.database}",
        ]
        if self.state and self.state.version:
            lines += [
                f"schema: {self.state.version} of {SCHEMA_VERSION}",
                f"journal mode: {self.state.journal_mode}",
            ]
        lines += [f"serve would {what}" for what in self.would]
        if self.error is not None:
            lines.append(f"cannot be served: {self.error}")
        return "\n".join(lines)


def check(database: Path) -> Check:
    """Look at a database. Never raises a `StorageError`; it stands in the result."""
    try:
        state = migrations.inspect(database)
    except StorageError as error:
        return Check(database, None, (), error)
    return Check(database, state, tuple(_steps(state)), None)


def _steps(state: migrations.State) -> list[str]:
    if state.unfinished:
        return ["undo a write that was cut off, and look at the rest then"]
    steps = []
    if not state.exists:
        steps.append("create the database")
    elif state.version < SCHEMA_VERSION:
        steps.append(f"migrate schema {state.version} to {SCHEMA_VERSION}")
    chosen = migrations.chosen_journal_mode()
    if state.journal_mode != chosen:
        why = "" if chosen == "wal" else ", since WAL is not safe with this SQLite"
        steps.append(f"set the journal mode to {chosen}{why}")
    if state.missing_guards:
        steps.append(f"put back the guards of the log: {', '.join(state.missing_guards)}")
    return steps or ["change nothing"]
