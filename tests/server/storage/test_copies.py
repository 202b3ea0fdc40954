"""A copy is whole or not there; what is restored is the copy; and nobody works on with the old."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage import copies, migrations, store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import MIGRATIONS, SCHEMA_VERSION
from texas42_server.storage.storage_errors import (
    AlreadyThere,
    Busy,
    InUse,
    MissingFile,
    MissingFolder,
    NewerDatabase,
    NotADatabase,
    StorageFailure,
)

HOLD_IT_OPEN = """
import sys
from texas42_server.storage.database import Database

database = Database(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def ids(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [match_id for (match_id,) in db.execute("SELECT id FROM matches ORDER BY key")]


def enter(path: Path, *names: str) -> None:
    with closing(Database(path)) as database, database.transaction() as db:
        for name in names:
            store.append(db, store.create(db, name), 0, ["[1]"], 5)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_copy_is_one_whole_file_for_its_owner_alone(path: Path, backup: Path, mode: str) -> None:
    enter(path, "friday")
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA journal_mode = {mode}").fetchall()
        db.execute("INSERT INTO matches (id) VALUES ('in the log of the journal')")
        db.commit()
        with copies.copied(path, backup) as part:
            assert part != backup
            assert ids(part) == ids(path)
            assert not backup.exists(), "its name comes last"
    assert ids(backup) == ["friday", "in the log of the journal"]
    assert backup.stat().st_mode & 0o777 == 0o600
    assert {name for name in names(backup.parent) if name.startswith("backup")} == {"backup.db"}


def test_a_copy_is_one_state_however_much_is_written_meanwhile(path: Path, backup: Path) -> None:
    """Two matches are entered by every write: a copy holds both of a pair or none."""
    database = Database(path)
    over = threading.Event()
    written = threading.Event()

    def write() -> None:
        number = 0
        while not over.is_set():
            with database.transaction() as db:
                for half in "ab":
                    store.append(db, store.create(db, f"{number}{half}"), 0, ["[1]"] * 20, 5)
            number += 1
            written.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert written.wait(60)
        for number in range(5):
            target = backup.with_name(f"{number}.db")
            with copies.copied(path, target):
                pass
            found = ids(target)
            assert len(found) % 2 == 0
            assert found[::2] == [f"{n}a" for n in range(len(found) // 2)]
    finally:
        over.set()
        writer.join()
    database.close()


def test_nothing_is_overwritten(path: Path, backup: Path) -> None:
    enter(path, "friday")
    backup.write_text("mine")
    with pytest.raises(AlreadyThere, match="is there already"), copies.copied(path, backup):
        raise AssertionError
    assert backup.read_text() == "mine"
    backup.unlink()
    with pytest.raises(AlreadyThere), copies.copied(path, backup):
        backup.write_text("somebody was faster")
    assert backup.read_text() == "somebody was faster"
    assert not list(backup.parent.glob("*.part"))


def test_a_copy_that_the_block_refuses_is_removed(path: Path, backup: Path) -> None:
    enter(path, "friday")
    before = names(path.parent)
    with pytest.raises(KeyError), copies.copied(path, backup):
        raise KeyError
    assert names(path.parent) == before


@pytest.mark.parametrize(
    ("content", "kind"),
    [(None, MissingFile), (b"", NotADatabase), (b"Dear diary" * 100, NotADatabase)],
    ids=["none", "empty", "text"],
)
def test_only_a_database_is_copied(
    path: Path, backup: Path, content: bytes | None, kind: type[Exception]
) -> None:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(kind), copies.copied(path, backup):
        raise AssertionError
    assert not backup.exists()


def test_a_folder_that_is_not_there_is_named(path: Path, tmp_path: Path) -> None:
    enter(path, "friday")
    with (
        pytest.raises(MissingFolder, match="Create it first"),
        copies.copied(path, tmp_path / "none" / "b.db"),
    ):
        raise AssertionError


def test_a_disk_that_is_full_leaves_nothing(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(path, "friday")
    before = names(path.parent)

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("…")
        error.sqlite_errorcode = 13
        raise error

    monkeypatch.setattr(copies, "_copy_pages", full)
    with pytest.raises(StorageFailure, match="disk is full"), copies.copied(path, backup):
        raise AssertionError
    assert names(path.parent) == before


def test_a_disk_that_cannot_keep_the_copy_leaves_nothing(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(path, "friday")
    before = names(path.parent)

    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(StorageFailure, match="Input/output error"), copies.copied(path, backup):
        raise AssertionError
    assert names(path.parent) == before


def test_what_is_restored_is_the_copy_and_the_old_one_is_kept(path: Path, backup: Path) -> None:
    enter(path, "friday")
    with copies.copied(path, backup):
        pass
    enter(path, "saturday")
    aside = path.with_name("before.db")
    with copies.replaced(backup, path, aside) as part:
        assert ids(part) == ["friday"]
        assert ids(path) == ["friday", "saturday"]
    assert ids(path) == ["friday"]
    assert ids(aside) == ["friday", "saturday"]
    assert ids(backup) == ["friday"]
    enter(path, "sunday")
    assert ids(path) == ["friday", "sunday"]


def test_a_copy_that_the_block_refuses_does_not_take_the_place(path: Path, backup: Path) -> None:
    enter(path, "friday")
    with copies.copied(path, backup):
        pass
    enter(path, "saturday")
    with pytest.raises(KeyError), copies.replaced(backup, path, path.with_name("before.db")):
        raise KeyError
    assert ids(path) == ["friday", "saturday"]
    assert not path.with_name("before.db").exists()


def test_a_place_that_is_empty_is_filled(path: Path, backup: Path) -> None:
    enter(backup, "friday")
    with copies.replaced(backup, path, path.with_name("before.db")):
        pass
    assert ids(path) == ["friday"]
    assert not path.with_name("before.db").exists()


def test_a_database_that_is_damaged_is_kept_with_all_that_lies_beside_it(
    path: Path, backup: Path
) -> None:
    enter(backup, "friday")
    path.write_bytes(b"no database any more" * 50)
    path.with_name("t42.db-wal").write_bytes(b"its log")
    aside = path.with_name("before.db")
    with copies.replaced(backup, path, aside):
        pass
    assert ids(path) == ["friday"]
    assert aside.read_bytes().startswith(b"no database any more")
    assert path.with_name("before.db-wal").read_bytes() == b"its log"
    assert not path.with_name("t42.db-wal").exists()


def test_nothing_is_restored_while_a_server_has_the_database_open(path: Path, backup: Path) -> None:
    enter(path, "friday")
    enter(backup, "saturday")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_IT_OPEN, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "open\n"
        with (
            pytest.raises(InUse, match="Stop it"),
            copies.replaced(backup, path, path.with_name("before.db")),
        ):
            raise AssertionError
        server.communicate("")
    assert ids(path) == ["friday"]
    with copies.replaced(backup, path, path.with_name("before.db")):
        pass
    assert ids(path) == ["saturday"]


def test_nothing_is_restored_while_another_program_is_in_a_transaction(
    path: Path, backup: Path
) -> None:
    enter(path, "friday")
    enter(backup, "saturday")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with (
            pytest.raises(Busy, match="locked by another process"),
            copies.replaced(backup, path, path.with_name("before.db")),
        ):
            pass
        other.execute("ROLLBACK")
    assert ids(path) == ["friday"]


def test_a_server_that_starts_meanwhile_waits_for_the_new_database(
    path: Path, backup: Path
) -> None:
    enter(path, "friday")
    enter(backup, "saturday")
    opened: list[str] = []

    def serve() -> None:
        with closing(Database(path, lock_timeout=60)) as database:
            opened.append(store.public_id(database.connection(), 1))

    server = threading.Thread(target=serve)
    with copies.replaced(backup, path, path.with_name("before.db")):
        with pytest.raises(Busy, match="is being restored"):
            Database(path, lock_timeout=0.05)
        server.start()
        time.sleep(0.1)
        assert opened == []
    server.join()
    assert opened == ["saturday"]


def test_an_older_database_is_read_as_it_would_be_migrated_and_left_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:5])
        before.setattr(migrations, "SCHEMA_VERSION", 5)
        Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO matches VALUES (1, 'friday')")
        db.execute("INSERT INTO events VALUES (1, 1, 7, '[1]')")
        db.commit()
    before_it = path.read_bytes()
    with copies.looking(path) as db:
        assert store.load(db, 1) == [(1, 7, "[1]")]
    assert path.read_bytes() == before_it


def test_looking_changes_nothing_and_needs_no_leave_to(path: Path) -> None:
    enter(path, "friday")
    path.chmod(0o400)
    with (
        pytest.raises(sqlite3.DatabaseError, match="readonly"),
        copies.looking(path) as db,
    ):
        db.execute("INSERT INTO matches (id) VALUES ('saturday')")
    assert ids(path) == ["friday"]


def test_a_newer_database_is_refused(path: Path, backup: Path) -> None:
    enter(path, "friday")
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(NewerDatabase), copies.looking(path):
        raise AssertionError


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_whom_the_old_one_belonged(path: Path, backup: Path) -> None:
    enter(path, "friday")
    enter(backup, "saturday")
    os.chown(path, 12345, 12345)
    path.with_name("t42.db-open").unlink()
    with copies.replaced(backup, path, path.with_name("before.db")):
        pass
    for name in ("t42.db", "t42.db-open", "before.db"):
        assert path.with_name(name).stat().st_uid == 12345
