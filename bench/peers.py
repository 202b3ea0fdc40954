"""Other people's programs beside ours, each in a process of its own environment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.clock import Taken, in_turn
from bench.figures import Figure, Goal
from bench.run import Run, Unavailable
from bench.worker import ROOT, Worker

PLACE = ".venv-peers"
OURS = (ROOT, ROOT / "engine", ROOT / "server")
EVENTS = 345
"""As many as the match of ten hands has."""


def games(run: Run) -> Iterator[Figure]:
    """How many random moves a second, deals included, two other card engines make."""
    python = _installed(run)
    with ExitStack() as stack:
        ours, hearts, bridge = (
            stack.enter_context(worker)
            for worker in (
                Worker("engine.py", run.scratch / "match.log", path=OURS),
                Worker("hearts.py", python=python),
                Worker("bridge.py", python=python),
            )
        )
        for name, peer, work, calls, goal in (
            ("hearts", "OpenSpiel's hearts, driven from Python", hearts, 40, 2.5),
            ("bridge", "RLCard's bridge with its random agents", bridge, 3, 30),
        ):
            run.say(peer)
            taken = in_turn(
                {
                    "ours": partial(ours.seconds, "moves", 60 if run.quick else 300),
                    "theirs": partial(work.seconds, "moves", 1 if run.quick else calls),
                    "less": partial(work.seconds, "moves_bare", 1 if run.quick else calls),
                },
                2 if run.quick else 25,
            )
            yield _moves(name, peer, taken, "theirs", Goal("ratio", "at least", goal))
            yield _moves(f"{name}.bare", LESS[name], taken, "less")


LESS = {
    "hearts": "hearts, each card dealt by a quicker draw",
    "bridge": "bridge alone, without environment and agents",
}


def _moves(name: str, peer: str, taken: Taken, theirs: str, goal: Goal | None = None) -> Figure:
    what = "random moves in hands played to the last tile"
    values = taken.rate("ours", theirs)
    return Figure(f"games.{name}", what, "moves/s", peer, values, goal)


def eventsourcing(run: Run) -> Iterator[Figure]:
    """What the library for event sourcing takes for what our store does."""
    python = _installed(run)
    log = run.scratch / "match.log"
    with Worker("engine.py", log, path=OURS) as first:
        first.seconds("decode", 1)
    with (
        Worker("store.py", run.scratch / "ours.db", log, path=OURS) as ours,
        Worker("eventsourced.py", run.scratch / "theirs.db", EVENTS, python=python) as theirs,
    ):
        for name, what, unit, peer, calls, goal in (
            (
                "append",
                "one event encoded and appended durably, WAL",
                "/s of CPU",
                "the library eventsourcing saving an aggregate",
                50,
                1.8,
            ),
            (
                "rebuild",
                f"stored match of {EVENTS} events to state",
                "/s of CPU",
                "the library eventsourcing getting an aggregate",
                20,
                15,
            ),
        ):
            run.say(what)
            taken = in_turn(
                {
                    "ours": partial(ours.seconds, name, 2 if run.quick else calls),
                    "theirs": partial(theirs.seconds, name, 2 if run.quick else calls),
                },
                2 if run.quick else 31,
            )
            yield Figure(
                name=f"eventsourcing.{name}",
                what=what,
                unit=unit,
                peer=peer,
                values=taken.rate("ours", "theirs"),
                goal=Goal("ratio", "at least", goal),
            )


def _installed(run: Run) -> Path:
    """The Python of the peers' environment, which is made if missing. Raises `Unavailable`."""
    if run.install:
        run.say("looking for the peers")
        command = [sys.executable, str(ROOT / "tools" / "venv.py"), PLACE, "peers", "--bare"]
        made = subprocess.run(command, check=False, capture_output=True, text=True)
        if made.returncode:
            reason = (made.stderr.strip().splitlines() or ["no word why"])[-1]
            raise Unavailable(f"the peers could not be installed ({reason})")
    python = ROOT / PLACE / "bin" / "python"
    if not (ROOT / PLACE / "made-from").exists():
        raise Unavailable(f"the peers are not installed in {PLACE}")
    return python
