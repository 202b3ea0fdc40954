"""What a move over HTTP costs the server, beside Flask's hello world."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice

from bench.clock import cpu_of, in_turn
from bench.figures import Figure, Goal
from bench.run import Run
from bench.servers import Kept, Server, get, served
from bench.tables import Table, script
from texas42_server.storage.migrations import chosen_journal_mode

HELLO = get("/hello")
MODES = (("wal", Goal("ratio", "at least", 0.33)), ("delete", None))


def figures(run: Run) -> Iterator[Figure]:
    """Token, key, log, rules, commit and view: a move by one client after the other."""
    moves, rounds = (10, 2) if run.quick else (40, 25)
    with ExitStack() as stack:
        hello = stack.enter_context(served("hello", run.scratch / "none.db"))
        greeted = stack.enter_context(Kept(hello))
        for mode, goal in MODES:
            run.say(f"journal mode {mode.upper()}")
            server = stack.enter_context(served(f"scripted-{mode}", run.scratch / f"{mode}.db"))
            kept = stack.enter_context(Kept(server))
            moving = _moving(server, kept, moves)

            def greeting() -> float:
                before = cpu_of(hello.process_id)
                for _ in range(moves):
                    greeted.ask(HELLO)
                    greeted.receive()
                return (cpu_of(hello.process_id) - before) / moves

            taken = in_turn({"move": moving, "hello": greeting}, rounds)
            as_here = ", as served here" if mode == chosen_journal_mode() else ""
            yield Figure(
                name=f"move.{mode}",
                what=f"moves over HTTP, one at a time, journal mode {mode.upper()}{as_here}",
                unit="/s of CPU",
                peer="Flask's hello world in the same server",
                values=taken.rate("move", "hello"),
                goal=goal,
            )


def _moving(server: Server, kept: Kept, moves: int) -> Callable[[], float]:
    """Tells the CPU seconds of a move, in ever new matches that all take the same moves."""
    scripted = script()

    def endless() -> Iterator[bytes]:
        while True:
            yield from Table(server.url).written(scripted)

    requests = endless()

    def move() -> float:
        due = list(islice(requests, moves))
        before = cpu_of(server.process_id)
        for request in due:
            kept.ask(request)
            kept.receive()
        return (cpu_of(server.process_id) - before) / moves

    return move
