"""The database locked by another process for longer than a request waits."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from faults.asking import Answer, Line
from faults.ledger import Ledger, differences
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

QUEUE = 16
TIMEOUT_S = 5.0
"""How long a request waits for others by default."""
HELD_S = 10.0
LATE_S = 2.0
"""By how much an answer may be later than `TIMEOUT_S` on a machine that has other work."""
KINDS = ("IMMEDIATE", "EXCLUSIVE")
"""Another writer, who lets others read; and one who lets nobody."""

_HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
db.execute("BEGIN " + sys.argv[2])
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(database: Path, kind: str) -> Iterator[None]:
    """While another process has begun a transaction of this kind."""
    command = [sys.executable, "-c", _HOLDER, str(database), kind]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        if holder.stdout.readline() != "locked\n":
            raise RuntimeError("the other process could not lock the database")
        try:
            yield
        finally:
            holder.communicate()


@dataclass
class Health:
    """`/healthz`, asked without a pause in a thread of its own, while the `with` block runs."""

    line: Line
    times: list[float] = field(default_factory=list)
    wrong: int = 0

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def _ask(self) -> None:
        while not self._over.wait(0.01):
            started = time.monotonic()
            self.wrong += self.line.get("/healthz").status != 200
            self.times.append(time.monotonic() - started)

    def __enter__(self) -> Health:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


class Locking:
    """A server, sixteen tables with a move ready at each, and somebody who locks the file."""

    def __init__(self, run: Run, server: Server) -> None:
        self._quick = run.quick
        self._server = server
        self._lines = [server.line() for _ in range(QUEUE)]
        self._clients = [
            Client(f"table {n}", self._lines[n], run.chance(str(n))) for n in range(QUEUE)
        ]
        self.losses: list[str] = []
        self.waited: list[float] = []
        self.healthy: list[float] = []

    def round(self, kind: str) -> None:
        """All sixteen are refused after the same time, and done once the lock is gone."""
        for client, line in zip(self._clients, self._lines, strict=True):
            client.next_move(line)
        began = time.monotonic()
        with held(self._server.database, kind), Health(self._server.line()) as health:
            with ThreadPoolExecutor(QUEUE) as pool:
                answers = list(pool.map(self._post, self._clients, self._lines))
            self._judge(kind, answers)
            if not self._quick:
                time.sleep(max(0.0, HELD_S - (time.monotonic() - began)))
        self.healthy += health.times
        if health.wrong:
            self.losses.append(f"/healthz was not 200 {health.wrong} times")
        self._send_again(kind)

    def _post(self, client: Client, line: Line) -> Answer:
        assert client.pending is not None
        started = time.monotonic()
        answer = line.send(client.pending)
        self.waited.append(time.monotonic() - started)
        return answer

    def _judge(self, kind: str, answers: list[Answer]) -> None:
        for answer in answers:
            if (answer.status, answer.slug) != (503, "busy") or not answer.headers.get(
                "retry-after"
            ):
                self.losses.append(
                    f"{kind}: answered {answer.status} {answer.slug},"
                    f" Retry-After {answer.headers.get('retry-after')}"
                )
        if self._quick:
            return
        for seconds in self.waited[-QUEUE:]:
            if not TIMEOUT_S * 0.9 <= seconds <= TIMEOUT_S + LATE_S:
                self.losses.append(f"{kind}: refused after {seconds:.1f} s, not {TIMEOUT_S:.0f}")

    def _send_again(self, kind: str) -> None:
        for client, line in zip(self._clients, self._lines, strict=True):
            with Ledger(self._server.database) as ledger:
                self.losses += differences(ledger, client.matches[-1], None)
            answer = client.settle(line)
            assert answer is not None
            if answer.status != 201 or answer.replayed:
                self.losses.append(f"{kind}: after the lock {answer.status}, {answer.replayed=}")


def locked(run: Run) -> Report:
    """Everybody in the queue hears 503 in time, and the process lives meanwhile."""
    rounds = run.counted(full=6, quick=2)
    options = ("--lock-timeout", "0.5") if run.quick else ()
    with Server(run.scratch / "t42.db", *options) as server:
        locking = Locking(run, server)
        for number in rounds:
            locking.round(KINDS[number % len(KINDS)])
            run.told(number + 1, len(rounds))
        with Ledger(server.database) as ledger:
            locking.losses += ledger.integrity()
    healthy = sorted(locking.healthy)
    return Report(
        f"{len(rounds)} times {QUEUE} moves at once while another process keeps the file locked",
        {
            "first answer (503) after, s": round(min(locking.waited), 2),
            "last answer (503) after, s": round(max(locking.waited), 2),
            "/healthz asked meanwhile": len(healthy),
            "/healthz, 99 of 100 within, ms": round(healthy[len(healthy) * 99 // 100] * 1e3, 1),
            "/healthz, slowest, ms": round(healthy[-1] * 1e3, 1),
        },
        locking.losses,
    )
