"""Bringing the database up to date, and everything that is checked before it is served.

Migrations run on a connection of their own, which has no authorizer. The number of the last step
done is SQLite's `user_version`; `application_id` says that the file is ours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from texas42_server.storage import digests
from texas42_server.storage.connections import Connection, connect
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import APPLICATION_ID, GUARDS, MIGRATIONS, SCHEMA_VERSION
from texas42_server.storage.storage_errors import (
    SQLITE_CANTOPEN,
    SQLITE_CORRUPT,
    SQLITE_NOTADB,
    SQLITE_READONLY,
    Busy,
    MissingFolder,
    NewerDatabase,
    NotADatabase,
    ReadOnly,
    StorageError,
    StorageFailure,
    error_code,
    storage_error,
)

_HEADER = b"SQLite format 3\0"


@dataclass(frozen=True)
class State:
    """A database as found. Without a file, or with an empty one, `version` is 0."""

    exists: bool
    version: int
    journal_mode: str | None
    missing_guards: tuple[str, ...]
    unfinished: bool = False
    """A write was cut off; opening the database for writing undoes it, and tells the rest."""


def wal_is_safe(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether this SQLite is free of the WAL-reset bug, which can lose commits.

    It is in 3.7.0 to 3.51.2 and fixed in 3.51.3, 3.50.7 and 3.44.6.
    """
    fixed = {(3, 44): 6, (3, 50): 7, (3, 51): 3}
    branch = version[:2]
    return branch > (3, 51) or (branch in fixed and version[2] >= fixed[branch])


def chosen_journal_mode() -> str:
    """`wal` where that is safe, else `delete`."""
    return "wal" if wal_is_safe() else "delete"


def inspect(path: Path, timeout: float = 5.0, *, writing: bool = True) -> State:
    """Look at a database and change nothing.

    `writing` is whether it is to be served from there later, or only read. Raises an `Unusable`,
    `Busy` or `StorageFailure`.
    """
    _check_place(path, writing=writing)
    if _is_new(path):
        return State(path.exists(), 0, None, ())
    journal = path.with_name(path.name + "-journal")
    with _startup_errors(path), closing(connect(path, "ro", timeout)) as db:
        try:
            version = _check_ours(db, path)
        except sqlite3.OperationalError:
            if journal.exists() and journal.stat().st_size:
                return State(True, 0, None, (), unfinished=True)
            raise
        return State(True, version, _pragma(db, "journal_mode"), _missing_guards(db, version))


def recover(path: Path, timeout: float = 5.0) -> None:
    """Undo a write that was cut off, and refuse what `migrate` must not touch.

    Raises an `Unusable`, `Busy` or `StorageFailure`.
    """
    _check_place(path)
    if not _is_new(path):
        with _startup_errors(path), closing(connect(path, "rw", timeout)) as db:
            _check_ours(db, path)


def migrate(path: Path, timeout: float = 5.0) -> None:
    """Create or migrate the database and set its journal mode.

    `timeout` in seconds is how long other processes are waited for. Raises an `Unusable`, `Busy`
    or `StorageFailure`, and then leaves the tables as they were.
    """
    if not path.exists():  # hands, codes and webhook secrets are in it
        path.touch(mode=0o600)
    with _startup_errors(path), closing(connect(path, "rwc", timeout)) as db:
        if _pragma(db, "journal_mode") != chosen_journal_mode():
            db.execute(f"PRAGMA journal_mode = {chosen_journal_mode()}").fetchall()
        db.execute("BEGIN IMMEDIATE")
        try:
            _take_steps(db, path)
            db.execute("COMMIT")
        except BaseException:
            db.rollback()
            raise


def _take_steps(db: Connection, path: Path) -> None:
    """Do the missing steps and put missing guards back."""
    version = _check_ours(db, path)
    _run(db.conn, MIGRATIONS[version:])
    if not _columns(db.conn) >= _columns_of(MIGRATIONS):
        raise _no_database(path)
    for name in _missing_guards(db, SCHEMA_VERSION):
        db.execute(GUARDS[name])
    if version < SCHEMA_VERSION:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _run(conn: sqlite3.Connection, steps: tuple[str, ...]) -> None:
    conn.create_function("log_digest", 3, _log_digest())
    for step in steps:
        for statement in step.split(";"):
            conn.execute(statement)


