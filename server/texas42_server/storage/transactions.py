"""What a thread opens on its connection: a snapshot to read from, or a write transaction.

Each is made once a thread and entered again and again: a write of one event takes some 60 µs in
all, and helpers that are built anew for each would cost a fifth of that.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from texas42_server.storage.connections import Connection, is_busy, patiently
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.locks import WriteLock
from texas42_server.storage.storage_errors import storage_error


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
            self._connection.conn.execute("BEGIN")
        return self._connection

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: object
    ) -> None:
        if self._inner:
            self._inner -= 1
            return
        _roll_back(self._connection)
        if error is not None:
            _raise_ours(error)


class Transaction:
    """A block that is written as a whole, durably, when it ends, or not at all when it raises."""

    def __init__(
        self,
        connection: Connection,
        lock: WriteLock,
        timeout: float,
        committed: Callable[[], None] = lambda: None,
    ) -> None:
        """`timeout` in seconds bounds the waiting for others in all.

        One moment ends it all: the waiting for `lock`, and for SQLite at the beginning, at each
        statement and at the end. Whoever stood in the queue while the one before waited for
        SQLite has waited as long. `committed` is called after every commit, with the lock given
        back.
        """
        self._connection = connection
        self._conn = connection.conn
        self._execute = connection.conn.cursor().execute
        self._lock = lock
        self._committed = committed
        self._timeout = timeout
        self._deadline = 0.0

    def __enter__(self) -> Connection:
        """Begin, alone among all writers. Raises `Busy`, `StorageFailure`."""
        if self._conn.in_transaction:
            raise RuntimeError("a transaction is open in this thread already")
        self._deadline = time.monotonic() + self._timeout
        self._lock.acquire(self._deadline)
        try:
            self._run("BEGIN IMMEDIATE")
        except BaseException as error:
            self._lock.release()
            _raise_ours(error)
            raise
        self._connection.deadline = self._deadline
        return self._connection

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: object
    ) -> None:
        try:
            if error is None:
                self._run("COMMIT")
        except BaseException as failure:
            _roll_back(self._connection)
            _raise_ours(failure)
            raise
        else:
            if error is not None:
                _roll_back(self._connection)
                _raise_ours(error)
        finally:
            self._connection.deadline = None
            self._lock.release()
        if error is None:
            self._committed()

    def _run(self, statement: str) -> None:
        try:
            self._execute(statement)
        except sqlite3.OperationalError as error:
            if not is_busy(error):  # a COMMIT that fails otherwise has ended the transaction
                raise
            patiently(lambda: self._execute(statement), self._deadline)


def _roll_back(connection: Connection) -> None:
    """Undo what is open; where even that fails, closing the connection undoes it."""
    try:
        connection.rollback()
    except sqlite3.Error:
        connection.close()


def _raise_ours(error: BaseException) -> None:
    """Raise what stands for a driver error that is the machine's; do nothing for any other."""
    if isinstance(error, sqlite3.Error):
        known = storage_error(error)
        if known is not None:
            raise known from error
