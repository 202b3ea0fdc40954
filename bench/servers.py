"""Servers to be measured, as child processes, and kept connections to them."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

RECEIVE = 65536
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)\r\n")


@dataclass
class Server:
    """A running server: one process."""

    process_id: int
    url: str
    address: tuple[str, int] = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.address = (str(parts.hostname), int(parts.port or 0))


@contextmanager
def served(kind: str, database: Path) -> Iterator[Server]:
    """A server of this kind (see `bench.served`), which ends with the block."""
    command = [sys.executable, "-m", "bench.served", kind, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"the server to be measured ({kind}) did not start")
            yield Server(process.pid, url)
        finally:
            process.terminate()


class Kept:
    """A kept connection that is asked one thing at a time."""

    def __init__(self, server: Server) -> None:
        self.connection = socket.create_connection(server.address, timeout=90)
        self._read = b""

    def ask(self, request: bytes) -> None:
        """Send a request."""
        self.connection.sendall(request)

    def receive(self) -> None:
        """Read the answer to its end."""
        while not self.received():
            pass

    def received(self) -> bool:
        """Read what has come; whether that is the whole answer. Raises unless it is a 2xx."""
        part = self.connection.recv(RECEIVE)
        self._read += part
        if not part or not self._read.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"the measured server answered {self._read[:200]!r}")
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            return False
        length = _LENGTH.search(self._read, 0, end + 2)
        if length is None or len(self._read) < end + 4 + int(length[1]):
            return False
        self._read = b""
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()


def get(path: str, token: str | None = None, **headers: str) -> bytes:
    """A GET, written down."""
    return _written("GET", path, token, headers)


def post(path: str, token: str, body: bytes, **headers: str) -> bytes:
    """A POST of a JSON body, written down."""
    fields = {"Content_Type": "application/json", "Content_Length": str(len(body)), **headers}
    return _written("POST", path, token, fields) + body


def _written(method: str, path: str, token: str | None, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", "Accept: */*"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
