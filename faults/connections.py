"""Connections that are opened and left, and requests that come a byte at a time."""

from __future__ import annotations

import os
import random
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from faults.asking import Address
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

HALVES = {
    "nothing": b"",
    "half a request line": b"POST /pla",
    "half of the headers": b"POST /players HTTP/1.1\r\nHost: t42\r\nContent-Ty",
    "half of a body": b"POST /players HTTP/1.1\r\nHost: t42\r\nContent-Type: application/json\r\n"
    b'Content-Length: 60000\r\n\r\n{"name": "',
    "noise": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}
"""What is sent, and nothing after it."""
SLOW = 4
"""How many send a whole request a byte at a time."""
PAUSE_S = 0.01
NEIGHBOURS, SLOWPOKES, PLAYERS = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""Three addresses: bodies that are on their way are counted by address."""
PATIENCE_S = 30


@contextmanager
def half_open(address: Address, count: int, chance: random.Random) -> Iterator[list[str]]:
    """So many connections that are left at one point or another; in the end some are torn off."""
    with ExitStack() as stack:
        kinds = [chance.choice(list(HALVES)) for _ in range(count)]
        for kind in kinds:
            sender = stack.enter_context(
                socket.create_connection(address, source_address=(NEIGHBOURS, 0))
            )
            sender.sendall(HALVES[kind])
            if chance.random() < 0.5:  # closing it says RST, and not FIN
                linger = struct.pack("ii", 1, 0)
                sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        yield kinds


def slowly(address: Address, name: str) -> bytes:
    """Register a byte at a time; the status line."""
    body = b'{"name": "%b"}' % name.encode()
    sent = HALVES["half of a body"].partition(b"\r\n\r\n")[0].replace(b"60000", b"%d" % len(body))
    with socket.create_connection(address, source_address=(SLOWPOKES, 0), timeout=60) as sender:
        for byte in sent + b"\r\n\r\n" + body:
            sender.sendall(bytes([byte]))
            time.sleep(PAUSE_S)
        return sender.recv(12)


class Crowd:
    """A server, one who plays at it, and those who only hold on to it."""

    def __init__(self, run: Run, server: Server, pool: ThreadPoolExecutor) -> None:
        self._chance = run.chance("connections")
        self._server = server
        self._pool = pool
        self.line = server.line(PLAYERS)
        self.client = Client("home", self.line, run.chance("home"))
        self.client.play(self.line, 5)
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []
        self.slowest = 0.0

    def round(self, number: int, count: int, moves: int) -> None:
        """So many connections left half open, so many moves made meanwhile."""
        address = self._server.address
        with half_open(address, count, self._chance) as kinds:
            self.found.update(kinds)
            names = [f"slow {number}-{n}" for n in range(SLOW)]
            slow = [self._pool.submit(slowly, address, name) for name in names]
            for _ in range(moves):
                started = time.monotonic()
                self.client.play(self.line)
                self.slowest = max(self.slowest, time.monotonic() - started)
            if self.line.get("/healthz").status != 200:
                self.losses.append("/healthz was not 200")
            self.found.update(f"slow: {sender.result()[-3:].decode()}" for sender in slow)
        self.losses += self.client.surprises
        self.client.surprises = []


def connections(run: Run) -> Report:
    """Those who send nothing, or slowly, hold up nobody who does not."""
    rounds = run.counted(full=50, quick=2)
    count, moves = (150, 20) if run.quick else (400, 50)
    with Server(run.scratch / "t42.db") as server, ThreadPoolExecutor(SLOW) as pool:
        crowd = Crowd(run, server, pool)
        before = _sockets(server)
        for number in rounds:
            crowd.round(number, count, moves)
            run.told(number + 1, len(rounds))
        crowd.line.close()
        open_still = max(0, _back_to(server, before) - before)
    found, losses, client = crowd.found, crowd.losses, crowd.client
    if client.busy:
        losses.append(f"{client.busy} whole requests of others were answered 503")
    if found["slow: 201"] == 0:
        losses.append("no slow request came through")
    if open_still:
        losses.append(f"{open_still} connections are open after all have hung up")
    return Report(
        f"{len(rounds)} times {count} half-open connections and {SLOW} slow senders",
        {
            **{f"left after {kind}": found[kind] for kind in HALVES},
            "slow requests answered 201": found["slow: 201"],
            "slow requests answered 503": found["slow: 503"],
            "moves made meanwhile": client.moves,
            "slowest of them, ms": round(crowd.slowest * 1e3, 1),
            "connections still open in the end": open_still,
        },
        losses,
    )


def _sockets(server: Server) -> int:
    """How many sockets the process holds; 0 where that cannot be known."""
    folder = Path(f"/proc/{server.pid}/fd")
    if not folder.is_dir():
        return 0
    count = 0
    for name in os.listdir(folder):
        try:
            count += os.readlink(folder / name).startswith("socket:")
        except OSError:  # closed since
            continue
    return count


def _back_to(server: Server, before: int) -> int:
    """How many sockets are open once they are as few as before, or our patience ends."""
    deadline = time.monotonic() + PATIENCE_S
    while (now := _sockets(server)) > before and time.monotonic() < deadline:
        time.sleep(0.05)
    return now
