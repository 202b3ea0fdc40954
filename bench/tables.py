"""Tables at a measured server: four players of a match, and the moves they make."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import requests

from bench.servers import post
from texas42 import TILES, create, deal, decide, join, parse_move, replay, resolve, view

Scripted = tuple[str, dict[str, Any]]
"""A seat and its move."""

_names = count()


class Table:
    """A match of four new players at one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._session = requests.Session()
        name = f"table {next(_names)}"
        self._tokens = {seat: self.register(f"{name} {seat}") for seat in "ABCD"}
        others = {seat: f"{name} {seat}" for seat in "BCD"}
        made = self._ask("POST", "/matches", "A", json={"sit": "A", "invite": others})
        self.match_id = str(made.json()["id"])
        for seat in "BCD":
            self._ask("POST", f"/matches/{self.match_id}/seats/{seat}", seat)

    def register(self, name: str) -> str:
        """A new player's token."""
        answer = self._session.post(f"{self.url}/players", json={"name": name}, timeout=30)
        answer.raise_for_status()
        return str(answer.json()["token"])

    def token(self, seat: str) -> str:
        """The token of who sits there."""
        return self._tokens[seat]

    def open_match(self) -> None:
        """The first of the four opens a further match, which stands in the lobby."""
        self._ask("POST", "/matches", "A", json={"sit": "A", "listed": True})

    def tag(self) -> str:
        """The tag of a spectator's view."""
        return str(self._ask("GET", f"/matches/{self.match_id}").headers["ETag"])

    def next_move(self) -> Scripted:
        """Who is on turn, and the first move that is legal."""
        seat = str(self._ask("GET", f"/matches/{self.match_id}").json()["turn"])
        return seat, self._ask("GET", f"/matches/{self.match_id}", seat).json()["legal_moves"][0]

    def request(self, seat: str, move: dict[str, Any]) -> bytes:
        """The request that makes a move."""
        path = f"/matches/{self.match_id}/moves"
        return post(path, self._tokens[seat], json.dumps(move).encode())

    def written(self, script: Iterable[Scripted]) -> Iterator[bytes]:
        """The requests that make these moves."""
        return (self.request(seat, move) for seat, move in script)

    def _ask(
        self, method: str, path: str, seat: str | None = None, json: object = None
    ) -> requests.Response:
        headers = {} if seat is None else {"Authorization": f"Bearer {self._tokens[seat]}"}
        answer = self._session.request(
            method, self.url + path, headers=headers, json=json, timeout=30
        )
        answer.raise_for_status()
        return answer


def script() -> list[Scripted]:
    """The moves of a whole match at a server where every shuffle leaves things as they are."""
    match = replay([create("script", "A", resolve(None))])
    for seat, label in zip(match.table.seats, match.table.labels, strict=True):
        match.apply(join(match, seat, label))
    moves: list[Scripted] = []
    while match.winner is None:
        if match.awaits_deal:
            dealer = match.table.seats[0] if match.next_dealer is None else match.next_dealer
            match.apply(deal(match, list(TILES), dealer))
            continue
        assert match.turn is not None
        move = _chosen(view(match, match.turn)["legal_moves"])
        moves.append((match.table.labels[match.turn], move))
        for event in decide(match, match.turn, parse_move(move)):
            match.apply(event)
    return moves


def _chosen(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """The bid of 30 where nobody has bid, else the first."""
    wanted = {"type": "bid", "points": 30}
    return wanted if wanted in legal else legal[0]
