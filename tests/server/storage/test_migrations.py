"""A database is made, brought up to date, or refused with a sentence that says what to do."""

from __future__ import annotations

import os
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest

from texas42_server.storage import invites, keys, migrations, store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION
from texas42_server.storage.storage_errors import (
    Busy,
    MissingFolder,
    NewerDatabase,
    NotADatabase,
    ReadOnly,
    StorageFailure,
    Unusable,
)


def settings(path: Path) -> tuple[int, int, str]:
    """Schema version, application id and journal mode as another program reads them."""
    with closing(sqlite3.connect(path)) as db:
        return tuple(
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("user_version", "application_id", "journal_mode")
        )


def test_a_new_database_has_the_newest_schema(database: Database, path: Path) -> None:
    assert settings(path) == (
        SCHEMA_VERSION,
        APPLICATION_ID,
        migrations.chosen_journal_mode(),
    )


def test_a_new_database_is_for_its_owner_alone(database: Database, path: Path) -> None:
    with database.transaction() as db:
        store.create(db, "friday")
    assert {file.stat().st_mode & 0o777 for file in path.parent.glob(f"{path.name}*")} == {0o600}


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    Database(path).close()
    assert settings(path)[0] == SCHEMA_VERSION


def test_a_path_may_hold_any_sign(tmp_path: Path) -> None:
    path = tmp_path / "a b?mode=ro#c%20é.db"
    Database(path).close()
    assert path.exists()


def test_opening_again_keeps_what_is_there(path: Path) -> None:
    first = Database(path)
    with first.transaction() as db:
        store.append(db, store.create(db, "friday"), 0, ["[1]"], 5)
    first.close()
    second = Database(path)
    assert store.load(second.connection(), 1) == [(1, 5, "[1]")]
    second.close()


def test_two_that_open_at_the_same_time_both_succeed(path: Path) -> None:
    first, second = Database(path), Database(path)
    with first.transaction() as db:
        store.create(db, "friday")
    assert store.find(second.connection(), "friday") == 1
    first.close()
    second.close()


def test_a_step_is_taken_in_a_transaction(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(path).close()
    monkeypatch.setattr(
        migrations, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (a); CREATE wrong")
    )
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(StorageFailure, match="cannot be prepared"):
        Database(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'more'").fetchone()


def test_a_new_step_is_taken_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(path).close()
    monkeypatch.setattr(
        migrations, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (a TEXT) STRICT")
    )
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    Database(path).close()
    Database(path).close()
    assert settings(path)[0] == SCHEMA_VERSION + 1


def test_a_key_that_was_used_is_known_after_a_new_step(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = ("POST", "/matches/x/moves", b"{}")
    request = blake2b(digest_size=16)
    for part in (body[0].encode(), body[1].encode(), body[2]):
        request.update(len(part).to_bytes(8, "big") + part)
    place = blake2b(b"7 key", digest_size=16).digest()
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:4])
        before.setattr(migrations, "SCHEMA_VERSION", 4)
        with closing(Database(path)) as database, database.transaction() as db:
            row = (place, request.digest(), 1, 3, 5, 99)
            db.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", row)
    with closing(Database(path)) as database:
        stored = keys.Stored(keys.fingerprint(*body), 1, 3, 5)
        assert keys.find(database.connection(), 7, "key") == stored
        assert keys.time_of(database.connection(), 7, "key") == 99


def test_a_code_that_was_sent_round_opens_its_seat_after_a_new_step(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:3])
        before.setattr(migrations, "SCHEMA_VERSION", 3)
        with closing(Database(path)) as database, database.transaction() as db:
            match = store.create(db, "friday")
            db.execute("INSERT INTO invites VALUES (?, 'B', 'sent')", (match,))
    with closing(Database(path)) as database, database.transaction() as db:
        assert invites.opens(db, match, "B", "sent")
        assert invites.of_match(db, match, 1) == {"B": "sent"}


def test_the_events_of_an_older_log_get_the_digests_that_they_would_have_had(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [(1, 1, 7, "[1]"), (1, 2, 8, '["é"]'), (2, 1, 9, "[1]"), (2, 2, 9, "[3]")]
    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", MIGRATIONS[:5])
        before.setattr(migrations, "SCHEMA_VERSION", 5)
        Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.executemany("INSERT INTO matches VALUES (?, ?)", [(1, "friday"), (2, "saturday")])
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", told)
        db.commit()
    with closing(Database(path)) as database, database.transaction() as db:
        for match in (1, 2):
            expected = [(seq, at, body) for key, seq, at, body in told if key == match]
            assert store.load(db, match) == expected
            assert store.first_bad(db, match) is None
            again = store.create(db, f"again {match}")
            for seq, at, body in expected:
                store.append(db, again, seq - 1, [body], at)
            assert store.raw(db, again) == store.raw(db, match)
        db.conn.set_authorizer(None)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("UPDATE events SET body = '[]'")


def test_a_lost_guard_is_put_back(path: Path) -> None:
    Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER events_no_delete")
    assert migrations.inspect(path).missing_guards == ("events_no_delete",)
    Database(path).close()
    assert migrations.inspect(path).missing_guards == ()


def test_inspecting_makes_and_changes_nothing(path: Path) -> None:
    assert migrations.inspect(path).exists is False
    assert list(path.parent.iterdir()) == []
    Database(path).close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert migrations.inspect(path).version == SCHEMA_VERSION
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def refused(path: Path, kind: type[Unusable]) -> str:
    """What both serving and checking say of a database that they refuse."""
    with pytest.raises(kind) as serving:
        Database(path)
    with pytest.raises(kind) as checking:
        migrations.inspect(path)
    assert str(serving.value) == str(checking.value)
    return str(serving.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "t42.db"
    assert f"{tmp_path / 'no'} does not exist" in refused(path, MissingFolder)


def test_a_newer_database_is_left_alone(path: Path) -> None:
    Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    assert f"schema version 99, this server knows {SCHEMA_VERSION}" in refused(path, NewerDatabase)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear diary, today we played 42.\n" * 100, b"x", b"\0" * 999])
def test_another_kind_of_file_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "is not an SQLite database" in refused(path, NotADatabase)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    assert "of another program" in refused(path, NotADatabase)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path, NotADatabase)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_read_only_place_is_named(path: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(path).close()
    denied = path if what == "file" else path.parent
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda at, mode: at != denied and allowed(at, mode))
    assert f"{denied} is read-only" in refused(path, ReadOnly)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_file_without_write_permission_is_read_only(path: Path) -> None:
    Database(path).close()
    path.chmod(0o400)
    assert "is read-only" in refused(path, ReadOnly)


def test_a_database_that_somebody_keeps_locked_is_busy(path: Path) -> None:
    Database(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Busy, match="locked by another process"):
            Database(path, lock_timeout=0.2)
        other.execute("ROLLBACK")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 7, 0), False),
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_wal_is_used_where_its_bug_is_fixed(version: tuple[int, int, int], safe: bool) -> None:
    assert migrations.wal_is_safe(version) is safe


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_the_journal_mode_of_an_older_start_is_changed(path: Path, mode: str) -> None:
    Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA journal_mode = {mode}").fetchall()
    Database(path).close()
    assert settings(path)[2] == migrations.chosen_journal_mode()
