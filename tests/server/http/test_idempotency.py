"""A request with a key is done once, and answered alike as often as it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.server.http.house import House, told
from texas42_server.asking.idempotency import parse_key
from texas42_server.asking.strictjson import Malformed
from texas42_server.storage.keys import KEPT_MS


def key(name: str) -> dict[str, dict[str, str]]:
    return {"headers": {"Idempotency-Key": f'"{name}"'}}


def everything_but_the_replay(answer: TestResponse) -> tuple[Any, ...]:
    headers = dict(answer.headers)
    headers.pop("Idempotency-Replayed", None)
    return answer.status_code, headers, answer.get_data()


def assert_replay(first: TestResponse, again: TestResponse) -> None:
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert everything_but_the_replay(first) == everything_but_the_replay(again)


@pytest.mark.parametrize(
    ("header", "meant"),
    [
        ('"a"', "a"),
        (' "8e03978e-40d5" ', "8e03978e-40d5"),
        (r'"a\"b\\c"', r"a\"b\c".replace('\\"', '"')),
        ('"' + "x" * 64 + '"', "x" * 64),
    ],
)
def test_a_key_is_a_quoted_string(header: str, meant: str) -> None:
    assert parse_key(header) == meant


@pytest.mark.parametrize(
    "header",
    ["", '""', "naked", '"a', 'a"', '"a b"', '"é"', '"a\\b"', '"' + "x" * 65 + '"', '"a";p', "'a'"],
)
def test_what_is_no_key_is_refused(header: str) -> None:
    with pytest.raises(Malformed):
        parse_key(header)


def test_i_pressed_twice_and_moved_once(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    first = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **key("k"))
    before = house.rows()
    again = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **key("k"))
    assert first.status_code == 201
    assert_replay(first, again)
    assert house.rows() == before


def test_a_retry_after_others_have_moved_is_answered_as_of_then(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    first = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **key("k"))
    house.play(match_id)
    again = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **key("k"))
    assert_replay(first, again)


def test_a_retry_after_the_hand_is_over_shows_the_covered_table_of_then(house: House) -> None:
    """What was answered then, not what may be seen now."""
    match_id = house.match()
    seen = {}

    def remember(view: dict[str, Any]) -> dict[str, Any]:
        move = house.any_move(view)
        number = str(view["version"])
        answer = house.seat(view["you"]).post(f"/matches/{match_id}/moves", move, **key(number))
        seen[view["you"], number] = (move, answer)
        return {"type": "nothing"}

    for _ in range(20):
        turn = house.view(match_id)["turn"]
        if turn is None:
            break
        remember(house.view(match_id, turn))
    house.play(match_id)
    for (label, number), (move, answer) in seen.items():
        again = house.seat(label).post(f"/matches/{match_id}/moves", move, **key(number))
        assert_replay(answer, again)


def test_the_condition_of_the_first_time_is_not_asked_again(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    tag = mover.get(f"/matches/{match_id}").headers["ETag"]
    both = {"headers": {"Idempotency-Key": '"k"', "If-Match": tag}}
    first = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **both)
    assert_replay(first, mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **both))


def test_the_same_key_with_another_request_is_refused(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    path = f"/matches/{match_id}/moves"
    assert mover.post(path, {"type": "pass"}, **key("k")).status_code == 201
    for other_path, body in (
        (path, {"type": "bid", "points": 30}),
        (path, {"type": "nonsense"}),
        ("/matches", {"type": "pass"}),
        ("/matches", None),
    ):
        answer = mover.post(other_path, body, **key("k"))
        assert answer.status_code == 422
        assert told(answer)["type"] == "/problems/idempotency-key-reused"


def test_keys_of_two_players_are_two_keys(house: House) -> None:
    match_id = house.match()
    for _ in range(2):
        mover = house.seat(house.view(match_id)["turn"])
        answer = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, **key("k"))
        assert answer.status_code == 201
        assert "Idempotency-Replayed" not in answer.headers


def test_after_a_refusal_the_same_key_may_be_tried_again(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    off_turn = house.seat("ABCD"["ABCD".index(turn) - 3])
    path = f"/matches/{match_id}/moves"
    before = house.rows()
    assert off_turn.post(path, {"type": "pass"}, **key("k")).status_code == 409
    assert house.rows() == before
    house.move(match_id, {"type": "pass"})
    answer = off_turn.post(path, {"type": "pass"}, **key("k"))
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer.headers


def test_one_match_is_created_however_often_it_is_asked_for(house: House) -> None:
    ann = house.person("ann")
    first = ann.post("/matches", {"name": "friday", "sit": "A"}, **key("k"))
    before = house.rows()
    again = ann.post("/matches", {"name": "friday", "sit": "A"}, **key("k"))
    assert_replay(first, again)
    assert told(again)["invites"]
    assert house.rows() == before


def test_the_invite_codes_are_told_again_after_they_were_used(house: House) -> None:
    """The answer is that of then: its tag is the same, so its bytes must be."""
    ann, bob = house.person("ann"), house.person("bob")
    first = ann.post("/matches", {"sit": "A"}, **key("k"))
    code = told(first)["invites"]["B"]
    here = first.headers["Location"]
    assert bob.post(f"{here}/seats/B", {"invite": code}).status_code == 201
    assert_replay(first, ann.post("/matches", {"sit": "A"}, **key("k")))


def test_the_invite_codes_are_those_of_then_though_a_seat_has_a_new_one(house: House) -> None:
    ann, bob = house.person("ann"), house.person("bob")
    first = ann.post("/matches", {"sit": "A"}, **key("k"))
    here, code = first.headers["Location"], told(first)["invites"]["B"]
    assert bob.post(f"{here}/seats/B", {"invite": code}).status_code == 201
    assert bob.delete(f"{here}/seats/B").status_code == 200
    assert told(ann.get(here))["invites"]["B"] != code
    assert_replay(first, ann.post("/matches", {"sit": "A"}, **key("k")))


def test_the_seat_is_taken_once_though_its_code_is_used_up(house: House) -> None:
    ann, bob = house.person("ann"), house.person("bob")
    created = ann.post("/matches", {"sit": "A"})
    path = f"{created.headers['Location']}/seats/B"
    claim = {"invite": told(created)["invites"]["B"]}
    first = bob.post(path, claim, **key("k"))
    assert first.status_code == 201
    assert_replay(first, bob.post(path, claim, **key("k")))
    assert bob.post(path, claim, **key("other")).status_code == 409


def test_the_last_seat_taken_replays_with_the_first_hand(house: House) -> None:
    match_id = house.open_match()
    house.seat("B").post(f"/matches/{match_id}/seats/B")
    house.seat("C").post(f"/matches/{match_id}/seats/C")
    dee = house.seat("D")
    first = dee.post(f"/matches/{match_id}/seats/D", **key("k"))
    assert len(told(first)["hand"]) == 7
    house.move(match_id, {"type": "pass"})
    assert_replay(first, dee.post(f"/matches/{match_id}/seats/D", **key("k")))


def test_a_player_who_has_given_the_seat_back_gets_no_replay(house: House) -> None:
    match_id = house.open_match()
    bob = house.seat("B")
    path = f"/matches/{match_id}/seats/B"
    assert bob.post(path, **key("k")).status_code == 201
    assert bob.delete(path).status_code == 200
    answer = bob.post(path, **key("k"))
    assert answer.status_code == 403
    assert "Idempotency-Replayed" not in answer.headers


def test_keys_are_kept_for_thirty_days(house: House) -> None:
    ann = house.person("ann")
    first = ann.post("/matches", {}, **key("k"))
    house.time += KEPT_MS - 60_000
    assert_replay(first, ann.post("/matches", {}, **key("k")))
    house.time += 120_000
    ann.post("/matches", {}, **key("another-which-sweeps"))
    later = ann.post("/matches", {}, **key("k"))
    assert later.headers["Location"] != first.headers["Location"]


def test_a_key_that_is_none_is_told_what_one_is(house: House) -> None:
    answer = house.person("ann").post("/matches", headers={"Idempotency-Key": "naked"})
    assert answer.status_code == 400
    assert "double quotes" in told(answer)["detail"]
