"""Answers on the wire: JSON bodies, the headers that go with views, and problems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import orjson
from flask import Response
from werkzeug.datastructures import Headers

from texas42_server.asking.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"
PROBLEM = "application/problem+json"

_NOT_TO_GUESS = ("X-Content-Type-Options", "nosniff")
_VIEW_HEADERS = (
    ("Vary", "Authorization, Accept, Prefer"),
    ("Cache-Control", "private, no-cache"),
)


def written(body: object) -> bytes:
    """A JSON body: members in the order given, a newline at the end."""
    return orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE)


class Answer(Response):
    """An answer whose headers are final: Werkzeug need not copy and complete them."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """The headers as they stand."""
        return self.headers


def answer(
    body: bytes, *headers: tuple[str, str], status: int = 200, media_type: str = JSON
) -> Response:
    """An answer of these bytes."""
    length = ("Content-Length", str(len(body)))
    return Answer([body], status, [("Content-Type", media_type), length, _NOT_TO_GUESS, *headers])


def view_answer(body: bytes, tag: str, *headers: tuple[str, str], status: int = 200) -> Response:
    """An answer that differs by viewer and is good as long as its tag."""
    return answer(body, ("ETag", tag), *_VIEW_HEADERS, *headers, status=status)


def not_modified(tag: str, *headers: tuple[str, str]) -> Response:
    """304: the client has it already (RFC 9110, 15.4.5)."""
    return without_body(304, ("ETag", tag), *_VIEW_HEADERS, *headers)


def stream(events: Iterator[bytes], media_type: str, *headers: tuple[str, str]) -> Response:
    """An answer that is sent bit by bit, as long as there are any."""
    return Answer(events, 200, [("Content-Type", media_type), _NOT_TO_GUESS, *headers])


def no_content(*headers: tuple[str, str]) -> Response:
    """204: it is done, and there is nothing to show."""
    return without_body(204, ("Cache-Control", "no-store"), *headers)


def without_body(status: int, *headers: tuple[str, str]) -> Response:
    """No body, and so no word about one: caches would believe it (RFC 9110, 8.6; RFC 9111, 3.2)."""
    bare = Answer(status=status, headers=[*headers, _NOT_TO_GUESS])
    del bare.headers["Content-Type"]
    return bare


def problem_answer(problem: Problem) -> Response:
    """A refusal, with the headers of its own."""
    return answer(
        written(problem.body()),
        ("Cache-Control", "no-store"),
        *problem.headers.items(),
        status=problem.kind.status,
        media_type=PROBLEM,
    )


def next_page(path: str, **query: object) -> tuple[str, str]:
    """The `Link` to the page that follows (RFC 8288)."""
    names = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
    return ("Link", f'<{path}?{names}>; rel="next"')
