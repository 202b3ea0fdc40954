"""What a GET of a finished ten-hand match costs the server, beside Flask's hello world."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.clock import cpu_of
from bench.figures import Figure, Goal
from bench.games import PLAYERS, ten_hands
from bench.run import Run
from texas42 import encode
from texas42_server.asking.auth import token_hash
from texas42_server.moments import now
from texas42_server.storage import players, store
from texas42_server.storage.database import Database

MATCH_ID = "A" * 22
TOKEN = "t42_" + "a" * 43
REQUEST = (
    f"GET /matches/{MATCH_ID} HTTP/1.1\r\nHost: {{host}}\r\nAccept: */*\r\n"
    f"Authorization: Bearer {TOKEN}\r\n\r\n"
)
MANY = 16
MANNERS = (
    ("", "one at a time", 1, True),
    (".loaded", f"{MANY} at a time", MANY, False),
)
SHARES = (("warm", "from a warm cache", 0.60), ("uncached", "uncached", 0.15))
RECEIVE = 65536


def figures(run: Run) -> Iterator[Figure]:
    """From a warm cache and without one, by a player with a token."""
    database = run.scratch / "getting.db"
    _stored_match(database)
    with ExitStack() as stack:
        servers = {
            kind: stack.enter_context(_served(kind, database))
            for kind in ("hello", "warm", "uncached")
        }
        for name, short, abreast, judged in MANNERS:
            run.say(f"  {short}")
            costs = _costs(run, servers, abreast)
            for kind, what, share in SHARES:
                yield Figure(
                    name=f"get.{kind}{name}",
                    what=f"GETs of a ten-hand match {what}, {short}",
                    measured=1 / costs[kind],
                    unit="/s of CPU",
                    peer="Flask's hello world in the same server",
                    beside=1 / costs["hello"],
                    goal=Goal("ratio", "at least", share) if judged else None,
                )


def _stored_match(path: Path) -> None:
    with closing(Database(path)) as database, database.transaction() as db:
        at = now()
        players.register(db, PLAYERS[0], token_hash(TOKEN), at)
        match = store.create(db, MATCH_ID)
        store.append(db, match, 0, [encode(event) for event in ten_hands(42)], at)


class _Server:
    """A running server, and kept connections to it."""

    def __init__(self, process_id: int, url: str) -> None:
        address = urlsplit(url)
        self.process_id = process_id
        self.request = REQUEST.format(host=address.netloc).encode()
        self.connections = [
            socket.create_connection((address.hostname, address.port), timeout=30)
            for _ in range(MANY)
        ]

    def get(self, times: int, abreast: int) -> None:
        """Ask for the match `times` times on each of the first `abreast` connections."""
        connections = self.connections[:abreast]
        for _ in range(times):
            for connection in connections:
                connection.sendall(self.request)
            for connection in connections:
                _read_answer(connection)

    def close(self) -> None:
        """Close the connections."""
        for connection in self.connections:
            connection.close()


def _read_answer(connection: socket.socket) -> None:
    """Read one answer to its end; raises `RuntimeError` unless it is a 200 with a body."""
    answer = connection.recv(RECEIVE)
    while (end := answer.find(b"\r\n\r\n")) < 0 and answer:
        answer += connection.recv(RECEIVE)
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)\r\n", answer)
    if not answer.startswith(b"HTTP/1.1 200 ") or length is None:
        raise RuntimeError(f"the measured server answered {answer[:200]!r}")
    left = end + 4 + int(length[1]) - len(answer)
    while left > 0:
        left -= len(connection.recv(left))


@contextmanager
def _served(kind: str, database: Path) -> Iterator[_Server]:
    command = [sys.executable, "-m", "bench.served", kind, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"the server to be measured ({kind}) did not start")
            server = _Server(process.pid, url)
            with closing(server):
                yield server
        finally:
            process.terminate()


def _costs(run: Run, servers: Mapping[str, _Server], abreast: int) -> dict[str, float]:
    """CPU seconds a request of each server process, the least of all rounds in turn."""
    requests, rounds = (32, 2) if run.quick else (160, 40)
    times = requests // abreast
    least = dict.fromkeys(servers, float("inf"))
    for _ in range(rounds):
        for kind, server in servers.items():
            before = cpu_of(server.process_id)
            server.get(times, abreast)
            spent = cpu_of(server.process_id) - before
            least[kind] = min(least[kind], spent / times / abreast)
    return least
