"""The shape of the database, in numbered steps, and everything that is checked before serving.

Migrations run on a connection of their own, which has no authorizer. The number of the last step
done is SQLite's `user_version`; `application_id` says that the file is ours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from texas42_server.connections import Connection, connect
from texas42_server.driver import sqlite3
from texas42_server.storage_errors import (
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

APPLICATION_ID = 0x74343264
"""`t42d`, in the file's header, where `file(1)` finds it."""

_FIRST = """
CREATE TABLE players (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    token BLOB NOT NULL UNIQUE,
    next_token BLOB UNIQUE,
    created INTEGER NOT NULL
) STRICT;
CREATE TABLE matches (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE listing (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    id TEXT NOT NULL,
    name TEXT,
    owner TEXT NOT NULL,
    preset TEXT NOT NULL,
    listed INTEGER NOT NULL,
    status TEXT NOT NULL,
    turn TEXT,
    turn_since INTEGER,
    head INTEGER NOT NULL,
    marks TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX listing_lobby ON listing (status, match) WHERE listed = 1;
CREATE TABLE listing_seats (
    match INTEGER NOT NULL REFERENCES listing (match),
    seat TEXT NOT NULL,
    person TEXT,
    kept INTEGER NOT NULL,
    status TEXT NOT NULL,
    waiting_since INTEGER,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_seats_person ON listing_seats (person, status, match);
CREATE INDEX listing_seats_waiting ON listing_seats (person, waiting_since, match)
    WHERE waiting_since IS NOT NULL;
CREATE TABLE invites (
    match INTEGER NOT NULL REFERENCES matches (key),
    seat TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE keys (
    key BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    match INTEGER NOT NULL REFERENCES matches (key),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_at ON keys (at);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""Step n is `MIGRATIONS[n - 1]`. A step that was ever released is never changed."""

SCHEMA_VERSION = len(MIGRATIONS)

_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
GUARDS: dict[str, str] = {
    "events_no_update": f"CREATE TRIGGER events_no_update BEFORE UPDATE ON events {_REFUSE}",
    "events_no_delete": f"CREATE TRIGGER events_no_delete BEFORE DELETE ON events {_REFUSE}",
    "events_dense": "CREATE TRIGGER events_dense BEFORE INSERT ON events"
    " WHEN NEW.seq IS NOT"
    " (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE match = NEW.match)"
    " BEGIN SELECT RAISE(ABORT, 'seq must follow the last one'); END",
    "matches_no_update": f"CREATE TRIGGER matches_no_update BEFORE UPDATE ON matches {_REFUSE}",
    "matches_no_delete": f"CREATE TRIGGER matches_no_delete BEFORE DELETE ON matches {_REFUSE}",
    "matches_new": "CREATE TRIGGER matches_new BEFORE INSERT ON matches"
    " WHEN EXISTS (SELECT 1 FROM matches WHERE key = NEW.key OR id = NEW.id)"
    f" {_REFUSE}",
}
"""The triggers that keep the log append-only, by name; put back at every start if one is gone."""


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


def inspect(path: Path, timeout: float = 5.0) -> State:
    """Look at a database and change nothing. Raises an `Unusable`, `Busy` or `StorageFailure`."""
    _check_place(path)
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
    for step in MIGRATIONS[version:]:
        for statement in step.split(";"):
            db.execute(statement)
    for name in _missing_guards(db, SCHEMA_VERSION):
        db.execute(GUARDS[name])
    if version < SCHEMA_VERSION:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


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


def _check_place(path: Path) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise MissingFolder(
            path, f"The folder {folder} does not exist. Create it, or name another --database."
        )
    if path.is_dir():
        raise NotADatabase(path, f"{path} is a folder. Name a file in it, like {path / 't42.db'}.")
    if path.exists() and not os.access(path, os.W_OK):
        raise ReadOnly(path, f"{path} is read-only. Make it writable for this user.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReadOnly(
            path,
            f"The folder {folder} is read-only, and SQLite keeps its journal there."
            " Make it writable for this user.",
        )


@contextmanager
def _startup_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _startup_error(path, error) from error


def _startup_error(path: Path, error: sqlite3.Error) -> StorageError:
    code = error_code(error)
    if code in (SQLITE_NOTADB, SQLITE_CORRUPT):
        return NotADatabase(
            path,
            f"{path} is not an SQLite database, or is damaged."
            " Restore a copy, or name another file with --database.",
        )
    if code in (SQLITE_READONLY, SQLITE_CANTOPEN):
        return ReadOnly(path, f"{path} cannot be opened for writing ({error}).")
    known = storage_error(error)
    if isinstance(known, Busy):
        return Busy(f"{path} is locked by another process. End it, or try again.")
    return known or StorageFailure(f"{path} cannot be prepared: {error}.")
