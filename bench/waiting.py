"""How soon open waits hear of a move made in another process, and what they cost meanwhile."""

from __future__ import annotations

import selectors
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from statistics import median

from bench.clock import beside, cpu_of
from bench.figures import Figure, Goal
from bench.run import Run
from bench.servers import Kept, Server, get, served
from bench.tables import Table

WAITERS = 60
EACH = 4
"""So many waits a player may have open."""

HEALTH = get("/healthz")
SETTLE_S = 0.3
"""After so long every wait that was asked for is open."""


def figures(run: Run) -> Iterator[Figure]:
    """60 waits for one match at one server, while moves are made at another."""
    with ExitStack() as stack:
        database = run.scratch / "waiting.db"
        waited, other = (stack.enter_context(served("warm", database)) for _ in range(2))
        table = Table(other.url)
        seconds = 1.0 if run.quick else 10.0
        nobody = _cpu_share(waited.process_id, seconds)
        alone = _health_times(waited, 20 if run.quick else 200)
        waiters = [stack.enter_context(Kept(waited)) for _ in range(WAITERS)]
        tokens = [table.register(f"watcher {number}") for number in range(WAITERS // EACH)]
        run.say(f"{WAITERS} waits, idle")
        tag = table.tag()
        for number, waiter in enumerate(waiters):
            waiter.ask(_wait(table.match_id, tokens[number // EACH], tag))
        time.sleep(SETTLE_S)
        idle = _cpu_share(waited.process_id, seconds)
        run.say(f"{WAITERS} waits, woken")
        woken, healthy = _rounds(run, waited, table, waiters, tokens)
    every, slowest = sorted(t for times in woken for t in times), [max(times) for times in woken]
    yield Figure(
        name="wait.woken",
        what=f"from a move elsewhere to the answer of a wait, one of {WAITERS}; the middle",
        unit="ms",
        peer="GET /healthz with nobody waiting; the middle",
        values=beside(median(every) * 1e3, median(alone) * 1e3),
        goal=Goal("measured", "at most", 200),
    )
    yield Figure(
        name="wait.woken.slowest",
        what="  to the last answer, the slowest of the rounds",
        unit="ms",
        peer="  the slowest",
        values=beside(max(slowest) * 1e3, max(alone) * 1e3),
        goal=Goal("measured", "at most", 200),
    )
    yield Figure(
        name="wait.health",
        what="GET /healthz while they are woken, 99 of 100",
        unit="ms",
        peer="with nobody waiting, 99 of 100",
        values=beside(_percentile(healthy, 0.99) * 1e3, _percentile(alone, 0.99) * 1e3),
        goal=Goal("measured", "at most", 20),
    )
    yield Figure(
        name="wait.idle",
        what=f"CPU of a server with {WAITERS} idle waits",
        unit="% of a core",
        peer="without any",
        values=beside(idle * 100, max(nobody * 100, 1e-3)),
    )


def _wait(match_id: str, token: str, tag: str) -> bytes:
    return get(f"/matches/{match_id}", token, If_None_Match=tag, Prefer="wait=60")


def _rounds(
    run: Run, waited: Server, table: Table, waiters: list[Kept], tokens: list[str]
) -> tuple[list[list[float]], list[float]]:
    """Seconds from each move to each answer of a wait; seconds of `/healthz` meanwhile."""
    woken: list[list[float]] = []
    healthy: list[float] = []
    with Kept(waited) as health, Kept(Server(0, table.url)) as mover:
        for _ in range(2 if run.quick else 40):
            mover.ask(table.request(*table.next_move()))
            woken.append(_answers(waiters, mover, health, healthy))
            tag = table.tag()
            for number, waiter in enumerate(waiters):
                waiter.ask(_wait(table.match_id, tokens[number // EACH], tag))
            time.sleep(SETTLE_S)
    return woken, healthy


def _answers(waiters: list[Kept], mover: Kept, health: Kept, healthy: list[float]) -> list[float]:
    """Seconds from the answer of the move to that of each wait; `/healthz` is asked all the while.

    A wait may hear of a move before the one who made it.
    """
    times: dict[Kept, float] = {}
    with selectors.DefaultSelector() as selector:
        for asker in (mover, *waiters):
            selector.register(asker.connection, selectors.EVENT_READ, asker)
        selector.register(health.connection, selectors.EVENT_READ, health)
        asked = time.perf_counter()
        health.ask(HEALTH)
        left = len(selector.get_map()) - 1
        while left:
            for key, _ in selector.select(timeout=90):
                now = time.perf_counter()
                if not key.data.received():
                    continue
                if key.data is health:
                    healthy.append(now - asked)
                    asked = time.perf_counter()
                    health.ask(HEALTH)
                else:
                    times[key.data] = now
                    selector.unregister(key.fileobj)
                    left -= 1
    health.receive()
    healthy.append(time.perf_counter() - asked)
    return [max(0.0, times[waiter] - times[mover]) for waiter in waiters]


def _health_times(server: Server, times: int) -> list[float]:
    """Seconds that `/healthz` takes when nothing else is asked."""
    found = []
    with Kept(server) as health:
        for _ in range(times):
            asked = time.perf_counter()
            health.ask(HEALTH)
            health.receive()
            found.append(time.perf_counter() - asked)
    return found


def _cpu_share(process_id: int, seconds: float) -> float:
    """Which share of a core a process uses over some seconds."""
    before = cpu_of(process_id)
    time.sleep(seconds)
    return (cpu_of(process_id) - before) / seconds


def _percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
