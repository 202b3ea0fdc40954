"""More people who wait than there are threads."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, wait

from faults.asking import Answer, Line
from faults.players import SEATS, Client
from faults.run import Report, Run
from faults.serving import Server
from faults.waiting import open_waits, until_open, wait_for, waited, waiting

THREADS = 12
PLACES = 8
"""Two thirds of the threads."""
HOMES = 10
EACH = 3
"""A hundred and twenty waits of forty players."""


def waiters(run: Run) -> Report:
    """Who finds no place is answered at once, who waits is woken, and moves go on."""
    rounds = run.counted(full=200, quick=4)
    found: Counter[str] = Counter()
    losses: list[str] = []
    slowest = 0.0
    options = ("--threads", str(THREADS))
    asked = HOMES * len(SEATS) * EACH
    with (
        Server(run.scratch / "t42.db", *options) as server,
        ThreadPoolExecutor(asked) as pool,
    ):
        line = server.line()
        homes = [Client(f"home {n}", line, run.chance(f"home {n}")) for n in range(HOMES)]
        homes[0].play(line, 6)
        for number in rounds:
            homes[0].next_move(line)
            waits = _all_wait(pool, server, line, homes)
            if not until_open(line, PLACES):
                losses.append(f"{open_waits(line)} waits are open, and not {PLACES}")
            started = time.monotonic()
            if line.get("/healthz").status != 200:
                losses.append("/healthz was not 200")
            before = len(homes[0].matches[-1].answered)
            while len(homes[0].matches[-1].answered) == before and not homes[0].surprises:
                homes[0].play(line)
            slowest = max(slowest, time.monotonic() - started)
            losses += _judged(waits, found) + homes[0].surprises
            homes[0].surprises = []
            run.told(number + 1, len(rounds))
    return Report(
        f"{len(rounds)} times {asked} waits at a server of {THREADS} threads",
        {
            "woken by the move": found["woken"],
            "answered at once, without Preference-Applied": found["at once"],
            "refused or cut off": found["refused"],
            "slowest /healthz and move meanwhile, ms": round(slowest * 1e3, 1),
        },
        losses,
    )


def _all_wait(
    pool: ThreadPoolExecutor, server: Server, line: Line, homes: list[Client]
) -> list[Future[Answer]]:
    """Every player of every home waits for the same match, three times."""
    here = f"/matches/{homes[0].matches[-1].id}"
    tokens = [home.tokens[seat] for home in homes for seat in SEATS]
    asks = [wait_for(here, token, line.get(here, token).headers["etag"]) for token in tokens]
    return [waiting(pool, server, ask) for ask in asks for _ in range(EACH)]


def _judged(waits: list[Future[Answer]], found: Counter[str]) -> list[str]:
    wait(waits, timeout=120)
    losses = []
    for answer in (future.result(timeout=1) for future in waits):
        if waited(answer) and answer.status == 200:
            found["woken"] += 1
        elif not waited(answer) and answer.status in (200, 304):
            found["at once"] += 1
        else:
            found["refused"] += 1
            losses.append(f"a wait is answered {answer.status} {answer.slug}")
    return losses
