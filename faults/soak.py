"""An hour of play, with waits and streams, and restarts in between."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from faults.asking import Unanswered
from faults.ledger import count_events
from faults.players import SEATS, Client
from faults.reckoning import Reckoning
from faults.run import Report, Run
from faults.serving import Server
from faults.waiting import Stream, wait_for

CLIENTS = 4
LIVES = 8
PACE_S = 0.02
"""How long a client thinks."""
SAMPLE_S = 0.5
MIB = 2**20
MOST_JOURNAL = 32 * MIB
"""To which size a WAL or a journal may grow."""
SLACK = 24 * MIB
"""What the cache of replayed matches, filling up, may add to a life's memory."""


@dataclass
class Life:
    """What was seen of one process, sample by sample, in bytes."""

    memory: list[int] = field(default_factory=list)
    journal: int = 0

    def grew(self) -> int:
        """By how much more memory the last quarter of it took than the second."""
        quarter = len(self.memory) // 4
        if quarter == 0:
            return 0
        return int(median(self.memory[-quarter:]) - median(self.memory[quarter : 2 * quarter]))


class Soak:
    """Clients that play, people who wait, and a server that is started anew now and then."""

    def __init__(self, run: Run, server: Server) -> None:
        line = server.line()
        self.server = server
        self.clients = [Client(f"home {n}", line, run.chance(f"home {n}")) for n in range(CLIENTS)]
        self.reckoning = Reckoning(server, self.clients)
        self.found: Counter[str] = Counter()
        self.lives: list[Life] = []
        self._over = threading.Event()

    def live(self, seconds: float, *, kill: bool) -> None:
        """One life of the server: play, look, and its end."""
        self._over.clear()
        jobs = [threading.Thread(target=self._play, args=(c,)) for c in self.clients]
        jobs += [threading.Thread(target=self._wait, args=(c,)) for c in self.clients]
        jobs.append(threading.Thread(target=self._stream))
        for job in jobs:
            job.start()
        self.lives.append(self._watch(seconds))
        self._over.set()
        if kill:
            self.server.kill()
        else:
            self.server.terminate()
            self.found["ends with another status than 0"] += self.server.ended() != 0
        for job in jobs:
            job.join()
        self.server.start()
        self.reckoning.reckon()

    def _play(self, client: Client) -> None:
        line = self.server.line()
        try:
            while not self._over.wait(PACE_S):
                client.play(line)
        except Unanswered:
            self.found["cut off before the end"] += not self._over.is_set()
        line.close()

    def _wait(self, client: Client) -> None:
        """One of them waits for what the others do, again and again."""
        line = self.server.line()
        try:
            while not self._over.wait(PACE_S):
                if not client.matches:
                    continue
                here, token = f"/matches/{client.matches[-1].id}", client.tokens[SEATS[0]]
                looked = line.get(here, token)
                answer = line.send(wait_for(here, token, looked.headers.get("etag", '""')))
                self.found["waits answered"] += 1
                self.found["5xx"] += answer.status >= 500
        except Unanswered:
            self.found["cut off before the end"] += not self._over.is_set()
        line.close()

    def _stream(self) -> None:
        """Somebody reads the feed of whichever match is on."""
        while not self._over.wait(PACE_S):
            if not self.clients[0].matches:
                continue
            here = f"/matches/{self.clients[0].matches[-1].id}/events"
            try:
                stream = Stream(self.server.address, here)
            except Unanswered:
                continue
            while stream.whole is None and not self._over.wait(PACE_S):
                pass
            stream.join()
            self.found["events streamed"] += len(stream.seqs)
            if stream.seqs != list(range(1, len(stream.seqs) + 1)):
                self.reckoning.losses.append("a stream left events out, or sent some twice")

    def _watch(self, seconds: float) -> Life:
        life = Life()
        deadline = time.monotonic() + seconds
        database = self.server.database
        while (left := deadline - time.monotonic()) > 0:
            if sys.platform == "linux":
                life.memory.append(self.server.memory())
            for ending in ("-wal", "-journal"):
                file = database.with_name(database.name + ending)
                try:
                    life.journal = max(life.journal, file.stat().st_size)
                except OSError:
                    continue
            time.sleep(min(SAMPLE_S, left))
        return life


def soak(run: Run) -> Report:
    """Memory stays flat, the journal small, and nobody hears a 5xx but at a restart."""
    minutes = run.minutes or (0.1 if run.quick else 60)
    lives = 2 if run.quick else LIVES
    with Server(run.scratch / "t42.db") as server:
        soaked = Soak(run, server)
        for number in range(lives):
            soaked.live(minutes * 60 / lives, kill=number % 2 == 1)
            run.told(number + 1, lives)
        soaked.reckoning.reckon_all()
        events = count_events(server.database)
        size = server.database.stat().st_size
    return _report(soaked, minutes, events, size)


def _report(soaked: Soak, minutes: float, events: int, size: int) -> Report:
    losses = soaked.reckoning.losses
    journal = max(life.journal for life in soaked.lives)
    grew = max(life.grew() for life in soaked.lives)
    refused = sum(client.busy for client in soaked.clients) + soaked.found["5xx"]
    cut_off = soaked.found["cut off before the end"]
    ends = soaked.found["ends with another status than 0"]
    if refused:
        losses.append(f"{refused} answers of 5xx outside of restarts")
    if cut_off:
        losses.append(f"{cut_off} answers were cut off outside of restarts")
    if ends:
        losses.append(f"{ends} times SIGTERM was followed by another status than 0")
    if journal > MOST_JOURNAL:
        losses.append(f"the WAL or journal grew to {journal / MIB:.0f} MiB")
    if grew > SLACK:
        losses.append(f"memory grew by {grew / MIB:.0f} MiB from quarter to quarter of a life")
    peaks = [max(life.memory, default=0) / MIB for life in soaked.lives]
    return Report(
        f"{minutes:g} minutes of {CLIENTS} clients, as many waits and a stream,"
        f" {len(soaked.lives)} restarts, every second one by SIGKILL",
        {
            **soaked.reckoning.figures(),
            "events": events,
            "waits answered": soaked.found["waits answered"],
            "events streamed": soaked.found["events streamed"],
            "5xx outside of restarts": refused,
            "memory at most, by life, MiB": ", ".join(f"{peak:.0f}" for peak in peaks),
            "memory, most growth in a life, MiB": round(grew / MIB, 1),
            "WAL or journal at most, KiB": round(journal / 1024),
            "database in the end, MiB": round(size / MIB, 1),
        },
        losses,
    )
