"""How soon open waits hear of a move made in another process, and what they cost meanwhile."""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import requests

from bench.clock import cpu_of
from bench.figures import Figure, Goal
from bench.run import Run

WAITERS = 60
EACH = 4
"""So many waits a player may have open."""

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"
SETTLE_S = 0.3
"""After so long every wait that was asked for is open."""


def figures(run: Run) -> Iterator[Figure]:
    """60 waits for one match at one server, while moves are made at another."""
    with ExitStack() as stack:
        database = run.scratch / "waiting.db"
        waited, other = (stack.enter_context(_served(database)) for _ in range(2))
        table = _Table(other.url)
        seconds = 1.0 if run.quick else 10.0
        nobody = _cpu_share(waited.process_id, seconds)
        alone = _health_times(waited, 20 if run.quick else 200)
        waiters = [stack.enter_context(_Asker(waited)) for _ in range(WAITERS)]
        tokens = [table.register(f"watcher {number}") for number in range(WAITERS // EACH)]
        run.say(f"  {WAITERS} waits, idle")
        tag = table.tag()
        for number, waiter in enumerate(waiters):
            waiter.ask(_wait(table.match_id, tokens[number // EACH], tag))
        time.sleep(SETTLE_S)
        idle = _cpu_share(waited.process_id, seconds)
        run.say(f"  {WAITERS} waits, woken")
        woken, healthy = _rounds(run, waited, table, waiters, tokens)
    every, slowest = sorted(t for times in woken for t in times), [max(times) for times in woken]
    yield Figure(
        name="wait.woken",
        what=f"from a move elsewhere to the answer of a wait, one of {WAITERS}; the middle",
        measured=median(every) * 1e3,
        unit="ms",
        peer="GET /healthz with nobody waiting; the middle",
        beside=median(alone) * 1e3,
        goal=Goal("measured", "at most", 200),
    )
    yield Figure(
        name="wait.woken.slowest",
        what="  to the last answer, the slowest of the rounds",
        measured=max(slowest) * 1e3,
        unit="ms",
        peer="  the slowest",
        beside=max(alone) * 1e3,
        goal=Goal("measured", "at most", 200),
    )
    yield Figure(
        name="wait.health",
        what="GET /healthz while they are woken, 99 of 100",
        measured=_percentile(healthy, 0.99) * 1e3,
        unit="ms",
        peer="with nobody waiting, 99 of 100",
        beside=_percentile(alone, 0.99) * 1e3,
        goal=Goal("measured", "at most", 20),
    )
    yield Figure(
        name="wait.idle",
        what=f"CPU of a server with {WAITERS} idle waits",
        measured=idle * 100,
        unit="% of a core",
        peer="without any",
        beside=max(nobody * 100, 1e-3),
    )


@dataclass
class _Served:
    """A running server."""

    process_id: int
    url: str
    address: tuple[str, int] = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.address = (str(parts.hostname), int(parts.port or 0))


@contextmanager
def _served(database: Path) -> Iterator[_Served]:
    command = [sys.executable, "-m", "bench.served", "warm", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise RuntimeError("the server to be measured did not start")
            yield _Served(process.pid, url)
        finally:
            process.terminate()


class _Table:
    """A match of four players who make their moves at one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._session = requests.Session()
        self._tokens = {seat: self.register(f"player {seat}") for seat in "ABCD"}
        others = {seat: f"player {seat}" for seat in "BCD"}
        made = self._ask("POST", "/matches", "A", json={"sit": "A", "invite": others})
        self.match_id = str(made.json()["id"])
        for seat in "BCD":
            self._ask("POST", f"/matches/{self.match_id}/seats/{seat}", seat)

    def register(self, name: str) -> str:
        """A new player's token."""
        answer = self._session.post(f"{self.url}/players", json={"name": name}, timeout=30)
        answer.raise_for_status()
        return str(answer.json()["token"])

    def tag(self) -> str:
        """The tag of a spectator's view."""
        return str(self._ask("GET", f"/matches/{self.match_id}").headers["ETag"])

    def next_move(self) -> tuple[str, dict[str, Any]]:
        """Who is on turn, and a move that is legal now."""
        seat = str(self._ask("GET", f"/matches/{self.match_id}").json()["turn"])
        legal = self._ask("GET", f"/matches/{self.match_id}", seat).json()["legal_moves"]
        return seat, legal[0]

    def request(self, seat: str, move: dict[str, Any]) -> bytes:
        """The request that makes a move."""
        body = json.dumps(move).encode()
        head = (
            f"POST /matches/{self.match_id}/moves HTTP/1.1\r\nHost: bench\r\n"
            f"Authorization: Bearer {self._tokens[seat]}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    def _ask(
        self, method: str, path: str, seat: str | None = None, json: object = None
    ) -> requests.Response:
        headers = {} if seat is None else {"Authorization": f"Bearer {self._tokens[seat]}"}
        answer = self._session.request(
            method, self.url + path, headers=headers, json=json, timeout=30
        )
        answer.raise_for_status()
        return answer


class _Asker:
    """A kept connection that is asked one thing at a time."""

    def __init__(self, server: _Served) -> None:
        self.connection = socket.create_connection(server.address, timeout=90)
        self._read = b""

    def ask(self, request: bytes) -> None:
        """Send a request."""
        self.connection.sendall(request)

    def receive(self) -> None:
        """Read the answer to its end."""
        while not self.received():
            pass

    def received(self) -> bool:
        """Read what has come; whether that is the whole answer. Raises unless it is a 2xx."""
        part = self.connection.recv(65536)
        self._read += part
        if not part or not self._read.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"the measured server answered {self._read[:200]!r}")
        head, _, body = self._read.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        if length is None or len(body) < int(length[1]):
            return False
        self._read = b""
        return True

    def __enter__(self) -> _Asker:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()


def _wait(match_id: str, token: str, tag: str) -> bytes:
    return (
        f"GET /matches/{match_id} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
        f"If-None-Match: {tag}\r\nPrefer: wait=60\r\n\r\n"
    ).encode()


def _rounds(
    run: Run, waited: _Served, table: _Table, waiters: list[_Asker], tokens: list[str]
) -> tuple[list[list[float]], list[float]]:
    """Seconds from each move to each answer of a wait; seconds of `/healthz` meanwhile."""
    woken: list[list[float]] = []
    healthy: list[float] = []
    with _Asker(waited) as health, _Asker(_Served(0, table.url)) as mover:
        for _ in range(2 if run.quick else 40):
            seat, move = table.next_move()
            mover.ask(table.request(seat, move))
            woken.append(_answers(waiters, mover, health, healthy))
            tag = table.tag()
            for number, waiter in enumerate(waiters):
                waiter.ask(_wait(table.match_id, tokens[number // EACH], tag))
            time.sleep(SETTLE_S)
    return woken, healthy


def _answers(
    waiters: list[_Asker], mover: _Asker, health: _Asker, healthy: list[float]
) -> list[float]:
    """Seconds from the answer of the move to that of each wait; `/healthz` is asked all the while.

    A wait may hear of a move before the one who made it.
    """
    times: dict[_Asker, float] = {}
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


def _health_times(server: _Served, times: int) -> list[float]:
    """Seconds that `/healthz` takes when nothing else is asked."""
    found = []
    with _Asker(server) as health:
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
