"""`t42 demo`: a whole match of four bots, as somebody runs it who has just installed it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.e2e.terminal import COLUMNS, PROGRAM, Terminal, home


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
