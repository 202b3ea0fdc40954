"""What whole commands cost: starting `t42`, and a demonstration match from start to end."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.clock import Taken, in_turn
from bench.figures import Figure, Goal
from bench.run import Run

IMPORT_CLICK = (sys.executable, "-c", "import click")
IMPORT_ALL = (sys.executable, "-c", "import requests, rich, texas42_client.cli, texas42_server.app")


def help_figures(run: Run) -> Iterator[Figure]:
    """`t42 --help`, in pairs with the least that a click program can be."""
    pairs = 3 if run.quick else 25
    taken = _taken((*_t42(), "--help"), IMPORT_CLICK, pairs)
    yield Figure(
        name="start.help",
        what="t42 --help",
        unit="ms of CPU",
        peer='python -c "import click"',
        values=taken.seconds("ours", "theirs", 1e-3),
        goal=Goal("ratio", "at most", 1.5),
    )


def demo_figures(run: Run) -> Iterator[Figure]:
    """A whole match of four bots, client and server together."""
    pairs = 1 if run.quick else 3
    taken = _taken((*_t42(), "demo"), IMPORT_ALL, pairs)
    yield Figure(
        name="demo.match",
        what="a whole match by t42 demo",
        unit="ms of CPU",
        peer="importing what it uses",
        values=taken.seconds("ours", "theirs", 1e-3),
    )


def _t42() -> tuple[str, ...]:
    """The installed command, or the module where only the source tree is there."""
    found = shutil.which("t42", path=str(Path(sys.executable).parent))
    return (sys.executable, "-m", "texas42_client") if found is None else (found,)


def _taken(ours: Sequence[str], theirs: Sequence[str], pairs: int) -> Taken:
    """CPU seconds of two commands, run by turns."""
    return in_turn({"ours": lambda: _cpu(ours), "theirs": lambda: _cpu(theirs)}, pairs)


def _cpu(command: Sequence[str]) -> float:
    """CPU seconds of a command and all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
