"""Databases with matches that were played, and the commands that keep them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.server.http.house import House
from texas42_server.cli import main
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS

Command = Callable[..., Result]
Spoil = Callable[..., None]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server in this process on `t42.db`."""
    house = House(tmp_path)
    yield house
    house.app.extensions["texas42"].database.close()


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """`t42-server` with these words, on the house's database."""

    def run(*words: str | Path, database: Path | None = None) -> Result:
        path = database or tmp_path / "t42.db"
        arguments = [*map(str, words), "--database", str(path)]
        result = CliRunner().invoke(main, arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        return result

    return run


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    """Change what is stored behind everybody's back."""

    def run(*statements: str, path: Path = tmp_path / "t42.db") -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            guards = [
                name
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            ]
            for name in guards:
                db.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                db.execute(statement)
            for name in guards:
                db.execute(GUARDS[name])

    return run
