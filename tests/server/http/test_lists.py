"""My matches and the lobby."""

from __future__ import annotations

import re
from typing import Any

from tests.server.http.house import House, Person, told


def ids(answer: Any) -> list[str]:
    return [match["id"] for match in told(answer)["matches"]]


def pages(who: Person, path: str) -> list[list[str]]:
    """Every page, following the links."""
    found = []
    while True:
        answer = who.get(path)
        found.append(ids(answer))
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("Link", ""))
        if link is None:
            return found
        path = link[1]


def test_what_waits_for_me_comes_first_and_the_longest_wait_before_the_others(
    house: House,
) -> None:
    started = [house.match() for _ in range(4)]
    opened = house.open_match()
    house.move(started[1], {"type": "pass"})
    waiting = [m for m in started if house.view(m)["turn"] == "A"]
    waiting.sort(key=lambda m: house.view(m)["turn_since"])
    listed = ids(house.seat("A").get("/me/matches"))
    assert listed[: len(waiting)] == waiting
    assert listed[len(waiting)] == opened
    assert sorted(listed) == sorted([*started, opened])
    assert ids(house.seat("A").get("/me/matches?turn=mine")) == waiting


def test_an_entry_says_what_i_need_to_choose(house: House) -> None:
    match_id = house.match(name="friday")
    view = house.view(match_id)
    label = view["turn"]
    [entry] = told(house.seat(label).get("/me/matches"))["matches"]
    assert entry["name"] == "friday"
    assert (entry["you"], entry["turn"], entry["my_turn"]) == (label, label, True)
    assert entry["turn_since"] == view["turn_since"]
    assert entry["version"] == view["version"]
    assert entry["players"] == {"A": "ann", "B": "bob", "C": "cid", "D": "dee"}
    assert entry["links"] == view["links"]


def test_a_seat_kept_for_me_is_in_my_list_until_i_sit(house: House) -> None:
    match_id = house.open_match()
    [entry] = told(house.seat("B").get("/me/matches"))["matches"]
    assert (entry["you"], entry["kept_for_me"]) == (None, "B")
    assert entry["players"] == {"A": "ann", "B": None, "C": None, "D": None}
    house.seat("B").post(f"/matches/{match_id}/seats/B")
    [entry] = told(house.seat("B").get("/me/matches"))["matches"]
    assert (entry["you"], entry["kept_for_me"]) == ("B", None)
    house.seat("B").delete(f"/matches/{match_id}/seats/B")
    assert ids(house.seat("B").get("/me/matches")) == []


def test_i_can_ask_for_a_status(house: House) -> None:
    opened, started = house.open_match(), house.match()
    over = house.match(rules={"target": 1})
    house.play(over)
    ann = house.seat("A")
    for status, wanted in (
        ("open", [opened]),
        ("bidding", [started]),
        ("active", [started]),
        ("playing", []),
        ("finished", [over]),
    ):
        assert ids(ann.get(f"/me/matches?status={status}")) == wanted


def test_my_list_comes_in_pages_without_a_gap(house: House) -> None:
    for _ in range(5):
        house.match()
    ann = house.seat("A")
    whole = ids(ann.get("/me/matches"))
    assert [m for page in pages(ann, "/me/matches?limit=2") for m in page] == whole
    assert [len(page) for page in pages(ann, "/me/matches?limit=2")] == [2, 2, 1]
    mine = pages(ann, "/me/matches?limit=1&turn=mine")
    assert [m for page in mine for m in page] == ids(ann.get("/me/matches?turn=mine"))


def test_the_lobby_shows_listed_matches_alone_newest_first(house: House) -> None:
    ann = house.person("ann")
    ann.post("/matches", {"name": "private"})
    listed = [told(ann.post("/matches", {"listed": True, "name": str(n)}))["id"] for n in range(5)]
    assert ids(house.stranger.get("/matches")) == listed[::-1]
    assert ids(house.stranger.get("/matches?status=bidding")) == []
    started = house.match(listed=True)
    for status in ("bidding", "active"):
        assert ids(house.stranger.get(f"/matches?status={status}")) == [started]
    assert [m for page in pages(house.stranger, "/matches?limit=2") for m in page] == listed[::-1]


def test_a_lobby_entry_says_who_sits_there(house: House) -> None:
    house.person("bob")
    form = {"name": "open house", "listed": True, "sit": "C", "invite": {"D": "bob"}}
    house.person("ann").post("/matches", form)
    [entry] = told(house.stranger.get("/matches"))["matches"]
    assert (entry["name"], entry["owner"], entry["preset"]) == ("open house", "ann", "straight")
    assert entry["seats"] == {"A": None, "B": None, "C": "ann", "D": None}


def test_a_watched_match_is_in_nobodys_list_but_its_players(house: House) -> None:
    match_id = house.match()
    eve = house.person("eve")
    assert eve.get(f"/matches/{match_id}").status_code == 200
    assert ids(eve.get("/me/matches")) == []
    assert ids(eve.get("/matches")) == []


def test_a_row_from_before_there_were_points_shows_its_marks(house: House) -> None:
    match_id = house.match()
    with house.app.extensions["texas42"].database.transaction() as db:
        db.execute("UPDATE listing SET marks = ?", ('{"A+C": 3, "B+D": 1}',))
    [row] = told(house.seat("A").get("/me/matches"))["matches"]
    assert row["id"] == match_id
    assert (row["marks"], row["score"]) == ({"A+C": 3, "B+D": 1}, None)
