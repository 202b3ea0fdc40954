"""SIGTERM while some wait, some read streams, and moves are in flight."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from faults.asking import Answer, Line, Unanswered
from faults.players import SEATS, Client
from faults.reckoning import Reckoning
from faults.run import Report, Run
from faults.serving import Server
from faults.waiting import Stream, open_waits, until_open, wait_for, waited, waiting

CLIENTS = 3
LONGEST_S = 0.3
EACH = 2
"""How many waits each of the four who wait has open; with a stream each they are twelve."""


class Stopping:
    """A quiet table at which all wait, and busy ones beside it."""

    def __init__(self, run: Run, server: Server) -> None:
        line = server.line()
        self._server = server
        self._chance = run.chance("stopping")
        self._quiet = Client("quiet", line, run.chance("quiet"))
        self._quiet.play(line, 8)
        self.busy = [Client(f"home {n}", line, run.chance(f"home {n}")) for n in range(CLIENTS)]
        self.reckoning = Reckoning(server, [self._quiet, *self.busy])
        self.longest = 0.0
        self.answered = 0
        self.streams = 0

    def round(self, pool: ThreadPoolExecutor) -> list[str]:
        """One life that ends by SIGTERM, and the reckoning; what went wrong."""
        line = self._server.line()
        waits, streams = self._wait(pool, line)
        expected = len(waits) + len(streams)
        losses = []
        if not until_open(line, expected):
            losses.append(f"{open_waits(line)} waits and streams came to be open, not {expected}")
        players = [
            threading.Thread(target=client.play_on, args=(self._server.line(),))
            for client in self.busy
        ]
        for player in players:
            player.start()
        time.sleep(self._chance.uniform(0, LONGEST_S))
        self._server.terminate()
        began = time.monotonic()
        status = self._server.ended()
        self.longest = max(self.longest, time.monotonic() - began)
        for player in players:
            player.join()
        if status != 0:
            losses.append(f"it ended with status {status}")
        losses += self._judge(waits, streams)
        self._server.start()
        self.reckoning.reckon()
        return losses

    def _wait(
        self, pool: ThreadPoolExecutor, line: Line
    ) -> tuple[list[Future[Answer]], list[Stream]]:
        here = f"/matches/{self._quiet.matches[-1].id}"
        waits, streams = [], []
        for seat in SEATS:
            token = self._quiet.tokens[seat]
            tag = line.get(here, token).headers["etag"]
            ask = wait_for(here, token, tag)
            waits += [waiting(pool, self._server, ask) for _ in range(EACH)]
            streams.append(Stream(self._server.address, f"{here}/events", token))
        return waits, streams

    def _judge(self, waits: list[Future[Answer]], streams: list[Stream]) -> list[str]:
        losses = []
        for wait in waits:
            try:
                answer = wait.result(timeout=60)
            except Unanswered as error:
                losses.append(f"a wait was cut off: {error}")
                continue
            self.answered += 1
            if answer.status != 304 or not waited(answer):
                losses.append(f"a wait in which nothing happened is answered {answer.status}")
        for stream in streams:
            stream.join()
            self.streams += bool(stream.whole)
            if not stream.whole:
                losses.append("a stream was cut off in its middle")
        return losses


def stopping(run: Run) -> Report:
    """Waits are answered, streams end, moves are whole or absent, and the status is 0."""
    rounds = run.counted(full=100, quick=3)
    losses: list[str] = []
    with Server(run.scratch / "t42.db") as server, ThreadPoolExecutor(16) as pool:
        stopped = Stopping(run, server)
        for number in rounds:
            losses += stopped.round(pool)
            run.told(number + 1, len(rounds))
        stopped.reckoning.reckon_all()
        said = server.log()
    if said:
        losses.append(f"the log tells of mistakes: {said[:300]}")
    return Report(
        f"{len(rounds)} times SIGTERM with {len(SEATS) * EACH} waits, {len(SEATS)} streams and"
        f" {CLIENTS} clients that post",
        {
            "waits answered": stopped.answered,
            "streams ended well": stopped.streams,
            "longest end, s": round(stopped.longest, 2),
            **stopped.reckoning.figures(),
        },
        losses + stopped.reckoning.losses,
    )
