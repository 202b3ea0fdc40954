"""`/matches/{id}/record`: the finished hands to take along, as JSON or as text."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import JSON, answer, without_body
from texas42_server.edge.intake import accepted_types, conditions, operation, query_of
from texas42_server.service import Context
from texas42_server.storage.players import Player

portable = Blueprint("portable", __name__)

TEXT = "text/plain"
_WRITTEN = {JSON: JSON, TEXT: f"{TEXT}; charset=utf-8"}

_UNTIL_IT_CHANGES = ("Cache-Control", "no-cache")
_FOR_EVER = ("Cache-Control", "public, max-age=31536000, immutable")


@portable.get("/matches/<match_id>/record")
@operation(also=TEXT)
def record(context: Context, _: Player | None, match_id: str) -> Response:
    """The record in the form that is asked for, in JSON if either will do."""
    position = service.find(context, match_id)
    condition = conditions()
    query_of()
    form = accepted_types().best_match((JSON, TEXT), JSON)
    shown = service.record(position, as_text=form == TEXT)
    kept = _FOR_EVER if position.match.over else _UNTIL_IT_CHANGES
    headers = (("ETag", shown.tag), ("Vary", "Accept"), kept)
    if condition.unchanged(shown.tag):
        return without_body(304, *headers)
    return answer(shown.body, *headers, media_type=_WRITTEN[form])
