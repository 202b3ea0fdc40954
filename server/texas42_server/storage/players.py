"""Players and the hashes of their tokens. A token itself is never here."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from texas42_server.storage.database import Connection, Database
from texas42_server.storage.storage_errors import damaged

_HASH_OCTETS = 32


class Player(NamedTuple):
    """A registered player: the key inside the database, and the name as it was registered."""

    key: int
    name: str


class NameTaken(Exception):  # noqa: N818 - what happened
    """Somebody has this name, or one that differs only in case or in compatible characters."""


def fold(name: str) -> str:
    """The form by which names are unique: case folded, compatible characters made one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def register(db: Connection, name: str, token_hash: bytes, at: int) -> Player:
    """Enter a new player at `at` (milliseconds UTC). Inside a transaction. Raises `NameTaken`."""
    if by_name(db, name) is not None:
        raise NameTaken(name)
    key = db.execute(
        "INSERT INTO players (name, folded, token, created) VALUES (?, ?, ?, ?)",
        (name, fold(name), token_hash, at),
    ).lastrowid
    assert key is not None
    return Player(key, name)


def by_name(db: Connection, name: str) -> Player | None:
    """The player of this name, however it is written, or None."""
    row = db.execute("SELECT key, name FROM players WHERE folded = ?", (fold(name),)).fetchone()
    return None if row is None else Player(*row)


def by_token(database: Database, token_hash: bytes) -> Player | None:
    """The player whose token has this hash, or None. Outside a transaction.

    The first use of a renewed token makes it the only one: that writes, so it can raise `Busy`.
    """
    db = database.connection()
    player = _lookup(db, "token", token_hash)
    if player is not None:
        return player
    if _lookup(db, "next_token", token_hash) is None:
        # Between the two looks another request may have been the first to use it.
        return _lookup(db, "token", token_hash)
    with database.transaction() as db:
        db.execute(
            "UPDATE players SET token = next_token, next_token = NULL WHERE next_token = ?",
            (token_hash,),
        )
        return _lookup(db, "token", token_hash)


def is_current(db: Connection, token_hash: bytes) -> bool:
    """Whether the token with this hash is a player's still; one renewed but unused is not yet."""
    return _lookup(db, "token", token_hash) is not None


def _lookup(db: Connection, column: str, token_hash: bytes) -> Player | None:
    # The index leads to a row; in a damaged file it may be another player's, or bear another name.
    row = db.execute(
        f"SELECT row.key, row.name, row.folded, row.{column} FROM players AS found"
        f" JOIN players AS row ON row.key = found.key WHERE found.{column} = ?",
        (token_hash,),
    ).fetchone()
    if row is None:
        return None
    key, name, folded, own = row
    if own != token_hash or fold(name) != folded:
        raise damaged()
    return Player(key, name)


def set_next_token(db: Connection, player: int, token_hash: bytes) -> None:
    """Let a further token in; the old one dies when this one is first used.

    A renewal that was never used is forgotten. Inside a transaction.
    """
    db.execute("UPDATE players SET next_token = ? WHERE key = ?", (token_hash, player))


def damaged_rows(db: Connection) -> list[int]:
    """The keys of the rows that are not as they were written, for the operator: it looks at all."""
    return [
        key
        for key, name, folded, token in db.execute(
            "SELECT key, name, folded, token FROM players ORDER BY key"
        ).fetchall()
        if fold(name) != folded or len(token) != _HASH_OCTETS
    ]
