"""Clients that play whole matches by themselves, each request under a key, and remember it all."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from faults.asking import Answer, Line, Request, Unanswered
from texas42 import PRESETS, resolve

SEATS = "ABCD"
TABLES_OF_FOUR = [name for name in PRESETS if resolve(name).seats == len(SEATS)]


@dataclass(slots=True)
class Played:
    """A match as its players know it.

    Attributes:
        id: its public id.
        answered: the request that led to an event, by the event's seq.
        view: the view that came with the last answer.
    """

    id: str
    answered: dict[int, Request] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)


class Client:
    """Four players of one household, who play match after match at one line.

    Attributes:
        matches: what they have played; the last one is on.
        pending: the request that was sent and not answered yet.
        last: the last request that was answered as done, and its answer.
        surprises: answers that should not be, in words.
        busy: how often the answer was 503.
    """

    def __init__(self, name: str, line: Line, chance: random.Random) -> None:
        """Register `name`-a to `name`-d at a server. Raises `Unanswered`."""
        self.name = name
        self.chance = chance
        self.tokens: dict[str, str] = {}
        for seat in SEATS:
            answer = line.send(Request("POST", "/players", {"name": self.player(seat)}))
            self.tokens[seat] = answer.told()["token"]
        self.matches: list[Played] = []
        self.pending: Request | None = None
        self.last: tuple[Request, Answer] | None = None
        self.surprises: list[str] = []
        self.moves = 0
        self.busy = 0

    def player(self, seat: str) -> str:
        """The name of who sits there."""
        return f"{self.name}-{seat.lower()}"

    def play(self, line: Line, rounds: int = 1) -> None:
        """Post so many requests, the pending one first. Raises `Unanswered`."""
        for _ in range(rounds):
            if self.pending is None:
                self.pending = self.decide(line)
            if self.pending is not None:
                self._post(line, self.pending)

    def next_move(self, line: Line) -> Request:
        """Decide on a move, seating everybody first where need be; it is pending, and not sent.

        Raises `Unanswered`, and `RuntimeError` at an answer that should not be.
        """
        while not self.surprises:
            self.pending = self.pending or self.decide(line)
            if self.pending is not None and self.pending.path.endswith("/moves"):
                return self.pending
            self.play(line)
        raise RuntimeError(self.surprises[0])

    def play_on(self, line: Line) -> None:
        """Play until no answer comes, or one that should not be."""
        try:
            while not self.surprises:
                self.play(line)
        except Unanswered:
            pass
        except Exception as error:  # noqa: BLE001 - in a thread nobody else would hear of it
            self.surprises.append(f"playing on ended with {error!r}")
        finally:
            line.close()

    def settle(self, line: Line) -> Answer | None:
        """Send the pending request again; the answer. Raises `Unanswered`."""
        return None if self.pending is None else self._post(line, self.pending)

    def _post(self, line: Line, request: Request) -> Answer:
        answer = line.send(request)
        if answer.status == 201:
            self.done(request, answer)
        elif answer.status == 503:
            self.busy += 1
        else:
            self.surprises.append(
                f"{request.method} {request.path} {request.body}: {answer.status} {answer.slug}"
            )
        return answer

    def done(self, request: Request, answer: Answer) -> None:
        """Take note that a request of ours was answered 201."""
        view = answer.told()
        self.pending, self.last = None, (request, answer)
        if request.path == "/matches":
            # Its own seat is taken in the same breath: events 1 and 2.
            self.matches.append(Played(view["id"], {1: request, 2: request}))
        played = self.matches[-1]
        played.view = view
        place = str(answer.headers["location"]).rpartition("/events/")[2]
        if place.isdigit():
            played.answered[int(place)] = request
        self.moves += request.path.endswith("/moves")

    def decide(self, line: Line) -> Request | None:
        """The next request of whoever is on turn; None when it is not to be had now (503)."""
        if not self.matches or self.matches[-1].view["status"] == "finished":
            form = {"sit": "A", "listed": True, "rules": self.chance.choice(TABLES_OF_FOUR)}
            return self._keyed("A", "/matches", form)
        view = self.matches[-1].view
        here = f"/matches/{self.matches[-1].id}"
        if view["status"] == "open":
            free = next(seat for seat in SEATS if view["seats"][seat]["player"] is None)
            return self._keyed(free, f"{here}/seats/{free}", {})
        seat = view["turn"]
        answer = line.get(here, self.tokens[seat])
        if answer.status != 200:
            self.busy += answer.status == 503
            if answer.status != 503:
                self.surprises.append(f"GET {here}: {answer.status} {answer.slug}")
            return None
        moves = answer.told()["legal_moves"]
        # Seldom a mark bid, so that matches are of some length.
        quiet = [move for move in moves if "marks" not in move or self.chance.random() < 0.1]
        move = self.chance.choice(quiet or moves)
        return self._keyed(seat, f"{here}/moves", move, answer.headers["etag"])

    def _keyed(self, seat: str, path: str, body: Any, tag: str | None = None) -> Request:
        headers = {"Idempotency-Key": f'"{self.chance.getrandbits(64):016x}"'}
        if tag is not None:
            headers["If-Match"] = tag
        return Request("POST", path, body, self.tokens[seat], headers, seat)
