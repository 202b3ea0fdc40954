"""A backup is looked through before it has its name; what is restored is a backup that is good."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.http.house import House
from tests.server.keeping.conftest import Command, Spoil
from texas42_server.exits import Exit
from texas42_server.storage.driver import sqlite3

HARM = "UPDATE events SET body = '[]' WHERE match = 1 AND seq = 3"


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM events ORDER BY match, seq").fetchall()


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if not file.name.startswith("t42.db")}


def test_a_backup_of_a_served_database_can_be_restored(
    house: House, command: Command, tmp_path: Path
) -> None:
    match_id = house.match()
    before = rows(house.path)
    told = command("backup", tmp_path / "monday.db")
    assert told.exit_code == 0
    assert "1 match, 6 events" in told.stdout
    assert files(tmp_path) == {"monday.db"}
    house.move(match_id, {"type": "pass"})
    after = rows(house.path)
    refused = command("restore", tmp_path / "monday.db")
    assert refused.exit_code == Exit.IN_USE
    assert "Stop it" in refused.stderr
    assert rows(house.path) == after
    elsewhere = tmp_path / "new" / "t42.db"
    elsewhere.parent.mkdir()
    assert command("restore", tmp_path / "monday.db", database=elsewhere).exit_code == 0
    assert rows(elsewhere) == before
    assert command("verify", database=elsewhere).exit_code == 0


def test_the_database_before_is_kept(tmp_path: Path, command: Command) -> None:
    house = House(tmp_path)
    match_id = house.match()
    assert command("backup", tmp_path / "monday.db").exit_code == 0
    old = rows(house.path)
    house.move(match_id, {"type": "pass"})
    newer = rows(house.path)
    house.app.extensions["texas42"].database.close()
    told = command("restore", tmp_path / "monday.db")
    assert told.exit_code == 0
    [kept] = tmp_path.glob("t42.db.before-*")
    assert str(kept) in told.stdout
    assert (rows(kept), rows(tmp_path / "t42.db")) == (newer, old)


def test_a_backup_while_moves_go_on_is_one_state(
    house: House, command: Command, tmp_path: Path
) -> None:
    match_id = house.match()
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            house.move(match_id, house.any_move(house.view(match_id, house.view(match_id)["turn"])))

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(3):
            assert command("backup", tmp_path / f"{number}.db").exit_code == 0
    finally:
        over.set()
        player.join()
    log = rows(house.path)
    for number in range(3):
        copied = rows(tmp_path / f"{number}.db")
        assert copied == log[: len(copied)]


def test_a_backup_is_never_overwritten(house: House, command: Command, tmp_path: Path) -> None:
    house.match()
    (tmp_path / "monday.db").write_text("mine")
    told = command("backup", tmp_path / "monday.db")
    assert told.exit_code == Exit.ALREADY_THERE
    assert "is there already" in told.stderr
    assert (tmp_path / "monday.db").read_text() == "mine"


def test_a_bad_match_is_backed_up_as_it_is_and_told(
    house: House, command: Command, spoil: Spoil, tmp_path: Path
) -> None:
    match_id, _ = house.match(), house.match()
    spoil(HARM)
    told = command("backup", tmp_path / "monday.db")
    assert told.exit_code == Exit.DAMAGED
    assert f"match {match_id}, event 3: " in told.stderr
    assert "copied as it is" in told.stderr
    assert rows(tmp_path / "monday.db") == rows(house.path)


def test_a_damaged_player_keeps_nobody_from_a_backup(
    house: House, command: Command, spoil: Spoil, tmp_path: Path
) -> None:
    house.match()
    spoil("UPDATE players SET name = 'bop' WHERE name = 'bob'")
    told = command("backup", tmp_path / "monday.db")
    assert told.exit_code == Exit.DAMAGED
    assert "the rows: the row of player 2 (the key) is damaged" in told.stderr
    assert rows(tmp_path / "monday.db") == rows(house.path)


def test_a_backup_with_a_bad_match_is_restored_only_on_demand(
    house: House, command: Command, spoil: Spoil, tmp_path: Path
) -> None:
    house.match()
    command("backup", tmp_path / "monday.db")
    spoil(HARM, path=tmp_path / "monday.db")
    new = tmp_path / "new.db"
    told = command("restore", tmp_path / "monday.db", database=new)
    assert told.exit_code == Exit.DAMAGED
    assert "event 3" in told.stderr
    assert "--accept-bad-matches" in told.stderr
    assert not new.exists()
    accepted = command("restore", tmp_path / "monday.db", "--accept-bad-matches", database=new)
    assert accepted.exit_code == 0
    assert rows(new) == rows(tmp_path / "monday.db")


@pytest.mark.parametrize("option", [[], ["--accept-bad-matches"]], ids=["plain", "accepting"])
@pytest.mark.parametrize("how", ["cut off", "overwritten", "text"])
def test_a_backup_that_is_damaged_is_never_restored(
    house: House, command: Command, tmp_path: Path, how: str, option: list[str]
) -> None:
    for _ in range(3):
        house.match()
    backup, new = tmp_path / "monday.db", tmp_path / "new.db"
    command("backup", backup)
    content = backup.read_bytes()
    half = len(content) // 8192 * 4096
    backup.write_bytes(
        {
            "cut off": content[:half],
            "overwritten": content[:half] + b"\xff" * 4096 + content[half + 4096 :],
            "text": b"Dear diary" * 1000,
        }[how]
    )
    told = command("restore", backup, *option, database=new)
    assert told.exit_code in (Exit.DAMAGED, Exit.NOT_A_DATABASE)
    assert "t42-server: " in told.stderr
    assert {file.name for file in tmp_path.glob("new.db*")} <= {"new.db-open"}
