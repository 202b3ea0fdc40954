"""Whether the memory of a server stays bounded when ever more matches are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.clock import beside
from bench.figures import Figure, Goal
from bench.filled import fill, match_id, token
from bench.games import ten_hands
from bench.run import Run
from bench.servers import Kept, get, served
from texas42 import encode
from texas42_server.service.positions import CACHED


def figures(run: Run) -> Iterator[Figure]:
    """Resident memory once the cache of replayed matches is full, and after many more matches."""
    matches = CACHED + 100 if run.quick else 8 * CACHED
    run.say(f"writing {matches:,} matches")
    logs = [[encode(event) for event in ten_hands(seed)] for seed in range(8)]
    database = run.scratch / "memory.db"
    fill(database, logs, matches, "finished")
    with served("warm", database) as server, Kept(server) as kept:

        def visit(first: int, last: int) -> float:
            for number in range(first, last):
                for viewer in (None, token(0), token(1)):
                    kept.ask(get(f"/matches/{match_id(number)}", viewer))
                    kept.receive()
            return _resident(server.process_id)

        run.say("looking at them")
        begun = visit(0, 1)
        full = visit(1, CACHED + 50)
        after = visit(CACHED + 50, matches)
    yield Figure(
        name="memory.bounded",
        what=f"memory of a server after {matches:,} ten-hand matches, three viewers of each",
        unit="MB",
        peer=f"after {CACHED + 50}, when the cache of {CACHED} is full",
        values=beside(after, full),
        goal=Goal("ratio", "at most", 1.1),
    )
    yield Figure(
        name="memory.cache",
        what="  when the cache is full",
        unit="MB",
        peer="after the first match",
        values=beside(full, begun),
    )


def _resident(process_id: int) -> float:
    """Resident memory of a process in MB. Linux only."""
    lines = Path(f"/proc/{process_id}/status").read_text(encoding="ascii").splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return int(size) / 1e3
