"""A server that answers as a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Reply:
    """One answer. ``hang_up`` closes the connection instead of answering."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    hang_up: bool = False
    before: Callable[[], None] | None = None


def problem(slug: str, status: int, detail: str = "No.", **members: Any) -> Reply:
    """A refusal in the contract's form."""
    retry = {"Retry-After": str(members.pop("retry_after"))} if "retry_after" in members else {}
    body = {"type": f"/problems/{slug}", "title": "T", "status": status, "detail": detail}
    return Reply(status, {**body, **members}, retry, "application/problem+json")


class Stub:
    """Answers with ``replies`` in order; the last one for ever after. It has no seals."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies) or [Reply()]
        self.asked: list[Asked] = []
        self.url = ""

    def reply(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def serving(*replies: Reply) -> Iterator[Stub]:
    """The stub on a free port of this computer."""
    stub = Stub(*replies)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            if self.path.endswith("/seal"):  # asked beside, by whoever sees a deal
                reply = problem("not-found", 404)
            else:
                stub.asked.append(Asked(self.command, self.path, dict(self.headers.items()), body))
                reply = stub.reply()
            if reply.before is not None:
                reply.before()
            if reply.hang_up:
                self.close_connection = True
                return
            raw = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in {"Content-Type": reply.kind, **reply.headers}.items():
                self.send_header(name, value)
            if reply.status == 304:
                self.end_headers()
                return
            self.send_header("Content-Length", str(len(raw)))
            with contextlib.suppress(ConnectionError):  # the client may have gone by now
                self.end_headers()
                self.wfile.write(raw)

        do_GET = do_POST = do_DELETE = answer  # noqa: N815

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
