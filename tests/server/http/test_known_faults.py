"""What other servers got wrong, as their players would say it, and what is right here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from tests.server.http.house import PLAYERS, House, Person, told
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


SHOWN_BY: dict[str, tuple[str, ...]] = {
    "a debug log, the deal, the seed or an unfiltered state was public": (
        "tests.engine.test_two_worlds",
        "tests.server.http.test_two_worlds",
        "tests.server.waiting.test_two_worlds",
        f"{__name__}:test_nobody_sees_the_hands_of_others_in_any_answer",
        f"{__name__}:test_no_page_shows_the_deal",
    ),
    "who claimed to be a spectator, or a player, was believed": (
        "tests.server.http.test_players:"
        "test_i_am_who_my_token_says_and_nothing_in_the_request_changes_that",
    ),
    "a seat was stolen by room, number and name": (
        f"{__name__}:test_my_seat_is_not_stolen_by_somebody_who_knows_my_name",
        "tests.server.http.test_players:test_the_server_stores_only_the_hash",
        "tests.server.http.test_players:test_the_old_token_lives_until_the_new_one_is_first_used",
    ),
    "a secret survived leaving and joining again": (
        f"{__name__}:test_a_code_dies_with_the_seat_it_was_for",
        "tests.server.storage.test_people_and_codes:test_a_new_code_voids_the_old_one",
    ),
    "only newer versions were refused as stale": (
        "tests.server.http.test_conditions:test_a_newer_version_is_refused_as_much_as_an_older_one",
    ),
    "a double click moved twice, a retry was answered illegal": (
        "tests.server.http.test_idempotency:test_i_pressed_twice_and_moved_once",
        "tests.server.http.test_machine:test_every_move_counts_once_whatever_players_and_server_do",
        "tests.e2e.test_one_day:test_in_one_day_of_losses_and_crashes_every_move_counts_once",
    ),
    "of two moves at once the loser heard nothing": (
        f"{__name__}:test_the_loser_of_two_moves_at_once_hears_of_it",
        "tests.server.http.test_concurrency:"
        "test_sixteen_equal_moves_without_a_key_are_one_event_and_fifteen_refusals",
    ),
    "the version went up on an illegal move": (
        f"{__name__}:test_the_version_stays_on_an_illegal_move",
    ),
    "the fourth tile and the trick's end were two updates": (
        f"{__name__}:test_the_fourth_tile_and_the_end_of_the_trick_are_one_answer",
        "tests.server.http.test_concurrency:"
        "test_sixteen_watchers_see_whole_moves_only_while_a_match_is_played",
    ),
    "a second server on a taken port shared the traffic": (
        "tests.server.serving.test_serving:test_a_second_server_on_a_taken_port_is_refused",
        "tests.server.serving.test_listening:test_a_port_is_never_shared_even_with_one_who_would",
    ),
    "the owner replaced an opponent and read the hand": (
        "tests.server.http.test_absence_replacement:"
        "test_the_owner_cannot_replace_an_opponent_and_read_the_hand",
    ),
    "a seed or a deal in a request repeated a deal": (
        f"{__name__}:test_no_request_can_fix_the_deal",
        f"{__name__}:test_no_two_matches_are_dealt_alike",
    ),
    "a restart lost all matches, or dealt again": (
        f"{__name__}:test_after_a_restart_the_same_tiles_are_held",
        "tests.server.storage.test_transactions:"
        "test_what_was_answered_before_a_kill_is_there_and_whole",
    ),
    "read-then-write was locked at once": (
        "tests.server.storage.test_transactions:"
        "test_threads_are_served_in_the_order_in_which_they_came",
        "tests.server.storage.test_store:test_processes_that_race_append_one_after_the_other",
    ),
    "fifteen open waits stopped the server": (
        "tests.server.waiting.test_processes:"
        "test_sixty_wait_and_one_move_wakes_them_all_while_the_server_serves_on",
        "tests.server.waiting.test_places:test_waits_leave_a_third_of_the_threads_to_others",
    ),
    "a rule fix made live games refuse every action": (
        "tests.engine.test_goldens:test_every_rules_version_has_goldens_of_its_own",
        "tests.engine.test_events:test_a_log_older_than_a_setting_plays_by_its_default",
    ),
    "a broken match could neither be played nor deleted nor exported": (
        "tests.server.http.test_unreadable:test_everybody_is_told_that_the_match_cannot_be_read",
        "tests.server.http.test_unreadable:"
        "test_whoever_sits_in_a_match_that_cannot_be_read_closes_it",
    ),
    "limits were undocumented, 429 for hours": (
        "tests.server.operating.test_limits:test_a_client_that_honours_the_answers_never_sees_429",
        "tests.server.operating.test_limits:"
        "test_the_document_and_the_operator_s_page_name_the_same_policies",
    ),
    "documented fields differed from the answers": (
        "tests.server.http.test_contract",
        "tests.server.http.test_documented_statuses",
        "tests.server.http.test_schemathesis",
    ),
    "turn messages were lost because somebody was online a minute ago": (
        "tests.server.notifications.test_outbox",
        "tests.server.notifications.test_delivery",
    ),
    "tokens were printed by --debug, in logs, in error texts": (
        "tests.server.http.test_players:test_no_secret_is_in_an_error_or_a_log",
        "tests.server.operating.test_logs:"
        "test_the_whole_interface_in_use_leaves_no_secret_in_the_log",
        "tests.e2e.test_cli_match",
    ),
    "an absent player stalled the table for ever": (
        "tests.server.http.test_absence_replacement",
        "tests.server.http.test_absence_endings",
    ),
}


@pytest.mark.parametrize("fault", SHOWN_BY)
def test_every_fault_of_others_has_its_test(fault: str) -> None:
    for place in SHOWN_BY[fault]:
        module, _, name = place.partition(":")
        tests = import_module(module)
        found: Any = getattr(tests, name, None) if name else tests
        assert found is not None, place


def test_a_code_dies_with_the_seat_it_was_for(house: House) -> None:
    """A new claim, a new right: what opened the seat before it was given back opens it no more."""
    ann, bob, eve = house.person("ann"), house.person("bob"), house.person("eve")
    here = ann.post("/matches", {"sit": "A"}).headers["Location"]
    code = told(ann.get(here))["invites"]["B"]
    assert bob.post(f"{here}/seats/B", {"invite": code}).status_code == 201
    assert bob.delete(f"{here}/seats/B").status_code == 200
    for who in (bob, eve):
        assert who.post(f"{here}/seats/B", {"invite": code}).status_code == 403
    fresh = told(ann.get(here))["invites"]["B"]
    assert eve.post(f"{here}/seats/B", {"invite": fresh}).status_code == 201


def test_the_fourth_tile_and_the_end_of_the_trick_are_one_answer(house: House) -> None:
    match_id = house.match()
    view = house.play(
        match_id,
        until=lambda view: (
            view["current_trick"] is not None and len(view["current_trick"]["plays"]) == 3
        ),
    )
    number, version = view["current_trick"]["number"], view["version"]
    after = told(house.move(match_id, view["legal_moves"][0], view["you"]))
    assert after["version"] == version + 1
    assert sum(after["tricks_taken"].values()) == number
    assert after["current_trick"]["plays"] == []
    entry = told(house.stranger.get(f"/matches/{match_id}/events/{version + 1}"))
    assert "trick_taken" in [what["type"] for what in entry["then"]]


def test_after_a_restart_the_same_tiles_are_held(house: House) -> None:
    match_id = house.match()
    before = {label: house.view(match_id, label) for label in PLAYERS}
    again = House(house.path.parent, seed=7)
    again.people = {
        name: Person(again.app.test_client(), person.token) for name, person in house.people.items()
    }
    assert {label: again.view(match_id, label) for label in PLAYERS} == before
    again.app.extensions["texas42"].database.close()
