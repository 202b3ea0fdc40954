"""Schemathesis finds nothing: examples, edges, chance, and requests that follow from each other.

Its summary for the record: `python -m tests.server.http.fuzz`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.http.fuzz.run import schemathesis, served


def found_in(folder: Path, *options: str) -> str:
    """What schemathesis found, if it found anything."""
    with served(folder) as url:
        done = schemathesis(folder, url, options)
    return "" if done.returncode == 0 else done.stdout


def test_schemathesis_finds_nothing_by_itself(tmp_path: Path) -> None:
    phases = "examples,fuzzing"
    assert found_in(tmp_path, "--phases", phases, "--max-examples", "5", "--seed", "42") == ""


def test_schemathesis_finds_nothing_in_what_follows_from_what(tmp_path: Path) -> None:
    options = ("--phases", "stateful", "--max-examples", "5", "--seed", "42")
    assert found_in(tmp_path, *options) == ""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_schemathesis_finds_nothing_in_many_tries(tmp_path: Path, seed: int) -> None:
    assert found_in(tmp_path, "--max-examples", "200", "--seed", str(seed)) == ""
