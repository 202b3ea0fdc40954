"""The secrets of sealed deals: kept with the match, once, for ever; damage is told."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage import migrations, seals, store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import MIGRATIONS
from texas42_server.storage.seals import DamagedSeal, HandKey

BEFORE = next(n for n, step in enumerate(MIGRATIONS) if "CREATE TABLE seals" in step)
SECRETS = {number: bytes([number]) * 32 for number in range(1, 5)}


def sealed(database: Database, match_id: str, numbers: range) -> int:
    """A match with these hands sealed; its key."""
    with database.transaction() as db:
        match = store.create(db, match_id)
        for number in numbers:
            seals.put(db, HandKey(match, match_id, number), SECRETS[number])
    return match


def test_each_hand_has_its_own_secret(database: Database) -> None:
    friday, monday = (sealed(database, name, range(1, 4)) for name in ("friday", "monday"))
    with database.read() as db:
        first_three = {number: SECRETS[number] for number in (1, 2, 3)}
        assert seals.of_match(db, friday, "friday", 3) == first_three
        assert seals.of_match(db, monday, "monday", 3) == first_three


def test_hands_from_before_there_were_seals_have_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:BEFORE])
        before.setattr(migrations, "SCHEMA_VERSION", BEFORE)
        with closing(Database(path)) as database, database.transaction() as db:
            match = store.create(db, "friday")
    with closing(Database(path)) as database, database.transaction() as db:
        assert seals.of_match(db, match, "friday", 2) == {}
        seals.put(db, HandKey(match, "friday", 3), SECRETS[3])
        assert seals.of_match(db, match, "friday", 3) == {3: SECRETS[3]}


@pytest.mark.parametrize(
    "sql", ["UPDATE seals SET secret = x'00'", "DELETE FROM seals", "DROP TABLE seals"]
)
def test_what_hides_a_deal_is_never_changed(database: Database, sql: str) -> None:
    match = sealed(database, "friday", range(1, 2))
    with pytest.raises(sqlite3.DatabaseError):
        database.connection().execute(sql)
    assert seals.of_match(database.connection(), match, "friday", 1) == {1: SECRETS[1]}


def test_a_deal_that_the_log_has_lost_may_be_sealed_anew(database: Database) -> None:
    """Where an operator goes on from an earlier event; old salts must hide nothing any more."""
    match = sealed(database, "friday", range(1, 4))
    with database.transaction() as db:
        seals.of_match(db, match, "friday", 2)
        seals.put(db, HandKey(match, "friday", 3), SECRETS[4])
    assert seals.of_match(database.connection(), match, "friday", 3)[3] == SECRETS[4]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE seals SET secret = zeroblob(32) WHERE hand = 2",
        "UPDATE seals SET secret = zeroblob(33) WHERE hand = 1",
        "UPDATE seals SET digest = x'00' WHERE hand = 3",
        "UPDATE seals SET hand = 0 WHERE hand = 1",
        "UPDATE seals SET hand = 9 WHERE hand = 1",
        "UPDATE seals SET hand = 9 WHERE hand = 3",
        "UPDATE seals SET match = 2 WHERE hand = 2",
        "DELETE FROM seals WHERE hand = 2",
        "DELETE FROM seals WHERE hand = 3",
    ],
)
def test_a_damaged_seal_is_told(path: Path, damage: str) -> None:
    with closing(Database(path)) as database:
        match = sealed(database, "friday", range(1, 4))
        sealed(database, "monday", range(0))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute(damage)
        with pytest.raises(DamagedSeal), database.read() as db:
            seals.of_match(db, match, "friday", 3)
