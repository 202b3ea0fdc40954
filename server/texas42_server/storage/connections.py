"""Opening an SQLite connection the way this project needs it, and waiting for a locked file.

SQLite's own waiting looks ever more rarely, at last ten times a second: with a rollback journal a
reader can miss every gap between the commits of busy writers. So it waits in short rounds, over
and over until our patience ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlite_utils import Database as SqliteUtilsDatabase

from texas42_server.storage.driver import sqlite3
from texas42_server.storage.storage_errors import (
    SQLITE_BUSY,
    SQLITE_CORRUPT,
    SQLITE_LOCKED,
    error_code,
)

Result = TypeVar("Result")

_ROUND_S = 0.05


class Connection(SqliteUtilsDatabase):
    """sqlite-utils' wrapper round one connection; it waits, and knows whether it was closed."""

    closed = False
    deadline: float | None = None
    """When statements stop waiting for other writers, by `time.monotonic`; None: each has its own
    patience. A transaction sets it, so that its statements do not wait one after the other."""

    def __init__(self, connection: sqlite3.Connection, patience: float) -> None:
        """`patience` in seconds is how long a statement waits for other writers."""
        self._patience = patience
        super().__init__(connection)

    def execute(
        self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None
    ) -> sqlite3.Cursor:
        """Run one statement. Raises `sqlite3.Error`.

        Not by way of sqlite-utils, which looks each time whether it is to commit: half of the price
        of a look-up.
        """
        given = () if parameters is None else parameters
        try:
            return self.conn.execute(sql, given)
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
        except UnicodeDecodeError as error:  # the driver's own message quotes what is damaged
            raise _damaged() from error
        deadline = self.deadline or time.monotonic() + self._patience
        return patiently(lambda: self.conn.execute(sql, given), deadline)

    def close(self) -> None:
        """Close the connection; what was not committed is undone."""
        self.closed = True
        super().close()


def connect(path: Path, mode: Literal["ro", "rw", "rwc"], patience: float) -> Connection:
    """A connection without implicit transactions, which checks foreign keys and commits durably.

    `mode` "rwc" makes a missing file; `patience` in seconds is how long a statement waits for
    other writers. Raises `sqlite3.Error`.
    """
    connection = Connection(
        sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=_ROUND_S,
            check_same_thread=False,
        ),
        patience,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    # FULL leaves the end of a rollback journal to the system: a power cut could bring it back, and
    # with it the time before the commit.
    connection.execute("PRAGMA synchronous = EXTRA")
    return connection


def patiently(run: Callable[[], Result], deadline: float) -> Result:
    """What `run` answers, trying again while the database is locked.

    Once at least, and not after `deadline`, by `time.monotonic`.
    """
    while True:
        try:
            return run()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() >= deadline:
                raise


def _damaged() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("the schema is no text")
    error.sqlite_errorcode = SQLITE_CORRUPT
    return error


def is_busy(error: sqlite3.Error) -> bool:
    """Whether others held what a statement needed, so that it may be run again."""
    return error_code(error) in (SQLITE_BUSY, SQLITE_LOCKED)
