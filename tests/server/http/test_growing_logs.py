"""A log that grows while it is read is no damaged one; a log that lost its end is."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.server.http.absent import problem
from tests.server.http.house import House, told
from texas42_server.service import Positions
from texas42_server.storage import store
from texas42_server.storage.database import Connection
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS
from texas42_server.storage.store import Log


def test_a_move_made_while_a_match_is_read_is_no_damage(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = house.match()
    context = house.app.extensions["texas42"]
    read, made = store.read, list[bool]()

    def read_slowly(db: Connection, match: int, upto: int | None = None) -> Log:
        log = read(db, match, upto)
        if not made:
            made.append(True)
            house.move(match_id, {"type": "pass"}, turn)
        return log

    turn = house.view(match_id)["turn"]
    context.positions.__dict__.update(Positions().__dict__)
    monkeypatch.setattr(store, "read", read_slowly)
    answer = house.stranger.get(f"/matches/{match_id}")
    assert made
    assert answer.status_code == 200
    assert told(house.stranger.get(f"/matches/{match_id}"))["version"] >= told(answer)["version"]


@pytest.mark.parametrize("cached", [True, False])
def test_a_log_that_lost_its_end_shows_no_earlier_hand(house: House, cached: bool) -> None:
    match_id = house.match()
    house.move(match_id, {"type": "pass"})
    with closing(sqlite3.connect(house.path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER events_no_delete")
        db.execute("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")
        db.execute(GUARDS["events_no_delete"])
    if not cached:
        house.app.extensions["texas42"].positions.__dict__.update(Positions().__dict__)
    for path in ("", "/events", "/hands"):
        answer = house.stranger.get(f"/matches/{match_id}{path}")
        assert problem(answer) == (500, "unreadable-match")
