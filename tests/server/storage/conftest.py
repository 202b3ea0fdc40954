"""A fresh database for each test of the storage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from texas42_server.storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t42.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    database = Database(path)
    yield database
    database.close()
