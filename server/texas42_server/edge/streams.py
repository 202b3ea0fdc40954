"""The feed as server-sent events (WHATWG HTML, 9.2): one event an entry, its seq the id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from texas42_server import mistakes
from texas42_server.asking.problems import Problem
from texas42_server.asking.strictjson import Malformed
from texas42_server.storage.database import Database
from texas42_server.storage.storage_errors import StorageError
from texas42_server.waits.waiting import Wait

EVENT_STREAM = "text/event-stream"
HEADERS = (
    ("Cache-Control", "no-store"),
    ("Vary", "Authorization, Accept, Prefer"),
    ("X-Accel-Buffering", "no"),
)
"""Whoever passes a stream on is not to keep it back."""

HEARTBEAT_S = 15.0
"""After so long without an entry a comment is sent: proxies keep the connection, and a client
that is gone is noticed."""

AGAIN_MS = 2_000
"""When a client asks again after the end of a stream."""

AGAIN_WITHOUT_PLACE_MS = 15_000
"""The same where no place was free, so that this was but a look."""

_HEARTBEAT = b":\n\n"


def last_event_id(header: str | None) -> int | None:
    """The seq in a `Last-Event-ID` header; `None` where there is none.

    Raises:
        Malformed: it is no id that was sent.
    """
    if not header:
        return None
    if not re.fullmatch("[0-9]{1,15}", header):
        raise Malformed("Last-Event-ID must be the id of an event of this stream: its seq.")
    return int(header)


class Look(NamedTuple):
    """What a stream has to send, and whether nothing will follow."""

    events: Sequence[bytes]
    last: bool


def sent(seq: int, kind: str, data: bytes) -> bytes:
    """One entry as an event; `data` is JSON on one line."""
    return b"event: %b\nid: %d\ndata: %b\n\n" % (kind.encode(), seq, data)


def streamed(
    database: Database, open_: Callable[[], Wait | None], look: Callable[[], Look]
) -> Iterator[bytes]:
    """What a stream sends until it ends.

    `open_` takes a place, where one is free, with the first bytes that are sent, so that a stream
    which nobody reads holds none. `look` finds what has not been sent. Without a place one look
    is all.
    """
    wait = open_()
    try:
        if wait is None:
            yield b"retry: %d\n\n" % AGAIN_WITHOUT_PLACE_MS
            yield from look().events
        else:
            with wait:
                yield b"retry: %d\n\n" % AGAIN_MS
                yield from _events(database, wait, look)
    except (Problem, StorageError):
        return  # the headers are sent; who asks again hears of it
    except Exception as error:  # noqa: BLE001 - granian would log what it says
        mistakes.note(error)


def _events(database: Database, wait: Wait, look: Callable[[], Look]) -> Iterator[bytes]:
    while True:
        wait.look(database.connection())
        found = look()
        yield from found.events
        if found.last or wait.ended:
            return
        if not wait.sleep(HEARTBEAT_S):
            yield _HEARTBEAT
