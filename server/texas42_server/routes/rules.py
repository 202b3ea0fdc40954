"""`/rules`: presets and settings."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import answer, written
from texas42_server.edge.intake import operation, query_of
from texas42_server.service import Context
from texas42_server.storage.players import Player

rules = Blueprint("rules", __name__)

_CHECKED = ("Cache-Control", "no-cache")


@rules.get("/rules")
@operation()
def all_rules(_: Context, __: Player | None) -> Response:
    """Every preset, and every setting with all that a form needs."""
    query_of()
    return answer(written(service.rules()), _CHECKED)


@rules.get("/rules/<preset>")
@operation()
def one_preset(_: Context, __: Player | None, preset: str) -> Response:
    """One preset, resolved."""
    body = written(service.preset(preset))
    query_of()
    return answer(body, _CHECKED)
