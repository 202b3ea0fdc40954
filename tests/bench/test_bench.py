"""The benchmark runs, and tells what it promises. No timing is asserted: machines differ."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bench.__main__ import GROUPS
from bench.figures import Figure, Goal, table
from tests.docs.tree import ROOT

FIGURES = {
    "hands": {"hands.random", "hands.played_out"},
    "replay": {"replay.whole", "replay.fetch", "replay.decode", "replay.apply"},
    "append": {
        "append.wal",
        "append.wal.unlocked",
        "append.delete",
        "append.delete.unlocked",
    },
    "disk": {"disk.events", "disk.with_keys"},
    "get": {"get.warm", "get.uncached", "get.warm.loaded", "get.uncached.loaded"},
    "wait": {"wait.woken", "wait.woken.slowest", "wait.health", "wait.idle"},
    "start": {"start.help"},
    "demo": {"demo.match"},
}
GOALS = {
    "hands.random",
    "replay.whole",
    "replay.apply",
    "append.wal",
    "append.delete",
    "disk.events",
    "disk.with_keys",
    "get.warm",
    "get.uncached",
    "wait.woken",
    "wait.woken.slowest",
    "wait.health",
    "start.help",
}


def test_every_group_is_named_here():
    assert FIGURES.keys() == GROUPS.keys()


@pytest.mark.skipif(sys.platform != "linux", reason="CPU clocks of other processes are Linux's")
@pytest.mark.parametrize("group", FIGURES)
def test_a_quick_run_tells_every_figure_beside_its_peer(group):
    run = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--only", group, "--json", "-"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(run.stdout)
    assert {figure["name"] for figure in told["figures"]} == FIGURES[group]
    assert told["quick"] is True
    assert told["machine"].keys() >= {"python", "sqlite", "system", "cores"}
    for figure in told["figures"]:
        assert figure["measured"] > 0
        assert figure["beside"] > 0
        assert figure["ratio"] == figure["measured"] / figure["beside"]
        assert (figure["goal"] is not None) == (figure["name"] in GOALS)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (Goal("measured", "at least", 40), "ok"),
        (Goal("measured", "at most", 40), "SHORT"),
        (Goal("ratio", "at least", 0.6), "SHORT"),
        (Goal("ratio", "at most", 0.6), "ok"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.on} {value.sense}",
)
def test_the_table_says_whether_a_goal_is_reached(goal, told):
    figure = Figure("some.thing", "something", 50, "ms", "a floor", 100, goal)
    head, measured, beside = table([figure]).splitlines()
    assert head.split() == ["measured", "goal", "ratio"]
    assert measured.split()[:3] == ["something", "50", "ms"]
    assert measured.split()[-2:] == ["0.50", told]
    assert beside.split() == ["beside", "a", "floor", "100", "ms"]


def test_the_table_says_nothing_about_a_figure_without_goal():
    figure = Figure("some.thing", "something", 50, "ms", "a floor", 100)
    assert table([figure]).splitlines()[1].endswith("0.50")


def test_help_shows_examples():
    run = subprocess.run(
        [sys.executable, "-m", "bench", "--help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "python -m bench --only hands" in run.stdout
