"""People who wait at a server: each wait or stream in a thread of its own."""

from __future__ import annotations

import http.client
import re
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from faults.asking import Address, Answer, Line, Request, Unanswered
from faults.serving import Server

LONG_S = 50
"""More seconds than anything takes here: what is answered sooner was woken."""


def wait_for(path: str, token: str | None, tag: str) -> Request:
    """A GET that waits until the tag is another."""
    headers = {"Prefer": f"wait={LONG_S}", "If-None-Match": tag}
    return Request("GET", path, None, token, headers)


def waiting(pool: ThreadPoolExecutor, server: Server, request: Request) -> Future[Answer]:
    """The answer to come, on a line of its own."""

    def ask() -> Answer:
        line = server.line()
        try:
            return line.send(request)
        finally:
            line.close()

    return pool.submit(ask)


def waited(answer: Answer) -> bool:
    """Whether the server took the wait on, or had no place for it."""
    return "preference-applied" in answer.headers


class Stream:
    """A feed as it is streamed, read to its end by a thread of its own.

    Attributes:
        seqs: the ids of the events so far.
        whole: whether it came to a proper end; None while it goes on.
    """

    def __init__(self, address: Address, path: str, token: str | None = None) -> None:
        """Open it and read on. Raises `Unanswered`."""
        self.seqs: list[int] = []
        self.whole: bool | None = None
        self._connection = http.client.HTTPConnection(*address, timeout=120)
        headers = {"Accept": "text/event-stream"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self._connection.request("GET", path, headers=headers)
            self._response = self._connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(f"stream of {path}") from error
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for line in self._response:
                found = re.fullmatch(rb"id: (\d+)\n", line)
                if found is not None:
                    self.seqs.append(int(found[1]))
            self.whole = True
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            self.whole = False
        finally:
            self._connection.close()

    def join(self, timeout: float = 30) -> None:
        """Wait for its end."""
        self._thread.join(timeout)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def open_waits(line: Line) -> int:
    """How many waits and streams the server holds."""
    metrics = line.get("/metrics").body.decode()
    found = re.search(r"^t42_open_waits (\S+)$", metrics, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


def until_open(line: Line, count: int, patience: float = 120) -> bool:
    """Wait until so many waits and streams are open; whether that came to be."""
    deadline = time.monotonic() + patience
    while open_waits(line) != count:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
