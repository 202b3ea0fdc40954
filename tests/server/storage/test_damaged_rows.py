"""A row that is not what it was written as is damage, and told as such."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage import listing, players, store
from texas42_server.storage.database import Database
from texas42_server.storage.digests import DamagedLog
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.listing import Row, SeatRow
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


def test_a_column_of_another_name_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    Database(path).close()
    replace(path, b"turn_since INTEGER", b"turn_sinke INTEGER")
    with pytest.raises(NotADatabase, match="or is damaged"):
        Database(path)


@pytest.mark.parametrize(
    "change",
    [
        "marks = 'no JSON'",
        "marks = '[]'",
        "created = 99999999999999999",
        "turn_since = -99999999999999999",
        "name = CAST(x'ff' AS TEXT)",
    ],
)
def test_a_row_of_the_lists_that_cannot_be_is_told_as_damage(tmp_path: Path, change: str) -> None:
    path = tmp_path / "t42.db"
    seats = {"A": SeatRow("ann")}
    row = Row("m", "friday", "ann", "straight", True, "open", None, None, 1, {"A+C": 0}, 0, seats)
    with closing(Database(path)) as database:
        with database.transaction() as db:
            listing.update(db, store.create(db, "m"), row)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"UPDATE listing SET {change}")
        with database.read() as snapshot, pytest.raises((StorageFailure, sqlite3.Error)) as failure:
            listing.open_matches(snapshot, statuses=["open"], limit=9, before=None)
    told = failure.value
    assert isinstance(
        storage_error(told) if isinstance(told, sqlite3.Error) else told, StorageFailure
    )


def test_a_time_that_cannot_be_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    with closing(Database(path)) as database, database.transaction() as db:
        store.append(db, store.create(db, "m"), 0, ["[1]", "[2]"], 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        plain.execute("DROP TRIGGER events_no_update")
        plain.execute("UPDATE events SET at = 99999999999999999 WHERE seq = 1")
    with closing(Database(path)) as database, database.read() as db:
        with pytest.raises(DamagedLog) as damage:
            store.load(db, 1)
        assert damage.value.seq == 1
        with pytest.raises(DamagedLog):
            store.time_of(db, 1, 1)


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
