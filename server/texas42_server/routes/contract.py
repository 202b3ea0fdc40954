"""The contract, served: `openapi.yaml` as it stands in the project, and a page per problem."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

import yaml
from flask import Blueprint, Response

from texas42_server.answers import answer, written
from texas42_server.intake import operation, query_of
from texas42_server.players import Player
from texas42_server.problems import KINDS, Problem
from texas42_server.service import Context

contract = Blueprint("contract", __name__)

YAML = "application/yaml"
HTML = "text/html; charset=utf-8"
_CHECKED = ("Cache-Control", "no-cache")


@cache
def document() -> bytes:
    """`openapi.yaml`: inside the package once installed, two folders up in the source tree."""
    package = Path(__file__).parents[1]
    for folder in (package, package.parents[1]):
        if (path := folder / "openapi.yaml").exists():
            return path.read_bytes()
    raise FileNotFoundError("openapi.yaml is missing from this installation")


@cache
def _as_json() -> bytes:
    return written(yaml.safe_load(document()))


@contract.get("/openapi.yaml")
@operation(produces=YAML)
def openapi_yaml(_: Context, __: Player | None) -> Response:
    """The contract in YAML."""
    query_of()
    return answer(document(), _CHECKED, media_type=YAML)


@contract.get("/openapi.json")
@operation()
def openapi_json(_: Context, __: Player | None) -> Response:
    """The contract in JSON."""
    query_of()
    return answer(_as_json(), _CHECKED)


@contract.get("/problems/<slug>")
@operation(produces="text/html")
def problem_page(_: Context, __: Player | None, slug: str) -> Response:
    """What a problem type means."""
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("not-found", f"There is no such problem; there are: {', '.join(KINDS)}.")
    query_of()
    meaning = re.sub("`([^`]+)`", r"<code>\1</code>", escape(kind.meaning))
    page = (
        f'<!doctype html>\n<html lang="en">\n<title>{escape(kind.title)}</title>\n'
        f"<h1>{escape(kind.title)}</h1>\n"
        f"<p><code>{kind.slug}</code>, status {kind.status}</p>\n<p>{meaning}</p>\n"
    )
    return answer(page.encode(), _CHECKED, media_type=HTML)
