"""What a GET of a finished ten-hand match costs the server, beside Flask's hello world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from bench.clock import cpu_of, in_turn
from bench.figures import Figure, Goal
from bench.games import PLAYERS, ten_hands
from bench.run import Run
from bench.servers import Kept, Server, get, served
from texas42 import encode
from texas42_server.asking.auth import token_hash
from texas42_server.moments import now
from texas42_server.storage import players, store
from texas42_server.storage.database import Database

MATCH_ID = "A" * 22
TOKEN = "t42_" + "a" * 43
REQUEST = get(f"/matches/{MATCH_ID}", TOKEN)
MANY = 16
MANNERS = (
    ("", "one at a time", 1, True),
    (".loaded", f"{MANY} at a time", MANY, False),
)
SHARES = (("warm", "from a warm cache", 0.60), ("uncached", "uncached", 0.15))


def figures(run: Run) -> Iterator[Figure]:
    """From a warm cache and without one, by a player with a token."""
    database = run.scratch / "getting.db"
    _stored_match(database)
    with ExitStack() as stack:
        servers = [
            stack.enter_context(served(kind, database)) for kind in ("hello", "warm", "uncached")
        ]
        connections = [
            [stack.enter_context(Kept(server)) for _ in range(MANY)] for server in servers
        ]
        for name, short, abreast, judged in MANNERS:
            run.say(short)
            hello, warm, uncached = (
                _asking(run, server, kept[:abreast])
                for server, kept in zip(servers, connections, strict=True)
            )
            taken = in_turn(
                {"hello": hello, "warm": warm, "uncached": uncached}, 2 if run.quick else 40
            )
            for kind, what, share in SHARES:
                yield Figure(
                    name=f"get.{kind}{name}",
                    what=f"GETs of a ten-hand match {what}, {short}",
                    unit="/s of CPU",
                    peer="Flask's hello world in the same server",
                    values=taken.rate(kind, "hello"),
                    goal=Goal("ratio", "at least", share) if judged else None,
                )


def _stored_match(path: Path) -> None:
    with closing(Database(path)) as database, database.transaction() as db:
        at = now()
        players.register(db, PLAYERS[0], token_hash(TOKEN), at)
        match = store.create(db, MATCH_ID)
        store.append(db, match, 0, [encode(event) for event in ten_hands(42)], at)


def _asking(run: Run, server: Server, connections: Sequence[Kept]) -> Callable[[], float]:
    """Tells the CPU seconds of the server that a request takes, when all connections ask."""
    times = (32 if run.quick else 160) // len(connections)
    return partial(cpu_per_request, server, connections, REQUEST, times)


def cpu_per_request(
    server: Server, connections: Sequence[Kept], request: bytes, times: int
) -> float:
    """CPU seconds of the server for one request, when each connection asks so many times."""
    before = cpu_of(server.process_id)
    for _ in range(times):
        for connection in connections:
            connection.ask(request)
        for connection in connections:
            connection.receive()
    return (cpu_of(server.process_id) - before) / (times * len(connections))
