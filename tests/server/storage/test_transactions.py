"""A write is whole, alone and durable, or it has not been; nobody waits for ever."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from texas42_server.storage import store
from texas42_server.storage.connections import Connection
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import SCHEMA_VERSION
from texas42_server.storage.storage_errors import Busy, StorageFailure, storage_error

HOLD_THE_LOCK = """
import sys
from texas42_server.storage.database import Database

database = Database(sys.argv[1])
with database.transaction():
    print("held", flush=True)
    sys.stdin.read()
"""
HOLD_SQLITE = """
import sqlite3, sys

other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""
CUT_OFF = """
import os, signal, sys
from texas42_server.storage import store
from texas42_server.storage.database import Database

database = Database(sys.argv[1])
with database.transaction() as db:
    db.conn.set_authorizer(None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("PRAGMA cache_spill = 1")
    match = store.create(db, "torn")
    store.append(db, match, 0, ["x" * 4000 for _ in range(200)], 0)
    os.kill(os.getpid(), signal.SIGKILL)
"""

WRITE_FOR_EVER = """
import itertools, sys
from texas42_server.storage import store
from texas42_server.storage.database import Database

database = Database(sys.argv[1])
with database.transaction() as db:
    match = store.create(db, "friday")
for seq in itertools.count(0, 2):
    with database.transaction() as db:
        store.append(db, match, seq, ["[1]", "[2]"], 0)
    print(seq + 2, flush=True)
"""


