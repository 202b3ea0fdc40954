"""The command line of the server: what it says, and one exit status per kind of failure."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from texas42_server.cli import main
from texas42_server.config import Config, ConfigInvalid
from texas42_server.exits import STORAGE_EXITS, Exit
from texas42_server.storage import storage_errors
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import SCHEMA_VERSION
from texas42_server.version import VERSION


def run(*arguments: str, **env: str) -> Result:
    return CliRunner().invoke(main, arguments, env=env)


def missing_folder(path: Path) -> Path:
    return path / "none" / "t42.db"


def text(path: Path) -> Path:
    (path / "t42.db").write_text("Dear diary")
    return path / "t42.db"


def newer(path: Path) -> Path:
    Database(path / "t42.db").close()
    with closing(sqlite3.connect(path / "t42.db")) as db:
        db.execute("PRAGMA user_version = 99")
    return path / "t42.db"


def foreign(path: Path) -> Path:
    with closing(sqlite3.connect(path / "t42.db")) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    return path / "t42.db"


FAILURES = [
    (missing_folder, Exit.MISSING_FOLDER, "does not exist. Create it"),
    (text, Exit.NOT_A_DATABASE, "is not an SQLite database"),
    (foreign, Exit.NOT_A_DATABASE, "of another program"),
    (newer, Exit.NEWER_DATABASE, "schema version 99"),
]


@pytest.mark.parametrize(("make", "status", "words"), FAILURES)
def test_serve_and_check_tell_what_is_wrong_with_a_database(
    tmp_path: Path, make: Callable[[Path], Path], status: Exit, words: str
) -> None:
    path = str(make(tmp_path))
    served = run("serve", "--port", "0", "--database", path)
    assert (served.exit_code, served.stdout) == (status, "")
    assert words in served.stderr
    checked = run("check", "--database", path)
    assert checked.exit_code == status
    assert words in checked.stdout
    as_json = run("check", "--json", "--database", path)
    assert as_json.exit_code == status
    assert words in json.loads(as_json.stdout)["error"]


def test_every_kind_of_storage_error_has_an_exit_status_of_its_own() -> None:
    kinds = {
        kind
        for _, kind in inspect.getmembers(storage_errors, inspect.isclass)
        if issubclass(kind, storage_errors.StorageError) and not kind.__subclasses__()
    }
    assert set(STORAGE_EXITS) == kinds
    assert len(set(STORAGE_EXITS.values())) == len(kinds)


def test_every_exit_status_is_told_on_the_operator_s_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    told = page[page.index("The exit statuses of `t42-server`") :].partition("##")[0]
    assert [number for number in map(int, Exit) if number > 2 and f"({number})" not in told] == []


def test_a_database_that_is_not_there_yet_can_be_served(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    checked = run("check", "--database", str(path))
    assert checked.exit_code == 0
    assert "serve would create the database" in checked.stdout
    assert not path.exists()


def test_check_as_json_tells_versions_and_state(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    Database(path).close()
    report = json.loads(run("check", "--json", T42_DATABASE=str(path)).stdout)
    assert report == {
        "version": VERSION,
        "python": sys.version.split()[0],
        "sqlite": sqlite3.sqlite_version,
        "wal_is_safe": report["journal_mode"] == "wal",
        "database": str(path),
        "exists": True,
        "schema_version": SCHEMA_VERSION,
        "schema_known": SCHEMA_VERSION,
        "journal_mode": report["journal_mode"],
        "missing_guards": [],
        "would": ["change nothing"],
        "error": None,
    }


def test_check_finds_a_lost_guard(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    Database(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER events_no_update")
    assert (
        "put back the guards of the log: events_no_update"
        in run("check", "--database", str(path)).stdout
    )


@pytest.mark.parametrize(
    ("option", "variable", "value", "words"),
    [
        ("--port", "T42_PORT", "65536", "must be 1 to 65535"),
        ("--port", "T42_PORT", "-1", "must be 1 to 65535"),
        ("--port", "T42_PORT", "http", "not a valid integer"),
        ("--threads", "T42_THREADS", "1", "must be 4 to 512"),
        ("--lock-timeout", "T42_LOCK_TIMEOUT", "nan", "must be above 0"),
        ("--lock-timeout", "T42_LOCK_TIMEOUT", "0", "must be above 0"),
        ("--absent-after", "T42_ABSENT_AFTER", "0", "must be 1 to 31536000 seconds"),
        ("--log-level", "T42_LOG_LEVEL", "loud", "one of debug, info"),
        ("--host", "T42_HOST", "", "is empty"),
    ],
)
def test_a_wrong_setting_is_named_by_option_and_variable(
    option: str, variable: str, value: str, words: str
) -> None:
    by_option = run("serve", f"{option}={value}")
    assert by_option.exit_code == Exit.USAGE
    assert option in by_option.stderr
    assert words in by_option.stderr
    if value:
        by_variable = run("serve", **{variable: value})
        assert by_variable.exit_code == Exit.USAGE
        assert words in by_variable.stderr


def test_all_wrong_settings_are_named_at_once() -> None:
    with pytest.raises(ConfigInvalid) as refused:
        Config(port=-1, threads=0, log_level="loud")
    assert len(refused.value.problems) == 3


@pytest.mark.parametrize("command", [[], *([name] for name in main.commands if name != "notify")])
def test_help_shows_examples(command: list[str]) -> None:
    shown = run(*command, "--help")
    assert shown.exit_code == 0
    assert "t42-server" in shown.stdout.split("Examples:")[1]


def test_the_module_is_the_command() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "texas42_server", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == f"t42-server, version {VERSION}\n"
