"""A client that keeps to what the server says about its limits is never refused."""

from __future__ import annotations

import pytest

from tests.client.stub import Reply, problem, serving
from texas42_client.errors import ApiProblem
from texas42_client.exits import ExitStatus
from texas42_client.wire.api import Client
from texas42_client.wire.pacing import Pacing, kind_of

MOVE = {"type": "pass"}
MOVES, VIEWS = kind_of("POST", "/matches/m/moves", False), kind_of("GET", "/matches/m", False)


def pacing():
    now = [0.0]
    return Pacing(clock=lambda: now[0]), now


def test_requests_are_of_one_kind_whatever_the_match():
    assert kind_of("POST", "/matches/other/moves", False) == MOVES
    others = {
        kind_of("GET", "/matches", False),
        kind_of("POST", "/matches", False),
        kind_of("GET", "/matches/m", True),
        kind_of("POST", "/players", False),
    }
    assert len({MOVES, VIEWS, *others}) == 6


def test_while_something_is_left_nothing_is_held_back():
    paced, _ = pacing()
    paced.heard(MOVES, 201, {"RateLimit": '"moves";r=1;t=30'})
    assert paced.pause(MOVES) == 0


def test_when_a_policy_is_used_up_its_kinds_of_request_wait_until_it_is_full_again():
    paced, now = pacing()
    paced.heard(MOVES, 201, {"RateLimit": '"moves";r=0;t=30'})
    assert (paced.pause(MOVES), paced.pause(VIEWS)) == (30, 0)
    now[0] = 29
    assert paced.pause(MOVES) == 1
    now[0] = 31
    assert paced.pause(MOVES) == 0


def test_a_policy_that_counts_several_kinds_holds_all_of_them_back():
    paced, _ = pacing()
    seats = kind_of("POST", "/matches/m/seats/A", False)
    paced.heard(seats, 201, {"RateLimit": '"moves";r=9;t=30'})
    paced.heard(MOVES, 201, {"RateLimit": '"burst" ; r=3;t=1, "moves";t=30;r=0;pk=:YQ==:'})
    assert paced.pause(seats) == 30


def test_a_refusal_holds_back_what_was_refused():
    paced, now = pacing()
    paced.heard(MOVES, 429, {"Retry-After": "12"})
    paced.heard(VIEWS, 503, {"Retry-After": "2"})
    assert (paced.pause(MOVES), paced.pause(VIEWS)) == (12, 2)
    now[0] = 12
    assert paced.pause(MOVES) == 0


@pytest.mark.parametrize("said", ["", "moves;r=0", '"moves";r=no', "🎲", '"moves"', ";;;,,,"])
def test_what_cannot_be_read_is_no_limit(said):
    paced, _ = pacing()
    paced.heard(MOVES, 201, {"RateLimit": said})
    assert paced.pause(MOVES) == 0


def test_the_client_waits_before_it_would_be_refused():
    used_up = Reply(201, {}, {"RateLimit": '"moves";r=0;t=7'})
    paused: list[float] = []
    with serving(used_up, Reply(201)) as stub, Client(stub.url, pause=paused.append) as client:
        client.move("m", MOVE, None)
        client.view("m")
        assert paused == []
        client.move("m", MOVE, None)
    assert [round(seconds) for seconds in paused] == [7]
    assert len(stub.asked) == 3


def test_where_the_pause_would_be_long_it_says_so_and_sends_nothing():
    used_up = Reply(201, {}, {"RateLimit": '"matches";r=0;t=3000'})
    with serving(used_up) as stub, Client(stub.url) as client:
        client.create_match({})
        with pytest.raises(ApiProblem) as refused:
            client.create_match({})
    assert refused.value.exit_status is ExitStatus.QUOTA_EXCEEDED
    assert refused.value.retry_after in range(2990, 3001)
    assert len(stub.asked) == 1


def test_what_was_refused_is_asked_again_only_when_the_server_said():
    refusal = problem("quota-exceeded", 429, retry_after=5)
    paused: list[float] = []
    with serving(refusal, Reply(201)) as stub, Client(stub.url, pause=paused.append) as client:
        with pytest.raises(ApiProblem):
            client.move("m", MOVE, None)
        client.move("m", MOVE, None)
    assert [round(seconds) for seconds in paused] == [5]
