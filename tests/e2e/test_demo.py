"""`t42 demo`: a whole match of four bots, as somebody runs it who has just installed it."""

from __future__ import annotations

import json
import subprocess

import pytest
from click.testing import CliRunner

import texas42
from tests.e2e.terminal import COLUMNS, PROGRAM, Terminal, home
from texas42_client.cli import cli


def demo(folder, *options):
    return subprocess.run(
        [*PROGRAM, "demo", *options],
        env=home(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_four_bots_play_a_match_to_its_end(tmp_path):
    done = demo(tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Four bots play to 7 marks: Annie and Clyde against Belle and Dusty."
    assert lines[-1].endswith("won the match.")
    assert sum(line.startswith("Hand ") for line in lines) >= 4
    assert all(len(line) <= COLUMNS for line in lines)
    assert done.stderr == ""


def test_every_hand_as_a_line_of_json(tmp_path):
    done = demo(tmp_path, "--json", "--seed", "1")
    hands = [json.loads(line) for line in done.stdout.splitlines()]
    assert [hand["number"] for hand in hands] == list(range(1, len(hands) + 1))
    assert max(hands[-1]["marks"].values()) >= 7
    for hand in hands:
        assert sum(trick["points"] for trick in hand["tricks"]) == sum(hand["points"].values())


def test_the_marks_are_drawn_at_a_terminal_and_ctrl_c_stops_it(tmp_path):
    with Terminal("demo", env=home(tmp_path)) as terminal:
        terminal.until_seen("╱")
        terminal.interrupt()
        terminal.rest()
        assert terminal.ended() == 130


@pytest.mark.parametrize("option", ["--nonsense", "--seed=x"])
def test_a_wrong_option_is_refused(tmp_path, option):
    assert demo(tmp_path, option).returncode == 2


def test_other_bots_may_be_named(tmp_path):
    done = demo(tmp_path, "--bots", "strong@1w", "--set", "target=1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("won the match.")


@pytest.mark.parametrize("command", ["demo", "play", "bot"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hal", "there is no bot 'hal'; there are careful, random, simple, strong"),
        ("strong@fast", "a limit is seconds or worlds for one move"),
        ("simple@2s", "simple needs no time to think"),
    ],
)
def test_a_bot_that_there_is_not_is_refused(command, name, said):
    asked = [command, name] if command == "bot" else [command, "--bots", name]
    refused = CliRunner().invoke(cli, asked)
    assert refused.exit_code == 2
    assert said in refused.output


PRESETS = {
    "straight": "2",
    "family": "2",
    "family-250": "60",
    "lone-star": "2",
    "tournament": "2",
    "points-250": "60",
    "lechner": "2",
}
"""Preset -> a target that is soon reached."""


def test_no_preset_is_left_out():
    assert list(PRESETS) == list(texas42.PRESETS)


@pytest.mark.parametrize(("preset", "target"), PRESETS.items())
def test_every_preset_is_played_to_its_end(tmp_path, preset, target):
    done = demo(tmp_path, "--rules", preset, "--set", f"target={target}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "won the match." in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("seats", "how_many"), [(2, "Two"), (3, "Three"), (5, "Five"), (6, "Six"), (7, "Seven")]
)
def test_a_table_of_every_size_is_played_to_its_end(tmp_path, seats, how_many):
    done = demo(tmp_path, "--seats", str(seats), "--set", "target=1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{how_many} bots play to 1 mark, each alone: Annie")
    assert "won the match." in lines[-1]
    assert all(len(line) <= COLUMNS for line in lines)


WITHOUT = "Nello and plunge need partners, so four at the table: played without them."


def test_r9_5_what_needs_a_partner_is_said_to_be_left_out(tmp_path):
    lines = demo(
        tmp_path, "--rules", "family", "--seats", "3", "--set=target=1"
    ).stdout.splitlines()
    assert lines[1] == WITHOUT
    lechner = demo(tmp_path, "--seats=3", "--rules=lechner", "--set=target=1", "--set=win_by=1")
    assert "Nello, plunge and splash need partners" in lechner.stdout
    assert "need partners" not in demo(tmp_path, "--seats=3", "--set=target=1").stdout


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_its_own_target(tmp_path, preset):
    assert demo(tmp_path, "--rules", preset).returncode == 0


def test_tricks_that_lie_face_down_are_told_as_they_were_played(tmp_path):
    """With marks alone to bid the first contract covers every trick (R6.5)."""
    rules = ("covered_tricks=from_two_marks", "min_bid=41", "all_pass=dealer_must_bid", "target=4")
    done = demo(tmp_path, *(f"--set={rule}" for rule in rules))
    assert (done.returncode, done.stderr) == (0, "")
    assert "None" not in done.stdout


def test_rules_that_cannot_be_played_are_refused_with_what_would_be_right(tmp_path):
    done = demo(tmp_path, "--rules", "straight", "--set", "nello=true", "--seats", "3")
    assert done.returncode == 18
    assert "setting nello: needs a partner" in done.stderr
