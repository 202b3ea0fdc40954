"""``t42 arena`` as it is typed: what it prints, keeps and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.client.arena.games import Raising, untimed
from tests.client.conftest import Terminal, Typed
from texas42_client.bots import BOTS
from texas42_client.exits import ExitStatus

SEEDED = ("--seed", "7")


@pytest.fixture
def here(tmp_path) -> Terminal:
    """A terminal that knows no server: none is needed."""
    return Terminal(tmp_path / "home", "")


def arena(here: Terminal, *words: object, bots: tuple[str, str] = ("simple", "random")) -> Typed:
    return here.t42("arena", *bots, *map(str, words))


def told(here: Terminal, *words: object, **members: Any) -> dict[str, Any]:
    found = arena(here, *SEEDED, "--json", "--rows", *words, **members)
    assert found.status == 0
    return {**found.json, "rows": untimed(found.json["rows"])}


def test_a_table_that_can_be_read_and_a_sentence_that_says_who_won(here):
    lines = arena(here, "--deals", 30, *SEEDED).out.splitlines()
    assert lines[0] == "simple against random: 30 deals played twice, straight rules, seed 7."
    labels = [line[: len("Deals won at both tables")].rstrip() for line in lines[3:8]]
    assert labels == [
        "Marks",
        "Hands won",
        "Deals won at both tables",
        "Contracts bid",
        "  made",
    ]
    assert lines[2].split() == ["simple", "random"]
    assert len({len(line) for line in lines[2:12]}) == 1
    assert lines[13].startswith("simple won ")
    assert lines[13].endswith(": simple is the stronger.")
    assert lines[14].startswith("That is +")
    assert lines[15].startswith("Deals were won at both tables ")


def test_from_few_deals_nobody_is_called_the_stronger(here):
    lines = arena(here, "--deals", 10, *SEEDED).out.splitlines()
    assert lines[13].endswith(", which from so few says little: play more.")
    assert not any(line.startswith("That is ") for line in lines)


def test_rows_are_refused_where_there_is_no_place_for_them(here):
    refused = arena(here, "--deals", 2, "--rows")
    assert refused.status == 2
    assert "--rows is for --json" in refused.err


def test_one_json_document_tells_all(here):
    found = told(here, "--deals", 4, "--set", "target=3")
    assert set(found) == {
        *("arena", "asked", "unit", "played", "sides", "passed_out", "split"),
        *("share", "lead", "p", "rows"),
    }
    asked = found["arena"]
    assert (asked["plays"], asked["bots"], asked["seed"]) == ("deals", ["simple", "random"], 7)
    assert (asked["rules"]["target"], asked["contract"], found["unit"]) == (3, None, "marks")
    assert (found["asked"], found["played"], len(found["rows"])) == (4, 4, 4)
    assert set(found["share"]) == set(found["lead"]) == {"value", "low", "high"}
    for side in found["sides"]:
        assert set(side) == {"gained", "hands", "won", "contracts", "kinds", "times"}
        assert set(side["times"]) == {"moves", "mean", "p50", "p99", "longest"}
        assert sum(kind["bid"] for kind in side["kinds"].values()) == side["contracts"]["bid"]
    assert sum(side["hands"] for side in found["sides"]) + found["passed_out"] == 8
    assert "rows" not in arena(here, *SEEDED, "--deals", 1, "--json").json


def test_gone_on_with_is_as_if_never_stopped(here, tmp_path):
    whole = told(here, "--deals", 6)
    kept = tmp_path / "deals.jsonl"
    told(here, "--deals", 2, "--save", kept)
    parts = told(here, "--deals", 6, "--save", kept)
    assert parts["rows"] == whole["rows"]
    assert {**parts, "sides": None} == {**whole, "sides": None}
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 7
    assert told(here, "--deals", 3, "--save", kept)["rows"] == whole["rows"][:3]


def test_the_file_knows_its_seed(here, tmp_path):
    kept = tmp_path / "deals.jsonl"
    first = arena(here, "--deals", 1, "--save", kept, "--json").json
    again = arena(here, "--deals", 2, "--save", kept, "--json").json
    assert again["arena"] == first["arena"]
    other = arena(here, "--seed", first["arena"]["seed"] + 1, "--save", kept)
    assert other.status == ExitStatus.USAGE
    assert f"{kept} is of another arena: seed is " in other.err


def test_rules_and_points_are_told(here):
    found = arena(here, "--deals", 3, *SEEDED, "--rules", "points-250", "--set", "nello=yes").out
    assert "3 deals played twice, points-250 rules with nello=true, seed 7." in found
    assert "\nPoints " in found


def test_a_forced_contract_is_told(here):
    found = arena(here, "--deals", 3, *SEEDED, "--contract", "30").out
    assert found.startswith("simple against random: 3 deals played twice, every contract 30, ")
    assert "Contracts bid" in found


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--set", "seats=3"), 2, "In an arena pairs play, so four seats, not 3."),
        (("--set", "nelo=yes"), 18, "Did you mean nello?"),
        (("--rules", "famly"), 18, "Did you mean family?"),
        (("--set", "nello"), 2, "is not of the form SETTING=VALUE"),
        (("--contract", "29"), 2, "By these rules no hand may open with that contract."),
        (("--contract", "high"), 2, "'high' is no contract: 30 to 41, 1-mark, 2-marks."),
        (("--matches", "3"), 2, "add --http"),
        (("--http", "--deals", "3"), 2, "--deals does not go with --http"),
        (("--http", "--contract", "30"), 2, "no request can fix a deal or a contract"),
        (("--http", "--jobs", "2"), 2, "whole matches are played, one after the other"),
        (("--deals", "0"), 2, "0 is not in the range"),
        (("--save", "/"), 2, "is a directory"),
    ],
)
def test_what_cannot_be_played_is_refused(here, words, status, said):
    refused = arena(here, *words)
    assert (refused.status, refused.out) == (status, "")
    assert said in " ".join(refused.err.split())


@pytest.mark.parametrize(
    ("bot", "words", "said"),
    [
        ("smart", (), "There is no bot 'smart'; there are "),
        ("smart", (), "With --http it may be a command."),
        ("random@1s", (), "random needs no time to think"),
        ("no-such-program --fast", ("--http",), "Nor is it a command."),
        ("'unclosed", ("--http",), "Nor is it a command."),
    ],
)
def test_who_cannot_play_is_refused(here, bot, words, said):
    refused = arena(here, *words, bots=("simple", bot))
    assert (refused.status, refused.out) == (ExitStatus.USAGE, "")
    assert said in refused.err


def test_a_bot_that_breaks_ends_the_arena_and_what_was_played_is_kept(here, tmp_path, monkeypatch):
    monkeypatch.setitem(BOTS, "raising", Raising)
    bots, kept = ("simple", "raising"), tmp_path / "deals.jsonl"
    failed = arena(here, "--save", kept, *SEEDED, bots=bots)
    assert failed.status == ExitStatus.ERROR
    assert failed.err.splitlines() == [
        "What is played is kept: 0 deals.",
        "t42: raising at seat B of deal 1 failed (KeyError: 'trump').",
        "  With --debug all that Python said is shown.",
    ]
    assert "Traceback" in arena(here, "--debug", bots=bots).err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(here, tmp_path, jobs):
    kept = tmp_path / "deals.jsonl"
    command = [sys.executable, "-m", "texas42_client", "arena", "simple", "random", *SEEDED]
    command += ["--deals", "100000", "--jobs", jobs, "--save", str(kept)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as playing:
        _wait_for_lines(kept, 4)
        os.killpg(playing.pid, signal.SIGINT)
        out, err = playing.communicate(timeout=60)
    assert playing.returncode == ExitStatus.INTERRUPTED
    assert "simple won " in out
    stopped, how = err.splitlines()
    assert stopped.startswith("Stopped after ")
    assert stopped.endswith(" of 100,000 deals.")
    assert how == "What is played is kept: the same command goes on."
    assert told(here, "--deals", 3, "--save", kept)["rows"] == told(here, "--deals", 3)["rows"]


def _wait_for_lines(path: Path, lines: int) -> None:
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.1)
    raise AssertionError(f"{path} stays empty")


def test_the_rows_of_a_file_are_json_of_one_line_each(here, tmp_path):
    kept = tmp_path / "deals.jsonl"
    found = told(here, "--deals", 2, "--save", kept)
    head, *rows = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    assert head == {"arena": found["arena"]}
    assert untimed(rows) == found["rows"]
