"""Whether 45,000 idle matches in the same file make anything slower."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice, repeat
from pathlib import Path

from bench.clock import cpu_of, in_turn
from bench.figures import Figure, Goal
from bench.filled import fill
from bench.games import ten_hands
from bench.run import Run
from bench.servers import Kept, Server, get, served
from bench.tables import Table, script
from texas42 import encode

IDLE = 45_000
PLAYED = 12
"""Events of an idle match: four have sat down, one hand is dealt and bid for."""
OTHERS = 1_000
"""So many people sit at the idle matches."""

SLOWER = Goal("ratio", "at most", 1.25)


def figures(run: Run) -> Iterator[Figure]:
    """A view, a move, one's own matches and the lobby, beside a file with one match alone."""
    matches = 900 if run.quick else IDLE
    run.say(f"writing {matches:,} matches")
    full, empty = run.scratch / "full.db", run.scratch / "empty.db"
    logs = [[encode(event) for event in ten_hands(seed)[:PLAYED]] for seed in range(4)]
    fill(full, logs, matches, "bidding", _people)
    fill(empty, logs, 0, "bidding")
    requests, rounds = (10, 2) if run.quick else (40, 25)
    with ExitStack() as stack:
        files = {"full": full, "empty": empty}
        asking = {name: _Asking(stack, path, requests) for name, path in files.items()}
        for name, what in (
            ("view", "GET of a match"),
            ("move", "a move"),
            ("mine", "GET /me/matches"),
            ("lobby", "GET /matches"),
        ):
            run.say(what)
            takes = {where: partial(asked.cpu, name) for where, asked in asking.items()}
            yield Figure(
                name=f"idle.{name}",
                what=f"{what}, {matches:,} idle matches in the file",
                unit="ms of CPU",
                peer="no other match in the file",
                values=in_turn(takes, rounds).seconds("full", "empty", 1e-3),
                goal=SLOWER,
            )


def _people(number: int) -> list[str]:
    return [f"idler {(number + step) % OTHERS}" for step in range(4)]


class _Asking:
    """One client of a server of its own, who sits at a match and has an open one in the lobby."""

    def __init__(self, stack: ExitStack, database: Path, requests: int) -> None:
        self._requests = requests
        self._server: Server = stack.enter_context(served("scripted", database))
        self._kept = stack.enter_context(Kept(self._server))
        self._script = script()
        table = Table(self._server.url)
        table.open_match()
        self._due = {
            "view": repeat(get(f"/matches/{table.match_id}", table.token("A"))),
            "move": self._moves(),
            "mine": repeat(get("/me/matches", table.token("A"))),
            "lobby": repeat(get("/matches")),
        }

    def _moves(self) -> Iterator[bytes]:
        while True:
            yield from Table(self._server.url).written(self._script)

    def cpu(self, name: str) -> float:
        """CPU seconds of the server for one request of this name."""
        due = list(islice(self._due[name], self._requests))
        before = cpu_of(self._server.process_id)
        for request in due:
            self._kept.ask(request)
            self._kept.receive()
        return (cpu_of(self._server.process_id) - before) / len(due)
