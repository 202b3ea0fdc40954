"""What a serving connection may do, decided by SQLite for every statement before it runs.

Deny by default: the log is appended to and read, the other tables are changed as their modules
need it, and the schema, the settings of the connection and other files are out of reach. The
triggers (`schema.GUARDS`) stop what passes here, such as `REPLACE`.
"""

from __future__ import annotations

from texas42_server.storage.driver import sqlite3

_FREE = {"listing", "listing_seats", "webhooks", "deliveries"}
_KEPT = {"offers", "reminders", "rematches", "seals"}
_INSERT = {"players", "matches", "events", "invites", "keys", "asks"} | _KEPT | _FREE
_UPDATE = {"players", "invites"} | _FREE
_DELETE = {"keys", "asks"} | _FREE
_ALWAYS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_SAVEPOINT,
}
_TABLES = {
    sqlite3.SQLITE_INSERT: _INSERT,
    sqlite3.SQLITE_UPDATE: _UPDATE,
    sqlite3.SQLITE_DELETE: _DELETE,
}
_READABLE_PRAGMAS = {"data_version", "journal_mode", "user_version"}


def authorize(
    action: int, first: str | None, second: str | None, _database: str | None, _by: str | None
) -> int:
    """Allow or deny one action of a statement (callback of `sqlite3.Connection.set_authorizer`).

    `first` is the table or the pragma, `second` the pragma's new value. Answers `SQLITE_OK` or
    `SQLITE_DENY`.
    """
    if action in _ALWAYS or first in _TABLES.get(action, ()):
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first in _READABLE_PRAGMAS and second is None:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY
