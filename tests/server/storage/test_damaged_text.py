"""Text that is no UTF-8 any more is damage, and told as such: once it was a mistake of ours."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.storage_errors import NotADatabase, StorageFailure, storage_error


def test_a_schema_that_is_no_text_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    Database(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"seat TEXT NOT NULL", b"seat TEXT NO\xd4 NULL"))
    with pytest.raises(NotADatabase, match="or is damaged"):
        Database(path)


def test_a_column_that_is_no_text_is_a_failure_of_the_disk() -> None:
    with closing(sqlite3.connect(":memory:")) as db, pytest.raises(sqlite3.Error) as failure:
        db.execute("SELECT CAST(x'ff' AS TEXT)").fetchone()
    known = storage_error(failure.value)
    assert isinstance(known, StorageFailure)
    assert "damaged" in str(known)
