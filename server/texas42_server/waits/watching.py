"""Knowing that the database has changed, whoever changed it.

One thread looks out for all who wait, as long as anybody does: a commit of this process wakes it
at once, and twenty times a second it asks SQLite whether another process has committed. When
something has changed it looks up what each one waits for, and wakes those for whom it differs.
Who waits holds no transaction, no snapshot and no lock.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Hashable
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from texas42_server.storage import listing, players, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.storage_errors import StorageError

_log = logging.getLogger(__name__)

POLL_S = 0.05
"""How often other processes' commits are looked for."""

REST_S = 0.005
"""How long one look-out rests after another: commits that come close together are seen at once."""

LINGER_S = 10.0
"""How long the look-out stays ready when nobody waits any more."""


class Topic(Hashable, Protocol):
    """Something stored that can be waited for; equal topics have the same state."""

    def state(self, db: Connection) -> object:
        """What tells one state from another."""


@dataclass(frozen=True)
class MatchLog:
    """The log of a match, by the match's key."""

    match: int

    def state(self, db: Connection) -> object:
        """The seq of its last event."""
        return store.head(db, self.match)


@dataclass(frozen=True)
class MatchesOf:
    """The matches of a player, by name."""

    player: str

    def state(self, db: Connection) -> object:
        """Which ones are not over, and the last event of each."""
        return listing.heads(db, self.player)


@dataclass(frozen=True)
class TokenOf:
    """Whether a token is a player's, by its hash."""

    token: bytes

    def state(self, db: Connection) -> object:
        """True until a newer one is used."""
        return players.is_current(db, self.token)


class Sleeper:
    """One who waits for topics to change."""

    def __init__(self, topics: tuple[Topic, ...]) -> None:
        self.topics = topics
        self.seen: tuple[object, ...] = ()
        self._woken = threading.Event()

    def look(self, db: Connection) -> tuple[object, ...]:
        """Take note of how the topics stand: `sleep` ends when they stand otherwise."""
        self._woken.clear()
        self.seen = tuple(topic.state(db) for topic in self.topics)
        return self.seen

    def sleep(self, seconds: float) -> bool:
        """Wait until something has changed since `look`, for so long at most."""
        return self._woken.wait(seconds)

    def wake(self) -> None:
        """End the sleep."""
        self._woken.set()


class LookOut:
    """Wakes the sleepers of a database."""

    def __init__(self, database: Database, stopping: threading.Event) -> None:
        """Everybody is woken, again and again, once `stopping` is set."""
        self._database = database
        self._stopping = stopping
        self._guard = threading.Lock()
        self._sleepers: set[Sleeper] = set()
        self._bell = threading.Event()
        self._thread: threading.Thread | None = None
        database.after_commit(self._ring)

    def add(self, sleeper: Sleeper) -> None:
        """Look out for this one, too. To be called before its first `look`."""
        with self._guard:
            self._sleepers.add(sleeper)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="look-out", daemon=True)
                self._thread.start()
        self._bell.set()

    def remove(self, sleeper: Sleeper) -> None:
        """It does not wait any more."""
        with self._guard:
            self._sleepers.discard(sleeper)

    def _ring(self) -> None:
        """This process has committed something."""
        if self._sleepers:
            self._bell.set()

    def _run(self) -> None:
        while self._needed():
            try:
                with closing(self._database.own_connection()) as db:
                    self._look_out(db)
            except (StorageError, sqlite3.Error) as error:
                # Whoever is woken meets the same fault, and can say so to somebody.
                _log.warning("nobody can look out for changes now: %s", error)
                self._wake_all()
                self._stopping.wait(POLL_S)

    def _needed(self) -> bool:
        """Whether anybody waits; where nobody does the thread is to end."""
        with self._guard:
            if not self._sleepers:
                self._thread = None
            return self._thread is not None

    def _look_out(self, db: Connection) -> None:
        """Wake who has to be woken, until nobody has waited for a while."""
        known = None
        while self._sleepers or self._bell.wait(LINGER_S):
            rung = self._bell.wait(POLL_S)
            self._bell.clear()
            version = db.execute("PRAGMA data_version").fetchone()[0]
            if self._stopping.is_set():
                self._wake_all()
            elif version != known:
                self._wake_changed(db)
            known = version
            if rung:
                self._stopping.wait(REST_S)

    def _wake_changed(self, db: Connection) -> None:
        states: dict[Topic, object] = {}
        for sleeper in self._waiting():
            for topic, seen in zip(sleeper.topics, sleeper.seen, strict=False):
                if topic not in states:
                    states[topic] = topic.state(db)
                if states[topic] != seen:
                    sleeper.wake()

    def _wake_all(self) -> None:
        for sleeper in self._waiting():
            sleeper.wake()

    def _waiting(self) -> list[Sleeper]:
        with self._guard:
            return list(self._sleepers)
