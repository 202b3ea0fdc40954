"""``t42 bot``: a bot that keeps its seats until their matches end, whatever becomes of the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from threading import Event
from typing import Any

from texas42_client.api import Client
from texas42_client.bots import BOTS
from texas42_client.bots.player import Player, Turn
from texas42_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from texas42_client.exits import ExitStatus

__all__ = ["SeatKeeper"]

QUICK, SLOW = 0.1, 5.0
"""Seconds between two questions: while things happen, and when nothing has for a while."""
LONGEST_OUTAGE_PAUSE = 15.0
ENDED = ("finished", "cancelled", "closed")
LOST = (ExitStatus.NOT_FOUND, ExitStatus.FORBIDDEN)
MOST_MATCHES = 1000

Row = Mapping[str, Any]


class SeatKeeper:
    """Serves every seat of one player.

    Args:
        client: speaks for the player.
        kind: a name in :data:`BOTS`.
        chance: for choices between equals.
        say: gets a line for everything that happens.
        told: gets every move that was made.
    """

    def __init__(
        self,
        client: Client,
        kind: str,
        chance: Random,
        *,
        say: Callable[[str], None],
        told: Callable[[str, Turn], None],
    ) -> None:
        self._client = client
        self._new_bot = BOTS[kind]
        self._chance = chance
        self._say = say
        self._told = told
        self._players: dict[str, Player] = {}
        self._etag: str | None = None
        self._rows: list[Row] = []

    def run(self, stop: Event, *, accept: bool, stay: bool, pause: float = 0.0) -> None:
        """Play until every match has ended, or with ``stay`` until ``stop`` is set.

        ``accept`` takes the seats that are kept for the player; ``pause`` are the seconds before
        each move. Raises :class:`ClientError` for what no patience mends: a dead token, a refusal.
        """
        wait, outages = QUICK, 0
        while not stop.is_set():
            try:
                busy = self._round(stop, accept, pause)
                if outages:
                    self._say("The server answers again.")
                wait, outages = (QUICK if busy else min(wait * 1.5, SLOW)), 0
            except ClientError as error:
                if not _may_pass(error):
                    raise
                if not outages:
                    self._say(f"{error.message} Trying on.")
                outages += 1
                wait = min(QUICK * 2**outages, LONGEST_OUTAGE_PAUSE)
            if not stay and not outages and not self._open():
                return
            stop.wait(wait)

    def _open(self) -> list[Row]:
        """The matches that go on, or wait for players."""
        return [row for row in self._rows if row["status"] not in ENDED]

    def _round(self, stop: Event, accept: bool, pause: float) -> bool:
        """Ask once, and do everything that waits; whether anything did."""
        answer = self._client.my_matches(limit=MOST_MATCHES, etag=self._etag)
        if not answer.not_modified:
            self._rows, self._etag = answer.body["matches"], answer.etag
            self._tell_endings()
        acted = False
        for row in self._open():
            if stop.is_set():
                break
            if accept and row["you"] is None and row["kept_for_me"]:
                acted = self._sit(row) or acted
            elif row["my_turn"]:
                stop.wait(pause)
                acted = self._play(row) or acted
        if acted:
            self._etag = None
        return acted or not answer.not_modified

    def _sit(self, row: Row) -> bool:
        seat = row["kept_for_me"]
        try:
            self._client.take_seat(row["id"], seat)
        except ApiProblem as problem:
            if problem.status >= 500 or problem.slug not in ("forbidden", "seat-taken"):
                raise
            return False
        self._say(f"{_called(row)}: took seat {seat}.")
        return True

    def _play(self, row: Row) -> bool:
        match = row["id"]
        if match not in self._players:
            self._players[match] = Player(self._client, match, self._new_bot(self._chance))
        try:
            turn = self._players[match].take_turn()
        except ApiProblem as problem:
            if problem.exit_status not in LOST:
                raise
            self._say(f"{_called(row)}: the seat is not ours any more.")
            return False
        if turn is None:
            return False
        self._told(match, turn)
        return True

    def _tell_endings(self) -> None:
        for row in self._rows:
            if row["status"] in ENDED and row["id"] in self._players:
                del self._players[row["id"]]
                marks = " to ".join(str(n) for n in (row["marks"] or {}).values())
                self._say(f"{_called(row)}: {row['status']}, {marks}.")


def _called(row: Row) -> str:
    return str(row["name"] or row["id"][:8])


def _may_pass(error: ClientError) -> bool:
    """Whether asking again later may help: no answer, a busy server, a proxy's page."""
    if isinstance(error, ApiProblem):
        return error.status >= 500 or error.exit_status is ExitStatus.QUOTA_EXCEEDED
    return isinstance(error, Unreachable | BadAnswer)
