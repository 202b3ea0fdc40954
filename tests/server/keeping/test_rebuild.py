"""The lists are made again from the log; a match that cannot be read keeps its row."""

from __future__ import annotations

import json

import pytest

from tests.server.http.house import House, told
from tests.server.keeping.conftest import Command, Spoil
from texas42_server.exits import Exit
from texas42_server.service import Positions

WRONG = [
    "UPDATE listing SET status = 'finished', turn = NULL WHERE match = 1",
    "UPDATE listing SET name = 'other', owner = 'zoe' WHERE match = 1",
    "UPDATE listing_seats SET person = 'zoe' WHERE match = 1",
    "DELETE FROM listing_seats WHERE match = 1",
    "INSERT INTO listing_seats VALUES (1, 'Z', 'zoe', 0, 'bidding', NULL)",
    "UPDATE listing SET marks = 'no marks' WHERE match = 1",
    "UPDATE listing SET head = 3 WHERE match = 1",
]


@pytest.mark.parametrize("sql", WRONG)
def test_a_wrong_row_is_made_again_while_the_server_runs(
    house: House, command: Command, spoil: Spoil, sql: str
) -> None:
    ids = [house.match(), house.match()]
    right = house.rows()
    spoil(sql)
    assert house.rows() != right
    done = command("rebuild", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {"matches": 2, "mended": [ids[0]], "left": []}
    assert house.rows() == right
    assert "0 rows made again" in command("rebuild").stdout
    assert command("verify").exit_code == 0
    assert house.move(ids[0], {"type": "pass"}).status_code == 201


def test_all_rows_are_made_again_where_there_are_none(
    house: House, command: Command, spoil: Spoil
) -> None:
    for _ in range(3):
        house.match()
    house.play(house.match(rules={"target": 1}))
    house.open_match()
    right = house.rows()
    spoil("DELETE FROM listing_seats", "DELETE FROM listing")
    done = command("rebuild")
    assert "5 matches: 5 rows made again, 0 left as they were" in done.stdout
    assert house.rows() == right


def test_a_match_that_cannot_be_read_keeps_its_row_and_its_players_close_it(
    house: House, command: Command, spoil: Spoil
) -> None:
    bad, good = house.match(), house.match()
    spoil(
        "UPDATE events SET body = '[]' WHERE match = 1 AND seq = 2",
        "UPDATE listing SET status = 'open' WHERE match = 2",
    )
    done = command("rebuild")
    assert done.exit_code == Exit.DAMAGED
    assert f"match {bad}, event 2: " in done.stderr
    assert f"match {good}: its row is made again" in done.stdout
    assert "2 matches: 1 row made again, 1 left as they were" in done.stdout
    house.app.extensions["texas42"].positions.__dict__.update(Positions().__dict__)
    mine = told(house.seat("B").get("/me/matches"))["matches"]
    assert {row["id"] for row in mine} == {bad, good}
    assert house.seat("B").post(f"/matches/{bad}/close").status_code == 204


def test_a_log_that_lost_its_end_is_the_truth_only_where_its_operator_says_so(
    house: House, command: Command, spoil: Spoil
) -> None:
    match_id, _ = house.match(), house.match()
    spoil("DELETE FROM events WHERE match = 1 AND seq = 6")
    house.app.extensions["texas42"].positions.__dict__.update(Positions().__dict__)
    assert house.stranger.get(f"/matches/{match_id}").status_code == 500
    before = house.rows()
    done = command("rebuild", "--json")
    assert done.exit_code == Exit.DAMAGED
    [left] = json.loads(done.stdout)["left"]
    assert (left["match"], left["event"]) == (match_id, 6)
    assert house.rows() == before
    spoil("DELETE FROM events WHERE match = 1 AND seq = 5")
    assert command("rebuild", "--match", match_id).exit_code == 0
    assert house.view(match_id)["version"] == 4
    assert command("verify").exit_code == 0


def test_a_match_that_is_not_there_is_named(house: House, command: Command) -> None:
    done = command("rebuild", "--match", "nosuch")
    assert done.exit_code == Exit.NOT_FOUND
    assert "no match nosuch" in done.stderr
