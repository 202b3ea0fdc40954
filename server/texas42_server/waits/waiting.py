"""Open waits and streams: how many there may be, and what ends them.

A wait ends when what it waits for has changed, when its time is up, when the same player opens
one too many, when its token dies, and when the server stops. Each holds a thread, so all together
stay well below the threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from flask import current_app, request

from texas42_server.asking.auth import invalid_token, presented_hash
from texas42_server.asking.preferences import preference_applied, preferred_wait
from texas42_server.operating.limits import neighbourhood
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.players import Player
from texas42_server.waits.watching import LookOut, Sleeper, TokenOf, Topic

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

WAITS = "texas42.waits"
"""Where the app keeps its `Waits`, among Flask's extensions."""

EACH = 4
"""How many waits and streams a player, or an address without a token, may have open."""

Found = TypeVar("Found")


class Wait(Sleeper):
    """One open wait or stream; leaving its `with` block closes it."""

    def __init__(self, waits: Waits, topic: Topic, token: bytes | None) -> None:
        """`token` is the hash of the one that came along."""
        super().__init__((topic,) if token is None else (topic, TokenOf(token)))
        self._waits = waits
        self._has_token = token is not None
        self._displaced = False

    def look(self, db: Connection) -> tuple[object, ...]:
        """Take note of how things stand now: `sleep` ends when they stand otherwise.

        Raises:
            Problem: 401, the token has died since the wait was opened.
        """
        seen = super().look(db)
        if self._has_token and not seen[-1]:
            raise invalid_token()
        return seen

    @property
    def ended(self) -> bool:
        """Whether it has to be answered now: the server stops, or a newer one took its place."""
        return self._displaced or self._waits.stopping.is_set()

    def displace(self) -> None:
        """A newer one takes its place."""
        self._displaced = True
        self.wake()

    def __enter__(self) -> Wait:
        return self

    def __exit__(self, *_: object) -> None:
        self._waits.close(self)


class Waits:
    """All open waits and streams of one server process."""

    def __init__(self, database: Database, stopping: threading.Event, most: int) -> None:
        """`most` may be open together; all end when `stopping` is set."""
        self.stopping = stopping
        self.most = most
        self._look_out = LookOut(database, stopping)
        self._guard = threading.Lock()
        self._open: dict[Wait, object] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def open(self, topic: Topic, asker: Player | None, environ: WSGIEnvironment) -> Wait | None:
        """A wait for `topic` of this asker, in whose request's environment we are.

        `None` when no place is free. A player's newest is never refused for the player's others:
        it ends the oldest.
        """
        who: object
        if asker is None:
            who, token = neighbourhood(environ.get("REMOTE_ADDR", "")), None
        else:
            who, token = asker.key, presented_hash(environ["HTTP_AUTHORIZATION"])
        wait = Wait(self, topic, token)
        with self._guard:
            others = [other for other, whose in self._open.items() if whose == who]
            if len(others) >= EACH:
                if asker is None:
                    return None
                del self._open[others[0]]
                others[0].displace()
            elif len(self._open) >= self.most or self.stopping.is_set():
                return None
            self._open[wait] = who
        self._look_out.add(wait)
        return wait

    def close(self, wait: Wait) -> None:
        """Its place is free for another."""
        self._look_out.remove(wait)
        with self._guard:
            self._open.pop(wait, None)


def opening(topic: Topic, asker: Player | None) -> Callable[[], Wait | None]:
    """A way to open a wait for the request at hand, later and outside of it too."""
    waits: Waits = current_app.extensions[WAITS]
    environ = request.environ
    return lambda: waits.open(topic, asker, environ)


def held(
    database: Database,
    asker: Player | None,
    topic: Topic,
    found: Found,
    look: Callable[[], Found],
    done: Callable[[Found], bool],
) -> tuple[Found, tuple[tuple[str, str], ...]]:
    """What is answered to a GET that may wait, and the header that says that it did.

    `found` is what stands there now. Unless that is `done` already, an asker who prefers to wait
    (RFC 7240) waits until what `look` finds is; when the time is up, or the wait has to end,
    the last look counts.

    Raises:
        Problem: 401, the token died meanwhile; whatever `look` raises.
    """
    seconds = preferred_wait(request.environ.get("HTTP_PREFER"))
    if seconds is None or request.method != "GET":
        return found, ()
    applied = (preference_applied(seconds),)
    if done(found):
        return found, applied
    wait = opening(topic, asker)()
    if wait is None:
        return found, ()
    deadline = time.monotonic() + seconds
    with wait:
        while True:
            wait.look(database.connection())
            found = look()
            left = deadline - time.monotonic()
            if done(found) or left <= 0 or wait.ended:
                return found, applied
            wait.sleep(left)
