"""`/matches/{id}/hands/{n}/seal`: what a deal can be checked by. Nothing links to it."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import answer, without_body, written
from texas42_server.edge.intake import conditions, number_in_path, operation, query_of
from texas42_server.service import Context
from texas42_server.storage.players import Player

seals = Blueprint("seals", __name__)

# By viewer, and the viewer of a seat may change: no copy is good without asking.
_HEADERS = (("Vary", "Authorization"), ("Cache-Control", "private, no-cache"))


@seals.get("/matches/<match_id>/hands/<number>/seal")
@operation()
def seal(context: Context, asker: Player | None, match_id: str, number: str) -> Response:
    """The root of a hand, and the openings that whoever asks may see now."""
    shown = service.seal(context, match_id, number_in_path(number), asker)
    condition = conditions()
    query_of()
    headers = (("ETag", shown.tag), *_HEADERS)
    if condition.unchanged(shown.tag):
        return without_body(304, *headers)
    return answer(written(shown.body), *headers)
