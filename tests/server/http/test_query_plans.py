"""45,000 idle matches may be in the file: no request reads through a table of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.http.house import House, told

STATEMENTS = {"SELECT", "INSERT", "UPDATE", "DELETE"}


@contextmanager
def plans(house: House) -> Iterator[dict[str, list[str]]]:
    """How SQLite goes about each statement that is run inside the block."""
    db = house.app.extensions["texas42"].database.connection().conn
    ran: set[str] = set()
    found: dict[str, list[str]] = {}
    db.set_trace_callback(ran.add)
    try:
        yield found
    finally:
        db.set_trace_callback(None)
    for sql in ran:
        if sql.split()[0] in STATEMENTS:
            found[sql] = [detail for *_, detail in db.execute(f"EXPLAIN QUERY PLAN {sql}")]


def scans(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Those that look at row after row of a table, or of a whole index."""
    return {
        sql: plan
        for sql, plan in found.items()
        if any(
            step.startswith("SCAN") and "subquery" not in step and step != "SCAN CONSTANT ROW"
            for step in plan
        )
    }


def look_at_everything(house: House, match_id: str) -> None:
    """Every GET there is about matches, by a player and by a stranger."""
    here = f"/matches/{match_id}"
    for who in (house.seat("A"), house.stranger):
        links = [link for link in house.view(match_id)["links"].values() if link is not None]
        further = ("events?after=3", "hands/1", "seats/A", "seals", "record", "replacement")
        for path in (*links, *(f"{here}/{part}" for part in further), "/matches", "/readyz"):
            who.get(path)
    for query in ("", "?turn=me", "?status=playing", "?limit=1"):
        house.seat("A").get(f"/me/matches{query}")
    house.seat("A").get("/me")
    house.seat("A").get("/me/webhook")


def test_no_request_of_a_match_scans_a_table(house):
    with plans(house) as found:
        open_ = house.open_match(listed=True)
        house.seat("A").delete(f"/matches/{open_}/seats/A")
        house.seat("A").delete(f"/matches/{open_}")
        match_id = house.match(rules={"target": 1})
        look_at_everything(house, match_id)
        key = {"Idempotency-Key": '"a-key"'}
        turn = house.view(match_id)["turn"]
        move = house.any_move(house.view(match_id, turn))
        for _ in range(2):
            sent = house.seat(turn).post(f"/matches/{match_id}/moves", move, headers=key)
            assert sent.status_code == 201, sent.text
        house.play(match_id)
        look_at_everything(house, match_id)
        again = house.seat("A").post(f"/matches/{match_id}/rematch")
        assert again.status_code == 201, again.text
        look_at_everything(house, told(again)["id"])
    assert len(found) > 100
    assert scans(found) == {}


def test_a_scan_is_seen(house):
    with plans(house) as found:
        database = house.app.extensions["texas42"].database
        database.connection().execute("SELECT body FROM events WHERE body = 'x'").fetchall()
    assert scans(found) != {}
