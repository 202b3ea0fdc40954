"""What other servers got wrong, as their players would say it, and what is right here."""

from __future__ import annotations

import pytest

from tests.server.http.house import PLAYERS, House, told
from tests.server.http.test_matches import TILES


def tiles_in(text: str) -> set[str]:
    return {tile for tile in TILES if f'"{tile}"' in text}


def test_nobody_sees_the_hands_of_others_in_any_answer(house: House) -> None:
    """Just dealt, each answer shows a player's own seven tiles at most, and a watcher none."""
    match_id = house.match()
    hands = {label: set(house.view(match_id, label)["hand"]) for label in PLAYERS}
    assert set().union(*hands.values()) == set(TILES)
    pages = ("", "/events", "/hands", "/events/6", "/hands/1", "/moves", "/nothing")
    for label in (*PLAYERS, None):
        who = house.stranger if label is None else house.seat(label)
        own = hands.get(label or "", set())
        for page in (*(f"/matches/{match_id}{p}" for p in pages), "/me/matches", "/matches", "/me"):
            assert tiles_in(who.get(page).text) <= own, page


@pytest.mark.parametrize("page", ["deal", "seed", "state", "debug", "log", "undo", "hands/0"])
def test_no_page_shows_the_deal(house: House, page: str) -> None:
    assert house.seat("A").get(f"/matches/{house.match()}/{page}").status_code == 404


@pytest.mark.parametrize("wish", ["seed", "deal", "dealer", "hands", "shuffle", "first_dealer"])
def test_no_request_can_fix_the_deal(house: House, wish: str) -> None:
    ann = house.person("ann")
    assert ann.post("/matches", {wish: 1}).status_code == 422
    assert ann.post("/matches", {"rules": {wish: 1}}).status_code == 422
    assert ann.post(f"/matches?{wish}=1").status_code == 422
    assert ann.post("/matches", headers={wish: "1"}).status_code == 201, "headers are not read"


def test_no_two_matches_are_dealt_alike(house: House) -> None:
    hands = [house.view(house.match(), "A")["hand"] for _ in range(4)]
    assert len({tuple(hand) for hand in hands}) == 4


def test_my_seat_is_not_stolen_by_somebody_who_knows_my_name(house: House) -> None:
    match_id = house.match()
    eve = house.person("eve")
    before = house.rows()
    for body in (None, {"player": "bob"}, {"invite": "bob"}, {"name": "bob"}):
        assert eve.post(f"/matches/{match_id}/seats/B", body).status_code == 403
    for body in ({"type": "pass", "seat": "B"}, {"type": "pass", "player": "bob"}):
        assert eve.post(f"/matches/{match_id}/moves", body).status_code == 403
    assert house.rows() == before


def test_the_loser_of_two_moves_at_once_hears_of_it(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    assert house.move(match_id, {"type": "pass"}, turn).status_code == 201
    answer = house.move(match_id, {"type": "pass"}, turn)
    problem = told(answer)
    assert answer.status_code == 409
    assert problem["turn"] == house.view(match_id)["turn"]
    assert problem["version"] == house.view(match_id)["version"]
    assert problem["turn"] in problem["detail"]


def test_the_version_stays_on_an_illegal_move(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    here = f"/matches/{match_id}"
    tags = [house.seat(turn).get(here).headers["ETag"]]
    before = house.rows()
    for body in (
        {"type": "bid", "points": 29},
        {"type": "bid", "marks": 3},
        {"type": "play", "tile": house.view(match_id, turn)["hand"][0]},
        {"type": "declare", "trump": "6"},
    ):
        assert house.move(match_id, body, turn).status_code == 422
        tags.append(house.seat(turn).get(here).headers["ETag"])
    assert len(set(tags)) == 1
    assert house.rows() == before


def test_when_all_pass_the_next_hand_is_dealt(house: House) -> None:
    match_id = house.match()
    dealer = house.view(match_id)["dealer"]
    for _ in range(4):
        house.move(match_id, {"type": "pass"})
    view = house.view(match_id)
    assert (view["status"], view["hand_number"]) == ("bidding", 2)
    assert view["dealer"] == "ABCD"["ABCD".index(dealer) - 3]
    assert view["marks"] == {"A+C": 0, "B+D": 0}


def test_a_move_before_the_match_begins_is_refused(house: House) -> None:
    match_id = house.open_match()
    answer = house.seat("A").post(f"/matches/{match_id}/moves", {"type": "pass"})
    assert answer.status_code == 409
    assert told(answer)["type"] == "/problems/match-not-started"
    assert told(answer)["turn"] is None


def test_the_refusal_says_what_i_may_do(house: House) -> None:
    match_id = house.match()
    view = house.play(
        match_id,
        until=lambda view: (
            view["current_trick"] is not None and 0 < len(view["legal_moves"]) < len(view["hand"])
        ),
    )
    legal = {move["tile"] for move in view["legal_moves"]}
    wrong = next(tile for tile in view["hand"] if tile not in legal)
    problem = told(house.move(match_id, {"type": "play", "tile": wrong}, view["you"]))
    assert (problem["rule"], problem["code"]) == ("R4.4", "must_follow_suit")
    assert problem["legal_moves"] == view["legal_moves"]
    assert all(tile in problem["detail"] for tile in legal)
