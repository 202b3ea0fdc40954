"""A broken match could neither be played nor deleted: here its players are told, and close it."""

from __future__ import annotations

import logging

import pytest

from tests.server.http.absent import key, problem
from tests.server.http.house import PLAYERS, House, told
from texas42_server.service import Positions
from texas42_server.storage import store

UNREADABLE = (500, "unreadable-match")
DAMAGE = {
    "no event": '["dealt","A",["0-0 3-',
    "of a later version": '["plunge","A",4]',
    "an event that cannot be": '["replaced","A","zoe"]',
}


def damage(house: House, match_id: str, body: str, *, known: bool = False) -> None:
    """Append what cannot be read; `known`: the server has the match in its cache."""
    context = house.app.extensions["texas42"]
    with context.database.transaction() as db:
        match = store.find(db, match_id)
        assert match is not None
        store.append(db, match, store.head(db, match), [body], 1)
    if not known:
        fresh = Positions()
        context.positions.__dict__.update(fresh.__dict__)


def damaged(house: House) -> str:
    match_id = house.match()
    damage(house, match_id, DAMAGE["no event"])
    return match_id


@pytest.mark.parametrize("known", [False, True], ids=["fresh", "cached"])
@pytest.mark.parametrize("body", DAMAGE.values(), ids=DAMAGE)
def test_everybody_is_told_that_the_match_cannot_be_read(
    house: House, body: str, known: bool, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, other = house.match(), house.match()
    head = house.view(match_id)["version"]
    damage(house, match_id, body, known=known)
    before = house.rows()
    here = f"/matches/{match_id}"
    for who in (house.seat("A"), house.person("eve"), house.stranger):
        for path in ("", "/events", "/events/1", "/hands", "/hands/1"):
            assert problem(who.get(f"{here}{path}")) == UNREADABLE
    for path in ("/moves", "/seats/A/replacement", "/reminder", "/rematch", "/seats/A"):
        assert problem(house.seat("A").post(f"{here}{path}")) == UNREADABLE
    for path in ("", "/seats/A"):
        assert problem(house.seat("A").delete(f"{here}{path}")) == UNREADABLE
    assert house.rows() == before
    lines = [line.getMessage() for line in caplog.records if line.levelno == logging.ERROR]
    assert lines
    assert all(f"up to event {head} only" in line for line in lines)
    assert "3-" not in caplog.text.replace(other, "").replace(match_id, "")
    mine = told(house.seat("A").get("/me/matches"))["matches"]
    assert {row["id"] for row in mine} == {match_id, other}
    turn = house.view(other)["turn"]
    assert house.move(other, {"type": "pass"}, turn).status_code == 201


def test_whoever_sits_in_a_match_that_cannot_be_read_closes_it(house: House) -> None:
    match_id = damaged(house)
    path, dee = f"/matches/{match_id}/close", house.seat("D")
    log = house.rows()["events"]
    answer = dee.post(path, **key("k"))
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert house.rows()["events"][: len(log)] == log, "the log only grows"
    assert house.rows()["events"][-1][3] == '["closed"]'
    for label in PLAYERS:
        [row] = told(house.seat(label).get("/me/matches"))["matches"]
        assert (row["id"], row["status"], row["turn"]) == (match_id, "closed", None)
        assert told(house.seat(label).get("/me/matches?turn=mine"))["matches"] == []
    again = dee.post(path, **key("k"))
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")
    assert problem(dee.post(path)) == (409, "match-over")
    assert problem(dee.get(f"/matches/{match_id}")) == UNREADABLE


def test_its_owner_closes_it_without_a_seat_and_kept_seats_are_free_of_it(house: House) -> None:
    house.person("bob")
    here = house.person("ann").post("/matches", {"invite": {"B": "bob"}}).headers["Location"]
    damage(house, here.removeprefix("/matches/"), DAMAGE["of a later version"])
    assert problem(house.person("bob").post(f"{here}/close")) == (403, "forbidden")
    assert house.person("ann").post(f"{here}/close").status_code == 204
    assert told(house.person("bob").get("/me/matches"))["matches"] == []


def test_nobody_else_closes_it(house: House) -> None:
    match_id = damaged(house)
    before, path = house.rows(), f"/matches/{match_id}/close"
    assert problem(house.person("eve").post(path)) == (403, "forbidden")
    assert problem(house.stranger.post(path)) == (401, "unauthenticated")
    stale = house.seat("A").post(path, headers={"If-Match": '"1-A-0"'})
    assert problem(stale) == (412, "stale-version")
    assert problem(house.seat("A").post(path, {"odd": 1})) == (422, "validation")
    assert house.rows() == before


def test_a_finished_match_that_cannot_be_read_stays_finished(house: House) -> None:
    match_id = house.match(rules={"target": 1})
    house.play(match_id)
    damage(house, match_id, DAMAGE["no event"])
    assert problem(house.seat("A").post(f"/matches/{match_id}/close")) == (409, "match-over")
