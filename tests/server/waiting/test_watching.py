"""The look-out: it sees whoever commits, sleeps when nobody waits, and survives faults."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.waiting.watchers import eventually
from texas42_server.storage import store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.storage_errors import StorageFailure
from texas42_server.waits import watching
from texas42_server.waits.watching import LookOut, MatchLog, Sleeper

LONG = 30.0


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "t42.db")) as database:
        yield database


@pytest.fixture
def match(database: Database) -> int:
    with database.transaction() as db:
        return store.create(db, "friday")


@pytest.fixture
def look_out(database: Database) -> LookOut:
    return LookOut(database, threading.Event())


def append(database: Database, match: int) -> None:
    with database.transaction() as db:
        store.append(db, match, store.head(db, match), ["[]"], 0)


def sleeper(look_out: LookOut, database: Database, match: int) -> Sleeper:
    sleeper = Sleeper((MatchLog(match),))
    look_out.add(sleeper)
    assert sleeper.look(database.connection()) == (store.head(database.connection(), match),)
    return sleeper


def test_a_commit_of_this_process_wakes(
    database: Database, look_out: LookOut, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "POLL_S", LONG)  # so it cannot be the polling
    waiting = sleeper(look_out, database, match)
    append(database, match)
    assert waiting.sleep(LONG)
    look_out.remove(waiting)


def test_a_commit_by_another_road_wakes(
    database: Database, look_out: LookOut, match: int, tmp_path: Path
) -> None:
    waiting = sleeper(look_out, database, match)
    with closing(Database(tmp_path / "t42.db")) as other:
        append(other, match)
    assert waiting.sleep(LONG)
    look_out.remove(waiting)


def test_what_was_committed_between_look_and_sleep_is_not_missed(
    database: Database, look_out: LookOut, match: int, tmp_path: Path
) -> None:
    with closing(Database(tmp_path / "t42.db")) as other:
        for road in (database, other):
            waiting = sleeper(look_out, database, match)
            for _ in range(50):
                waiting.look(database.connection())
                append(road, match)
                assert waiting.sleep(LONG)
            look_out.remove(waiting)


def test_other_changes_wake_nobody(database: Database, look_out: LookOut, match: int) -> None:
    with database.transaction() as db:
        other = store.create(db, "sunday")
    first, second = (sleeper(look_out, database, m) for m in (match, other))
    append(database, other)
    assert second.sleep(LONG)
    assert not first.sleep(0)
    for waiting in (first, second):
        look_out.remove(waiting)


def test_everybody_is_woken_when_the_server_stops(database: Database, match: int) -> None:
    stopping = threading.Event()
    look_out = LookOut(database, stopping)
    waiting = [sleeper(look_out, database, match) for _ in range(3)]
    stopping.set()
    assert all(one.sleep(LONG) for one in waiting)
    for one in waiting:
        look_out.remove(one)


def test_nothing_runs_when_nobody_waits_and_starts_again_when_somebody_does(
    database: Database, look_out: LookOut, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LINGER_S", 0.01)
    for _ in range(3):
        assert look_out._thread is None
        waiting = sleeper(look_out, database, match)
        append(database, match)
        assert waiting.sleep(LONG)
        look_out.remove(waiting)
        eventually(lambda: look_out._thread is None)


def test_a_fault_wakes_who_waits_and_is_got_over(
    database: Database,
    look_out: LookOut,
    match: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ill = threading.Event()
    ill.set()
    healthy = database.own_connection

    def connect() -> Connection:
        if ill.is_set():
            raise StorageFailure(database.path, "the disk is gone.")
        return healthy()

    monkeypatch.setattr(database, "own_connection", connect)
    monkeypatch.setattr(watching, "LINGER_S", 0.01)
    waiting = Sleeper((MatchLog(match),))
    look_out.add(waiting)
    assert waiting.sleep(LONG)
    assert "nobody can look out" in caplog.text
    ill.clear()
    monkeypatch.undo()
    waiting.look(database.connection())
    append(database, match)
    assert waiting.sleep(LONG)
    look_out.remove(waiting)
