"""`GET /matches/{id}/record`: the finished hands to take along (R6.6)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.http.house import House, Person, told
from texas42.record import from_json, from_text, to_json, to_text

TEXT = {"Accept": "text/plain"}
ONE_HAND = {"target": 1}


def address(match_id: str) -> str:
    return f"/matches/{match_id}/record"


def after(house: House, hands: int, **form: Any) -> str:
    """A match with so many finished hands and one in progress."""
    match_id = house.match(**form)
    house.play(match_id, until=lambda view: view["hand_number"] > hands)
    return match_id


def test_both_forms_are_read_back_and_say_the_same(house: House) -> None:
    match_id = after(house, 3)
    in_json = house.stranger.get(address(match_id))
    in_text = house.stranger.get(address(match_id), headers=TEXT)
    assert in_json.headers["Content-Type"] == "application/json"
    assert in_text.headers["Content-Type"] == "text/plain; charset=utf-8"
    record = from_text(in_text.text)
    assert json.loads(json.dumps(to_json(record))) == told(in_json)
    assert to_text(from_json(told(in_json))) == in_text.text
    assert len(record.hands) == 3


def test_its_hands_are_those_of_the_list_of_hands(house: House) -> None:
    match_id = after(house, 2)
    record = told(house.stranger.get(address(match_id)))
    for hand in record["hands"]:
        assert hand == told(house.stranger.get(f"/matches/{match_id}/hands/{hand['number']}"))
    view = house.view(match_id)
    assert record["players"] == {seat: shown["player"] for seat, shown in view["seats"].items()}
    assert (record["match"], record["event"]) == (match_id, view["name"])
    assert (record["rules"], record["marks"]) == (view["rules"], view["marks"])
    assert record["date"] == view["created_at"][:10]
    assert record["generator"].startswith("texas42 ")


def test_a_match_without_a_finished_hand_has_a_record_without_hands(house: House) -> None:
    for match_id in (house.open_match(), house.match()):
        record = told(house.stranger.get(address(match_id)))
        assert (record["hands"], record["status"]) == ([], "unfinished")
        assert from_text(house.stranger.get(address(match_id), headers=TEXT).text).hands == ()


@pytest.mark.parametrize("headers", [{}, TEXT], ids=["json", "text"])
def test_it_is_the_same_for_every_viewer(house: House, headers: dict[str, str]) -> None:
    match_id = after(house, 1)
    askers = [house.stranger, *map(house.seat, "ABCD"), house.person("eve")]
    answers = [who.get(address(match_id), headers=headers) for who in askers]
    assert len({(a.headers["ETag"], a.get_data()) for a in answers}) == 1


def test_its_tag_lasts_as_long_as_its_hands(house: House) -> None:
    match_id = after(house, 1)
    tag = house.stranger.get(address(match_id)).headers["ETag"]
    known = {"If-None-Match": tag}
    house.move(match_id, house.view(match_id, house.view(match_id)["turn"])["legal_moves"][0])
    unchanged = house.stranger.get(address(match_id), headers=known)
    assert (unchanged.status_code, unchanged.headers["ETag"]) == (304, tag)
    house.play(match_id, until=lambda view: view["hand_number"] > 2)
    assert house.stranger.get(address(match_id), headers=known).status_code == 200


def test_each_form_has_its_own_tag(house: House) -> None:
    match_id = after(house, 1)
    tag = house.stranger.get(address(match_id)).headers["ETag"]
    other = house.stranger.get(address(match_id), headers={**TEXT, "If-None-Match": tag})
    assert other.status_code == 200
    assert other.headers["Vary"] == "Accept"


def test_it_may_be_kept_for_ever_once_the_match_is_over(house: House) -> None:
    match_id = house.match(rules=ONE_HAND)
    assert house.stranger.get(address(match_id)).headers["Cache-Control"] == "no-cache"
    house.play(match_id)
    answer = house.stranger.get(address(match_id))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert told(answer)["status"] == "finished"
    assert told(answer)["winner"] == house.view(match_id)["winner"]


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("text/plain", "text/plain"),
        ("text/*", "text/plain"),
        ("text/plain;q=0.5, application/json", "application/json"),
        ("text/html, text/plain;q=0.1", "text/plain"),
        ("text/html", "application/problem+json"),
    ],
)
def test_accept_chooses_the_form(house: House, accept: str, media_type: str) -> None:
    answer = house.stranger.get(address(house.match()), headers={"Accept": accept})
    assert answer.mimetype == media_type
    assert answer.status_code == (406 if media_type.startswith("application/p") else 200)


def test_the_view_links_to_it(house: House) -> None:
    match_id = house.match()
    assert house.view(match_id)["links"]["record"] == address(match_id)
    mine = told(house.seat("A").get("/me/matches"))["matches"][0]
    assert house.stranger.get(mine["links"]["record"]).status_code == 200


def test_it_names_who_sits_there_now(house: House) -> None:
    match_id = after(house, 1)
    ask = f"/matches/{match_id}/seats/B/replacement"
    house.seat("B").post(ask)
    answer = house.seat("A").post(ask)
    eve: Person = house.person("eve")
    invite = told(answer)["invite"]
    eve.post(f"/matches/{match_id}/seats/B", {"invite": invite})
    assert told(house.stranger.get(address(match_id)))["players"]["B"] == "eve"
    assert '[B "eve"]' in house.stranger.get(address(match_id), headers=TEXT).text
