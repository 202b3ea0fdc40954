"""The one way to the database.

A kept connection per thread, reads that see one snapshot, one lock round every write transaction.
"""

from __future__ import annotations

import logging
import os
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from texas42_server.storage import migrations
from texas42_server.storage.authorizer import authorize
from texas42_server.storage.connections import Connection, connect
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.locks import WriteLock
from texas42_server.storage.presence import Presence
from texas42_server.storage.storage_errors import ReadOnly, StorageError, storage_error
from texas42_server.storage.transactions import Snapshot, Transaction

__all__ = ["Connection", "Database", "Readiness"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Readiness:
    """What `/readyz` tells: `can_append` was tried out in a transaction that was rolled back."""

    sqlite_version: str
    journal_mode: str
    schema_version: int
    can_read: bool
    can_append: bool
    problem: str | None
    """A sentence for anybody that says what is wrong, None when all is well."""


class _Kept:
    """One thread's connection and what it opens on it; closed when the thread ends."""

    def __init__(
        self,
        connection: Connection,
        lock: WriteLock,
        timeout: float,
        committed: Callable[[], None],
    ) -> None:
        self.connection = connection
        self.snapshot = Snapshot(connection)
        self.transaction = Transaction(connection, lock, timeout, committed)

    def close(self) -> None:
        self.connection.close()

    __del__ = close


class Database:
    """A database file that is migrated and ready to serve."""

    def __init__(self, path: str | os.PathLike[str], lock_timeout: float = 5.0) -> None:
        """Create or migrate the file at `path`.

        `lock_timeout` in seconds bounds what a read, or a write as a whole, may spend waiting
        for others.
        Raises `MissingFolder`, `ReadOnly`, `NotADatabase`, `NewerDatabase`, `Busy`,
        `StorageFailure`.
        """
        self.path = Path(path).absolute()
        self._lock_timeout = lock_timeout
        self._to_tell: tuple[Callable[[], None], ...] = ()
        self._mine = threading.local()
        self._all: weakref.WeakSet[_Kept] = weakref.WeakSet()
        deadline = time.monotonic() + lock_timeout
        migrations.recover(self.path, self._lock_timeout)
        with ExitStack() as opened:
            self._presence = opened.enter_context(closing(Presence(self.path)))
            self._presence.share(deadline)
            self._lock = opened.enter_context(closing(self._write_lock()))
            self._lock.acquire(deadline)
            try:
                migrations.migrate(self.path, self._lock_timeout)
            finally:
                self._lock.release()
            opened.pop_all()
        self._inode = self.path.stat().st_ino

    def _write_lock(self) -> WriteLock:
        file = self.path.with_name(self.path.name + "-lock")
        try:
            return WriteLock(file)
        except OSError as error:
            raise ReadOnly(self.path, f"{file} cannot be written ({error.strerror}).") from error

    def connection(self) -> Connection:
        """This thread's connection, opened on first use and kept.

        Its authorizer allows no change of the log and none of the schema. Raises `StorageFailure`.
        """
        return self._kept().connection

    def own_connection(self) -> Connection:
        """A further connection, for a caller that watches and closes it itself.

        Raises `StorageFailure` and the like.
        """
        try:
            return self._open()
        except sqlite3.Error as error:
            known = storage_error(error)
            if known is None:
                raise
            raise known from error

    def read(self) -> Snapshot:
        """A block in which all reads see one state of the database: `with database.read() as db`.

        Inside a transaction it is that transaction. Raises `Busy`, `StorageFailure`.
        """
        return self._kept().snapshot

    def transaction(self) -> Transaction:
        """A block that is written as a whole, durably, when it ends, or not at all when it raises.

        `with database.transaction() as db`: the block is the only writer until it ends, and reads
        the newest state. Raises `Busy` when that was not to be had in time, `StorageFailure` when
        the disk failed, and whatever the block raises.
        """
        return self._kept().transaction

    def after_commit(self, tell: Callable[[], None]) -> None:
        """Have `tell` called after each commit of this process, in the thread that committed."""
        self._to_tell = (*self._to_tell, tell)

    def _committed(self) -> None:
        for tell in self._to_tell:
            tell()

    def _kept(self) -> _Kept:
        kept: _Kept | None = getattr(self._mine, "kept", None)
        if kept is None or kept.connection.closed:
            kept = _Kept(self.own_connection(), self._lock, self._lock_timeout, self._committed)
            self._mine.kept = kept
            self._all.add(kept)
        return kept

    def _open(self) -> Connection:
        connection = connect(self.path, "rw", self._lock_timeout)
        connection.conn.set_authorizer(authorize)
        return connection

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
                db.execute("INSERT INTO events VALUES (?, 1, 0, '[]', x'')", (match,))
                raise _NotMeant
        except _NotMeant:
            pass

    def _missing_file(self) -> str | None:
        try:
            same = self.path.stat().st_ino == self._inode
        except OSError:
            same = False
        if same:
            return None
        _log.error("%s was removed or replaced while it was served", self.path)
        return "The database file was removed or replaced while it was served."

    def close(self) -> None:
        """Close every thread's connection and the locks; the object is of no use afterwards."""
        for kept in list(self._all):
            kept.close()
        self._mine = threading.local()
        self._lock.close()
        self._presence.close()


class _NotMeant(Exception):  # noqa: N818 - never an error
    """Ends a transaction that was only tried out."""
