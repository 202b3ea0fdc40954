"""A row that is not what it was written as is damage, and told as such."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage import players
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.storage_errors import NotADatabase, StorageFailure, storage_error

ZOE, ANN, BOB = b"z" * 32, b"a" * 32, b"b" * 32


def three_players(path: Path) -> None:
    with closing(Database(path)) as database, database.transaction() as db:
        players.register(db, "zoe", ZOE, 0)  # SQLite stores the key 1 without a byte of its own
        players.register(db, "ann", ANN, 0)
        players.register(db, "bob", BOB, 0)


def replace(path: Path, before: bytes, after: bytes) -> None:
    """Write over each place where the file holds this."""
    assert len(before) == len(after)
    whole = path.read_bytes()
    assert before in whole
    path.write_bytes(whole.replace(before, after))


def test_a_schema_that_is_no_text_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    Database(path).close()
    replace(path, b"seat TEXT NOT NULL", b"seat TEXT NO\xd4 NULL")
    with pytest.raises(NotADatabase, match="or is damaged"):
        Database(path)


def test_a_column_that_is_no_text_is_a_failure_of_the_disk() -> None:
    with closing(sqlite3.connect(":memory:")) as db, pytest.raises(sqlite3.Error) as failure:
        db.execute("SELECT CAST(x'ff' AS TEXT)").fetchone()
    known = storage_error(failure.value)
    assert isinstance(known, StorageFailure)
    assert "damaged" in str(known)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"annann" + ANN, b"bobann" + ANN),
        (ANN + b"\x02", ANN + b"\x03"),
        (b"annann" + ANN, b"annann" + BOB),
    ],
    ids=["another name", "an index that leads to another row", "another token"],
)
def test_nobody_is_taken_for_another_whatever_a_damaged_file_says(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    path = tmp_path / "t42.db"
    three_players(path)
    with closing(Database(path)) as database:
        assert players.by_token(database, ANN) == (2, "ann")
    replace(path, before, after)
    with closing(Database(path)) as database, pytest.raises(StorageFailure, match="damaged"):
        players.by_token(database, ANN)
