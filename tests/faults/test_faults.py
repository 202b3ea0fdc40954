"""Every fault in its short form: nothing is lost. `make faults` runs the long forms."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from faults import __main__ as command
from faults.catalogue import FAULTS
from faults.run import Report, Run
from tests.docs.tree import ROOT

SEED = 42


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", FAULTS)
def test_nothing_is_lost(name: str, tmp_path: Path) -> None:
    report = FAULTS[name](Run(quick=True, seed=SEED, scratch=tmp_path))
    print(command.as_text(name, report, SEED, 0))  # noqa: T201 - shown when the test fails
    assert report.losses == []


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "faults", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_prints_what_was_done_and_the_seed() -> None:
    run = _run("--only", "damage", "--quick", "--rounds", "3", "--seed", "7")
    assert (run.returncode, run.stderr) == (0, "")
    first, *_, last = run.stdout.splitlines()
    assert first.split()[:3] == ["damage", "ok", "3"]
    assert last.split()[:2] == ["seed", "7,"]


def test_as_json_it_says_the_same() -> None:
    run = _run("--only", "damage", "--quick", "--rounds", "2", "--seed", "7", "--json")
    told = json.loads(run.stdout)
    assert (told["seed"], told["quick"]) == (7, True)
    assert told["faults"]["damage"].keys() == {"done", "figures", "losses", "seconds"}
    assert told["faults"]["damage"]["losses"] == []


def test_a_loss_is_told_and_is_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    losses = [f"lost: move {number}" for number in range(20)]
    monkeypatch.setitem(FAULTS, "kills", lambda _: Report("1 time", {"lost": 20}, losses))
    run = CliRunner().invoke(command.main, ["--only", "kills", "--seed", "1"])
    assert run.exit_code == 1
    assert "LOSS" in run.output
    assert "! lost: move 0" in run.output
    assert "! and 8 more" in run.output


def test_help_shows_examples() -> None:
    assert "python -m faults --only kills --seed 7" in _run("--help").stdout
