"""`/me/webhook`: being told of a turn without asking."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking import schemas
from texas42_server.asking.answers import answer, no_content, written
from texas42_server.edge.intake import asked, body_of, operation, query_of
from texas42_server.service import Context
from texas42_server.storage.players import Player

webhook = Blueprint("webhook", __name__)

_OWN = ("Cache-Control", "no-store")


@webhook.put("/me/webhook")
@operation(token="needed")
def put(context: Context, asker: Player) -> Response:
    """Set it; the secret is shown when it is new."""
    is_new, shown = service.put_webhook(context, asker, asked(asker).json())
    return answer(written(shown), _OWN, status=201 if is_new else 200)


@webhook.get("/me/webhook")
@operation(token="needed")
def show(context: Context, asker: Player) -> Response:
    """How it stands."""
    query_of()
    return answer(written(service.webhook(context, asker)), _OWN)


@webhook.delete("/me/webhook")
@operation(token="needed")
def remove(context: Context, asker: Player) -> Response:
    """Be told nothing more."""
    body_of(schemas.EMPTY)
    service.remove_webhook(context, asker)
    return no_content()


@webhook.post("/me/webhook/test")
@operation(token="needed")
def test(context: Context, asker: Player) -> Response:
    """Have a message sent that says nothing."""
    body_of(schemas.EMPTY)
    shown = service.try_webhook(context, asker)
    return answer(written(shown), ("Location", "/me/webhook/deliveries"), _OWN, status=202)


@webhook.get("/me/webhook/deliveries")
@operation(token="needed")
def deliveries(context: Context, asker: Player) -> Response:
    """What was sent, or not, the newest first."""
    limit = query_of(schemas.DELIVERIES)["limit"]
    told = service.deliveries(context, asker, limit)
    return answer(written({"deliveries": told}), _OWN)
