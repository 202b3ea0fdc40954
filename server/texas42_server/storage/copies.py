"""Copies of a database: made while others write, and put in its place.

A copy has its name only once it is whole and on disk: whoever finds a file finds all of it.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from texas42_server.storage import migrations
from texas42_server.storage.connections import Connection, connect
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.presence import Presence, own_like
from texas42_server.storage.schema import SCHEMA_VERSION
from texas42_server.storage.storage_errors import (
    AlreadyThere,
    Busy,
    MissingFile,
    MissingFolder,
    NotADatabase,
    ReadOnly,
    StorageFailure,
    storage_error,
)

_PATIENCE_S = 60.0
_PAUSE_S = 0.02
_BLOCK = 1 << 20
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may keep beside a database that was not closed."""


@contextmanager
def copied(source: Path, target: Path) -> Iterator[Path]:
    """A copy of `source` as of one moment, which is named `target` if the block does not raise.

    Yields where it lies until then, whole and on disk, for the block to look at. Raises an
    `Unusable`, `Busy` or `StorageFailure`, and `AlreadyThere`: nothing is overwritten.
    """
    refuse_existing(target)
    with _part(source, target) as part:
        yield part
        with _disk_failures(target):
            _name(part, target)


@contextmanager
def replaced(source: Path, database: Path, aside: Path) -> Iterator[Path]:
    """A copy of `source` that takes the place of `database` if the block does not raise.

    The database before is kept as `aside`. Yields where the copy lies until then. Raises as
    `copied`, and `InUse` where a server has the database open.
    """
    refuse_existing(aside)
    with _alone(database), _part(source, database) as part:
        yield part
        with _disk_failures(database):
            own_like(part, database if database.exists() else database.parent)
            _set_aside(database, aside)
            os.replace(part, database)
            _settle(database.parent)


@contextmanager
def looking(path: Path) -> Iterator[Connection]:
    """A connection that reads a database of this version's tables; an older one as migrated.

    That is done in a copy: the file itself is left as it is. Raises an `Unusable`, `Busy` or
    `StorageFailure`.
    """
    if _version(path) == SCHEMA_VERSION:
        with closing(_reading(path)) as db:
            yield db
        return
    with tempfile.TemporaryDirectory() as folder:
        newer = Path(folder) / "newer.db"
        with copied(path, newer):
            pass
        migrations.migrate(newer)
        with closing(_reading(newer)) as db:
            yield db


def refuse_existing(path: Path) -> None:
    """Raises `MissingFolder`, and `AlreadyThere` where there is a file already."""
    if not path.parent.is_dir():
        raise MissingFolder(path, f"The folder {path.parent} does not exist. Create it first.")
    if path.exists():
        raise AlreadyThere(path, f"{path} is there already. Name another file, or move it away.")


def _version(path: Path) -> int:
    """The version of the tables of a database that is there."""
    if not path.exists():
        raise MissingFile(path, f"{path} does not exist. Name a database that does.")
    version = migrations.inspect(path, writing=False).version
    if not version:
        raise NotADatabase(path, f"{path} is empty, or was cut off in the middle of a write.")
    return version


def _reading(path: Path) -> Connection:
    """A connection that changes nothing, but finishes what a writer that died has left."""
    mode = "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
    try:
        db = connect(path, mode, _PATIENCE_S)  # type: ignore[arg-type]
        db.execute("PRAGMA query_only = ON")
    except sqlite3.Error as error:
        raise migrations.startup_error(path, error) from error
    return db


@contextmanager
def _part(source: Path, target: Path) -> Iterator[Path]:
    """A copy under a name of its own beside `target`, on disk; removed if it keeps that name."""
    _version(source)
    try:
        file, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)  # for us alone
    except OSError as error:
        detail = f"The folder {target.parent} cannot be written ({error.strerror})."
        raise ReadOnly(target, detail) from error
    os.close(file)
    part = Path(name)
    try:
        with closing(_reading(source)) as db:
            _copy(db, part)
        yield part
    finally:
        for path in (part, *(part.with_name(part.name + end) for end in _BESIDE)):
            path.unlink(missing_ok=True)


@contextmanager
def _disk_failures(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        detail = f"{path} cannot be read or written ({error.strerror}). Nothing was kept."
        raise StorageFailure(detail) from error


def _copy(db: Connection, part: Path) -> None:
    """Copy a database in one step: begun again at each write of others it would never end.

    With a rollback journal writers wait meanwhile; reading the file before makes that short.
    """
    path = Path(db.execute("PRAGMA database_list").fetchone()[2])
    with _disk_failures(path), path.open("rb") as file:
        while file.read(_BLOCK):
            pass
    try:
        _copy_pages(db, part, time.monotonic() + _PATIENCE_S)
    except sqlite3.Error as error:
        raise migrations.startup_error(path, error) from error
    with _disk_failures(part), part.open("rb") as file:
        os.fsync(file.fileno())


def _copy_pages(db: Connection, part: Path, deadline: float) -> None:
    def judge(status: int, _remaining: int, _total: int) -> None:
        if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE) and time.monotonic() > deadline:
            raise Busy("The database is locked by another process. End it, or try again.")

    with closing(connect(part, "rw", _PATIENCE_S)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # it is brought to disk as a whole, by the caller
        db.conn.backup(copy.conn, pages=-1, progress=judge, sleep=_PAUSE_S)
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, nothing beside it


def _name(part: Path, target: Path) -> None:
    """Give a copy its name, unless there is a file of this name by now."""
    try:
        os.link(part, target)
    except FileExistsError:
        refuse_existing(target)
        raise
    except OSError:  # no second names on this file system
        refuse_existing(target)
        part.rename(target)
    _settle(target.parent)


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    with closing(Presence(database)) as presence:
        presence.be_alone()
        yield


def _set_aside(database: Path, aside: Path) -> None:
    """Give the database a second name, with all that SQLite keeps beside it."""
    if not database.exists():
        return
    try:
        with closing(connect(database, "rw", 0)) as db:
            db.execute("PRAGMA journal_mode = DELETE").fetchall()
            db.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if isinstance(storage_error(error), Busy):
            raise migrations.startup_error(database, error) from error
        # Damaged: then it is kept as it is.
    for end in _BESIDE:
        left = database.with_name(database.name + end)
        if left.exists():
            left.rename(aside.with_name(aside.name + end))
    try:
        os.link(database, aside)
    except OSError:  # no second names on this file system
        database.rename(aside)


def _settle(folder: Path) -> None:
    """Bring the names in a folder to disk."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
