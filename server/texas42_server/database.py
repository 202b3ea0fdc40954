"""The one way to the database.

A kept connection per thread, reads that see one snapshot, one lock round every write transaction.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database as Connection

from texas42_server import migrations
from texas42_server.authorizer import authorize
from texas42_server.driver import sqlite3
from texas42_server.locks import WriteLock
from texas42_server.storage_errors import ReadOnly, StorageError, storage_error

__all__ = ["Connection", "Database", "Readiness"]


@dataclass(frozen=True)
class Readiness:
    """What `/readyz` tells: `can_append` was tried out in a transaction that was rolled back."""

    sqlite_version: str
    journal_mode: str
    schema_version: int
    can_read: bool
    can_append: bool
    problem: str | None
    """A sentence that says what is wrong, None when all is well."""


class _Kept:
    """Holds one thread's connection, and closes it when the thread ends."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        self.connection.close()

    __del__ = close


class Database:
    """A database file that is migrated and ready to serve."""

    def __init__(self, path: str | os.PathLike[str], lock_timeout: float = 5.0) -> None:
        """Create or migrate the file at `path`.

        `lock_timeout` in seconds bounds what one write may spend waiting for others: two fifths
        in the queue, the rest in SQLite at the beginning and the end of the transaction.
        Raises `MissingFolder`, `ReadOnly`, `NotADatabase`, `NewerDatabase`, `Busy`.
        """
        self.path = Path(path)
        self._queue_timeout = lock_timeout * 0.4
        self._busy_timeout = lock_timeout * 0.3
        self._kept = threading.local()
        self._all: weakref.WeakSet[_Kept] = weakref.WeakSet()
        migrations.inspect(self.path, self._busy_timeout)
        lock_file = self.path.with_name(self.path.name + "-lock")
        try:
            self._lock = WriteLock(lock_file)
        except OSError as error:
            raise ReadOnly(self.path, f"{lock_file} cannot be written ({error}).") from error
        try:
            with self._lock.held(self._queue_timeout):
                migrations.prepare(self.path, self._busy_timeout)
        except BaseException:
            self._lock.close()
            raise
        self._inode = self.path.stat().st_ino

    def connection(self) -> Connection:
        """This thread's connection, opened on first use and kept.

        Its authorizer allows no change of the log and none of the schema. Raises `StorageFailure`.
        """
        kept: _Kept | None = getattr(self._kept, "it", None)
        if kept is None:
            try:
                kept = _Kept(self._open())
            except sqlite3.Error as error:
                raise storage_error(error) or error from error
            self._kept.it = kept
            self._all.add(kept)
        return kept.connection

    def _open(self) -> Connection:
        connection = Connection(
            sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode=rw",
                uri=True,
                isolation_level=None,
                timeout=self._busy_timeout,
                check_same_thread=False,
            )
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.conn.set_authorizer(authorize)
        return connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A block in which all reads see one state of the database.

        Inside a transaction it is that transaction. Raises `Busy`, `StorageFailure`.
        """
        connection = self.connection()
        if connection.conn.in_transaction:
            yield connection
            return
        with self._ended(connection, "BEGIN", "COMMIT"):
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A block that is written as a whole, durably, when it ends, or not at all when it raises.

        The block alone may write until it ends, and reads the newest state. Raises `Busy` when
        the lock was not to be had in time, `StorageFailure` when the disk failed, and whatever
        the block raises.
        """
        connection = self.connection()
        if connection.conn.in_transaction:
            raise RuntimeError("a transaction is open in this thread already")
        with (
            self._lock.held(self._queue_timeout),
            self._ended(connection, "BEGIN IMMEDIATE", "COMMIT"),
        ):
            yield connection

    @contextmanager
    def _ended(self, connection: Connection, begin: str, end: str) -> Iterator[None]:
        try:
            connection.execute(begin)
            try:
                yield
                connection.execute(end)
            except BaseException:
                self._roll_back(connection)
                raise
        except sqlite3.Error as error:
            raise storage_error(error) or error from error

    def _roll_back(self, connection: Connection) -> None:
        try:
            connection.rollback()
        except sqlite3.Error:
            self._kept.it.close()
            del self._kept.it

    def ready(self) -> Readiness:
        """Try to read and to append, and leave nothing behind. Never raises a `StorageError`."""
        problem = self._missing_file()
        journal_mode, schema_version, can_read, can_append = "unknown", 0, False, False
        try:
            with self.read() as db:
                journal_mode = str(db.execute("PRAGMA journal_mode").fetchone()[0])
                schema_version = int(db.execute("PRAGMA user_version").fetchone()[0])
                db.execute("SELECT max(key) FROM matches").fetchone()
            can_read = problem is None
            self._try_append()
            can_append = problem is None
        except StorageError as error:
            problem = problem or str(error)
        return Readiness(
            sqlite3.sqlite_version, journal_mode, schema_version, can_read, can_append, problem
        )

    def _try_append(self) -> None:
        try:
            with self.transaction() as db:
                match = db.execute("INSERT INTO matches (id) VALUES ('ready?')").lastrowid
                db.execute("INSERT INTO events VALUES (?, 1, 0, '[]')", (match,))
                raise _NotMeant
        except _NotMeant:
            pass

    def _missing_file(self) -> str | None:
        try:
            same = self.path.stat().st_ino == self._inode
        except OSError:
            same = False
        return None if same else f"{self.path} was removed or replaced while it was served."

    def close(self) -> None:
        """Close every thread's connection and the lock; the object is of no use afterwards."""
        for kept in list(self._all):
            kept.close()
        self._kept = threading.local()
        self._lock.close()


class _NotMeant(Exception):  # noqa: N818 - never an error
    """Ends a transaction that was only tried out."""
