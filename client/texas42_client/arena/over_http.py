"""Whole matches between bots that speak HTTP only, on a server that lives as long as they do.

No request can fix a deal, so nothing is mirrored here: the pairs swap from one match to the next,
and a match is the unit of all statistics.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

from texas42_client.arena.deals import chance_of
from texas42_client.arena.residents import Resident
from texas42_client.arena.strangers import Stranger
from texas42_client.bots.naming import parse_bot
from texas42_client.errors import ClientError
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.home.own_table import names_for, register, set_table, take_kept_seats
from texas42_client.serving.player import Player
from texas42_client.wire.api import Client

__all__ = ["HttpMatches"]

OWNER = "A"
SIDES = ("A+C", "B+D")
ASK_S = 1
"""How long one question waits for a move; between two the bots are seen to be alive."""
PATIENCE_S = 120.0
"""For one move."""

Connect = Callable[..., Client]


class HttpMatches:
    """Plays matches on a server of its own, which is there inside the ``with`` block.

    Args:
        names: of the first and the second bot, each a name that `parse_bot` reads or a command.
        seed: of the chances of bots that take theirs from it.
        rules: the settings of every match.
        connect: a client for (server, token).
    """

    def __init__(
        self, names: tuple[str, str], seed: int, rules: Mapping[str, Any], connect: Connect
    ) -> None:
        self._names = names
        self._seed = seed
        self._rules = rules
        self._connect = connect
        self._stack = ExitStack()

    def __enter__(self) -> HttpMatches:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="t42-arena-"))
            server = stack.enter_context(EmbeddedServer(Path(folder) / "arena.db"))
            self._url = server.url
            self._watcher = stack.enter_context(self._connect(server.url))
            people = names_for(self._rules)
            self._tokens = {s: register(self._watcher, name)[1] for s, name in people.items()}
            self._clients = {
                seat: stack.enter_context(self._connect(server.url, token))
                for seat, token in self._tokens.items()
            }
            self._kept = {seat: name for seat, name in people.items() if seat != OWNER}
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def row(self, number: int) -> dict[str, Any]:
        """What came of a match: the first bot has A and C in the odd ones, B and D in the even.

        Raises:
            ClientError: a bot failed, or made no move.
        """
        match = set_table(self._clients[OWNER], f"match {number}", self._rules, self._kept)
        take_kept_seats(match, self._clients)
        owners = {seat: (ord(seat) - ord("A") + number - 1) % 2 for seat in self._clients}
        over = Event()
        with ExitStack() as stack:
            guests: dict[str, Resident | Stranger] = {}
            for seat, owner in owners.items():
                guests[seat] = self._guest(match, seat, self._names[owner], number, over)
                stack.enter_context(guests[seat])
            self._watch(match, guests)
        return self._outcome(number, match, owners)

    def _guest(
        self, match: str, seat: str, name: str, number: int, over: Event
    ) -> Resident | Stranger:
        """The bot of that name at this seat."""
        try:
            new = parse_bot(name)
        except ValueError:
            where = {"SERVER": self._url, "TOKEN": self._tokens[seat], "MATCH": match, "SEAT": seat}
            return Stranger(name, {f"T42_{word}": value for word, value in where.items()})
        player = Player(self._clients[seat], match, new(chance_of(self._seed, number, seat)))
        return Resident(player, f"{name} at seat {seat} of match {number}", over)

    def _watch(self, match: str, guests: Mapping[str, Resident | Stranger]) -> None:
        """Until nobody is on turn any more."""
        answer = self._watcher.view(match)
        while answer.body["turn"] is not None:
            asked, given_up = answer, time.monotonic() + PATIENCE_S
            while (answer := self._watcher.view(match, asked.etag, ASK_S)).not_modified:
                try:
                    for guest in guests.values():
                        guest.look_after()
                except ClientError:
                    if self._is_over(match):  # the last move was its last act
                        return
                    raise
                if time.monotonic() > given_up:
                    what = f"made no move for {PATIENCE_S:.0f} seconds"
                    guests[asked.body["turn"]].fail(what)

    def _is_over(self, match: str) -> bool:
        return self._watcher.view(match).body["turn"] is None

    def _outcome(self, number: int, match: str, owners: Mapping[str, int]) -> dict[str, Any]:
        view = self._watcher.view(match).body
        score = view["marks"] or view["score"]
        first = SIDES[owners["A"]]
        second = SIDES[1 - owners["A"]]
        return {
            "number": number,
            "first": first,
            "winner": int(view["winner"] == second),
            "gained": [score[first], score[second]],
            "hands": [_hand(row, owners) for row in self._hands(match)],
        }

    def _hands(self, match: str) -> list[dict[str, Any]]:
        answer = self._watcher.hands(match)
        found = list(answer.body["hands"])
        while answer.next is not None:
            answer = self._watcher.page(answer.next)
            found += answer.body["hands"]
        return found


def _hand(row: Mapping[str, Any], owners: Mapping[str, int]) -> dict[str, Any]:
    """A finished hand as the rows of an arena have it."""
    contract = row["contract"]
    if contract is None:
        return {"contract": None, "made": None}
    kept = {name: contract[name] for name in ("kind", "points", "marks", "trump")}
    return {
        "contract": {"by": owners[contract["bidder"]], **kept},
        "made": row["result"]["made"],
    }
