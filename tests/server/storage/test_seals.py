"""The secrets of sealed deals: kept with the match, once, for ever."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage import migrations, seals, store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import MIGRATIONS

BEFORE = next(n for n, step in enumerate(MIGRATIONS) if "CREATE TABLE seals" in step)


def test_a_hand_has_its_own_secret(database: Database) -> None:
    with database.transaction() as db:
        friday, monday = store.create(db, "friday"), store.create(db, "monday")
        seals.put(db, friday, 1, b"1" * 32)
        seals.put(db, friday, 2, b"2" * 32)
    with database.read() as db:
        assert seals.of_hand(db, friday, 2) == b"2" * 32
        assert seals.of_hand(db, friday, 3) is None
        assert seals.of_hand(db, monday, 1) is None


@pytest.mark.parametrize(
    "sql", ["UPDATE seals SET secret = x'00'", "DELETE FROM seals", "DROP TABLE seals"]
)
def test_what_hides_a_deal_is_never_changed(database: Database, sql: str) -> None:
    with database.transaction() as db:
        seals.put(db, store.create(db, "friday"), 1, b"1" * 32)
    with pytest.raises(sqlite3.DatabaseError):
        database.connection().execute(sql)
    assert seals.of_hand(database.connection(), 1, 1) == b"1" * 32


def test_a_hand_is_sealed_once(database: Database) -> None:
    with database.transaction() as db:
        seals.put(db, store.create(db, "friday"), 1, b"1" * 32)
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        seals.put(db, 1, 1, b"2" * 32)
    assert seals.of_hand(database.connection(), 1, 1) == b"1" * 32


def test_hands_from_before_there_were_seals_have_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:BEFORE])
        before.setattr(migrations, "SCHEMA_VERSION", BEFORE)
        with closing(Database(path)) as database, database.transaction() as db:
            match = store.create(db, "friday")
    with closing(Database(path)) as database, database.transaction() as db:
        assert seals.of_hand(db, match, 1) is None
        seals.put(db, match, 2, b"2" * 32)
        assert seals.of_hand(db, match, 2) == b"2" * 32
