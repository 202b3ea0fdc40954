"""The benchmark runs, and tells what it promises. No timing is asserted: machines differ."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial

import pytest

from bench.__main__ import GROUPS
from bench.clock import Taken, beside, in_turn
from bench.figures import Figure, Goal, table
from bench.record import LAST, PAGE, RUNS, heads, record
from tests.docs.tree import ROOT

SOLVED = ("pips", "points", "marks", "doubles", "no_trump", "nello", "sevens")

FIGURES = {
    "hands": {"hands.random", "hands.played_out"},
    "engine": {
        "engine.random",
        "engine.played_out",
        "engine.state",
        "engine.decode",
        "engine.apply",
    },
    "games": {"games.hearts", "games.hearts.bare", "games.bridge", "games.bridge.bare"},
    "replay": {"replay.whole", "replay.fetch", "replay.decode", "replay.apply"},
    "append": {
        "append.wal",
        "append.wal.unlocked",
        "append.delete",
        "append.delete.unlocked",
    },
    "eventsourcing": {"eventsourcing.append", "eventsourcing.rebuild"},
    "disk": {"disk.events", "disk.with_keys"},
    "get": {"get.warm", "get.uncached", "get.warm.loaded", "get.uncached.loaded"},
    "move": {"move.wal", "move.delete"},
    "writers": {
        "writers.http",
        "writers.http.two",
        "writers.store.wal",
        "writers.store.delete",
    },
    "idle": {"idle.view", "idle.move", "idle.mine", "idle.lobby"},
    "memory": {"memory.bounded", "memory.cache"},
    "wait": {"wait.woken", "wait.woken.slowest", "wait.health", "wait.idle"},
    "start": {"start.help"},
    "demo": {"demo.match"},
    "solver": {f"solver.{kind}" for kind in SOLVED},
    "compiled": {f"compiled.{kind}" for kind in SOLVED},
}
LEFT_OUT = {"engine", "games", "eventsourcing", "compiled"}
"""Groups that need a commit or other people's programs, which may not be here."""

GOALS = {
    "hands.random",
    *FIGURES["engine"],
    "games.hearts",
    "games.bridge",
    *FIGURES["eventsourcing"],
    "replay.whole",
    "replay.apply",
    "append.wal",
    "append.delete",
    "disk.events",
    "disk.with_keys",
    "get.warm",
    "get.uncached",
    "move.wal",
    *FIGURES["writers"],
    *FIGURES["idle"],
    "memory.bounded",
    "wait.woken",
    "wait.woken.slowest",
    "wait.health",
    "start.help",
    "solver.pips",
    "compiled.pips",
}


def test_every_group_is_named_here():
    assert FIGURES.keys() == GROUPS.keys()


@pytest.mark.skipif(sys.platform != "linux", reason="CPU clocks of other processes are Linux's")
@pytest.mark.parametrize("group", FIGURES)
def test_a_quick_run_tells_every_figure_beside_its_peer(group):
    run = bench("--quick", "--no-install", "--against", "HEAD", "--only", group, "--json", "-")
    told = json.loads(run.stdout)
    found = {figure["name"] for figure in told["figures"]}
    if group in LEFT_OUT and not found:
        assert f"{group} left out: " in run.stderr
        return
    assert found == FIGURES[group]
    assert told["quick"] is True
    assert told["machine"].keys() >= {"python", "sqlite", "system", "cores"}
    for figure in told["figures"]:
        assert figure["measured"] > 0
        assert figure["beside"] > 0
        assert figure["ratio"] > 0
        assert (figure["goal"] is not None) == (figure["name"] in GOALS)


def test_a_commit_that_is_not_here_is_told_and_the_others_go_on():
    run = bench("--quick", "--against", "no-such", "--only", "engine", "--only", "disk")
    assert "disk for a match" in run.stdout
    told = "engine left out: the commit no-such is not in this checkout; name one with --against."
    assert told in run.stderr.splitlines()


def test_a_ratio_is_the_middle_of_the_rounds_and_a_value_the_least():
    taken = Taken({"ours": [2.0, 1.0, 9.0], "theirs": [4.0, 3.0, 9.0]})
    assert taken.seconds("ours", "theirs") == (1.0, 3.0, 0.5)
    assert taken.rate("ours", "theirs") == (1.0, 1 / 3, 2.0)


def test_works_take_turns_to_begin():
    order = []

    def second(name):
        order.append(name)
        return 1.0

    in_turn({name: partial(second, name) for name in "abc"}, rounds=3)
    assert "".join(order) == "abcbcacab"


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
    figure = Figure("some.thing", "something", "ms", "a floor", beside(50, 100), goal)
    head, what, values = table([figure]).splitlines()
    assert head.split() == ["measured", "beside", "ratio", "goal"]
    assert what == "something"
    assert values.split()[:8] == ["beside", "a", "floor", "50", "ms", "100", "ms", "0.50"]
    assert values.split()[-1] == told


def test_the_table_says_nothing_about_a_figure_without_goal():
    figure = Figure("some.thing", "something", "ms", "a floor", beside(50, 100))
    assert table([figure]).splitlines()[2].endswith(" 0.50")


def test_a_recorded_run_replaces_the_last_one_and_adds_a_line(tmp_path):
    page = tmp_path / "performance.md"
    page.write_bytes(PAGE.read_bytes())
    for speed in (50_000, 60_000):
        figures = [
            Figure("hands.random", "hands", "hands/s", "deals", beside(speed, 200_000)),
            Figure("get.warm", "views", "/s", "hello", beside(60, 100)),
        ]
        record(figures, page)
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (PAGE, page))
    assert "| `hands.random` | 60,000 hands/s | 200,000 hands/s | 0.30 |  |  |" in after
    assert not any("50,000 hands/s" in line for line in after)
    assert after[: before.index(LAST[0])] == before[: before.index(LAST[0])]
    runs = after[: after.index(RUNS)][-2:]
    assert [line.split(" | ")[2] for line in runs] == ["50,000", "60,000"]
    head = before[before.index(heads().splitlines()[0])].split(" | ")
    assert [line.split(" | ")[head.index("get")] for line in runs] == ["0.60", "0.60"]


def test_a_page_without_places_for_runs_is_left_alone(tmp_path):
    page = tmp_path / "performance.md"
    page.write_text("# Performance\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has lost the places"):
        record([], page)
    assert page.read_text(encoding="utf-8") == "# Performance\n"


def test_part_of_a_run_is_not_recorded():
    run = bench("--record", "--only", "hands", status=2)
    assert "--record wants a whole run" in run.stderr


def test_help_shows_examples():
    assert "python -m bench --only hands" in bench("--help").stdout


def bench(*arguments, status=0):
    run = subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == status, run.stderr
    return run
