"""What a server answered: a body with what its headers say, or a problem as an exception."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import requests

from texas42_client.errors import ApiProblem, BadAnswer, ClientError

__all__ = ["Answer", "read_answer"]

JsonObject = dict[str, Any]
JSON, TEXT = "application/json", "text/plain"
_WAITED = re.compile(r"(?:^|[,;\s])wait=(\d+)")  # RFC 7240, 4.3


@dataclass(frozen=True)
class Answer:
    """What the server answered: ``body`` parsed, ``text`` as it came.

    Of an answer in plain text ``text`` alone is there. ``etag`` goes into the next ``If-Match``.
    A 304 has ``not_modified`` true and an empty body.
    ``next`` is the path of the next page; ``replayed`` tells that this key had been used before.
    ``waited`` are the seconds for which the server let the question wait, None if it did not.
    """

    status: int
    body: JsonObject
    text: str
    etag: str | None = None
    location: str | None = None
    next: str | None = None
    replayed: bool = False
    waited: int | None = None

    @property
    def not_modified(self) -> bool:
        """True for 304: what you have is what there is."""
        return self.status == 304


def read_answer(response: requests.Response, media_type: str = JSON) -> Answer:
    """The answer, in the media type that was asked for.

    Raises :class:`ApiProblem` and :class:`BadAnswer`.
    """
    status, kind = response.status_code, response.headers.get("Content-Type", "")
    if 300 <= status < 400 and status != 304:
        target = response.headers.get("Location", "another place")
        raise BadAnswer(
            f"The server sends you to {target}. That is not followed, your token could go astray.",
            "If you trust it, register there: t42 register NAME --server URL",
        )
    if status >= 400:
        raise _problem(response, kind)
    if media_type != JSON and not kind.startswith(media_type):
        raise BadAnswer(
            f"{response.url.split('?')[0]} answered {kind or 'something'}, not {media_type}.",
            "Check the server's address: t42 profile list",
        )
    body = _json_object(response) if response.content and media_type == JSON else {}
    waited = _WAITED.search(response.headers.get("Preference-Applied", ""))
    return Answer(
        status=status,
        body=body,
        text=response.text,
        etag=response.headers.get("ETag"),
        location=response.headers.get("Location"),
        next=response.links.get("next", {}).get("url"),
        replayed=response.headers.get("Idempotency-Replayed") == "true",
        waited=None if waited is None else int(waited[1]),
    )


def _problem(response: requests.Response, kind: str) -> ClientError:
    if not kind.startswith("application/problem+json"):
        return BadAnswer(
            f"{response.url.split('?')[0]} answered {response.status_code}, "
            "but not as a Texas 42 server does.",
            "Check the server's address: t42 profile list",
        )
    members = _json_object(response)
    wait = response.headers.get("Retry-After", "")
    return ApiProblem(
        slug=str(members.get("type", "")).rsplit("/", 1)[-1],
        status=response.status_code,
        title=str(members.get("title", "")),
        detail=members.get("detail"),
        members=members,
        retry_after=int(wait) if wait.isdigit() else None,
    )


def _json_object(response: requests.Response) -> JsonObject:
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise BadAnswer(
            f"{response.url.split('?')[0]} answered something that is not JSON.",
            "Check the server's address: t42 profile list",
        )
    return body
