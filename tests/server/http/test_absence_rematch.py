"""The same four once more: one match, whoever asks and however often."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from werkzeug.test import TestResponse

from tests.server.http.absent import DAY, ask, claim, key, offered, problem, wait
from tests.server.http.house import PLAYERS, House, told

RULES = {"preset": "straight", "target": 1, "attributed_tricks": 1}


def finished(house: House, **form: object) -> str:
    """A match that is over."""
    match_id = house.match(rules=RULES, name="friday", **form)
    assert house.play(match_id)["status"] == "finished"
    return match_id


def rematch(house: House, match_id: str, label: str, **kwargs: Any) -> TestResponse:
    return house.seat(label).post(f"/matches/{match_id}/rematch", **kwargs)


def test_whoever_asks_first_sits_there_and_the_other_seats_are_kept(house: House) -> None:
    match_id = finished(house)
    answer = rematch(house, match_id, "C")
    view = told(answer)
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/matches/{view['id']}"
    assert (view["status"], view["owner"], view["you"]) == ("open", "cid", "C")
    assert (view["name"], view["rules"]) == ("friday", house.view(match_id)["rules"])
    seats = {label: (row["player"], row["kept_for"]) for label, row in view["seats"].items()}
    assert seats == {
        "A": (None, "ann"),
        "B": (None, "bob"),
        "C": ("cid", None),
        "D": (None, "dee"),
    }
    assert view["invites"] == {}
    created = told(house.stranger.get(f"/matches/{view['id']}/events/1"))
    assert created["rematch_of"] == match_id
    [row] = told(house.seat("B").get("/me/matches?status=open"))["matches"]
    assert (row["id"], row["kept_for_me"]) == (view["id"], "B")


def test_the_seat_after_the_last_dealer_deals_first(house: House) -> None:
    match_id = finished(house)
    last = house.view(match_id)["last_hand"]["dealer"]
    again = told(rematch(house, match_id, "A"))["id"]
    for label in "BCD":
        house.seat(label).post(f"/matches/{again}/seats/{label}")
    view, following = house.view(again), "ABCD"["ABCD".index(last) - 3]
    assert (view["status"], view["dealer"]) == ("bidding", following)
    assert told(house.stranger.get(f"/matches/{again}/events/1"))["first_dealer"] == following


def test_whoever_asks_later_is_shown_the_same_match(house: House) -> None:
    match_id = finished(house)
    first = told(rematch(house, match_id, "A"))
    before = house.rows()
    for label in "ABCD":
        answer = rematch(house, match_id, label)
        assert answer.status_code == 200
        assert answer.headers["Content-Location"] == f"/matches/{first['id']}"
        assert answer.get_data() == house.seat(label).get(f"/matches/{first['id']}").get_data()
    assert house.rows() == before


def test_all_who_ask_at_once_get_one_match(house: House) -> None:
    match_id = finished(house)
    people = [house.seat(label) for label in "ABCD" * 2]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda who: who.post(f"/matches/{match_id}/rematch"), people))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({told(answer)["id"] for answer in answers}) == 1


def test_a_key_gives_the_same_answer_again(house: House) -> None:
    match_id = finished(house)
    made = rematch(house, match_id, "A", **key("k"))
    found = rematch(house, match_id, "B", **key("k"))
    here = f"/matches/{told(made)['id']}"
    assert house.seat("B").post(f"{here}/seats/B").status_code == 201
    for label, first in (("A", made), ("B", found)):
        again = rematch(house, match_id, label, **key("k"))
        headers = dict(again.headers)
        assert headers.pop("Idempotency-Replayed") == "true"
        assert (again.status_code, headers, again.get_data()) == (
            first.status_code,
            dict(first.headers),
            first.get_data(),
        )


def test_a_replay_shows_no_hand_to_who_has_lost_the_seat(house: House) -> None:
    match_id = finished(house)
    again = told(rematch(house, match_id, "A"))["id"]
    for label in "BCD":
        house.seat(label).post(f"/matches/{again}/seats/{label}")
    turn = house.view(again)["turn"]
    shown = rematch(house, match_id, turn, **key("k"))
    assert len(told(shown)["hand"]) == 7
    code = offered(house, again, turn)
    assert claim(house.person("eve"), again, turn, code).status_code == 201
    assert problem(rematch(house, match_id, turn, **key("k"))) == (403, "forbidden")
    assert told(rematch(house, match_id, turn))["hand"] is None


def test_the_link_is_there_when_the_match_is_won(house: House) -> None:
    match_id = house.match(rules=RULES)
    assert house.view(match_id, "A")["links"]["rematch"] is None
    house.play(match_id)
    path = f"/matches/{match_id}/rematch"
    for who in (house.seat("A"), house.stranger):
        assert told(who.get(f"/matches/{match_id}"))["links"]["rematch"] == path
    [row] = told(house.seat("A").get("/me/matches"))["matches"]
    assert row["links"]["rematch"] == path
    tag = house.seat("A").get(f"/matches/{match_id}").headers["ETag"]
    rematch(house, match_id, "A")
    assert house.seat("A").get(f"/matches/{match_id}").headers["ETag"] == tag


def test_only_players_and_only_after_the_end(house: House) -> None:
    match_id = finished(house)
    for who in (house.person("eve"), house.stranger):
        assert who.post(f"/matches/{match_id}/rematch").status_code in (401, 403)
    going_on, opened, given_up = house.match(), house.open_match(), house.match()
    wait(house, given_up, 14 * DAY)
    assert house.seat("A").post(f"/matches/{given_up}/close").status_code == 201
    before = house.rows()
    for match, slug in ((going_on, "too-early"), (opened, "too-early"), (given_up, "match-over")):
        assert problem(rematch(house, match, "A")) == (409, slug)
    stale = rematch(house, match_id, "A", headers={"If-Match": '"1-A-0"'})
    assert problem(stale) == (412, "stale-version")
    assert house.rows() == before
    tag = house.seat("A").get(f"/matches/{match_id}").headers["ETag"]
    assert rematch(house, match_id, "A", headers={"If-Match": tag}).status_code == 201


def test_who_was_replaced_is_not_among_the_players(house: House) -> None:
    match_id = house.match(rules=RULES)
    turn = house.view(match_id)["turn"]
    assert ask(house.seat(turn), match_id, turn).status_code == 202
    code = told(ask(house.seat("ABCD"["ABCD".index(turn) - 3]), match_id, turn))["invite"]
    eve = house.person("eve")
    assert claim(eve, match_id, turn, code).status_code == 201
    people = {PLAYERS[label]: house.seat(label) for label in "ABCD"} | {"eve": eve}
    while (view := house.view(match_id))["turn"] is not None:
        who = people[view["seats"][view["turn"]]["player"]]
        mine = told(who.get(f"/matches/{match_id}"))
        who.post(f"/matches/{match_id}/moves", house.any_move(mine))
    assert problem(rematch(house, match_id, turn)) == (403, "forbidden")
    made = told(eve.post(f"/matches/{match_id}/rematch"))
    assert (made["you"], made["seats"][turn]["player"]) == (turn, "eve")


def test_a_rematch_of_a_listed_match_is_listed(house: House) -> None:
    match_id = finished(house, listed=True)
    again = told(rematch(house, match_id, "A"))["id"]
    assert again in house.stranger.get("/matches").text
    assert problem(house.person("eve").post(f"/matches/{again}/seats/B")) == (403, "forbidden")
