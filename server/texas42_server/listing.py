"""One derived row a match, and one a seat, for the lists alone.

They are written in the transaction that appends the events, never read to decide or to show a
match, and can be made again from the log (`rebuild`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from texas42_server import store
from texas42_server.database import Connection


class SeatRow(NamedTuple):
    """A seat in a list: the name of who sits there, or (while `kept`) for whom it is kept."""

    person: str | None
    kept: bool = False


class Row(NamedTuple):
    """A match in a list. Times in milliseconds UTC; `turn` a seat's label."""

    id: str
    name: str | None
    owner: str
    preset: str
    listed: bool
    status: str
    turn: str | None
    turn_since: int | None
    head: int
    marks: Mapping[str, int]
    created: int
    seats: Mapping[str, SeatRow]


class Cursor(NamedTuple):
    """Where a page of `mine` ended: the next page begins after it."""

    waiting_since: int | None
    match: int


def update(db: Connection, match: int, row: Row) -> None:
    """Write the row of a match anew. Inside the transaction that appends its events."""
    raise NotImplementedError


def mine(
    db: Connection,
    player: str,
    *,
    my_turn: bool = False,
    statuses: Sequence[str] = (),
    limit: int = 50,
    after: Cursor | None = None,
) -> tuple[list[Row], Cursor | None]:
    """The matches in which `player` sits or has a seat kept.

    Those that wait for the player come first, longest wait first, then the others, newest first.
    `my_turn` leaves the others out; `statuses` keeps only these. Answers at most `limit` rows and
    the cursor of the next page, None at the end. Inside `Database.read`.
    """
    raise NotImplementedError


def open_matches(
    db: Connection, *, status: str = "open", limit: int = 50, before: int | None = None
) -> tuple[list[Row], int | None]:
    """The listed matches of one status, newest first.

    `before` is the key of the match that ended the page before; answers at most `limit` rows and
    the next `before`, None at the end. Inside `Database.read`.
    """
    raise NotImplementedError


def rebuild(db: Connection, summarise: Callable[[str, list[store.Entry]], Row]) -> int:
    """Make all rows again from the log; `summarise(match_id, entries)` is the service's.

    Answers how many. Inside a transaction.
    """
    raise NotImplementedError
