"""Holding what a database has against what was answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from faults.asking import Line, Request
from faults.players import SEATS, Client, Played
from texas42 import Match, decode, replay, view

MOVES = ("bid", "pass", "declare", "play")
"""The kinds of events that a player's move leads to, and nothing else does."""


class Ledger:
    """A database between two lives of its server, when nobody writes; nothing is changed."""

    def __init__(self, path: Path, mode: Literal["ro", "rw"] = "ro") -> None:
        """`mode` "rw" is for a copy that nobody serves, whose last write may be cut off."""
        self._uri = f"{path.as_uri()}?mode={mode}"

    def __enter__(self) -> Ledger:
        self._db = sqlite3.connect(self._uri, uri=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the file."""
        found = [row[0] for row in self._db.execute("PRAGMA integrity_check")]
        broken = self._db.execute("PRAGMA foreign_key_check").fetchall()
        return [f"integrity_check: {line}" for line in found if line != "ok"] + [
            f"a row of {row[0]} refers to nothing" for row in broken
        ]

    def log(self, match_id: str) -> dict[int, list[Any]]:
        """The events of a match by seq."""
        rows = self._db.execute(
            "SELECT seq, body FROM events JOIN matches ON key = match WHERE id = ? ORDER BY seq",
            (match_id,),
        )
        return {seq: json.loads(body) for seq, body in rows}

    def head(self, match_id: str) -> int:
        """Up to which event the lists know a match."""
        row = self._db.execute("SELECT head FROM listing WHERE id = ?", (match_id,)).fetchone()
        return 0 if row is None else int(row[0])

    def seals(self, match_id: str) -> int:
        """How many deals of a match are sealed."""
        row = self._db.execute(
            "SELECT count(*) FROM seals JOIN matches ON key = match WHERE id = ?", (match_id,)
        ).fetchone()
        return int(row[0])

    def matches(self) -> list[str]:
        """The ids of all matches."""
        return [row[0] for row in self._db.execute("SELECT id FROM matches ORDER BY key")]


def is_of(event: Sequence[Any], request: Request) -> bool:
    """Whether an event is what a posted move, seat or match should have become."""
    kind, *rest = event
    body: dict[str, Any] = request.body
    if kind == "created":
        return request.path == "/matches"
    if rest[0] != request.seat:
        return False
    if not request.path.endswith("/moves"):
        return bool(kind == "joined")
    if kind != body["type"]:
        return False
    if kind == "play":
        return bool(rest[1] == body["tile"])
    said = {name: value for name, value in body.items() if name != "type"}
    return all(rest[1][name] == value for name, value in said.items())


def replayed(log: dict[int, list[Any]]) -> Match:
    """What the engine makes of a log, from nothing."""
    return replay([decode(json.dumps(body)) for _, body in sorted(log.items())])


def differences(ledger: Ledger, played: Played, pending: Request | None) -> Iterator[str]:
    """What a match lost, gained or holds by half, beside what was answered.

    `pending` is the request of this match that was sent and not answered.
    """
    log = ledger.log(played.id)
    name = f"match {played.id}"
    if list(log) != list(range(1, len(log) + 1)):
        yield f"torn: the events of {name} are not numbered without gaps"
    for seq, request in played.answered.items():
        if seq not in log or not is_of(log[seq], request):
            yield f"lost: event {seq} of {name} is not {request.body}"
    further = [
        (seq, body)
        for seq, body in log.items()
        if body[0] in (*MOVES, "joined") and seq not in played.answered
    ]
    whole = [body for _, body in further if pending is not None and is_of(body, pending)]
    if len(further) > 1 or len(whole) != len(further):
        yield f"unasked: {name} has events that nobody is known to have posted: {further}"
    try:
        match = replayed(log)
    except Exception as error:  # noqa: BLE001 - whatever a damaged log leads to
        yield f"torn: {name} cannot be replayed: {error!r}"
        return
    if match.awaits_deal or match.awaits_draw:
        yield f"torn: {name} has a finished hand and no deal after it"
    dealt = sum(body[0] == "dealt" for body in log.values())
    if ledger.seals(played.id) != dealt:
        yield f"torn: {name} has {dealt} deals and {ledger.seals(played.id)} seals"
    if ledger.head(played.id) != len(log):
        yield f"torn: the lists know {name} up to {ledger.head(played.id)}, its log has {len(log)}"


def unlike_replay(ledger: Ledger, line: Line, client: Client) -> Iterator[str]:
    """Which views of the match that is on differ from a replay of its log from nothing."""
    if not client.matches:
        return
    match_id = client.matches[-1].id
    match = replayed(ledger.log(match_id))
    for seat in (*SEATS, None):
        served = line.get(f"/matches/{match_id}", None if seat is None else client.tokens[seat])
        told = served.told()
        viewer = None if seat is None else match.seat_of(client.player(seat))
        expected = json.loads(json.dumps(view(match, viewer)))
        if {name: told.get(name) for name in expected} != expected:
            yield f"unlike its replay: the view of {seat or 'a spectator'} of match {match_id}"


def count_events(path: Path) -> int:
    """How many events a database holds."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM events").fetchone()[0])
