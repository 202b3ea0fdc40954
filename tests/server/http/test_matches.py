"""Whole matches over HTTP, every answer to every viewer held to `openapi.yaml`."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.http.house import PLAYERS, House, told
from texas42 import PRESETS, resolve
from texas42_server.asking.schemas import DOUBLES, TRUMPS
from texas42_server.service import Positions

TILES = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
EVERY_MOVE: list[dict[str, Any]] = [
    {"type": "pass"},
    *({"type": "bid", "points": points} for points in (0, *range(28, 45), 84)),
    *({"type": "bid", "marks": marks} for marks in range(9)),
    *(
        {"type": "bid", "marks": marks, special: True}
        for special in ("plunge", "splash")
        for marks in (2, 3, 4)
    ),
    *(
        {"type": "declare", "trump": trump} | opened
        for trump in TRUMPS
        for opened in ({}, {"open_tricks": 1}, {"open_tricks": 2})
    ),
    *(
        {"type": "declare", "trump": trump, "doubles": doubles} | opened
        for trump in ("6", "none", "nello", "sevens")
        for doubles in DOUBLES
        for opened in ({}, {"open_tricks": 1})
    ),
    *({"type": "play", "tile": tile} for tile in TILES),
    *({"type": "play", "tile": tile, "call": tile[0]} for tile in TILES),
]
TABLES: tuple[dict[str, Any], ...] = (
    *({"preset": preset} for preset in PRESETS),
    *({"seats": seats} for seats in (2, 3, 5, 6, 7)),
    {
        "preset": "lechner",
        "seats": 3,
        "win_by": 1,
        "nello": False,
        "plunge": False,
        "splash": False,
    },
    {"small_end_open": True, "attributed_tricks": 1, "nello": True, "nello_min_marks": 1},
    {"plunge": True, "plunge_doubles": 2, "splash": True, "splash_doubles": 1, "min_bid": 41},
)
"""Rules of every preset, tables of every size, and what no preset has."""


def look_everywhere(house: House, match_id: str) -> None:
    """Everybody asks for everything; the client holds each answer to the document."""
    here = f"/matches/{match_id}"
    for label in (*house.view(match_id)["seats"], None):
        who = house.stranger if label is None else house.seat(label)
        view = told(who.get(here))
        feed = told(who.get(f"{here}/events?limit=1000"))
        assert view["you"] == label
        assert view["version"] == feed["version"] == len(feed["events"])
        assert [entry["seq"] for entry in feed["events"]] == list(range(1, view["version"] + 1))
        assert told(who.get(f"{here}/events/{view['version']}")) == feed["events"][-1]
        hands = told(who.get(f"{here}/hands?limit=1000"))["hands"]
        assert [hand["number"] for hand in hands] == list(range(1, len(hands) + 1))
        for hand in hands[-1:]:
            record = told(who.get(f"{here}/hands/{hand['number']}"))
            assert {k: v for k, v in record.items() if k != "tricks"} == hand == view["last_hand"]
        assert who.get(f"{here}/hands/{len(hands) + 1}").status_code == 404
        if label is not None:
            who.get("/me/matches")


@pytest.mark.parametrize("rules", [*TABLES, {"attributed_tricks": 1}], ids=str)
def test_a_whole_match_is_played_and_every_viewer_sees_it_through(
    house: House, rules: dict[str, Any]
) -> None:
    asked = resolve(rules)
    in_points = asked.scoring == "points"
    target = 42 if in_points else 2 if asked.table.partners else 1
    match_id = house.match(rules={**rules, "target": target})
    for step in itertools.count():
        if step % 7 == 0:
            look_everywhere(house, match_id)
        turn = house.view(match_id)["turn"]
        if turn is None:
            break
        move = house.any_move(house.view(match_id, turn))
        answer = house.move(match_id, move, turn)
        assert answer.status_code == 201
        assert answer.get_data() == house.seat(turn).get(f"/matches/{match_id}").get_data()
    look_everywhere(house, match_id)
    view = house.view(match_id)
    assert view["status"] == "finished"
    counted, other = ("score", "marks") if in_points else ("marks", "score")
    assert view[counted][view["winner"]] >= target
    assert view[other] is None
    for label, seat in view["seats"].items():
        assert seat["side"] in view[counted]
        [mine] = told(house.seat(label).get("/me/matches"))["matches"]
        assert (mine[counted], mine[other]) == (view[counted], None)
        assert mine["players"].keys() == view["seats"].keys()
    assert view["turn"] is None
    assert view["turn_since"] is None
    answer = house.seat("A").post(f"/matches/{match_id}/moves", {"type": "pass"})
    assert told(answer)["type"] == "/problems/match-over"


def reversed_tile(move: dict[str, Any]) -> dict[str, Any]:
    return move | ({"tile": move["tile"][::-1]} if "tile" in move else {})


@settings(max_examples=12)
@given(rules=st.sampled_from(TABLES), seed=st.integers(0, 10**6), moves=st.integers(0, 45))
def test_legal_moves_are_exactly_what_is_accepted(
    tmp_path_factory: pytest.TempPathFactory, rules: dict[str, Any], seed: int, moves: int
) -> None:
    house = House(tmp_path_factory.mktemp("house"), seed)
    match_id = house.match(rules=rules)
    for _ in range(moves):
        turn = house.view(match_id)["turn"]
        if turn is None:
            return
        moves_of = house.view(match_id, turn)["legal_moves"]
        house.move(match_id, house.random.choice(moves_of), turn)
    turn = house.view(match_id)["turn"]
    if turn is None:
        return
    view, before = house.view(match_id, turn), house.rows()
    legal = view["legal_moves"]
    assert legal, "a list of moves is never empty for the seat on turn"
    for move in EVERY_MOVE:
        if move not in legal:
            answer = house.move(match_id, reversed_tile(move), turn)
            assert answer.status_code == 422, (move, answer.text)
            assert told(answer)["legal_moves"] == legal
    for label in view["seats"].keys() - {turn}:
        assert house.view(match_id, label)["legal_moves"] == []
        assert house.move(match_id, legal[0], label).status_code == 409
    assert house.rows() == before, "a refusal changes nothing"
    assert house.view(match_id, turn) == view
    for move in legal:
        assert accepted_in_a_copy(house, match_id, turn, move)
    house.app.extensions["texas42"].database.close()


def accepted_in_a_copy(house: House, match_id: str, turn: str, move: dict[str, Any]) -> bool:
    """Whether the server accepts the move; what it did is undone, so that the next can be tried."""
    database = house.app.extensions["texas42"].database
    accepted = []

    class UndoneError(Exception):
        pass

    transaction = type(database).transaction

    def undoing(self: Any) -> Any:
        block = transaction(self)
        enter, leave = type(block).__enter__, type(block).__exit__

        class Undoing:
            def __enter__(self) -> Any:
                return enter(block)

            def __exit__(self, kind: Any, error: Any, at: Any) -> Any:
                accepted.append(error is None)
                undone = UndoneError()
                leave(block, UndoneError, error or undone, at)
                if error is None:
                    raise undone

        return Undoing()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(database), "transaction", undoing)
        house.move(match_id, reversed_tile(move), turn)
    return accepted == [True]


@pytest.mark.parametrize("capacity", [0, 1])
def test_nothing_depends_on_the_cache(tmp_path: Path, capacity: int) -> None:
    """The same match, byte for byte, with a cache that holds nothing or next to nothing."""
    answers = []
    for number, positions in enumerate((Positions(), Positions(capacity))):
        folder = tmp_path / str(number)
        folder.mkdir()
        house = House(folder, seed=7, positions=positions)
        other, match_id = house.match(), house.match(rules={"target": 2})
        seen = []
        while (turn := house.view(match_id)["turn"]) is not None:
            house.view(other)
            move = house.any_move(house.view(match_id, turn))
            answer = house.move(match_id, move, turn)
            seen.append((dict(answer.headers), answer.get_data()))
        look_everywhere(house, match_id)
        answers.append(seen)
        house.app.extensions["texas42"].database.close()
    assert answers[0] == answers[1]


def test_a_restart_loses_nothing_and_deals_nothing_again(tmp_path: Path) -> None:
    house = House(tmp_path, seed=3)
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2 and len(view["captured"]) > 0)
    views = {label: house.view(match_id, label) for label in PLAYERS}
    feeds = {label: house.seat(label).get(f"/matches/{match_id}/events").json for label in PLAYERS}
    house.app.extensions["texas42"].database.close()
    again = House(tmp_path, seed=99)
    again.people = {
        name: type(person)(again.app.test_client(), person.token)
        for name, person in house.people.items()
    }
    assert {label: again.view(match_id, label) for label in PLAYERS} == views
    for label, feed in feeds.items():
        assert again.seat(label).get(f"/matches/{match_id}/events").json == feed


def test_the_fourth_tile_and_the_end_of_the_trick_are_one_answer(house: House) -> None:
    match_id = house.match()
    house.play(
        match_id,
        until=lambda view: (
            view["current_trick"] is not None and len(view["current_trick"]["plays"]) == 3
        ),
    )
    turn = house.view(match_id)["turn"]
    view = house.view(match_id, turn)
    after = told(house.move(match_id, view["legal_moves"][0], turn))
    assert len(after["captured"]) == len(view["captured"]) + 1
    entry = told(house.stranger.get(f"/matches/{match_id}/events/{view['version'] + 1}"))
    assert entry["then"][0]["type"] == "trick_taken"


def test_the_move_that_ends_a_hand_deals_the_next_in_the_same_moment(house: House) -> None:
    match_id = house.match()
    for _ in range(3):
        house.move(match_id, {"type": "pass"})
    view = told(house.move(match_id, {"type": "pass"}))
    assert (view["hand_number"], view["status"]) == (2, "bidding")
    feed = told(house.stranger.get(f"/matches/{match_id}/events"))["events"]
    assert [entry["type"] for entry in feed[-2:]] == ["pass", "dealt"]
    assert feed[-1]["at"] == feed[-2]["at"]
    assert view["last_hand"]["result"] is None, "passed-out hands are numbered and listed"


def test_a_bid_of_points_and_marks_at_once_is_one_too_many(house: House) -> None:
    match_id = house.match()
    answer = house.move(match_id, {"type": "bid", "points": 30, "marks": 7})
    assert answer.status_code == 422
    assert "one of the two" in told(answer)["detail"]


def test_links_lead_where_they_say(house: House) -> None:
    match_id = house.match()
    for name, link in house.view(match_id)["links"].items():
        if name != "moves" and link is not None:
            assert house.stranger.get(link).status_code == 200
    index = told(house.stranger.get("/"))
    for name, link in index["links"].items():
        expected = 405 if name == "players" else 200
        assert house.person("ann").get(link).status_code == expected


def test_the_feed_leads_on_page_by_page(house: House) -> None:
    match_id = house.match()
    house.move(match_id, {"type": "pass"})
    path, seen = f"/matches/{match_id}/events?limit=2", []
    for _ in range(5):
        answer = house.stranger.get(path)
        seen += [entry["seq"] for entry in told(answer)["events"]]
        path = answer.headers["Link"].split(">")[0][1:]
    assert seen == list(range(1, house.view(match_id)["version"] + 1))


def test_hands_come_in_pages(house: House) -> None:
    match_id = house.match()
    for _ in range(12):
        house.move(match_id, {"type": "pass"})
    first = house.stranger.get(f"/matches/{match_id}/hands?limit=2")
    assert [hand["number"] for hand in told(first)["hands"]] == [1, 2]
    assert first.headers["Link"] == f'</matches/{match_id}/hands?after=2&limit=2>; rel="next"'
    last = house.stranger.get(f"/matches/{match_id}/hands?after=2&limit=2")
    assert [hand["number"] for hand in told(last)["hands"]] == [3]
    assert "Link" not in last.headers


@pytest.mark.parametrize("number", ["0", "-1", "01", "one", "1.0", "٣", "9" * 30, "2"])
def test_a_hand_that_is_not_over_and_one_that_never_was_are_the_same_404(
    house: House, number: str
) -> None:
    match_id = house.match()
    for _ in range(4):
        house.move(match_id, {"type": "pass"})
    assert house.stranger.get(f"/matches/{match_id}/hands/{number}").status_code == 404


def test_a_number_with_leading_zeros_is_said_to_be_written_wrong(house: House) -> None:
    answer = house.stranger.get(f"/matches/{house.match()}/hands/01")
    assert told(answer)["detail"].endswith("written without leading zeros.")


def test_head_is_get_without_the_body(house: House) -> None:
    match_id = house.match()
    for path in ("/", f"/matches/{match_id}", f"/matches/{match_id}/events", "/openapi.yaml"):
        get, head = house.stranger.get(path), house.stranger.ask("HEAD", path)
        assert dict(get.headers) == dict(head.headers)
        assert head.get_data() == b""


def test_every_setting_of_a_match_is_in_the_rules_page(house: House) -> None:
    page = told(house.stranger.get("/rules"))
    names = [setting["name"] for setting in page["settings"]]
    view = told(house.person("ann").post("/matches"))
    assert list(view["rules"]) == ["preset", *names]
    assert page["presets"][0]["rules"] == view["rules"]
    for preset in page["presets"]:
        assert told(house.stranger.get(preset["links"]["self"])) == preset
        made = told(house.person("ann").post("/matches", {"rules": preset["preset"]}))
        assert made["rules"] == preset["rules"]


def test_rules_can_be_a_name_or_settings(house: House) -> None:
    ann = house.person("ann")
    assert told(ann.post("/matches", {"rules": "straight"}))["rules"]["target"] == 7
    made = told(ann.post("/matches", {"rules": {"preset": "straight", "target": 3}}))
    assert made["rules"]["target"] == 3
    assert told(ann.post("/matches", {"rules": {"attributed_tricks": "all"}}))["status"] == "open"


def test_ready_says_which_sqlite_and_journal_mode(house: House) -> None:
    ready = told(house.stranger.get("/readyz"))
    assert ready["can_append"] is True
    assert ready["journal_mode"] in ("wal", "delete")
