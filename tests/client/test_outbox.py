"""A move is on disk before it is sent, is finished after a crash, and is never made twice."""

from __future__ import annotations

import json
import stat

import pytest

from tests.client.stub import Reply, problem, serving
from texas42_client.errors import ApiProblem, Unreachable
from texas42_client.wire.api import Client
from texas42_client.wire.outbox import Outbox

MOVE = {"type": "bid", "points": 31}
MADE = Reply(201, {"version": 9}, {"ETag": '"9"'})


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "outbox" / "ann"


def left_in(folder) -> list[dict]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]


def lose_an_answer(folder) -> str:
    """Send a move whose answer never comes; the key it was sent with."""
    with (
        serving(Reply(hang_up=True)) as stub,
        Client(stub.url, retries=0) as client,
        pytest.raises(Unreachable) as lost,
    ):
        Outbox(folder, client).send("m", MOVE, '"8"')
    assert "the next t42 command finishes it, once" in str(lost.value.hint)
    return stub.asked[0].headers["Idempotency-Key"].strip('"')


def test_a_move_is_on_disk_before_it_is_sent(folder):
    seen = []
    reply = Reply(201, {"version": 9}, before=lambda: seen.extend(left_in(folder)))
    with serving(reply) as stub, Client(stub.url) as client:
        Outbox(folder, client).send("m", MOVE, '"8"')
    key = stub.asked[0].headers["Idempotency-Key"].strip('"')
    assert seen == [{"key": key, "match": "m", "move": MOVE, "etag": '"8"'}]
    assert left_in(folder) == []


def test_a_move_waits_in_a_private_file(folder):
    lose_an_answer(folder)
    (file,) = folder.glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_lost_answer_is_finished_with_the_same_key_body_and_tag(folder):
    key = lose_an_answer(folder)
    with serving(MADE) as stub, Client(stub.url) as client:
        (finished,) = Outbox(folder, client).finish()
    asked = stub.asked[0]
    assert asked.headers["Idempotency-Key"] == f'"{key}"'
    assert (asked.headers["If-Match"], asked.body) == ('"8"', MOVE)
    assert finished.answer is not None
    assert finished.answer.body == {"version": 9}
    assert left_in(folder) == []


@pytest.mark.parametrize(
    "refusal",
    [problem("illegal-move", 422), problem("stale-version", 412)],
    ids=["illegal", "stale"],
)
def test_a_refused_move_is_removed(folder, refusal):
    with (
        serving(refusal) as stub,
        Client(stub.url, retries=0) as client,
        pytest.raises(ApiProblem),
    ):
        Outbox(folder, client).send("m", MOVE, '"8"')
    assert left_in(folder) == []


def test_a_move_refused_when_it_is_finished_is_told_and_removed(folder):
    lose_an_answer(folder)
    with serving(problem("stale-version", 412)) as stub, Client(stub.url) as client:
        (finished,) = Outbox(folder, client).finish()
    assert finished.answer is None
    assert finished.problem is not None
    assert finished.problem.slug == "stale-version"
    assert left_in(folder) == []


def test_a_move_stays_while_there_is_no_answer(folder):
    lose_an_answer(folder)
    with Client("http://127.0.0.1:1", retries=0) as client, pytest.raises(Unreachable):
        Outbox(folder, client).finish()
    assert len(left_in(folder)) == 1


@pytest.mark.parametrize(
    "refusal", [problem("busy", 503), problem("quota-exceeded", 429)], ids=["busy", "quota"]
)
def test_a_busy_server_has_not_said_what_became_of_a_lost_move(folder, refusal):
    key = lose_an_answer(folder)
    with (
        serving(refusal) as stub,
        Client(stub.url, retries=0) as client,
        pytest.raises(ApiProblem) as told,
    ):
        Outbox(folder, client).finish()
    assert "the next t42 command finishes it, once" in str(told.value.hint)
    assert [row["key"] for row in left_in(folder)] == [key]


def test_a_first_try_may_have_arrived_though_the_second_finds_the_server_busy(folder):
    lost_then_busy = (Reply(hang_up=True), problem("busy", 503))
    with (
        serving(*lost_then_busy) as stub,
        Client(stub.url, retries=1) as client,
        pytest.raises(ApiProblem),
    ):
        Outbox(folder, client).send("m", MOVE, '"8"')
    assert len(stub.asked) == 2
    (left,) = left_in(folder)
    with serving(MADE) as stub, Client(stub.url) as client:
        (finished,) = Outbox(folder, client).finish()
    assert finished.pending.key == left["key"]
    assert left_in(folder) == []


def test_a_move_that_is_being_sent_is_left_to_its_sender(folder):
    finished_meanwhile = []
    with Client("http://127.0.0.1:1", retries=0) as other:
        reply = Reply(
            201,
            {"version": 9},
            before=lambda: finished_meanwhile.append(Outbox(folder, other).finish()),
        )
        with serving(reply) as stub, Client(stub.url) as client:
            Outbox(folder, client).send("m", MOVE, '"8"')
    assert finished_meanwhile == [[]]
    assert len(stub.asked) == 1


def test_moves_are_finished_in_the_order_they_were_made(folder):
    keys = [lose_an_answer(folder), lose_an_answer(folder)]
    with serving(MADE) as stub, Client(stub.url) as client:
        finished = Outbox(folder, client).finish()
    assert [row.pending.key for row in finished] == keys
