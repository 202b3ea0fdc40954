"""Asking a server over one kept connection, and knowing when no whole answer came."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Address = tuple[str, int]


class Unanswered(Exception):  # noqa: N818 - what it is
    """No whole answer came: whether the request was done is not known."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that can be sent as often as one likes; `seat` is whose it is, if any's."""

    method: str
    path: str
    body: Any = None
    token: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    seat: str | None = None

    @property
    def all_headers(self) -> dict[str, str]:
        """Those of its own, the token's, and the body's."""
        headers = dict(self.headers)
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        return headers


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    body: bytes

    def told(self) -> dict[str, Any]:
        """The JSON object in it."""
        return dict(json.loads(self.body))

    @property
    def slug(self) -> str:
        """What kind of problem it is; empty when it is none."""
        if self.status < 400:
            return ""
        return str(self.told()["type"]).rsplit("/", 1)[1]

    @property
    def replayed(self) -> bool:
        """Whether it answers a request that had been answered before."""
        return self.headers.get("idempotency-replayed") == "true"

    @property
    def shown(self) -> tuple[int, bytes, tuple[str | None, ...]]:
        """What must be the same each time the same request is answered."""
        names = ("etag", "location", "content-location")
        return self.status, self.body, tuple(map(self.headers.get, names))


class Line:
    """A connection to a server, opened when something is asked and kept."""

    def __init__(self, address: Address, timeout: float = 60, source: str = "127.0.0.1") -> None:
        """`source` is the address that the server takes us for."""
        self._connection = http.client.HTTPConnection(
            *address, timeout=timeout, source_address=(source, 0)
        )

    def send(self, request: Request) -> Answer:
        """The answer. Raises `Unanswered`."""
        body = None if request.body is None else json.dumps(request.body)
        try:
            self._connection.request(request.method, request.path, body, request.all_headers)
            response = self._connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered(f"{request.method} {request.path}: {error!r}") from error

    def get(self, path: str, token: str | None = None, **headers: str) -> Answer:
        """Look. Raises `Unanswered`."""
        return self.send(Request("GET", path, None, token, headers))

    def close(self) -> None:
        """Hang up; the next question connects anew."""
        with suppress(OSError):
            self._connection.close()