def _columns(conn: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Every column that there is, with its table and type."""
    return set(
        conn.execute(
            "SELECT tables.name, columns.name, columns.type FROM sqlite_master AS tables,"
            " pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
    )


@lru_cache(maxsize=1)
def _columns_of(steps: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every column that a database has after these steps: a damaged file may name one otherwise."""
    with closing(sqlite3.connect(":memory:")) as conn:
        _run(conn, steps)
        return _columns(conn)


def _log_digest() -> Callable[[int, int, bytes], bytes]:
    """The function of this name that steps may use: told one event after the other."""
    so_far: tuple[int, digests.Running] = (0, digests.begin())

    def told(match: int, at: int, body: bytes) -> bytes:
        nonlocal so_far
        before = so_far[1] if so_far[0] == match else digests.begin()
        so_far = (match, digests.follow(before, [body]))
        return digests.stored(so_far[1], at)

    return told


def _is_new(path: Path) -> bool:
    return not path.exists() or path.stat().st_size == 0


def _pragma(db: Connection, name: str) -> str:
    return str(db.execute(f"PRAGMA {name}").fetchone()[0])


def _missing_guards(db: Connection, version: int) -> tuple[str, ...]:
    if version == 0:
        return ()
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'")}
    return tuple(name for name in GUARDS if name not in there)


def _check_ours(db: Connection, path: Path) -> int:
    """The schema version of a database that is ours or empty."""
    version = int(_pragma(db, "user_version"))
    application = int(_pragma(db, "application_id"))
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (tables or version or application):
        raise NotADatabase(
            path,
            f"{path} is the SQLite database of another program. Name another file with --database.",
        )
    if version > SCHEMA_VERSION:
        raise NewerDatabase(
            path,
            f"{path} has schema version {version}, this server knows {SCHEMA_VERSION}."
            " Install the newer version of texas42 that wrote it, or name another file.",
        )
    return version


def _check_place(path: Path, *, writing: bool = True) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise MissingFolder(
            path, f"The folder {folder} does not exist. Create it, or name another --database."
        )
    if path.is_dir():
        raise NotADatabase(path, f"{path} is a folder. Name a file in it, like {path / 't42.db'}.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK if writing else os.R_OK):
        raise ReadOnly(
            path,
            f"{path} is read-only (or closed) to this user. Make it readable and writable.",
        )
    if writing and not os.access(folder, os.W_OK | os.X_OK):
        raise ReadOnly(
            path,
            f"The folder {folder} is read-only, and SQLite keeps its journal there."
            " Make it writable for this user.",
        )
    if not _is_new(path):
        with path.open("rb") as file:  # SQLite itself writes over a file of some bytes
            if file.read(len(_HEADER)) != _HEADER:
                raise _no_database(path)


def _no_database(path: Path) -> NotADatabase:
    return NotADatabase(
        path,
        f"{path} is not an SQLite database, or is damaged."
        " Restore a copy, or name another file with --database.",
    )


@contextmanager
def _startup_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise startup_error(path, error) from error


def startup_error(path: Path, error: sqlite3.Error) -> StorageError:
    """What stands for a driver error on a database that is being opened, copied or prepared."""
    code = error_code(error)
    if code in (SQLITE_NOTADB, SQLITE_CORRUPT):
        return _no_database(path)
    if code in (SQLITE_READONLY, SQLITE_CANTOPEN):
        return ReadOnly(path, f"{path} cannot be opened for writing ({error}).")
    known = storage_error(error)
    if isinstance(known, Busy):
        return Busy(f"{path} is locked by another process. End it, or try again.")
    return known or StorageFailure(f"{path} cannot be prepared: {error}.")
