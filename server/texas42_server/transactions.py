"""What a thread opens on its connection: a snapshot to read from, or a write transaction.

Each is made once a thread and entered again and again: a write of one event takes some 60 µs in
all, and helpers that are built anew for each would cost a fifth of that.
"""

from __future__ import annotations

from types import TracebackType

from texas42_server.connections import Connection
from texas42_server.driver import sqlite3
from texas42_server.locks import WriteLock
from texas42_server.storage_errors import storage_error


class Snapshot:
    """A block in which all reads see one state; inside an open transaction, that transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._inner = 0

    def __enter__(self) -> Connection:
        """Begin. Raises `Busy`, `StorageFailure`."""
        if self._connection.conn.in_transaction:
            self._inner += 1
        else:
            _execute(self._connection, "BEGIN")
        return self._connection

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: object
    ) -> None:
        if self._inner:
            self._inner -= 1
        else:
            _end(self._connection, error)


class Transaction:
    """A block that is written as a whole, durably, when it ends, or not at all when it raises."""

    def __init__(self, connection: Connection, lock: WriteLock, timeout: float) -> None:
        """`timeout` in seconds is how long to wait for `lock`."""
        self._connection = connection
        self._lock = lock
        self._timeout = timeout

    def __enter__(self) -> Connection:
        """Begin, alone among all writers. Raises `Busy`, `StorageFailure`."""
        if self._connection.conn.in_transaction:
            raise RuntimeError("a transaction is open in this thread already")
        self._lock.acquire(self._timeout)
        try:
            _execute(self._connection, "BEGIN IMMEDIATE")
        except BaseException:
            self._lock.release()
            raise
        return self._connection

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        try:
            _end(self._connection, error)
        finally:
            self._lock.release()


def _execute(connection: Connection, statement: str) -> None:
    try:
        connection.conn.execute(statement)
    except sqlite3.Error as error:
        known = storage_error(error)
        if known is None:
            raise
        raise known from error


def _end(connection: Connection, error: BaseException | None) -> None:
    """Commit when there is no `error`, else roll back; driver errors become our own."""
    if error is None:
        try:
            _execute(connection, "COMMIT")
        except BaseException:
            _roll_back(connection)
            raise
        return
    _roll_back(connection)
    if isinstance(error, sqlite3.Error):
        known = storage_error(error)
        if known is not None:
            raise known from error


def _roll_back(connection: Connection) -> None:
    """Undo what is open; where even that fails, closing the connection undoes it."""
    try:
        connection.rollback()
    except sqlite3.Error:
        connection.close()
