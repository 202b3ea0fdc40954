"""Databases filled with matches straight through the store: thousands in seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from bench.games import PLAYERS
from texas42_server.asking.auth import token_hash
from texas42_server.storage import digests, listing, players, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.listing import Row, SeatRow

AT = 1_800_000_000_000
"""A time in milliseconds UTC: how long its number is matters, not when it is."""

People = Callable[[int], Sequence[str]]
"""Who sits at the match of this number."""


def the_four(_: int) -> Sequence[str]:
    """The players of `bench.games`, at every match."""
    return PLAYERS


def match_id(number: int) -> str:
    """The public id of the match of this number."""
    return f"{number:022}"


def token(number: int) -> str:
    """The token of this one of the players of `bench.games`."""
    return f"t42_{number:043}"


def fill(
    path: Path,
    logs: Sequence[Sequence[str]],
    matches: int,
    status: str,
    people: People = the_four,
) -> None:
    """Write so many matches, in the lobby if it asks for their status; the logs in turn."""
    with closing(Database(path)) as database, database.transaction() as db:
        for number, name in enumerate(PLAYERS):
            players.register(db, name, token_hash(token(number)), AT)
        for number in range(matches):
            log = logs[number % len(logs)]
            key = new_match(db, number, len(log), status, people(number))
            store.append(db, key, 0, log, AT, digests.begin())


def new_match(
    db: Connection, number: int, events: int, status: str, people: Sequence[str] = PLAYERS
) -> int:
    """A match without events yet, and its row in the lists; answers with its key."""
    key = store.create(db, match_id(number))
    over = status == "finished"
    row = Row(
        match_id(number),
        "friday",
        people[0],
        "straight",
        True,
        status,
        None if over else "A",
        None if over else AT + number,
        events,
        {"A+C": 7, "B+D": 3},
        AT,
        {label: SeatRow(name) for label, name in zip("ABCD", people, strict=True)},
    )
    listing.update(db, key, row)
    return key
