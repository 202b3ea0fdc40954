"""Receivers of webhooks on this computer, and a house whose webhooks may lead to them."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Receiver:
    """Answers with `statuses` in order, the last one for ever after; keeps what it got."""

    url: str = ""
    statuses: list[int] = field(default_factory=lambda: [204])
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    before: Callable[[], None] | None = None
    drip: bool = False
    got: list[Received] = field(default_factory=list)
    server: ThreadingHTTPServer | None = None

    def types(self) -> list[str]:
        return [received.said["type"] for received in self.got]

    def await_(self, count: int) -> None:
        """Wait until so many have come, but not for ever."""
        until = time.monotonic() + 20
        while len(self.got) < count and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self.got) >= count


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Received(self.path, headers, self.rfile.read(length)))
            if receiver.before is not None:
                receiver.before()
            statuses = receiver.statuses
            status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
            with contextlib.suppress(OSError):
                if receiver.drip:
                    self._drip()
                    return
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(receiver.body)))
                self.end_headers()
                self.wfile.write(receiver.body)

        def _drip(self) -> None:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            for _ in range(600):
                self.wfile.write(b"a")
                self.wfile.flush()
                time.sleep(0.02)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port of this computer."""
    receiver = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver))
    receiver.server = server
    receiver.url = f"http://127.0.0.1:{server.server_port}/42"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
