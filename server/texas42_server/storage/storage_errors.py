"""What can go wrong with the database, each kind a type whose text tells a person what to do."""

from __future__ import annotations

from pathlib import Path

from texas42_server.storage.driver import sqlite3

SQLITE_BUSY, SQLITE_LOCKED = 5, 6
SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT = 7, 8, 10, 11
SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_NOTADB = 13, 14, 15, 26

_FAILURES = {
    SQLITE_NOMEM: "there is no memory left",
    SQLITE_READONLY: "the database has become read-only",
    SQLITE_IOERR: "the disk answered with an error",
    SQLITE_CORRUPT: "the database file is damaged",
    SQLITE_FULL: "the disk is full",
    SQLITE_CANTOPEN: "the database file cannot be opened",
    SQLITE_PROTOCOL: "the locks of the database file do not work here",
    SQLITE_NOTADB: "the file is no longer an SQLite database",
}


_BY_TEXT = {
    "locked": SQLITE_BUSY,
    "is full": SQLITE_FULL,
    "decode to UTF-8": SQLITE_CORRUPT,
}
"""What errors without a code say: of the driver itself, which alone knows of damaged text."""


class StorageError(Exception):
    """Anything the database refused; `str()` is a sentence for a person."""

    retry_after = 5
    """Seconds to wait before the next try: somebody may have made room by then."""


class Busy(StorageError):  # noqa: N818 - what it is
    """The database could not be locked in time. Nothing was written; try again soon."""

    retry_after = 1

    def __init__(self, detail: str = "Others are writing; try again in a second.") -> None:
        super().__init__(detail)


class StorageFailure(StorageError):  # noqa: N818 - what it is
    """The disk or the file failed while serving. Nothing was written."""


def damaged() -> StorageFailure:
    """What is raised where a row is not what it was written as."""
    return StorageFailure(f"Nothing was written: {_FAILURES[SQLITE_CORRUPT]}.")


class Unusable(StorageError):  # noqa: N818 - what the database is
    """The database cannot be used at all: the server does not start."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(detail)
        self.path = path


class MissingFolder(Unusable):
    """The folder that should hold the database does not exist."""


class ReadOnly(Unusable):
    """The file or its folder may not be written."""


class NotADatabase(Unusable):
    """The file is something else: no SQLite file, damaged, or another program's database."""


class NewerDatabase(Unusable):
    """The database was written by a newer version of this server."""


class MissingFile(Unusable):
    """There is no file of this name."""


class AlreadyThere(Unusable):
    """There is a file of this name, and nothing is overwritten."""


class InUse(Unusable):
    """Somebody has the database open who would go on with the old file."""


class Damaged(Unusable):
    """The database can be opened, but something in it is not what was written."""


def error_code(error: sqlite3.Error) -> int | None:
    """The primary SQLite result code of an error (extended codes reduced), or None."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return next((known for part, known in _BY_TEXT.items() if part in str(error)), None)
    return int(code) & 0xFF


def storage_error(error: sqlite3.Error) -> StorageError | None:
    """`Busy` or `StorageFailure` for what the machine did; None for what is our own mistake."""
    code = error_code(error)
    if code in (SQLITE_BUSY, SQLITE_LOCKED):
        return Busy()
    if code in _FAILURES:
        return StorageFailure(f"Nothing was written: {_FAILURES[code]}.")
    return None
