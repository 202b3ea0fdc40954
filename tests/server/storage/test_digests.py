"""A log that is not what was appended is told from one that is, and its first bad event named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texas42_server.storage import digests, store
from texas42_server.storage.database import Database
from texas42_server.storage.digests import DamagedLog
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS

BODIES = ['["created",{"name":"fünf"}]', '["joined","A","ann"]', '["pass","A"]', '["pass","B"]']


@pytest.fixture
def log(path: Path) -> Iterator[sqlite3.Connection]:
    """A log of four events, in the hands of whoever takes the guards away."""
    with closing(Database(path)) as database, database.transaction() as db:
        match = store.create(db, "friday")
        for seq, body in enumerate(BODIES):
            store.append(db, match, seq, [body], 1000 + seq)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def spoil(log: sqlite3.Connection, sql: str) -> None:
    log.executescript("".join(f"DROP TRIGGER {name};" for name in GUARDS) + sql)


DAMAGE = {
    "a letter of a body": ('UPDATE events SET body = \'["pass","C"]\' WHERE seq = 3', 3),
    "of the first": ("UPDATE events SET body = '[\"created\",{}]' WHERE seq = 1", 1),
    "no letters any more": ("UPDATE events SET body = CAST(x'ff5b' AS TEXT) WHERE seq = 2", 2),
    "nothing left": ("UPDATE events SET body = '' WHERE seq = 4", 4),
    "a line break": ("UPDATE events SET body = 'a' || char(10) || 'b' WHERE seq = 2", 2),
    "an event is gone": ("DELETE FROM events WHERE seq = 2", 2),
    "another number": ("UPDATE events SET seq = 9 WHERE seq = 4", 4),
    "another number in the middle": ("UPDATE events SET seq = 9 WHERE seq = 2", 2),
    "one more": ("INSERT INTO events VALUES (1, 5, 1004, '[]', x'0011223344556677')", 5),
    "the last digest": ("UPDATE events SET digest = x'00' WHERE seq = 4", 4),
    "the last time": ("UPDATE events SET at = 1007 WHERE seq = 4", 4),
    "two change places": (
        "UPDATE events SET seq = 9 WHERE seq = 2; UPDATE events SET seq = 2 WHERE seq = 3;"
        " UPDATE events SET seq = 3 WHERE seq = 9",
        2,
    ),
}


@pytest.mark.parametrize(("sql", "bad"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_seen_at_every_load_and_its_first_event_named(
    log: sqlite3.Connection, path: Path, sql: str, bad: int
) -> None:
    spoil(log, sql)
    with closing(Database(path)) as database:
        db = database.connection()
        for look in (
            lambda: store.read(db, 1),
            lambda: store.bodies(db, 1),
            lambda: store.load(db, 1),
        ):
            with pytest.raises(DamagedLog) as damage:
                look()
            assert damage.value.seq == bad
            assert "pass" not in str(damage.value)
            assert damage.value.__cause__ is None
        assert store.first_bad(db, 1) == bad
        assert store.bodies(db, 1, bad - 1) == BODIES[: bad - 1]


@pytest.mark.parametrize("column", ["digest = x'00'", "at = 1"])
def test_a_bad_digest_or_time_amid_the_log_is_seen_by_whoever_looks_at_each(
    log: sqlite3.Connection, path: Path, column: str
) -> None:
    spoil(log, f"UPDATE events SET {column} WHERE seq = 2")
    with closing(Database(path)) as database:
        assert store.bodies(database.connection(), 1) == BODIES
        assert store.first_bad(database.connection(), 1) == 2


@pytest.mark.parametrize(("sql", "bad"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_seen_by_whoever_knows_the_beginning(
    log: sqlite3.Connection, path: Path, sql: str, bad: int
) -> None:
    with closing(Database(path)) as database:
        db = database.connection()
        _, running = store.following(db, 1, 0, digests.begin(), 1)
        spoil(log, sql)
        if bad == 1:
            assert store.following(db, 1, 1, running)[0], "what is known already is not read again"
            return
        with pytest.raises(DamagedLog) as damage:
            store.following(db, 1, 1, running)
        assert damage.value.seq == bad


def test_nothing_is_appended_to_a_damaged_log_but_what_leaves_it_damaged(
    log: sqlite3.Connection, path: Path
) -> None:
    spoil(log, DAMAGE["a letter of a body"][0])
    with closing(Database(path)) as database:
        with pytest.raises(DamagedLog), database.transaction() as db:
            store.append(db, 1, 4, ["[5]"], 1)
        with database.transaction() as db:
            store.append_to_damaged(db, 1, 4, "[5]", 1)
            assert store.head(db, 1) == 5
            with pytest.raises(DamagedLog) as damage:
                store.read(db, 1)
        assert damage.value.seq == 3


def test_a_digest_can_be_made_by_anybody_who_reads_how(database: Database) -> None:
    with database.transaction() as db:
        match = store.create(db, "friday")
        store.append(db, match, 0, BODIES[:2], 7)
        store.append(db, match, 2, BODIES[2:], 8)
    rows = store.raw(database.connection(), match)
    for seq, at, _, digest in rows:
        text = "".join(f"{body}\n" for body in BODIES[:seq]) + str(at)
        assert digest == blake2b(text.encode(), digest_size=8).digest()


@given(st.lists(st.lists(st.binary()), max_size=5))
def test_a_digest_does_not_depend_on_how_many_came_at_once(batches: list[list[bytes]]) -> None:
    running = digests.begin()
    for batch in batches:
        running = digests.follow(running, batch)
    at_once = digests.follow(digests.begin(), [body for batch in batches for body in batch])
    assert digests.stored(running, 1) == digests.stored(at_once, 1)
    assert digests.stored(running, 1) == digests.stored(running, 1), "it goes on unchanged"
