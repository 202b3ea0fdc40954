"""What is stored is held against its digests: a hand is shown as it was dealt, or not at all."""

from __future__ import annotations

import logging
from contextlib import closing

import pytest

from tests.server.http.absent import problem
from tests.server.http.house import House, told
from tests.server.http.test_unreadable import UNREADABLE
from texas42_server.service import Positions
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS

HARM = {
    "a deal": "UPDATE events SET body = replace(body, '0-0', '6-6') WHERE match = 1 AND seq = 6",
    "who sits where": 'UPDATE events SET body = \'["pass","B"]\' WHERE match = 1 AND seq = 3',
    "one event less": "DELETE FROM events WHERE match = 1 AND seq = 4",
    "its end": "DELETE FROM events WHERE match = 1 AND seq = 7",
    "no text": "UPDATE events SET body = CAST(x'5bff5d' AS TEXT) WHERE match = 1 AND seq = 5",
    "another digest": "UPDATE events SET digest = x'0011223344556677' WHERE match = 1 AND seq = 7",
}
BAD = {"a deal": 6, "who sits where": 3, "one event less": 4, "its end": 7, "no text": 5}


def harm(house: House, sql: str) -> None:
    """Change what is stored, by another program and without the guards."""
    with closing(sqlite3.connect(house.path, isolation_level=None)) as db:
        for name in GUARDS:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(sql)
        for guard in GUARDS.values():
            db.execute(guard)


def forget(house: House) -> None:
    """As if the server had been started just now."""
    house.app.extensions["texas42"].positions.__dict__.update(Positions().__dict__)


def begun(house: House) -> str:
    """A match of seven events: created, four joined, dealt, passed."""
    match_id = house.match()
    assert house.move(match_id, {"type": "pass"}).status_code == 201
    assert house.view(match_id)["version"] == 7
    return match_id


@pytest.mark.parametrize("what", HARM)
def test_no_answer_is_made_of_a_damaged_log(
    house: House, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, other = begun(house), house.match()
    harm(house, HARM[what])
    forget(house)
    here = f"/matches/{match_id}"
    for who in (house.seat("A"), house.person("eve"), house.stranger):
        for path in ("", "/events", "/events/1", "/hands", "/hands/1"):
            assert problem(who.get(f"{here}{path}")) == UNREADABLE
    assert problem(house.seat("B").post(f"{here}/moves", {"type": "pass"})) == UNREADABLE
    lines = [line.getMessage() for line in caplog.records if line.levelno == logging.ERROR]
    assert all(f"up to event {BAD.get(what, 7) - 1} only" in line for line in lines)
    assert house.move(other, {"type": "pass"}).status_code == 201
    mine = told(house.seat("A").get("/me/matches"))["matches"]
    assert {row["id"] for row in mine} == {match_id, other}


def test_an_event_is_looked_at_by_a_server_that_knows_those_before(house: House) -> None:
    match_id = begun(house)
    known = house.app.extensions["texas42"].positions._known
    before = known[match_id]
    assert house.move(match_id, {"type": "pass"}).status_code == 201
    harm(house, 'UPDATE events SET body = \'["pass","D"]\' WHERE match = 1 AND seq = 8')
    known[match_id] = before
    assert problem(house.stranger.get(f"/matches/{match_id}")) == UNREADABLE


def test_the_feed_is_not_told_from_a_damaged_log_though_the_view_is_known(house: House) -> None:
    match_id = begun(house)
    before = house.seat("A").get(f"/matches/{match_id}").get_data()
    harm(house, HARM["a deal"])
    assert house.seat("A").get(f"/matches/{match_id}").get_data() == before, "from memory"
    assert problem(house.seat("A").get(f"/matches/{match_id}/events")) == UNREADABLE


@pytest.mark.parametrize("what", HARM)
def test_a_damaged_match_is_closed_by_its_players_and_stays_damaged(
    house: House, what: str
) -> None:
    match_id = begun(house)
    harm(house, HARM[what])
    forget(house)
    assert house.seat("C").post(f"/matches/{match_id}/close").status_code == 204
    forget(house)
    assert problem(house.seat("C").get(f"/matches/{match_id}")) == UNREADABLE
    [row] = told(house.seat("C").get("/me/matches"))["matches"]
    assert (row["status"], row["turn"]) == ("closed", None)


def test_no_digest_is_in_any_answer(house: House) -> None:
    match_id = begun(house)
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    db = house.app.extensions["texas42"].database.connection()
    digests = [digest for (digest,) in db.execute("SELECT digest FROM events").fetchall()]
    assert len(set(digests)) == len(digests) > 10
    for path in ("", "/moves", "/events?limit=500", "/hands", "/hands/1"):
        answer = house.seat("A").get(f"/matches/{match_id}{path}")
        whole = answer.get_data() + str(answer.headers).encode()
        assert not [digest for digest in digests if digest.hex().encode() in whole.lower()]
