"""A server of many matches, in a time that passes only while somebody waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.client.bots.seats import bidding
from texas42_client.errors import ApiProblem, Unreachable
from texas42_client.serving.stopping import Stop
from texas42_client.wire.api import Answer

HAND = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
IN_PLAY = ("bidding", "declaring", "playing")


def problem(slug: str, status: int, **members: Any) -> ApiProblem:
    return ApiProblem(slug, status, slug, **members)


class House:
    """Speaks like a `Client`.

    `happenings` are (time, what to do), in order; `failing` are refusals to come, by what is asked
    (`"list"`, or a match); `lets_wait` tells whether questions wait here; `before_moves` is done
    just before moves are made, `lost_answers` are raised in place of their answers. Until
    `down_until` nobody answers, and `missed` tells what was asked for in vain.
    """

    def __init__(self, *, lets_wait: bool = True) -> None:
        self.now = 0.0
        self.lets_wait = lets_wait
        self.matches: dict[str, dict[str, Any]] = {}
        self.happenings: list[tuple[float, Callable[[], None]]] = []
        self.failing: dict[str, list[Exception]] = {}
        self.views: dict[str, Any] = {}
        self.waits: list[tuple[float, int]] = []
        self.heard: list[tuple[float, str]] = []
        self.asked: list[float] = []
        self.moves: list[tuple[float, str, str]] = []
        self.seated: list[str] = []
        self.before_moves: list[Callable[[], None]] = []
        self.lost_answers: list[Exception] = []
        self.down_until = 0.0
        self.missed: list[tuple[float, str]] = []

    def clock(self) -> float:
        return self.now

    def add(self, match: str, *, turn: bool = True, **members: Any) -> None:
        """A match of ours, by default one that waits for us."""
        row = {"id": match, "name": match, "status": "bidding", "you": "D", "kept_for_me": None}
        marks = {"A+C": 7, "B+D": 3}
        self.matches[match] = row | {"my_turn": turn, "version": 1, "marks": marks} | members

    def keep(self, match: str, owner: str = "zed", preset: str = "straight") -> None:
        """A match with a seat that is kept for us."""
        self.add(match, turn=False, status="open", you=None, kept_for_me="B")
        self.views[match] = {"owner": owner, "rules": {"preset": preset}}

    def change(self, match: str, **members: Any) -> None:
        """Something happens there."""
        row = self.matches[match]
        row.update({"version": row["version"] + 1, **members})

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Something will happen."""
        self.happenings.append((self.now + seconds, what))
        self.happenings.sort(key=lambda happening: happening[0])

    def pass_time(self, seconds: float) -> None:
        """Let time go by, and what happens in it happen."""
        until = self.now + seconds
        while self.happenings and self.happenings[0][0] <= until:
            self.now, what = self.happenings.pop(0)
            what()
        self.now = until

    def my_matches(
        self,
        *,
        turn: str | None = None,
        status: str | None = None,
        limit: int,
        etag: str | None = None,
        wait: int | None = None,
    ) -> Answer:
        if turn:
            self.asked.append(self.now)
        self._fail("list")
        waited = wait if self.lets_wait else None
        if waited is not None:
            self.waits.append((self.now, waited))
            until = self.now + waited
            while self._tag(turn, status) == (etag or '"[]"') and self.now < until:
                coming = min((at for at, _ in self.happenings), default=until)
                self.pass_time(min(coming, until) - self.now)
        rows, tag = self._rows(turn, status), self._tag(turn, status)
        if tag == etag:
            return Answer(304, {}, "", etag=tag, waited=waited)
        return Answer(200, {"matches": [dict(row) for row in rows]}, "", etag=tag, waited=waited)

    def view(self, match: str) -> Answer:
        self._fail(match)
        row = self.matches[match]
        known = {name: row[name] for name in ("status", "you", "marks", "version")}
        shown = self.views.get(match, {})
        if isinstance(shown, dict):
            shown = {**bidding(HAND), **known, **shown}
            shown["turn"] = row["you"] if row["my_turn"] else "A"
        return Answer(200, shown, "", etag=f'"{row["version"]}"')

    def move(self, match: str, move: Any, etag: str | None, key: str) -> Answer:
        self.moves.append((self.now, match, key))
        self._fail(match)
        if self.before_moves:
            self.before_moves.pop(0)()
        self.change(match, my_turn=False)
        if self.lost_answers:
            raise self.lost_answers.pop(0)
        return self.view(match)

    def events(self, match: str, *, after: int, wait: int) -> Answer:
        """Of every change there is an entry, which says nothing."""
        self.heard.append((self.now, match))
        self._fail(f"events of {match}")
        row, waited = self.matches[match], wait if self.lets_wait else None
        if waited is not None:
            self.waits.append((self.now, waited))
            until = self.now + waited
            while row["version"] <= after and self.now < until:
                coming = min((at for at, _ in self.happenings), default=until)
                self.pass_time(min(coming, until) - self.now)
        told = [{"seq": n, "type": "offered"} for n in range(after + 1, row["version"] + 1)]
        return Answer(200, {"events": told, "version": row["version"]}, "", waited=waited)

    def take_seat(self, match: str, seat: str) -> Answer:
        self._fail(match)
        self.seated.append(match)
        self.change(match, you=seat, kept_for_me=None)
        return self.view(match)

    def _rows(self, turn: str | None, status: str | None) -> list[dict[str, Any]]:
        wanted = IN_PLAY if status == "active" else (status,)
        return [
            row
            for row in self.matches.values()
            if (not turn or row["my_turn"]) and (status is None or row["status"] in wanted)
        ]

    def _tag(self, turn: str | None, status: str | None) -> str:
        return f'"{[(row["id"], row["version"]) for row in self._rows(turn, status)]}"'

    def _fail(self, what: str) -> None:
        if self.now < self.down_until:
            self.missed.append((self.now, what))
            raise Unreachable("gone")
        failures = self.failing.get(what)
        if failures:
            raise failures.pop(0)


class HouseStop(Stop):
    """Sleeps in the time of the house."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._house.pass_time(seconds)
        super().sleep(0)
