"""The machine's clock jumps, back and forth, while a match is played and waited for."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faults.asking import Answer, Line, Request
from faults.ledger import Ledger, differences
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server
from faults.waiting import until_open, wait_for, waiting

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND
SPANS = (SECOND, 3600 * SECOND, DAY, 20 * DAY, 3650 * DAY)
"""How far a jump goes at most, in milliseconds, in either direction."""
QUOTA = 12
"""How many may register in an hour; the client takes four of them."""


class Clock:
    """What a server adds to the time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.put(0)

    def put(self, offset: int) -> None:
        """Let it be so many milliseconds later, or earlier, than it is."""
        beside = self._file.with_suffix(".new")
        beside.write_text(str(offset))
        os.replace(beside, self._file)


class Jumping:
    """A table that is played at while the clock jumps."""

    def __init__(self, run: Run, server: Server, clock: Clock) -> None:
        self._server = server
        self._clock = clock
        self._chance = run.chance("clocks")
        self._line = server.line()
        self.client = Client("home", self._line, run.chance("home"))
        self._made: list[tuple[Request, Answer]] = []
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def jump(self) -> None:
        """Set the clock to another time."""
        span = self._chance.choice(SPANS)
        self._clock.put(self._chance.randint(-span, span))
        self.found["jumps"] += 1

    def round(self, pool: ThreadPoolExecutor) -> None:
        """A wait, a jump, a move, a jump, and the same move again."""
        line, client = self._line, self.client
        move = client.next_move(line)
        here = f"/matches/{client.matches[-1].id}"
        tag = line.get(here).headers["etag"]
        wait = waiting(pool, self._server, wait_for(here, None, tag))
        if not until_open(line, 1):
            self.losses.append("a wait did not come to be open")
        self.jump()
        if line.get(here, None, **{"If-None-Match": tag}).status != 304:
            self.losses.append("the tag of an unchanged match has changed with the clock")
        client.play(line)
        self._judge_wait(wait.result(timeout=60).headers.get("etag"), tag, here)
        self.jump()
        self._again(move)
        self.losses += client.surprises
        client.surprises = []

    def _judge_wait(self, woken: str | None, tag: str, here: str) -> None:
        now = self._line.get(here).headers["etag"]
        if woken == now != tag:
            self.found["waits woken by the move"] += 1
        else:
            self.losses.append(f"a wait past {tag} is answered with {woken}, and it stands {now}")

    def _again(self, move: Request) -> None:
        """This move and an earlier one, sent again under their keys."""
        last = self.client.last
        if last is None or last[0] != move:
            return  # the move was not done, which is a surprise told elsewhere
        self._made.append(last)
        for request, answered in (last, self._chance.choice(self._made)):
            again = self._line.send(request)
            if again.replayed and again.shown == answered.shown:
                self.found["moves sent again, answered alike"] += 1
            elif request != move and (again.status, again.slug) == (412, "stale-version"):
                # By the clock its key is older than thirty days. It is not done again.
                self.found["moves sent again after years, refused"] += 1
            else:
                self.losses.append(f"sent again under its key: {again.status} {again.slug}")


def _limits_hold(line: Line, clock: Clock, offset: int) -> str | None:
    """What is wrong with the refusal of one registration too many, at another time."""
    clock.put(offset)
    answer = line.send(Request("POST", "/players", {"name": "one too many"}))
    after = int(answer.headers.get("retry-after", 0))
    if (answer.status, answer.slug) == (429, "quota-exceeded") and 0 < after <= 3600:
        return None
    return f"a quota that is used up: {answer.status} {answer.slug}, Retry-After {after}"


def clocks(run: Run) -> Report:
    """Order, waits, tags, keys and limits do not depend on what the clock says."""
    rounds = run.counted(full=300, quick=12)
    clock = Clock(run.scratch / "clock")
    server = Server(
        run.scratch / "t42.db",
        *("--clock", str(run.scratch / "clock"), "--limits", f"registrations={QUOTA}/3600"),
        program=("-m", "faults.served"),
    )
    with server, ThreadPoolExecutor(2) as pool:
        jumping = Jumping(run, server, clock)
        line = server.line()
        jumping.client.play(line, 8)
        for number in rounds:
            jumping.round(pool)
            run.told(number + 1, len(rounds))
        losses = jumping.losses
        for n in range(QUOTA - len(jumping.client.tokens)):
            line.send(Request("POST", "/players", {"name": f"passer-by {n}"}))
        for offset in (0, -400 * DAY, 400 * DAY):
            losses += filter(None, [_limits_hold(line, clock, offset)])
        with Ledger(server.database) as ledger:
            losses += ledger.integrity()
            for played in jumping.client.matches:
                losses += differences(ledger, played, None)
    return Report(
        f"{len(rounds)} moves while the clock jumps back and forth by up to ten years",
        {**jumping.found, "quota still used up after jumps": 3},
        losses,
    )
