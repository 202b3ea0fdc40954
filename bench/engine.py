"""This checkout's engine beside that of another commit: has it become slower?"""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.clock import in_turn
from bench.figures import Figure, Goal
from bench.run import Run, Unavailable
from bench.worker import ROOT, Worker

BASELINE = "697ac12"
"""The last commit whose engine knew the straight game alone."""

LEAST = 0.9
"""What part of the other engine's speed ours must have."""


def figures(run: Run) -> Iterator[Figure]:
    """Random hands and the replay of one stored match, each engine driven by its own benchmark."""
    other = run.scratch / "other"
    _unpack(run.against, other)
    log = run.scratch / "match.log"
    with ExitStack() as stack:
        theirs = stack.enter_context(Worker("engine.py", log, path=(other, other / "engine")))
        theirs.seconds("decode", 1)  # the older one writes the log: it may not know our settings
        ours = stack.enter_context(Worker("engine.py", log, path=(ROOT, ROOT / "engine")))
        for name, what, unit, calls in (
            ("random", "random hands by the default rules", "hands/s", 500),
            ("played_out", "random hands played to the last tile", "hands/s", 300),
            ("state", "log of ten hands to state", "ms", 20),
            ("decode", "  of it decode", "ms", 40),
            ("apply", "  of it apply", "ms", 40),
        ):
            run.say(what.strip())
            times = max(1, calls // 10) if run.quick else calls
            takes = {
                "theirs": partial(theirs.seconds, name, times),
                "ours": partial(ours.seconds, name, times),
            }
            taken = in_turn(takes, 3 if run.quick else 31)
            rate = unit == "hands/s"
            yield Figure(
                name=f"engine.{name}",
                what=what,
                unit=unit,
                peer=f"the engine of {run.against}",
                values=taken.rate("ours", "theirs")
                if rate
                else taken.seconds("ours", "theirs", 1e-3),
                goal=Goal("ratio", "at least", LEAST)
                if rate
                else Goal("ratio", "at most", 1 / LEAST),
            )


def _unpack(commit: str, folder: Path) -> None:
    """The engine and the benchmark of a commit. Raises `Unavailable`."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", commit, "engine", "bench"]
    try:
        packed = subprocess.run(command, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise Unavailable(
            f"the commit {commit} is not in this checkout; name one with --against"
        ) from None
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
