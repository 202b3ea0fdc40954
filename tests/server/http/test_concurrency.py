"""Many at once: one event, and an answer for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.server.http.house import House, Person, told

CROWD = 16


def at_once(ask: Callable[[int], TestResponse]) -> list[TestResponse]:
    """The answers to sixteen requests that start together, each from a thread of its own."""
    barrier = Barrier(CROWD)

    def wait_and_ask(number: int) -> TestResponse:
        barrier.wait(timeout=20)
        return ask(number)

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(wait_and_ask, range(CROWD)))


def clones(house: House, label: str) -> list[Person]:
    """The same player at sixteen keyboards."""
    token = house.seat(label).token
    return [Person(house.app.test_client(), token) for _ in range(CROWD)]


def mover(house: House) -> tuple[str, str, list[Person]]:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    return match_id, f"/matches/{match_id}/moves", clones(house, turn)


def test_sixteen_equal_moves_under_one_key_are_one_event_and_equal_answers(house: House) -> None:
    match_id, path, crowd = mover(house)
    before = house.view(match_id)["version"]
    key = {"Idempotency-Key": '"k"'}
    answers = at_once(lambda n: crowd[n].post(path, {"type": "pass"}, headers=key))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.get_data() for answer in answers}) == 1
    assert len({(a.headers["ETag"], a.headers["Location"]) for a in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert house.view(match_id)["version"] == before + 1


def test_sixteen_equal_moves_without_a_key_are_one_event_and_fifteen_refusals(
    house: House,
) -> None:
    match_id, path, crowd = mover(house)
    before = house.view(match_id)["version"]
    answers = at_once(lambda n: crowd[n].post(path, {"type": "pass"}))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: CROWD - 1}
    assert house.view(match_id)["version"] == before + 1
    for answer in answers:
        if answer.status_code == 409:
            assert told(answer)["version"] == before + 1


def test_sixteen_moves_on_the_same_view_are_one_event_and_fifteen_stale_ones(
    house: House,
) -> None:
    match_id, path, crowd = mover(house)
    tag = crowd[0].get(f"/matches/{match_id}").headers["ETag"]
    moves: list[dict[str, Any]] = [{"type": "bid", "points": 30 + n % 8} for n in range(CROWD)]

    def ask(number: int) -> TestResponse:
        headers = {"If-Match": tag, "Idempotency-Key": f'"{number}"'}
        return crowd[number].post(path, moves[number], headers=headers)

    answers = at_once(ask)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 412: CROWD - 1}
    assert len(house.view(match_id)["bids"]) == 1


@pytest.mark.parametrize("seats", [4, 2, 7])
def test_sixteen_strangers_want_the_last_seat_and_one_gets_it(house: House, seats: int) -> None:
    rules = {"seats": seats, "first_dealer": "highest_tile"}
    answer = house.person("ann").post("/matches", {"sit": "A", "listed": True, "rules": rules})
    here, labels = answer.headers["Location"], list(told(answer)["seats"])
    for label in labels[1:-1]:
        house.seat(label).post(f"{here}/seats/{label}")
    crowd = [house.person(f"p{n}") for n in range(CROWD)]
    answers = at_once(lambda n: crowd[n].post(f"{here}/seats/{labels[-1]}"))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: CROWD - 1}
    [winner] = [answer for answer in answers if answer.status_code == 201]
    assert len(told(winner)["hand"]) == 28 // seats
    kinds = [entry["type"] for entry in told(house.stranger.get(f"{here}/events"))["events"]]
    assert kinds.count("dealt") == 1
    assert kinds.count("drawn") == len(kinds) - seats - 2 >= 1


def test_sixteen_strangers_want_the_same_name_and_one_gets_it(house: House) -> None:
    crowd = [Person(house.app.test_client()) for _ in range(CROWD)]
    answers = at_once(lambda n: crowd[n].post("/players", {"name": "Zoë" if n % 2 else "zoë"}))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: CROWD - 1}


def test_when_the_lock_is_not_to_be_had_i_am_told_to_try_again_and_nothing_changed(
    house: House,
) -> None:
    match_id, path, crowd = mover(house)
    before = house.rows()
    key = {"Idempotency-Key": '"k"'}
    with ThreadPoolExecutor(1) as pool, house.app.extensions["texas42"].database.transaction():
        answer = pool.submit(crowd[0].post, path, {"type": "pass"}, headers=key).result()
        watched = pool.submit(house.stranger.get, f"/matches/{match_id}").result()
    assert answer.status_code == 503
    assert told(answer)["type"] == "/problems/busy"
    assert answer.headers["Retry-After"] == "1"
    assert watched.status_code == 200, "those who only look need no lock"
    assert house.rows() == before
    assert crowd[0].post(path, {"type": "pass"}, headers=key).status_code == 201


@pytest.mark.parametrize("path", ["/me", "/nowhere"])
def test_a_new_token_that_cannot_be_put_in_force_yet_is_told_to_try_again(
    house: House, path: str
) -> None:
    old = house.person("ann")
    new = Person(house.app.test_client(), told(old.post("/me/token"))["token"])
    with ThreadPoolExecutor(1) as pool, house.app.extensions["texas42"].database.transaction():
        answer = pool.submit(new.get, path).result()
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert old.get("/me").status_code == 200


def test_sixteen_watchers_see_whole_moves_only_while_a_match_is_played(house: House) -> None:
    match_id = house.match(rules={"target": 1})
    watchers = [Person(house.app.test_client()) for _ in range(CROWD - 1)]
    players = house.people.copy()

    def ask(number: int) -> TestResponse:
        if number == 0:
            house.play(match_id)
            return players["ann"].get(f"/matches/{match_id}")
        seen = [watchers[number - 1].get(f"/matches/{match_id}") for _ in range(20)]
        versions = [told(answer)["version"] for answer in seen]
        assert versions == sorted(versions)
        return seen[-1]

    answers = at_once(ask)
    assert told(answers[0])["status"] == "finished"
