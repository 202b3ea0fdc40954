"""Looking through a whole database: the file, and of every match its digests, log and row.

What is found goes to the operator, who may be one of the players: it names events, never tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from texas42 import Match, UnreadableEvent, decode
from texas42_server.service import legality
from texas42_server.service.legality import Impossible
from texas42_server.service.lists import row_of
from texas42_server.service.positions import Position
from texas42_server.service.sealing import seals_of
from texas42_server.storage import digests, listing, players, store
from texas42_server.storage.database import Connection
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.listing import Row
from texas42_server.storage.seals import DamagedSeal
from texas42_server.storage.storage_errors import StorageError, StorageFailure

Progress = Callable[[int, int], None]
"""Told after each match: how many have been looked at, and how many there are."""

_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is bad.

    Attributes:
        match: the match's public id; None: no single match.
        event: the seq of the first bad event; None: not one event, but the match or its row.
        problem: a sentence about it.
        file: whether SQLite itself finds fault with the file.
    """

    match: str | None
    event: int | None
    problem: str
    file: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The members of a finding in JSON."""
        return {"match": self.match, "event": self.event, "problem": self.problem}

    def as_text(self) -> str:
        """A line for a person."""
        if self.match is None:
            return f"the {'file' if self.file else 'rows'}: {self.problem}"
        where = "" if self.event is None else f", event {self.event}"
        return f"match {self.match}{where}: {self.problem}"


@dataclass(slots=True)
class Audit:
    """What was looked at, and what was found."""

    matches: int = 0
    events: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def bad_matches(self) -> int:
        """How many matches something is wrong with."""
        return len({found.match for found in self.findings if found.match is not None})

    def as_dict(self) -> dict[str, Any]:
        """The members of `verify --json`."""
        return {
            "matches": self.matches,
            "events": self.events,
            "bad_matches": self.bad_matches,
            "findings": [found.as_dict() for found in self.findings],
        }


class Unsound(Exception):  # noqa: N818 - what the log is
    """A log that cannot have been written by this server; `event` is the first bad one."""

    def __init__(self, event: int | None, problem: str) -> None:
        super().__init__(problem)
        self.event = event
        self.problem = problem


def audit(db: Connection, progress: Progress = lambda done, of: None) -> Audit:
    """Look at everything, and go on whatever is bad."""
    found = Audit(findings=[*_file(db), *_people(db)])
    try:
        of = int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
        for match, match_id in matches_of(db):
            found.matches += 1
            _look(db, found, match, match_id)
            progress(found.matches, of)
    except (sqlite3.Error, StorageError) as error:
        problem = f"its matches cannot be listed ({_kind(error)})"
        found.findings.append(Finding(None, None, problem, file=True))
    return found


def _file(db: Connection) -> Iterator[Finding]:
    """What SQLite itself finds out about the file."""
    try:
        for (line,) in db.execute("PRAGMA integrity_check").fetchall():
            if line != "ok":
                yield Finding(None, None, str(line), file=True)
        for table, *_ in db.execute("PRAGMA foreign_key_check").fetchall():
            yield Finding(None, None, f"a row of {table} is of a match that is not there")
    except sqlite3.Error as error:
        yield Finding(None, None, f"it cannot be checked ({_kind(error)})", file=True)


def _people(db: Connection) -> Iterator[Finding]:
    """What is wrong with the players."""
    try:
        for key in players.damaged_rows(db):
            yield Finding(None, None, f"the row of player {key} (the key) is damaged")
    except sqlite3.Error as error:
        yield Finding(None, None, f"its players cannot be listed ({_kind(error)})", file=True)


def _kind(error: Exception) -> str:
    """What kind of error it is; the driver's own words may quote what is stored."""
    return str(getattr(error, "sqlite_errorname", type(error).__qualname__))


def matches_of(db: Connection) -> Iterator[tuple[int, str]]:
    """Key and public id of every match."""
    last = 0
    while page := db.execute(
        "SELECT key, id FROM matches WHERE key > ? ORDER BY key LIMIT ?", (last, _AT_ONCE)
    ).fetchall():
        yield from page
        last = page[-1][0]


def _look(db: Connection, found: Audit, match: int, match_id: str) -> None:
    """Look at one match, in a state of its own: others may be playing."""
    try:
        db.execute("BEGIN")
        try:
            found.events += store.head(db, match)
            position = sound(match, match_id, store.raw(db, match))
            _compare(db, match, row_of(position))
            _find_players(db, position.match)
            seals_of(db, position)
        finally:
            db.rollback()
    except Unsound as bad:
        found.findings.append(Finding(match_id, bad.event, bad.problem))
    except DamagedSeal:
        found.findings.append(Finding(match_id, None, "the seals of its deals are damaged"))
    except Exception as error:  # noqa: BLE001 - whatever a damaged page or row leads to
        what = _kind(error)
        found.findings.append(Finding(match_id, None, f"it cannot be read ({what})"))


def sound(key: int, match_id: str, rows: Sequence[tuple[int, int, bytes, bytes]]) -> Position:
    """The position that the stored rows of a log tell, each of them looked at.

    Raises:
        Unsound: naming the first event that is damaged, or could not have happened.
    """
    running, match = digests.begin(), None
    for seq, (number, at, body, digest) in enumerate(rows, 1):
        if number != seq or type(at) is not int or type(body) is not bytes:
            raise Unsound(seq, "what is stored of it is damaged")
        running = digests.follow(running, [body])
        if digest != digests.stored(running, at):
            raise Unsound(seq, "what is stored of it is damaged: it does not fit its digest")
        match = _followed(match, seq, body)
    if match is None:
        raise Unsound(None, "it has no events")
    if match.awaits_draw or match.awaits_deal:
        raise Unsound(len(rows) + 1, "the deal that was due is missing")
    since = match.turn_since
    turn_since = None if since is None else rows[since - 1][1]
    return Position(key, match_id, match, rows[0][1], turn_since, running)


def _followed(match: Match | None, seq: int, body: bytes) -> Match:
    try:
        event = decode(body.decode())
        if match is None:
            return legality.begun(event)
        legality.follow(match, event)
    except (Impossible, UnreadableEvent) as error:
        raise Unsound(seq, str(error)) from None
    except Exception as error:  # noqa: BLE001 - whatever a damaged event leads to
        raise Unsound(seq, f"it cannot be followed ({type(error).__qualname__})") from None
    return match


def _find_players(db: Connection, match: Match) -> None:
    """Look for everybody who has to do with a match.

    Raises:
        Unsound: somebody is not there.
    """
    for name in dict.fromkeys((match.owner, *match.players, *match.kept)):
        player = None if name is None else players.by_name(db, name)
        if name is not None and (player is None or player.name != name):
            raise Unsound(None, f"there is no player {name}")


def _compare(db: Connection, match: int, expected: Row) -> None:
    """Hold the lists' row against the log.

    Raises:
        Unsound: they differ.
    """
    try:
        known = listing.of_match(db, match)
    except (StorageFailure, TypeError, ValueError):
        problem = "its row in the lists is damaged: t42-server rebuild mends that"
        raise Unsound(None, problem) from None
    if known is None:
        raise Unsound(None, "the lists do not know it: t42-server rebuild makes its row")
    if known.head > expected.head:
        raise Unsound(
            expected.head + 1, f"it is missing: the lists know of events up to {known.head}"
        )
    if known != expected:
        wrong = [name for name in Row._fields if getattr(known, name) != getattr(expected, name)]
        raise Unsound(
            None, f"the lists are wrong about its {', '.join(wrong)}: t42-server rebuild mends that"
        )
