"""``t42 record`` and ``t42 replay``: a match taken along, and seen again."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from tests.client.conftest import Terminal
from tests.client.stub import Reply, serving
from tests.docs.test_record_page import EXAMPLE
from tests.engine.recording import SEATS, playable, random_match
from texas42 import PRESETS
from texas42.record import from_text, record_of, to_json, to_text
from texas42_client.commands.replay import step
from texas42_client.environment import Environment
from texas42_client.errors import BadAnswer
from texas42_client.exits import ExitStatus
from texas42_client.home.records import RecordedMatch, read
from texas42_client.table import render
from texas42_client.table.style import Style
from texas42_client.wire.api import Client


def recorded(text: str = EXAMPLE) -> RecordedMatch:
    return read("a file", text.encode())


def test_record_prints_and_writes_both_forms(terminal: Terminal, tmp_path: Path):
    match, players = terminal.table("--rules", "straight")
    for _ in players:
        player = terminal.on_turn(match, players)
        terminal.t42("--profile", player, "show", match)
        assert terminal.t42("--profile", player, "pass", "--match", match).status == 0
    me = ("--profile", players[0])
    printed = terminal.t42(*me, "record", match)
    assert from_text(printed.out).hands[0]["result"] is None
    assert terminal.t42(*me, "record", "--text").out == printed.out
    in_json = terminal.t42(*me, "record", match, "--json").json
    assert in_json == json.loads(json.dumps(to_json(from_text(printed.out))))
    file = tmp_path / "friday.t42"
    written = terminal.t42(*me, "record", match, "-o", str(file))
    assert (written.status, written.out) == (0, "")
    assert file.read_bytes().decode() == printed.out
    assert "Everybody passed." in terminal.t42("replay", str(file)).out


def test_record_refuses_two_forms_at_once(terminal: Terminal):
    refused = terminal.t42("record", "m", "--text", "--json")
    assert refused.status == ExitStatus.USAGE


def test_record_says_where_it_could_not_write(terminal: Terminal, tmp_path: Path):
    match, players = terminal.table()
    refused = terminal.t42(
        "--profile", players[0], "record", match, "-o", str(tmp_path / "no" / "t42")
    )
    assert refused.status == ExitStatus.USAGE
    assert "cannot be written" in refused.err


def test_text_is_asked_for_as_text_and_nothing_else_is_taken_for_it():
    with serving(Reply(200, b"[Texas42]\n", kind="text/plain; charset=utf-8")) as stub:
        with Client(stub.url) as client:
            assert client.record("m", as_text=True).text == "[Texas42]\n"
        assert stub.asked[0].headers["Accept"] == "text/plain"
    with serving(Reply(200, {})) as stub, Client(stub.url) as client, pytest.raises(BadAnswer):
        client.record("m", as_text=True)


def test_replay_prints_the_whole_match_into_a_pipe(terminal: Terminal, tmp_path: Path):
    file = tmp_path / "friday.t42"
    file.write_text(EXAMPLE, encoding="utf-8")
    out = terminal.t42("replay", str(file)).out
    assert out.startswith("friday, 2026-11-30\n\nHand 1, dee dealt.\n")
    assert '  2  J. "Ace" Poe 3-4, dee 3-3, ann 0-3, bob 1-4 ' in out
    assert out.endswith('\nann & J. "Ace" Poe won the match.\n')
    assert terminal.t42("replay", "-", typed=EXAMPLE).out == out
    assert terminal.t42("replay", str(file), "--all").out == out


def test_replay_reads_either_form_and_prints_the_json_form(terminal: Terminal, tmp_path: Path):
    told = terminal.t42("replay", "-", "--json", typed=EXAMPLE).json
    assert told == json.loads(json.dumps(to_json(from_text(EXAMPLE))))
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    assert terminal.t42("replay", str(file), "--json").json == told


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (EXAMPLE.replace("C 3-4", "C 7-4").encode(), "line 30, column 6: '7-4' names no tile"),
        (
            EXAMPLE.replace("> C 6", "> B 6", 1).encode(),
            "line 30, column 34: the winner of trick 2",
        ),
        (b"[Texas42 \xff", "line 1: this is no UTF-8"),
        (b'{"format": 1}', "/format: a string belongs here"),
        (b"", "line 1, column 1: a record begins with"),
    ],
)
def test_a_file_that_holds_no_record_is_refused_with_the_place(
    terminal: Terminal, tmp_path: Path, content: bytes, says: str
):
    file = tmp_path / "x.t42"
    file.write_bytes(content)
    refused = terminal.t42("replay", str(file))
    assert (refused.status, refused.out) == (ExitStatus.UNREADABLE_RECORD, "")
    assert f"{file}, {says}" in refused.err


def test_a_file_that_is_not_there_is_no_record(terminal: Terminal, tmp_path: Path):
    refused = terminal.t42("replay", str(tmp_path / "none.t42"))
    assert refused.status == ExitStatus.UNREADABLE_RECORD
    assert "cannot be read: No such file" in refused.err


def test_there_is_a_moment_for_each_trump_each_trick_and_the_end():
    moments = list(recorded().moments())
    shown = [(m.hand, len((m.view["current_trick"] or {"plays": []})["plays"])) for m in moments]
    assert shown == [(1, 0), (2, 0), *[(2, 4)] * 7, (3, 0), (3, 4), (3, 4), (3, 0)]
    assert [play["tile"] for play in moments[2].view["current_trick"]["plays"]] == [
        *("4-4", "2-4", "4-6", "4-5")
    ]
    assert moments[-1].view["status"] == "finished"


def test_how_many_tiles_a_seat_has_left_counts_those_that_nobody_has_seen():
    moments = list(recorded().moments())
    left = [{seat["tiles_left"] for seat in m.view["seats"].values()} for m in moments[:-1]]
    assert left == [{7}, {7}, {6}, {5}, {4}, {3}, {2}, {1}, {0}, {7}, {6}, {5}]


@pytest.mark.parametrize(("preset", "seats"), [*product(PRESETS, SEATS)])
def test_every_preset_and_table_is_told_and_shown(preset: str, seats: int):
    for seed in range(2):
        match = random_match(playable({"preset": preset, "seats": seats}), seed, most_hands=4)
        replayed = recorded(to_text(record_of(match)))
        assert len([e for e in replayed.events if e["type"] == "dealt"]) == len(match.hands)
        for moment in replayed.moments():
            for style in (Style(), Style(drawn=True)):
                assert render.table(moment.view, events=moment.events, style=style)


def stepped(pressed: str, capsys: pytest.CaptureFixture[str]) -> list[int]:
    """The numbers of the moments shown, as the keys ask for them."""
    step(Environment(), list(recorded().moments()), iter(pressed))
    lines = capsys.readouterr().out.splitlines()
    return [int(line.split()[0]) for line in lines if " of 13   " in line]


@pytest.mark.parametrize(
    ("pressed", "numbers"),
    [
        ("q", [1]),
        ("  q", [1, 2, 3]),
        ("\n\x1bq", [1, 2, 3]),
        ("b q", [1, 1, 2]),
        (" b q", [1, 2, 1, 2]),
        ("hh q", [1, 2, 10, 11]),
        ("hhh", [1, 2, 10]),
        (" " * 13, list(range(1, 14))),
        ("", [1]),
    ],
)
def test_keys_step_through_a_match(
    pressed: str, numbers: list[int], capsys: pytest.CaptureFixture[str]
):
    assert stepped(pressed, capsys) == numbers


def test_who_nobody_knows_is_called_by_the_letter_of_the_seat():
    bare = "\n".join(
        line for line in EXAMPLE.splitlines() if not line.startswith(("[A ", "[Event", "[Match"))
    )
    moment = next(recorded(bare).moments())
    assert "A passed." not in render.table(moment.view)
    assert "Bids: A pass, bob pass" in render.table(moment.view)
