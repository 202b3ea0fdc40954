"""What whole commands cost: starting `t42`, and a demonstration match from start to end."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from bench.figures import Figure, Goal
from bench.run import Run

IMPORT_CLICK = (sys.executable, "-c", "import click")
IMPORT_ALL = (sys.executable, "-c", "import requests, rich, texas42_client.cli, texas42_server.app")


def help_figures(run: Run) -> Iterator[Figure]:
    """`t42 --help`, in pairs with the least that a click program can be."""
    pairs = 3 if run.quick else 25
    ours, theirs = _medians(((*_t42(), "--help"), IMPORT_CLICK), pairs)
    yield Figure(
        name="start.help",
        what="t42 --help",
        measured=ours * 1e3,
        unit="ms of CPU",
        peer='python -c "import click"',
        beside=theirs * 1e3,
        goal=Goal("ratio", "at most", 1.5),
    )


def demo_figures(run: Run) -> Iterator[Figure]:
    """A whole match of four bots, client and server together."""
    pairs = 1 if run.quick else 3
    ours, theirs = _medians(((*_t42(), "demo"), IMPORT_ALL), pairs)
    yield Figure(
        name="demo.match",
        what="a whole match by t42 demo",
        measured=ours * 1e3,
        unit="ms of CPU",
        peer="importing what it uses",
        beside=theirs * 1e3,
    )


def _t42() -> tuple[str, ...]:
    """The installed command, or the module where only the source tree is there."""
    found = shutil.which("t42", path=str(Path(sys.executable).parent))
    return (sys.executable, "-m", "texas42_client") if found is None else (found,)


def _medians(commands: Sequence[Sequence[str]], rounds: int) -> list[float]:
    """CPU seconds of each command, the middle of some rounds in which each is run once."""
    spent = [[_cpu(command) for command in commands] for _ in range(rounds)]
    return [median(column) for column in zip(*spent, strict=True)]


def _cpu(command: Sequence[str]) -> float:
    """CPU seconds of a command and all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
