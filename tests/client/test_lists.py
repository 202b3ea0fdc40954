"""Lists as text: matches, the lobby, the log, hands; and which match is meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.stub import Reply, problem, serving
from tests.client.tables import play
from texas42_client.choosing import all_matches, choose_match
from texas42_client.config import Memory
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table import lists, render
from texas42_client.table.style import Style
from texas42_client.wire.api import Client

Page = tuple[list[dict[str, Any]], dict[str, str]]
ID = "7kyvllqwmbvods2dszjq76ff7a"
MINE: dict[str, Any] = {
    "id": ID,
    "name": "friday",
    "status": "playing",
    "you": "A",
    "kept_for_me": None,
    "turn": "B",
    "my_turn": False,
    "marks": {"A+C": 1, "B+D": 0},
    "players": {"A": "ann", "B": "bob", "C": "cal", "D": None},
}


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"my_turn": True}, "your turn"),
        ({}, "B is on turn"),
        ({"status": "open", "turn": None}, "needs players"),
        ({"status": "open", "turn": None, "kept_for_me": "D"}, "seat D is yours"),
        ({"status": "finished", "turn": None}, "finished"),
    ],
)
def test_my_matches_say_whom_they_wait_for(change, state):
    told = lists.my_matches([{**MINE, **change}], ID)
    assert told.startswith("* 7kyvllqw  friday ")
    assert f"  {state}  " in told
    assert told.endswith("1 to 0  ann, bob, cal, free")


def test_a_match_that_waits_for_me_stands_out():
    drawn = Style(drawn=True, colour=True)
    assert "\x1b[1m" in lists.my_matches([{**MINE, "my_turn": True}], None, drawn)
    assert "\x1b[" not in lists.my_matches([MINE], None, drawn)


SEVEN = dict(zip("ABCDEFG", ("ann", "bob", *[None] * 5), strict=True))
LOBBY: dict[str, Any] = {"id": ID, "name": "seven", "preset": "straight", "seats": SEVEN}


def test_on_a_narrow_screen_a_row_is_broken_and_goes_on_under_its_players():
    assert lists.open_tables([LOBBY], Style(columns=70)).splitlines()[:3] == [
        "7kyvllqw  seven           straight  A ann  B bob  C free  D free",
        "                                    E free  F free  G free",
        "Sit down with: t42 join MATCH",
    ]
    assert lists.my_matches([MINE], ID, Style(columns=64)).splitlines() == [
        "* 7kyvllqw  friday          B is on turn      1 to 0  ann, bob,",
        " " * 32 + "cal, free",
    ]


def test_into_a_pipe_every_match_is_a_line():
    assert len(lists.open_tables([LOBBY, LOBBY]).splitlines()) == 3
    assert len(lists.my_matches([MINE, MINE], ID).splitlines()) == 2


def test_on_a_narrow_screen_the_log_and_the_hands_keep_to_it():
    played = play(40)
    view, narrow = played.view("D"), Style(columns=40)
    told = lists.log(played.feed("D", 100), view, narrow).splitlines()
    assert max(map(len, told)) <= 40
    ended = lists.hands([view["last_hand"] | {"number": 1}], view, narrow).splitlines()
    assert max(map(len, ended)) <= 40
    assert all(line.startswith("     ") for line in ended[1:])


def test_empty_lists_say_what_to_do():
    view = play(0).view("A")
    assert "t42 new" in lists.my_matches([], None)
    assert "t42 new --listed" in lists.open_tables([])
    assert lists.hands([], view) == "No hand is finished yet."
    assert lists.log([], view) == "Nothing has happened."


def test_the_log_hides_what_the_table_hides():
    played = play(16)
    told = lists.log(played.feed("D", 100), played.view("D"))
    assert "A tile of a trick that is collected." in told
    assert "Trick 2 went to ann & cal." in told
    shown = [line for line in told.splitlines() if " played " in line]
    assert [line.split("  ")[-1] for line in shown] == [
        "ann played 2-3.",
        "bob played 0-6.",
        "cal played 0-5.",
    ]


def test_a_hand_that_all_passed_is_told():
    played = play(5, lambda match, moves: moves[0])
    view = played.view("A")
    assert "Everybody passed." in render.happened(played.feed("A", 9), view)
    assert "Hand 1 is over, nobody scores." in render.happened(played.feed("A", 9), view)
    assert lists.hands([view["last_hand"] | {"number": 1}], view) == "  1  everybody passed"


def serving_lists(*pages):
    return serving(*(Reply(200, {"matches": rows}, headers) for rows, headers in pages))


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path / "memory.json")


def test_all_pages_of_the_list_are_read(memory):
    first = ([MINE], {"Link": '</me/matches?after=1>; rel="next"'})
    second: Page = ([{**MINE, "id": "other", "name": "monday"}], {})
    with serving_lists(first, second) as stub, Client(stub.url, "t42_x") as client:
        assert [row["id"] for row in all_matches(client)] == [ID, "other"]
    assert stub.asked[1].path == "/me/matches?after=1"


def test_without_a_name_it_is_the_only_match_that_is_on(memory):
    over = {**MINE, "id": "over", "status": "finished"}
    with serving_lists(([over, MINE], {})) as stub, Client(stub.url, "t42_x") as client:
        assert choose_match(client, memory, None) == ID


def test_without_a_name_several_matches_are_no_choice(memory):
    second = {**MINE, "id": "second"}
    with (
        serving_lists(([second, MINE], {})) as stub,
        Client(stub.url, "t42_x") as client,
        pytest.raises(ClientError, match="several") as refused,
    ):
        choose_match(client, memory, None)
    assert refused.value.exit_status is ExitStatus.NO_MATCH


def test_a_spectator_has_no_matches_but_those_looked_at(memory):
    memory.saw("7kyv" + "x" * 22, 1, None)
    refusal = problem("unauthenticated", 401)
    with serving(refusal) as stub, Client(stub.url) as client:
        assert choose_match(client, memory, "7kyv") == "7kyv" + "x" * 22
    with serving(refusal) as stub, Client(stub.url, "t42_x") as client, pytest.raises(ApiProblem):
        choose_match(client, memory, "7kyv")


@pytest.mark.parametrize("named", [ID[:24], "abcdefghijkl's match"])
def test_a_long_name_and_most_of_an_id_are_no_whole_id(memory, named):
    row = {**MINE, "name": "abcdefghijkl's match"}
    with serving_lists(([row], {})) as stub, Client(stub.url, "t42_x") as client:
        assert choose_match(client, memory, named) == ID


def test_a_whole_id_is_taken_without_asking(memory):
    with Client("http://127.0.0.1:1", retries=0) as client:
        assert choose_match(client, memory, ID) == ID