@contextmanager
def another_process(script: str, path: Path) -> Iterator[None]:
    """A process that holds the database until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield
        process.communicate("")


def ids(db: Connection) -> list[str]:
    return [match_id for (match_id,) in db.execute("SELECT id FROM matches ORDER BY key")]


def test_a_block_that_raises_has_written_nothing(database: Database) -> None:
    def write() -> None:
        with database.transaction() as db:
            store.append(db, store.create(db, "friday"), 0, ["[1]"], 0)
            raise KeyError

    with pytest.raises(KeyError):
        write()
    assert ids(database.connection()) == []
    with database.transaction() as db:
        store.create(db, "saturday")
    assert ids(database.connection()) == ["saturday"]


def test_a_statement_that_fails_takes_the_whole_block_with_it(database: Database) -> None:
    def write() -> None:
        with database.transaction() as db:
            store.create(db, "friday")
            store.create(db, "friday")

    with pytest.raises(sqlite3.IntegrityError):
        write()
    assert ids(database.connection()) == []


def test_transactions_do_not_nest(database: Database) -> None:
    def write() -> None:
        with database.transaction() as db:
            store.create(db, "friday")
            with database.transaction():
                pass

    with pytest.raises(RuntimeError, match="open in this thread"):
        write()
    assert ids(database.connection()) == []


def test_a_read_sees_one_state_while_others_write(path: Path, database: Database) -> None:
    def write() -> None:
        try:
            with database.transaction() as db:
                store.create(db, "friday")
        except Busy:
            pass  # a rollback journal lets no one commit while somebody reads

    database = Database(path, lock_timeout=0.2)
    with database.read() as db:
        before = ids(db)
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        with database.read() as inner:
            assert ids(inner) == before
        assert ids(db) == before
    database.close()


def test_a_read_inside_a_transaction_sees_it(database: Database) -> None:
    with database.transaction() as db:
        store.create(db, "friday")
        with database.read() as inner:
            assert ids(inner) == ["friday"]
        store.create(db, "saturday")
    assert ids(database.connection()) == ["friday", "saturday"]


@pytest.mark.parametrize("script", [HOLD_THE_LOCK, HOLD_SQLITE], ids=["ours", "sqlite"])
def test_a_writer_that_cannot_have_the_lock_is_told_so(path: Path, script: str) -> None:
    database = Database(path, lock_timeout=0.3)
    with another_process(script, path):
        with pytest.raises(Busy) as refused, database.transaction() as db:
            store.create(db, "friday")
        assert refused.value.retry_after >= 1
        assert ids(database.connection()) == []
        ready = database.ready()
        assert (ready.can_read, ready.can_append) == (True, False)
    with database.transaction() as db:
        store.create(db, "friday")
    assert ids(database.connection()) == ["friday"]
    database.close()


def test_a_read_waits_for_a_write_of_another_program(database: Database, path: Path) -> None:
    read: list[list[str]] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        reader = threading.Thread(target=lambda: read.append(ids(database.connection())))
        reader.start()
        reader.join(0.3)
        other.execute("INSERT INTO matches (id) VALUES ('friday')")
        other.execute("COMMIT")
        reader.join()
    assert read in ([["friday"]], [[]])  # with a write-ahead log it need not wait


def test_threads_are_served_in_the_order_in_which_they_came(database: Database) -> None:
    order: list[int] = []
    waiting: list[threading.Thread] = []

    def write(number: int) -> None:
        with database.transaction():
            order.append(number)

    with database.transaction():
        for number in range(6):
            thread = threading.Thread(target=write, args=(number,))
            thread.start()
            waiting.append(thread)
            while len(database._lock._waiting) <= number:
                thread.join(0.001)
    for thread in waiting:
        thread.join()
    assert order == list(range(6))


def test_a_thread_that_gave_up_does_not_block_the_next(path: Path) -> None:
    database = Database(path, lock_timeout=0.2)
    busy: list[Busy] = []

    def write() -> None:
        try:
            with database.transaction():
                pass
        except Busy as error:
            busy.append(error)

    with database.transaction():
        threads = [threading.Thread(target=write) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(busy) == 3
    with database.transaction() as db:
        store.create(db, "friday")
    database.close()


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_one_moment_ends_all_waiting_also_for_the_sixteenth_in_the_queue(
    path: Path, kind: str
) -> None:
    """With a share of the time for each step, the first was refused long before its time."""
    timeout, writers = 0.6, 16
    database = Database(path, lock_timeout=timeout)
    waited: list[float] = []

    def write() -> None:
        began = time.monotonic()
        with pytest.raises(Busy), database.transaction() as db:
            store.create(db, "friday")
        waited.append(time.monotonic() - began)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {kind}")
        threads = [threading.Thread(target=write) for _ in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        other.execute("ROLLBACK")
    assert len(waited) == writers
    assert min(waited) >= timeout
    assert max(waited) < timeout * writers / 2, "nobody waits for the time of those before"
    with database.transaction() as db:
        store.create(db, "friday")
    database.close()


def test_what_was_waited_for_the_lock_is_not_waited_again_for_sqlite(path: Path) -> None:
    database = Database(path, lock_timeout=60)
    transaction = database.transaction()
    with transaction as db:
        assert db.deadline == transaction._deadline
        assert db.deadline is not None
        assert db.deadline <= time.monotonic() + 60
    assert db.deadline is None
    database.close()


def test_the_end_of_a_thread_closes_its_connection(database: Database) -> None:
    seen: list[weakref.ref[Connection]] = []

    def read() -> None:
        connection = database.connection()
        assert database.connection() is connection
        seen.append(weakref.ref(connection))

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    gc.collect()
    assert seen[0]() is None
    assert not database._all


def test_a_write_cut_off_by_a_kill_leaves_nothing(path: Path) -> None:
    database = Database(path)
    with database.transaction() as db:
        store.create(db, "friday")
    database.close()
    assert subprocess.run([sys.executable, "-c", CUT_OFF, str(path)], check=False).returncode == -9
    database = Database(path)
    assert ids(database.connection()) == ["friday"]
    assert database.connection().execute("SELECT count(*) FROM events").fetchone() == (0,)
    database.close()


@pytest.mark.parametrize("answers", [1, 7, 20])
def test_what_was_answered_before_a_kill_is_there_and_whole(path: Path, answers: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITE_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for _ in range(answers):
            writer.stdout.readline()
        writer.kill()
        answered = 2 * answers + 2 * len(writer.stdout.readlines())
    database = Database(path)
    head = store.head(database.connection(), 1)
    assert head in {answered, answered + 2}
    assert len(store.load(database.connection(), 1)) == head
    database.close()


def test_a_full_disk_is_a_storage_failure_and_nothing_is_written(database: Database) -> None:
    connection = database.connection()
    connection.conn.set_authorizer(None)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFailure, match="disk is full"), database.transaction() as db:
        store.append(db, store.create(db, "friday"), 0, ["x" * 4000 for _ in range(40)], 0)
    assert ids(connection) == []
    assert not connection.conn.in_transaction


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (5, Busy),
        (5 | 1 << 8, Busy),
        (6, Busy),
        (10 | 4 << 8, StorageFailure),
        (13, StorageFailure),
        (8, StorageFailure),
        (11, StorageFailure),
        (14, StorageFailure),
        (19, type(None)),
        (1, type(None)),
    ],
)
def test_what_the_machine_did_is_told_from_our_own_mistakes(code: int, kind: type) -> None:
    error = sqlite3.OperationalError("…")
    error.sqlite_errorcode = code
    assert type(storage_error(error)) is kind


def test_ready_tries_everything_and_leaves_nothing(database: Database) -> None:
    ready = database.ready()
    assert (ready.can_read, ready.can_append, ready.problem) == (True, True, None)
    assert ready.sqlite_version == sqlite3.sqlite_version
    assert ready.schema_version == SCHEMA_VERSION
    assert ids(database.connection()) == []


def test_ready_sees_that_the_file_was_removed_and_tells_the_log_alone_where_it_was(
    database: Database, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.unlink()
    ready = database.ready()
    assert not ready.can_append
    assert "removed or replaced" in str(ready.problem)
    assert str(path) not in str(ready.problem)
    assert str(path) in caplog.text
