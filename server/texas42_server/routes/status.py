"""`/`, `/healthz` and `/readyz`: where things are, and whether they work."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import answer, written
from texas42_server.asking.problems import Problem
from texas42_server.edge.intake import operation, query_of
from texas42_server.service import Context
from texas42_server.storage.players import Player
from texas42_server.version import VERSION

status = Blueprint("status", __name__)

LINKS = {
    "players": "/players",
    "me": "/me",
    "my_matches": "/me/matches",
    "matches": "/matches",
    "rules": "/rules",
    "openapi_yaml": "/openapi.yaml",
    "openapi_json": "/openapi.json",
    "docs": "/docs",
    "healthz": "/healthz",
    "readyz": "/readyz",
}
_NOW = ("Cache-Control", "no-store")


@status.get("/")
@operation()
def index(_: Context, __: Player | None) -> Response:
    """Links to the rest."""
    query_of()
    presets = [preset["preset"] for preset in service.rules()["presets"]]
    body = {"name": "texas42", "version": VERSION, "presets": presets, "links": LINKS}
    return answer(written(body), ("Cache-Control", "no-cache"))


@status.get("/healthz")
@operation()
def healthz(_: Context, __: Player | None) -> Response:
    """Alive."""
    query_of()
    return answer(written({"status": "ok", "version": VERSION}), _NOW)


@status.get("/readyz")
@operation()
def readyz(context: Context, _: Player | None) -> Response:
    """Able to read and to append."""
    query_of()
    ready = context.database.ready()
    if ready.problem is not None:
        raise Problem("busy", ready.problem, {"Retry-After": "5"})
    body = {
        "status": "ready",
        "sqlite_version": ready.sqlite_version,
        "journal_mode": ready.journal_mode,
        "schema_version": ready.schema_version,
        "can_read": ready.can_read,
        "can_append": ready.can_append,
    }
    return answer(written(body), _NOW)
