"""SIGKILL at random moments, while four clients post moves as fast as they are answered."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter

from faults.asking import Line
from faults.ledger import Ledger, differences, unlike_replay
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

CLIENTS = 4
LONGEST_S = 0.4
"""How long a life lasts at most, from the first request to the kill."""
STARTING_S = 0.8
"""Until when a server that is still starting may be killed, too."""


class Killing:
    """A server that is killed again and again, and its four clients."""

    def __init__(self, run: Run) -> None:
        self.chance = run.chance("kills")
        self.server = Server(run.scratch / "t42.db")
        self.server.start()
        line = self.server.line()
        self.clients = [
            Client(f"client {n}", line, run.chance(f"client {n}")) for n in range(CLIENTS)
        ]
        line.close()
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def round(self) -> None:
        """One life from the first request to the kill, and the reckoning in the next."""
        threads = [
            threading.Thread(target=client.play_on, args=(self.server.line(),))
            for client in self.clients
        ]
        for thread in threads:
            thread.start()
        time.sleep(self.chance.uniform(0, LONGEST_S))
        self.server.kill()
        for thread in threads:
            thread.join()
        self._start(self.chance)
        self.reckon()

    def _start(self, chance: random.Random) -> None:
        """Start again; now and then it is killed before it has begun to answer."""
        while chance.random() < 0.1:
            self.server.begin()
            time.sleep(chance.uniform(0, STARTING_S))
            self.server.kill()
            self.found["killed at the start"] += 1
        self.server.start()

    def reckon(self) -> None:
        """Hold the database against what was answered, then send again what was not."""
        line = self.server.line()
        with Ledger(self.server.database) as ledger:
            self.losses += ledger.integrity()
            self._find_strangers(ledger)
            for client in self.clients:
                if client.matches:
                    self.losses += differences(ledger, client.matches[-1], client.pending)
                self.losses += unlike_replay(ledger, line, client)
        for client in self.clients:
            self._ask_again(client, line)
            self.losses += client.surprises
            client.surprises = []
        line.close()

    def _find_strangers(self, ledger: Ledger) -> None:
        """Matches that no answer has told of: one at most for each unanswered creation."""
        known = {played.id for client in self.clients for played in client.matches}
        strange = [match for match in ledger.matches() if match not in known]
        creating = [c for c in self.clients if c.pending and c.pending.path == "/matches"]
        if len(strange) > len(creating):
            self.losses.append(f"unasked: {len(strange)} matches that nobody was told of")
        for match in strange:
            if [body[0] for body in ledger.log(match).values()] != ["created", "joined"]:
                self.losses.append(f"torn: match {match} is made by half")

    def _ask_again(self, client: Client, line: Line) -> None:
        """The last answered request is answered alike, and the unanswered one is done once."""
        if client.last is not None:
            request, answered = client.last
            again = line.send(request)
            if not again.replayed or again.shown != answered.shown:
                self.losses.append(
                    f"lost: {request.path} {request.body} was answered {answered.status}, and is"
                    f" answered {again.status} {again.slug} after the kill"
                )
        if client.pending is not None:
            self.found["unanswered"] += 1
            answer = client.settle(line)
            assert answer is not None
            self.found["whole" if answer.replayed else "absent"] += 1


def kills(run: Run) -> Report:
    """Every answered request is there after the kill, every other one whole or absent."""
    rounds = run.counted(full=500, quick=4)
    killing = Killing(run)
    try:
        for number in rounds:
            killing.round()
            run.told(number + 1, len(rounds))
        with Ledger(killing.server.database) as ledger:
            for client in killing.clients:
                for played in client.matches:
                    killing.losses += differences(ledger, played, None)
    finally:
        killing.server.kill()
    found, clients = killing.found, killing.clients
    return Report(
        f"{len(rounds)} times SIGKILL while {CLIENTS} clients post, and"
        f" {found['killed at the start']} more while the server starts",
        {
            "moves answered": sum(client.moves for client in clients),
            "matches": sum(len(client.matches) for client in clients),
            "requests cut off": found["unanswered"],
            "of those whole": found["whole"],
            "of those absent": found["absent"],
            **{f"{kind}": _count(killing.losses, kind) for kind in ("lost", "torn", "unasked")},
        },
        killing.losses,
    )


def _count(losses: list[str], kind: str) -> int:
    return sum(loss.startswith(kind) for loss in losses)
