"""The contract, served: `openapi.yaml` as it stands in the project, and pages for people."""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response

from texas42_server.asking.answers import answer, without_body, written
from texas42_server.asking.problems import KINDS, Problem
from texas42_server.edge import pages
from texas42_server.edge.intake import conditions, operation, query_of
from texas42_server.operating.security import PAGE_HEADERS
from texas42_server.service import Context
from texas42_server.storage.players import Player

contract = Blueprint("contract", __name__)

YAML = "application/yaml"
HTML = "text/html; charset=utf-8"
_CHECKED = ("Cache-Control", "no-cache")


@cache
def _as_json() -> bytes:
    return written(pages.contract())


@cache
def _asset(name: str) -> tuple[bytes, str]:
    """The bytes of a file that pages load, and their tag."""
    body = pages.ASSETS[name].read()
    return body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


@contract.get("/openapi.yaml")
@operation(produces=YAML)
def openapi_yaml(_: Context, __: Player | None) -> Response:
    """The contract in YAML."""
    query_of()
    return answer(pages.document(), _CHECKED, media_type=YAML)


@contract.get("/openapi.json")
@operation()
def openapi_json(_: Context, __: Player | None) -> Response:
    """The contract in JSON."""
    query_of()
    return answer(_as_json(), _CHECKED)


@contract.get("/docs")
@operation(produces="text/html")
def docs(_: Context, __: Player | None) -> Response:
    """The contract as a page, to read and to try."""
    query_of()
    return answer(pages.documentation(), _CHECKED, *PAGE_HEADERS, media_type=HTML)


@contract.get("/docs/<file>")
@operation(produces="*/*")
def docs_file(_: Context, __: Player | None, file: str) -> Response:
    """What the pages load."""
    if file not in pages.ASSETS:
        raise Problem("not-found", f"The pages load {', '.join(pages.ASSETS)}.")
    condition = conditions()
    query_of()
    body, tag = _asset(file)
    headers = (("ETag", tag), _CHECKED)
    if condition.unchanged(tag):
        return without_body(304, *headers)
    return answer(body, *headers, media_type=pages.ASSETS[file].media_type)


@contract.get("/problems/<slug>")
@operation(produces="text/html")
def problem_page(_: Context, __: Player | None, slug: str) -> Response:
    """What a problem type means."""
    if slug not in KINDS:
        raise Problem("not-found", f"There is no such problem; there are: {', '.join(KINDS)}.")
    query_of()
    return answer(pages.problem(slug), _CHECKED, *PAGE_HEADERS, media_type=HTML)
