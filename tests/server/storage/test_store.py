"""Reading and appending the log, by one and by many."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texas42_server.storage import digests, store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3

RACE = """
import sys
from texas42_server.storage import store
from texas42_server.storage.database import Database

database = Database(sys.argv[1], lock_timeout=60)
for number in range(int(sys.argv[3])):
    with database.transaction() as db:
        match = store.find(db, "friday")
        store.append(db, match, store.head(db, match), [f'["{sys.argv[2]}",{number}]'], number)
database.close()
"""


@pytest.fixture
def match(database: Database) -> int:
    with database.transaction() as db:
        return store.create(db, "friday")


def test_a_match_that_was_never_created_is_none(database: Database) -> None:
    assert store.find(database.connection(), "friday") is None


def test_a_new_match_is_found_and_empty(database: Database, match: int) -> None:
    db = database.connection()
    assert store.find(db, "friday") == match
    assert store.public_id(db, match) == "friday"
    assert (store.head(db, match), store.load(db, match)) == (0, [])


def test_an_id_is_given_once(database: Database, match: int) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        store.create(db, "friday")


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One database for all examples of a property: making one costs more than using it."""
    database = Database(tmp_path_factory.mktemp("grown") / "t42.db")
    yield database
    database.close()


@given(batches=st.lists(st.lists(st.text(), max_size=4), max_size=6), data=st.data())
def test_what_is_appended_is_loaded_in_order(
    grown: Database, batches: list[list[str]], data: st.DataObject
) -> None:
    expected: list[store.Entry] = []
    with grown.transaction() as db:
        match, other = store.create(db, token_hex()), store.create(db, token_hex())
        for at, bodies in enumerate(batches):
            store.append(db, match, len(expected), bodies, at)
            store.append(db, other, at, ["x"], at)
            expected += [(len(expected) + n, at, body) for n, body in enumerate(bodies, 1)]
    db = grown.connection()
    after = data.draw(st.integers(0, len(expected)))
    upto = data.draw(st.integers(after, len(expected) + 1))
    assert store.load(db, match) == expected
    assert store.load(db, match, upto) == expected[:upto]
    assert store.head(db, match) == len(expected)
    _, running = store.following(db, match, 0, digests.begin(), after)
    assert store.following(db, match, after, running, upto)[0] == expected[after:upto]


@given(
    texts=st.lists(st.text().map(lambda text: json.dumps(text, ensure_ascii=False)), min_size=1),
    data=st.data(),
)
def test_the_bodies_of_a_log_are_those_that_were_appended_in_order(
    grown: Database, texts: list[str], data: st.DataObject
) -> None:
    with grown.transaction() as db:
        other, match = store.create(db, token_hex()), store.create(db, token_hex())
        for seq, text in enumerate(texts):
            store.append(db, match, seq, [text], 1000 + seq)
            store.append(db, other, seq, ["[]"], 0)
    db = grown.connection()
    upto = data.draw(st.integers(1, len(texts) + 1))
    assert store.bodies(db, match) == texts
    assert store.bodies(db, match, upto) == texts[:upto]
    assert store.time_of(db, match, len(texts)) == 999 + len(texts)


@pytest.mark.parametrize("after", [0, 1, 3, 99])
def test_an_append_that_would_leave_a_gap_or_an_overlap_changes_nothing(
    database: Database, match: int, after: int
) -> None:
    with database.transaction() as db:
        store.append(db, match, 0, ["[1]", "[2]"], 0)
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        store.append(db, match, after, ["[3]"], 0)
    assert [seq for seq, _, _ in store.load(database.connection(), match)] == [1, 2]


def test_an_event_needs_its_match(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        store.append(db, 77, 0, ["[1]"], 0)


def test_threads_that_race_append_one_after_the_other(database: Database, match: int) -> None:
    together = threading.Barrier(4)

    def write(name: str) -> None:
        together.wait()
        for number in range(25):
            with database.transaction() as db:
                store.append(db, match, store.head(db, match), [f"{name}{number}"], 0)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    bodies = [body for _, _, body in store.load(database.connection(), match)]
    for name in "abcd":
        assert [b for b in bodies if b.startswith(name)] == [f"{name}{n}" for n in range(25)]
    assert len(bodies) == 100


def test_processes_that_race_append_one_after_the_other(
    database: Database, match: int, path: Path
) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", RACE, str(path), name, "30"]) for name in "ab"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    log = store.load(database.connection(), match)
    assert [seq for seq, _, _ in log] == list(range(1, 61))
    for name in "ab":
        mine = [body for _, _, body in log if name in body]
        assert mine == [f'["{name}",{n}]' for n in range(30)]
