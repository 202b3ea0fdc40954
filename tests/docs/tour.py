"""The commands that documents print, run as printed against a real server, in one shell.

A ```` ```bash ```` block is run; the ```` ```text ```` block that follows it, if one does, is what
it must print. There `…` stands for whatever a run brings: tokens, ids, tiles, times.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.docs.tree import ROOT

BIN = Path(sys.executable).parent
PATIENCE_S = 90
_BLOCK = re.compile(r"^```bash\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
_END = "=== end of block {} ==="


@dataclass(frozen=True)
class Step:
    """A block of commands, and what it must print if the document says so."""

    commands: str
    printed: str | None


def section(document: str, heading: str) -> str:
    """The text of a `## heading`, up to the next one of its kind."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.search(
        rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    assert found, f"{document} has no section {heading!r}"
    return found[1]


def steps(text: str) -> list[Step]:
    """The blocks of commands in a text, in order."""
    return [Step(commands, printed or None) for commands, printed in _BLOCK.findall(text)]


def need(*programs: str) -> None:
    """Skip the test, saying why, where one of these programs is not installed."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"the printed commands need {' and '.join(missing)}")
    if "curl" in programs:
        known = subprocess.run(
            ["curl", "--help", "all"], capture_output=True, text=True, check=True
        )
        if "--json" not in known.stdout:
            pytest.skip("the printed commands need curl 7.82 or newer, for its --json")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of its own, on a port that the system picks."""
    program, database = str(BIN / "t42-server"), str(folder / "t42.db")
    command = [program, "serve", "--port", "0", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip().removeprefix("listening on ")
        finally:
            server.terminate()


def environment(folder: Path, url: str) -> dict[str, str]:
    """Nothing of who runs the tests: the programs, the server, and a home of one's own."""
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)])
    home = {"HOME": str(folder), "T42_HOME": str(folder / "home")}
    return {"PATH": path, "T42_SERVER": url, "LC_ALL": "C.UTF-8", "COLUMNS": "80", **home}


def walk(tour: list[Step], folder: Path, url: str) -> None:
    """Run the blocks one after the other in one shell, and hold each to what it must print."""
    script = "set -eu -o pipefail\n" + "".join(
        f"{step.commands}\necho '{_END.format(n)}'\n" for n, step in enumerate(tour)
    )
    printed = _run(script, folder, environment(folder, url))
    for n, step in enumerate(tour):
        got, end, printed = printed.partition(_END.format(n) + "\n")
        assert end, f"stopped in:\n{step.commands}\nafter printing:\n{got}"
        if step.printed is not None:
            assert _fits(got, step.printed), (
                f"ran:\n{step.commands}\nprinted:\n{got}\nexpected:\n{step.printed}"
            )


def _run(script: str, folder: Path, env: Mapping[str, str]) -> str:
    """What the script prints: into a file, which nothing left in the background keeps open."""
    command = ["bash", "--noprofile", "--norc", "-c", script]
    with (
        (folder / "printed").open("w+", encoding="utf-8") as printed,
        subprocess.Popen(
            command,
            cwd=folder,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as shell,
    ):
        try:
            shell.wait(PATIENCE_S)
        finally:
            _end_all(shell.pid)
        printed.seek(0)
        return printed.read()


def _end_all(group: int) -> None:
    """What the shell left running in the background has no further use."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def _fits(got: str, printed: str) -> bool:
    """Whether the output is what the document says, `…` standing for anything."""
    got = got.strip()
    first, *others = printed.strip().split("…")
    if not others:
        return got == first
    *middle, last = others
    place = len(first)
    for part in middle:
        found = got.find(part, place)
        if not got.startswith(first) or found < 0:
            return False
        place = found + len(part)
    return got.startswith(first) and got.endswith(last) and len(got) - len(last) >= place
