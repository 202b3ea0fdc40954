"""The application in this process, asked as a server is: for what takes a thousand of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from faults.asking import Answer, Line, Request
from texas42_server import moments
from texas42_server.app import create_app
from texas42_server.config import Config


class AppLine(Line):
    """A line to an application that needs no server."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()

    def send(self, request: Request) -> Answer:
        """The answer."""
        answer = self._client.open(
            request.path,
            method=request.method,
            headers=list(request.all_headers.items()),
            json=request.body,
        )
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, headers, answer.get_data())

    def close(self) -> None:
        """There is nothing to hang up."""


@contextmanager
def opened(
    database: Path, clock: Callable[[], int] = moments.now, lock_timeout: float = 1.0
) -> Iterator[AppLine]:
    """A line to an application on this database. Raises `StorageError`."""
    config = Config(database=database, limits="off", lock_timeout=lock_timeout, log_level="error")
    app = create_app(config, clock=clock)
    try:
        yield AppLine(app)
    finally:
        app.extensions["stopping"].set()
        app.extensions["texas42"].database.close()
