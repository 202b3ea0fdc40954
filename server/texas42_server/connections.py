"""Opening an SQLite connection the way this project needs it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from sqlite_utils import Database as SqliteUtilsDatabase

from texas42_server.driver import sqlite3


class Connection(SqliteUtilsDatabase):
    """sqlite-utils' wrapper round one connection, which knows whether it was closed."""

    closed = False

    def close(self) -> None:
        """Close the connection; what was not committed is undone."""
        self.closed = True
        super().close()


def connect(path: Path, mode: Literal["ro", "rw", "rwc"], busy_timeout: float) -> Connection:
    """A connection without implicit transactions, which checks foreign keys and commits durably.

    `mode` "rwc" makes a missing file; `busy_timeout` in seconds is how long SQLite waits for
    other processes. Raises `sqlite3.Error`.
    """
    connection = Connection(
        sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=busy_timeout,
            check_same_thread=False,
        )
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return connection
