"""What the server writes on standard error: JSON lines, or plain ones at a terminal.

A line says when, how grave, what happened and in which request. It never holds a token, a code, a
tile, a body, a path or a query: requests are named by their route template.
"""

from __future__ import annotations

import logging
import re
import sys
from random import Random
from typing import IO, Any

import orjson
import structlog
from flask import has_request_context, request

FORMATS = ("auto", "json", "plain")

REQUEST_ID = "texas42.request-id"
"""Where the environment of a request keeps its id."""

_REQUEST_ID = re.compile(r"(?!.*t42_)[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

_bits = Random().getrandbits  # to tell requests apart, not to keep a secret
_log = logging.getLogger("texas42_server.requests")


def request_id(given: str | None) -> str:
    """The id that the request came with if it is well-formed, or a new one.

    Well-formed is 8 to 64 letters, digits, `.`, `_` and `-`, and nothing that looks like a token.
    """
    if given is not None and _REQUEST_ID.fullmatch(given):
        return given
    return f"{_bits(64):016x}"


def request_done(
    identity: str, route: str, method: str, status: str, seconds: float, client: str
) -> None:
    """One line for a request: `info` where it changed something or was refused, else `debug`."""
    reading = method in ("GET", "HEAD") and status < "4"
    level = logging.DEBUG if reading else logging.INFO
    if _log.isEnabledFor(level):
        facts = {
            "method": method,
            "route": route,
            "status": int(status[:3]),
            "ms": round(seconds * 1000, 1),
            "client": client,
            "request_id": identity,
        }
        _log.log(level, "request", extra=facts)


def configure(level: str, style: str = "auto", stream: IO[str] | None = None) -> None:
    """Send all log records to `stream` (standard error), as the operator wishes.

    `level` is one of `config.LOG_LEVELS`, `style` one of `FORMATS`: `auto` is plain on a terminal.
    """
    stream = stream or sys.stderr
    plain = style == "plain" or (style == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(plain, stream.isatty()))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def _formatter(plain: bool, colors: bool) -> logging.Formatter:
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _add_request_id,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = (
        structlog.dev.ConsoleRenderer(colors=colors)
        if plain
        else structlog.processors.JSONRenderer(serializer=_json)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )


def _add_request_id(_: Any, __: str, facts: dict[str, Any]) -> dict[str, Any]:
    if has_request_context():
        facts["request_id"] = request.environ[REQUEST_ID]
    return facts


def _json(facts: Any, **_: Any) -> str:
    return orjson.dumps(facts, default=str).decode()
