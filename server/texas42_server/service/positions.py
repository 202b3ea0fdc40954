"""Replayed matches: from the log, or from a small cache that may be empty at any time.

A position is a match as of one seq and never changes; what was appended since makes a new one.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from texas42 import Match, Seat, decode, replay
from texas42_server.asking.problems import Problem
from texas42_server.storage import listing, store
from texas42_server.storage.database import Connection
from texas42_server.storage.digests import DamagedLog, Running, begin, follow
from texas42_server.storage.store import Entry, Log

_log = logging.getLogger(__name__)

CACHED = 512
"""How many matches are kept replayed; one of ten hands takes some 30 KB, and 80 more when each
seat and a spectator have looked at it."""


class UnreadableMatch(Problem):
    """A match whose log this version cannot replay."""

    def __init__(self) -> None:
        super().__init__(
            "unreadable-match",
            "What is stored of this match cannot be read. It is kept as it is, nobody can move in"
            " it, and its players or its owner may close it.",
        )


class Told(NamedTuple):
    """An entry of the feed on its way to a viewer: `body` is its JSON, on one line."""

    seq: int
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Position:
    """A match as of the seq `match.version`.

    Attributes:
        key: its key inside the database.
        id: its public id.
        match: the replayed state; nobody changes it.
        created: when event 1 happened, milliseconds UTC.
        turn_since: when the present turn began, milliseconds UTC; `None` when nobody is on turn.
        running: the digest of its log so far.
        rendered: bodies made of it so far: viewer, or form of the record -> bytes.
        witnessed: its last entries as they were played: (seq, the viewer's seat) -> entry.
    """

    key: int
    id: str
    match: Match
    created: int
    turn_since: int | None
    running: Running = field(compare=False)
    rendered: dict[str, bytes] = field(default_factory=dict, compare=False)
    witnessed: dict[tuple[int, Seat | None], Told] = field(default_factory=dict, compare=False)

    def seat_of(self, player: str | None) -> Seat | None:
        """Where this player sits."""
        return None if player is None else self.match.seat_of(player)

    def advanced(self, entries: Sequence[Entry], running: Running) -> Position:
        """The position after these further entries of the log, whose digest is then `running`.

        Raises:
            UnreadableMatch: they are none.
        """
        match, readable = self.match.copy(), self.match.version
        try:
            for seq, _, body in entries:
                match.apply(decode(body))
                readable = seq
        except Exception as fault:  # noqa: BLE001 - whatever a damaged event leads to
            raise unreadable(self.key, readable, fault) from None
        turn_since = self._turn_since(match, entries)
        return Position(self.key, self.id, match, self.created, turn_since, running)

    def _turn_since(self, match: Match, entries: Sequence[Entry]) -> int | None:
        if match.turn_since is None:
            return None
        index = match.turn_since - entries[0][0]
        return entries[index][1] if index >= 0 else self.turn_since


def replayed(key: int, match_id: str, entries: Sequence[Entry]) -> Position:
    """The position that a log from its first entry on tells.

    Raises:
        UnreadableMatch: it tells none.
    """
    bodies = [body for _, _, body in entries]
    running = follow(begin(), [body.encode() for body in bodies])
    return _position(key, match_id, Log(bodies, running), lambda seq: entries[seq - 1][1])


def entries_of(db: Connection, position: Position) -> list[Entry]:
    """The log that tells a position.

    Raises:
        UnreadableMatch: the log is not any more what it was.
    """
    version = position.match.version
    try:
        entries = store.load(db, position.key, version)
    except DamagedLog as damage:
        raise unreadable(position.key, damage.seq - 1, damage) from None
    if len(entries) < version:
        raise unreadable(position.key, len(entries), DamagedLog(len(entries) + 1))
    return entries


def _stored(db: Connection, key: int, match_id: str, upto: int | None = None) -> Position:
    """The position that the stored log tells, up to a seq.

    A log of which the end is missing tells a state that has been; the lists know better. They are
    asked first: a log that grows between the two looks only knows more than they do.
    """
    expected = listing.head(db, key) if upto is None else upto
    try:
        log = store.read(db, key, upto)
    except DamagedLog as damage:
        raise unreadable(key, damage.seq - 1, damage) from None
    if len(log.bodies) < expected:
        raise unreadable(key, len(log.bodies), DamagedLog(len(log.bodies) + 1))
    try:
        return _position(key, match_id, log, lambda seq: store.time_of(db, key, seq))
    except DamagedLog as damage:
        raise unreadable(key, damage.seq - 1, damage) from None


def _position(key: int, match_id: str, log: Log, time_of: Callable[[int], int]) -> Position:
    try:
        match = replay([decode(body) for body in log.bodies])
    except Exception as fault:  # noqa: BLE001 - whatever a damaged event leads to
        raise unreadable(key, _readable(log.bodies), fault) from None
    since = match.turn_since
    turn_since = None if since is None else time_of(since)
    return Position(key, match_id, match, time_of(1), turn_since, log.running)


def _readable(bodies: Sequence[str]) -> int:
    """The last seq up to which a log can be replayed, 0 if not even event 1 is one."""
    seq = 0
    try:
        match = replay([decode(body) for body in bodies[:1]])
        for body in bodies[1:]:
            seq = match.version
            match.apply(decode(body))
    except Exception:  # noqa: BLE001 - as above
        return seq
    return len(bodies)


def unreadable(key: int, readable: int, fault: Exception) -> UnreadableMatch:
    """The refusal; the log hears of the place alone: what is stored there may hold tiles."""
    kind = type(fault).__qualname__
    _log.error("match %d (its key) can be read up to event %d only: %s", key, readable, kind)
    return UnreadableMatch()


def _followed(db: Connection, known: Position, head: int) -> Position:
    """The position as the log has it up to `head`, from an earlier one."""
    version = known.match.version
    try:
        entries, running = store.following(db, known.key, version, known.running, head)
    except DamagedLog as damage:
        raise unreadable(known.key, damage.seq - 1, damage) from None
    return known.advanced(entries, running)


class Positions:
    """The latest known position of the matches asked for most recently."""

    def __init__(self, capacity: int = CACHED) -> None:
        self._capacity = capacity
        self._known: OrderedDict[str, Position] = OrderedDict()
        self._lock = Lock()

    def current(self, db: Connection, match_id: str) -> Position:
        """The match as the log has it now.

        Raises:
            Problem: 404, there is no such match.
            UnreadableMatch: its log cannot be replayed.
        """
        known = self._known.get(match_id)
        if known is not None and known.match.over:
            return known  # a match that is over has no further events
        if known is None:
            key = store.find(db, match_id)
            if key is None:
                raise Problem("not-found", "There is no match with this id.")
            known = _stored(db, key, match_id)
        elif known.match.version < (head := store.head(db, known.key)):
            known = _followed(db, known, head)
        elif known.match.version > head:
            # Another thread has just appended; this transaction does not see it yet. Nor do its
            # lists, unless the end of the log is lost.
            if listing.head(db, known.key) > head:
                raise unreadable(known.key, head, DamagedLog(head + 1))
            return _stored(db, known.key, match_id, head)
        self.keep(known)
        return known

    def as_of(self, db: Connection, key: int, match_id: str, seq: int) -> Position:
        """The match as it stood when `seq` was its last event.

        Raises:
            UnreadableMatch: its log cannot be replayed.
        """
        known = self._known.get(match_id)
        if known is not None and known.match.version == seq:
            return known
        return _stored(db, key, match_id, seq)

    def keep(self, position: Position) -> None:
        """Remember a committed position unless a later one is known."""
        with self._lock:
            known = self._known.get(position.id)
            if known is None or known.match.version < position.match.version:
                self._known[position.id] = position
            if position.id in self._known:
                self._known.move_to_end(position.id)
            while len(self._known) > self._capacity:
                self._known.popitem(last=False)
