"""People who wait: each question in a thread of its own, and streams read event by event."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.server.http.house import House, Person
from texas42 import Event, encode
from texas42_server.service import summarise
from texas42_server.storage import listing, store
from texas42_server.waits.waiting import WAITS, Waits

Answer = Future[TestResponse]
STREAM = {"Accept": "text/event-stream"}
LONG = 30
"""More seconds than any test takes: what is answered sooner has been woken."""


def eventually(true: Callable[[], object]) -> None:
    """Wait until a question is answered with yes; the test's own time limit ends it."""
    while not true():
        time.sleep(0.002)


def prefer(seconds: object = LONG, tag: str | None = None) -> dict[str, str]:
    """Headers of a question that may wait."""
    return {"Prefer": f"wait={seconds}"} | ({} if tag is None else {"If-None-Match": tag})


class Sent(NamedTuple):
    """An event of a stream."""

    id: int
    event: str
    data: dict[str, Any]


class Stream:
    """A stream, read part by part; the reader's thread is the server's."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.parts: Iterator[bytes] = iter(answer.iter_encoded())
        self.retry = next(self.parts)

    def part(self) -> bytes:
        """What is sent next; waits for it. Raises `StopIteration` at the end."""
        return next(self.parts)

    def event(self) -> Sent:
        """The next event."""
        return parsed(self.part())

    def rest(self) -> list[Sent]:
        """All that is sent until the end."""
        return [parsed(part) for part in self.parts]

    def close(self) -> None:
        """Hang up."""
        self.answer.close()


def parsed(part: bytes) -> Sent:
    """One event as a browser reads it (WHATWG HTML, 9.2.6)."""
    assert part.endswith(b"\n\n")
    fields = dict(line.split(": ", 1) for line in part.decode().removesuffix("\n\n").split("\n"))
    assert fields.keys() == {"event", "id", "data"}
    return Sent(int(fields["id"]), fields["event"], json.loads(fields["data"]))


class Watchers:
    """A house, and whoever waits there."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._pool = ThreadPoolExecutor(100)

    @property
    def waits(self) -> Waits:
        waits: Waits = self.house.app.extensions[WAITS]
        return waits

    def ask(self, who: Person, path: str, headers: dict[str, str]) -> Answer:
        """Ask, and do not wait for the answer oneself."""
        same = Person(self.house.app.test_client(), who.token)
        return self._pool.submit(same.get, path, headers=headers)

    def waiting(self, who: Person, path: str, headers: dict[str, str]) -> Answer:
        """Ask, and see that the answer waits."""
        opened = len(self.waits)
        answer = self.ask(who, path, headers)
        eventually(lambda: len(self.waits) > opened or answer.done())
        assert not answer.done(), answer.result().text
        return answer

    def stream(self, who: Person, path: str, headers: dict[str, str] | None = None) -> Stream:
        """Open a stream."""
        client = FlaskClient(self.house.app, TestResponse)
        answer = Person(client, who.token).get(path, headers={**STREAM, **(headers or {})})
        assert answer.status_code == 200, answer.text
        return Stream(answer)

    def tag(self, match_id: str, who: Person | None = None) -> str:
        """The tag of somebody's view."""
        return str((who or self.house.stranger).get(f"/matches/{match_id}").headers["ETag"])

    def move(self, match_id: str) -> dict[str, Any]:
        """Make some legal move; answers the mover's view since."""
        house = self.house
        turn = house.view(match_id)["turn"]
        answer = house.move(match_id, house.any_move(house.view(match_id, turn)), turn)
        assert answer.status_code == 201
        return dict(answer.get_json())

    def tell(self, match_id: str, *events: Event) -> None:
        """Append events as if they had come by another road."""
        for event in events:
            self.append(match_id, self.house.time, event)

    def append(self, match_id: str, at: int, event: Event) -> None:
        """Append one event, with its time."""
        database = self.house.app.extensions["texas42"].database
        with database.transaction() as db:
            key = store.find(db, match_id)
            assert key is not None
            store.append(db, key, store.head(db, key), [encode(event)], at)
            listing.update(db, key, summarise(match_id, store.load(db, key)))

    def close(self) -> None:
        """Let nobody wait any more."""
        self.house.app.extensions["stopping"].set()
        self._pool.shutdown()
        self.house.app.extensions["texas42"].database.close()
