"""Requests that only read go one at a time.

Python runs one thread at a time anyway, and SQLite's driver hands over five times in a statement:
with sixteen requests open each hand-over wakes another thread, and a request costs twice the CPU it
costs alone. Whoever waits for its turn here is not woken by those.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE_S = 0.01
"""How long one waits for its turn: some reads wait for the disk, and shall not hold up the rest."""


class InTurn:
    """A WSGI application whose readers take turns; those that change something or wait do not."""

    def __init__(self, inner: WSGIApplication, patience: float = PATIENCE_S) -> None:
        self._inner = inner
        self._patience = patience
        self._turn = threading.Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD") or "HTTP_PREFER" in environ:
            return self._inner(environ, start_response)
        mine = self._turn.acquire(timeout=self._patience)
        try:
            return self._inner(environ, start_response)
        finally:
            if mine:
                self._turn.release()
