"""SIGKILL at random moments, while four clients post moves as fast as they are answered."""

from __future__ import annotations

import random
import threading
import time

from faults.players import Client
from faults.reckoning import Reckoning
from faults.run import Report, Run
from faults.serving import Server

CLIENTS = 4
LONGEST_S = 0.4
"""How long a life lasts at most, from the first request to the kill."""
STARTING_S = 0.8
"""Until when a server that is still starting may be killed, too."""


def kills(run: Run) -> Report:
    """Every answered request is there after the kill, every other one whole or absent."""
    rounds = run.counted(full=500, quick=4)
    chance = run.chance("kills")
    at_start = 0
    with Server(run.scratch / "t42.db") as server:
        line = server.line()
        clients = [Client(f"home {n}", line, run.chance(f"home {n}")) for n in range(CLIENTS)]
        reckoning = Reckoning(server, clients)
        for number in rounds:
            _live(server, clients, chance.uniform(0, LONGEST_S))
            at_start += _start(server, chance)
            reckoning.reckon()
            run.told(number + 1, len(rounds))
        reckoning.reckon_all()
    return Report(
        f"{len(rounds)} times SIGKILL while {CLIENTS} clients post, and {at_start} more while the"
        " server starts",
        dict(reckoning.figures()),
        reckoning.losses,
    )


def _live(server: Server, clients: list[Client], seconds: float) -> None:
    """One life from the first request to the kill."""
    threads = [threading.Thread(target=c.play_on, args=(server.line(),)) for c in clients]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    server.kill()
    for thread in threads:
        thread.join()


def _start(server: Server, chance: random.Random) -> int:
    """Start again; now and then it is killed before it has begun to answer. How often it was."""
    killed = 0
    while chance.random() < 0.1:
        server.begin()
        time.sleep(chance.uniform(0, STARTING_S))
        server.kill()
        killed += 1
    server.start()
    return killed
