"""What is put into the outbox: with the move or not at all, for those who want it, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.http.absent import DAY, claim, offered, wait
from tests.server.http.house import House, told
from tests.server.notifications.conftest import Hook, deliveries, drain
from tests.server.notifications.receiver import Receiver
from texas42_server import service
from texas42_server.delivery import Deliverer
from texas42_server.storage import outbox


def rows(house: House) -> list[Any]:
    db = house.app.extensions["texas42"].database.connection()
    return db.execute("SELECT person, type, hand FROM deliveries ORDER BY key").fetchall()


def statements(house: House, match_id: str) -> list[str]:
    """The SQL of one move."""
    view = house.view(match_id, house.view(match_id)["turn"])
    db = house.app.extensions["texas42"].database.connection()
    ran: list[str] = []
    db.conn.set_trace_callback(ran.append)
    assert house.move(match_id, view["legal_moves"][0], view["you"]).status_code == 201
    db.conn.set_trace_callback(None)
    return ran


def test_whoever_is_on_turn_is_told_and_nobody_else(house: House, hook: Hook) -> None:
    for label in "ABCD":
        hook(label, events=["your_turn"])
    match_id = house.match()
    turns = [house.view(match_id)["turn"]]
    for _ in range(3):
        house.move(match_id, {"type": "bid", "points": 30 + len(turns)})
        turns.append(house.view(match_id)["turn"])
    names = [house.view(match_id)["seats"][label]["player"] for label in turns]
    assert rows(house) == [(name, "your_turn", 1) for name in names]


def test_a_hand_and_a_match_that_are_over_are_told_to_everybody_seated(
    house: House, hook: Hook
) -> None:
    for label in "AB":
        hook(label, events=["hand_over", "match_over"])
    match_id = house.match(rules={"preset": "straight", "target": 1})
    number = house.play(match_id)["last_hand"]["number"]
    expected = [(name, "hand_over", n) for n in range(1, number + 1) for name in ("ann", "bob")]
    assert rows(house) == [*expected, ("ann", "match_over", number), ("bob", "match_over", number)]


def test_no_more_is_written_than_was_chosen(house: House, hook: Hook) -> None:
    hook("A", events=["match_over"])
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    assert rows(house) == []


def test_a_player_without_webhook_costs_one_look_up_and_no_row(house: House) -> None:
    ran = statements(house, house.match())
    assert len([sql for sql in ran if "webhooks" in sql]) == 1
    assert not [sql for sql in ran if "deliveries" in sql]


def test_the_look_up_and_the_looks_of_who_delivers_go_by_an_index(house: House, hook: Hook) -> None:
    context = house.app.extensions["texas42"]
    db = context.database.connection()
    ran: list[str] = []
    db.conn.set_trace_callback(ran.append)
    hook()
    house.match()
    house.seat("A").post("/me/webhook/test")
    deliveries(house)
    outbox.is_due(db, house.time)
    with context.database.transaction():
        claimed = outbox.claim(db, house.time, 1000)
        assert claimed is not None
        outbox.settle(db, claimed, "delivered", None, 204)
        outbox.drop_all(db, "ann", "switched_off")
    db.conn.set_trace_callback(None)
    ours = {sql for sql in ran if "webhooks" in sql or "deliveries" in sql}
    assert len(ours) > 9
    for sql in ours:
        plan = [detail for *_, detail in db.conn.execute(f"EXPLAIN QUERY PLAN {sql}")]
        # The due ones are walked through in the order of their index.
        assert not [line for line in plan if line.startswith("SCAN") and "INDEX" not in line], sql


def test_a_move_that_is_not_committed_leaves_nothing_in_the_outbox(
    house: House, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    for label in "ABCD":
        hook(label)
    match_id = house.match()
    before = rows(house), house.rows()

    def fail(*_: Any) -> None:
        assert len(rows(house)) > len(before[0])
        raise RuntimeError

    monkeypatch.setattr("texas42_server.service.matches.remember", fail)
    view = house.view(match_id, house.view(match_id)["turn"])
    assert house.move(match_id, view["legal_moves"][0]).status_code == 500
    assert (rows(house), house.rows()) == before


def test_a_refused_move_and_a_repeated_one_tell_nothing(house: House, hook: Hook) -> None:
    for label in "ABCD":
        hook(label)
    match_id = house.match()
    view = house.view(match_id, house.view(match_id)["turn"])
    mover, key = house.seat(view["you"]), {"Idempotency-Key": '"k"'}
    moves, body = f"/matches/{match_id}/moves", view["legal_moves"][0]
    assert mover.post(moves, {"type": "play", "tile": "0-0"}).status_code == 422
    assert len(rows(house)) == 1
    for _ in range(2):
        assert mover.post(moves, body, headers=key).status_code == 201
        assert len(rows(house)) == 2


def remind(house: House, match_id: str) -> bool:
    """Somebody else reminds the one on turn, after a day; whether the answer says it is told."""
    turn = house.view(match_id)["turn"]
    wait(house, match_id, DAY)
    asker = house.seat("B" if turn == "A" else "A")
    answer = asker.post(f"/matches/{match_id}/reminder")
    assert answer.status_code == 202, answer.text
    return bool(told(answer)["told"])


def test_a_reminder_says_so(house: House, hook: Hook, deliverer: Deliverer) -> None:
    for label in "ABCD":
        hook(label)
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    drain(deliverer)
    assert remind(house, match_id)
    drain(deliverer)
    assert [delivery["reminder"] for delivery in deliveries(house, turn)] == [False, True]
    assert [delivery["status"] for delivery in deliveries(house, turn)] == ["delivered"] * 2


def test_nobody_is_told_without_a_webhook(house: House) -> None:
    match_id = house.match()
    assert not remind(house, match_id)
    assert rows(house) == []


def test_whoever_takes_over_a_seat_on_turn_is_told_and_the_other_one_no_more(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    for label in "ABCD":
        hook(label, events=["your_turn"])
    zoe = house.person("zoe")
    assert zoe.ask("PUT", "/me/webhook", json={"url": receiver.url}).status_code == 201
    match_id = house.match()
    seat = house.view(match_id)["turn"]
    code = offered(house, match_id, seat)
    assert claim(zoe, match_id, seat, code).status_code == 201
    drain(deliverer)
    (message,) = receiver.got
    assert (message.said["type"], message.said["data"]["player"]) == ("your_turn", "zoe")
    assert [d["reason"] for d in deliveries(house, seat)] == ["turn_passed"]


@pytest.mark.parametrize("status", ["cancelled", "closed"])
def test_a_match_that_is_given_up_is_over_for_everybody(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer, status: str
) -> None:
    hook("A", events=["match_over"])
    if status == "cancelled":
        match_id = house.open_match()
        assert house.seat("A").delete(f"/matches/{match_id}").status_code == 200
    else:
        match_id = house.match()
        wait(house, match_id, 15 * DAY)
        assert house.seat("A").post(f"/matches/{match_id}/close").status_code == 201
    drain(deliverer)
    (message,) = receiver.got
    assert message.said["data"]["status"] == status
    assert message.said["data"]["hand"] is None


def test_every_event_is_appended_where_webhooks_are_told() -> None:
    package = Path(service.__file__).parents[1]
    appending = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "store.append(" in path.read_text(encoding="utf-8")
    }
    assert appending == {
        "service/writing.py",
        "service/unreadable.py",
        "service/carrying.py",  # what is imported has happened elsewhere, and was told there
    }
