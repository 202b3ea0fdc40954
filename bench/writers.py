"""How long each of sixteen writers waits: over HTTP, at two servers, and at the store."""

from __future__ import annotations

import selectors
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from bench import appending
from bench.clock import beside
from bench.figures import Figure, Goal
from bench.run import Run
from bench.servers import Kept, Server, served
from bench.tables import Scripted, Table, script
from texas42_server.storage import store
from texas42_server.storage.database import Database

WRITERS = 16
WARM_UP = 5
"""So many writes of each are not counted."""


def figures(run: Run) -> Iterator[Figure]:
    """Each writer has a match of its own, and writes again as soon as it has its answer."""
    writes = 15 if run.quick else 100
    database = run.scratch / "writers.db"
    with ExitStack() as stack:
        servers = [stack.enter_context(served("scripted", database)) for _ in range(2)]
        moves = script()[:writes]
        for name, what, used in (
            ("http", "moves over HTTP", servers[:1]),
            ("http.two", "moves over HTTP, half of them at a second server process", servers),
        ):
            run.say(what)
            yield _spread(name, what, _over_http(used, moves))
    for mode in ("wal", "delete"):
        what = f"appends by the store, a thread each, journal mode {mode.upper()}"
        run.say(what)
        times = _at_the_store(run.scratch / f"{mode}.db", mode, writes)
        yield _spread(f"store.{mode}", what, times)


def _spread(name: str, what: str, times: Sequence[float]) -> Figure:
    ordered = sorted(times)
    return Figure(
        name=f"writers.{name}",
        what=f"{what}, {WRITERS} at a time: what 99 of 100 take at most",
        unit="ms",
        peer="what half of them take at most",
        values=beside(ordered[len(ordered) * 99 // 100] * 1e3, ordered[len(ordered) // 2] * 1e3),
        goal=Goal("ratio", "at most", 5),
    )


def _over_http(servers: Sequence[Server], moves: Sequence[Scripted]) -> list[float]:
    """Seconds from each request to its answer."""
    times: list[float] = []
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        for number in range(WRITERS):
            server = servers[number % len(servers)]
            kept = stack.enter_context(Kept(server))
            writer = _Writer(kept, Table(server.url).written(moves))
            selector.register(kept.connection, selectors.EVENT_READ, writer)
        for key in selector.get_map().values():
            key.data.write()
        while selector.get_map():
            for key, _ in selector.select(timeout=90):
                if not key.data.kept.received():
                    continue
                times += key.data.answered()
                if not key.data.write():
                    selector.unregister(key.fileobj)
    return times


class _Writer:
    """One connection, and what it still has to ask."""

    def __init__(self, kept: Kept, requests: Iterator[bytes]) -> None:
        self.kept = kept
        self._requests = requests
        self._written = 0
        self._asked = 0.0

    def write(self) -> bool:
        """Ask the next thing, if there is any."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._asked = time.perf_counter()
        self.kept.ask(request)
        return True

    def answered(self) -> list[float]:
        """The seconds that took, if it counts."""
        took = time.perf_counter() - self._asked
        self._written += 1
        return [took] if self._written > WARM_UP else []


def _at_the_store(path: Path, mode: str, writes: int) -> list[float]:
    """Seconds of each append by sixteen threads."""
    times: list[float] = []
    begin = threading.Barrier(WRITERS)

    def write(match: int) -> None:
        append = appending.by_store(database, match)
        begin.wait()
        for number in range(writes):
            asked = time.perf_counter()
            append()
            if number >= WARM_UP:
                times.append(time.perf_counter() - asked)

    with closing(Database(path)) as database:
        appending.raw(path, mode).close()
        with database.transaction() as db:
            matches = [store.create(db, str(number)) for number in range(WRITERS)]
        threads = [threading.Thread(target=write, args=(match,)) for match in matches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return times
