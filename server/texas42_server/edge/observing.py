"""What happens round every request: its id, its metrics, its line in the log.

A WSGI layer of its own, so that nothing inside can be answered without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from texas42_server.operating.logs import REQUEST_ID, request_done, request_id
from texas42_server.operating.metrics import NOWHERE, Metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROUTE = "texas42.route"
"""Where the environment of a request keeps the template of the route that answers it."""

HEADERS = "texas42.headers"
"""Where it keeps header fields that the answer gets whatever it will be."""

_FAILED = "500"


class Observed:
    """A WSGI application, observed."""

    def __init__(self, inner: WSGIApplication, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, and note how that went."""
        began = perf_counter()
        identity = environ[REQUEST_ID] = request_id(environ.get("HTTP_X_REQUEST_ID"))
        answered = _FAILED

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            nonlocal answered
            answered = status
            headers.append(("X-Request-Id", identity))
            headers.extend(environ.get(HEADERS, ()))
            return start_response(status, headers, *failure)

        try:
            return self._inner(environ, start)
        finally:
            took = perf_counter() - began
            route = environ.get(ROUTE, NOWHERE)
            method = environ["REQUEST_METHOD"]
            waited = "HTTP_PREFER" in environ
            self._metrics.observe(route, method, answered, None if waited else took)
            client = environ.get("REMOTE_ADDR", "-")
            request_done(identity, route, method, answered, took, client)
