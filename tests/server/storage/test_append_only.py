"""The log is append-only: by triggers, by the authorizer, each alone and both together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database as SqliteUtils

from texas42_server.storage import store
from texas42_server.storage.authorizer import authorize
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS, MIGRATIONS

Open = Callable[[], SqliteUtils]
LOG = [(1, 7, "[1]"), (2, 7, "[2]")]

REWRITES = [
    "UPDATE events SET body = '[]' WHERE seq = 1",
    "UPDATE OR REPLACE events SET seq = 2 WHERE seq = 1",
    "UPDATE OR IGNORE events SET at = 0",
    "DELETE FROM events WHERE seq = 2",
    "DELETE FROM events",
    "UPDATE matches SET id = 'other'",
    "DELETE FROM matches",
]
BY_INSERTING = [
    "INSERT OR REPLACE INTO events VALUES (1, 1, 7, '[]', x'')",
    "REPLACE INTO events VALUES (1, 2, 7, '[]', x'')",
    "INSERT OR IGNORE INTO events VALUES (1, 2, 7, '[]', x'')",
    "INSERT INTO events VALUES (1, 2, 7, '[]', x'') ON CONFLICT DO UPDATE SET body = excluded.body",
    "INSERT INTO events VALUES (1, 4, 7, '[]', x'')",
    "INSERT INTO events VALUES (1, 0, 7, '[]', x'')",
    "REPLACE INTO matches (key, id) VALUES (1, 'other')",
    "REPLACE INTO matches (key, id) VALUES (9, 'friday')",
    "INSERT INTO matches (key, id) VALUES (1, 'x') ON CONFLICT DO UPDATE SET id = excluded.id",
]
BY_OTHER_ROADS = [
    "DROP TABLE events",
    "DROP TRIGGER kept",
    "ALTER TABLE events RENAME TO gone",
    "ALTER TABLE events ADD COLUMN more TEXT",
    "CREATE TABLE other (a)",
    "CREATE TRIGGER t AFTER INSERT ON keys BEGIN DELETE FROM events; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON keys BEGIN DELETE FROM events; END",
    "CREATE TEMP TABLE events (a)",
    "CREATE VIEW v AS SELECT 1",
    "ATTACH ':memory:' AS other",
    "PRAGMA writable_schema = ON",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA recursive_triggers = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA journal_mode = OFF",
    "PRAGMA user_version = 0",
    "VACUUM INTO '/nonexistent/copy.db'",
    "REINDEX",
    "UPDATE sqlite_master SET sql = ''",
]
DROPS = [f"DROP TRIGGER {name}" for name in GUARDS]


@pytest.fixture
def log(path: Path) -> Path:
    with closing(Database(path)) as database, database.transaction() as db:
        match = store.create(db, "friday")
        store.append(db, match, 0, ["[1]", "[2]"], 7)
    return path


@pytest.fixture
def served(log: Path) -> Iterator[SqliteUtils]:
    """Triggers and authorizer together, as in service."""
    with closing(Database(log)) as database:
        yield database.connection()


@pytest.fixture
def plain(log: Path) -> Iterator[SqliteUtils]:
    """Triggers alone: anybody's connection, with the settings SQLite has by itself."""
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        yield SqliteUtils(connection, recursive_triggers=False)


@pytest.fixture
def without_triggers(log: Path) -> Iterator[SqliteUtils]:
    """The authorizer alone."""
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("CREATE TRIGGER kept AFTER INSERT ON keys BEGIN SELECT 1; END")
        db = SqliteUtils(connection)
        connection.set_authorizer(authorize)
        yield db


def events(path: Path) -> list[tuple[int, int, str]]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT key, id FROM matches").fetchall() == [(1, "friday")]
        return connection.execute("SELECT seq, at, body FROM events ORDER BY seq").fetchall()


@pytest.mark.parametrize("sql", REWRITES + BY_INSERTING)
def test_triggers_alone_refuse(plain: SqliteUtils, log: Path, sql: str) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"append-only|seq must follow"):
        plain.execute(sql)
    assert events(log) == LOG


@pytest.mark.parametrize("sql", REWRITES + BY_OTHER_ROADS)
def test_the_authorizer_alone_refuses(without_triggers: SqliteUtils, log: Path, sql: str) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited|denied|may not"):
        without_triggers.execute(sql)
    assert events(log) == LOG


@pytest.mark.parametrize("sql", [*REWRITES, *BY_INSERTING, *BY_OTHER_ROADS, *DROPS])
def test_a_serving_connection_refuses(served: SqliteUtils, log: Path, sql: str) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        served.execute(sql)
    assert events(log) == LOG


EVENT = {"match": 1, "seq": 1, "at": 0, "body": "[]", "digest": b""}
TOOLS: dict[str, Callable[[SqliteUtils], object]] = {
    "transform": lambda db: db.table("events").transform(rename={"body": "text"}),
    "upsert": lambda db: db.table("events").upsert(EVENT, pk=("match", "seq")),
    "replace": lambda db: db.table("events").insert(EVENT, pk=("match", "seq"), replace=True),
    "update": lambda db: db.table("events").update((1, 1), {"body": "[]"}),
    "delete": lambda db: db.table("events").delete((1, 1)),
    "delete_where": lambda db: db.table("events").delete_where("1 = 1"),
    "drop": lambda db: db.table("events").drop(),
    "vacuum": lambda db: db.vacuum(),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tools_of_sqlite_utils_cannot_change_the_log(
    served: SqliteUtils, log: Path, tool: str
) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        TOOLS[tool](served)
    assert events(log) == LOG


def test_every_table_is_known_to_the_authorizer(served: SqliteUtils) -> None:
    tables = set(served.table_names())
    for table in tables:
        assert authorize(sqlite3.SQLITE_INSERT, table, None, "main", None) == sqlite3.SQLITE_OK
    assert tables == {
        re.sub(r"\W", "", found) for found in re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS))
    }


def test_every_table_is_strict(served: SqliteUtils) -> None:
    for (sql,) in served.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall():
        assert re.search(r"\) STRICT(, WITHOUT ROWID)?$", sql)
