"""`/players` and `/me`: names and their tokens."""

from __future__ import annotations

from flask import Blueprint, Response, request

from texas42_server.asking import schemas
from texas42_server.asking.answers import answer, written
from texas42_server.asking.auth import invalid_token, new_token, presented_hash, token_hash
from texas42_server.asking.problems import Problem
from texas42_server.edge.intake import body_of, operation, query_of
from texas42_server.service import Context
from texas42_server.storage import players
from texas42_server.storage.players import NameTaken, Player

accounts = Blueprint("accounts", __name__)

_ONCE = ("Cache-Control", "no-store")


@accounts.post("/players")
@operation(token="ignored")
def register(context: Context, _: None) -> Response:
    """A new name, and the token that is shown this once."""
    name = body_of(schemas.PLAYER)["name"]
    token = new_token(context.random_bytes)
    try:
        with context.database.transaction() as db:
            player = players.register(db, name, token_hash(token), context.clock())
    except NameTaken:
        raise Problem(
            "name-taken", "Another player has this name, or one that differs in case alone."
        ) from None
    body = written({"player": player.name, "token": token})
    return answer(body, ("Location", "/me"), _ONCE, status=201)


@accounts.get("/me")
@operation(token="needed")
def me(_: Context, asker: Player) -> Response:
    """Who I am."""
    query_of()
    links = {"self": "/me", "matches": "/me/matches"}
    links |= {"token": "/me/token", "webhook": "/me/webhook"}
    return answer(
        written({"player": asker.name, "links": links}),
        ("Vary", "Authorization"),
        ("Cache-Control", "private, no-cache"),
    )


@accounts.post("/me/token")
@operation(token="needed")
def renew(context: Context, asker: Player) -> Response:
    """A new token; the old one dies when the new one is first used."""
    body_of(schemas.EMPTY)
    token = new_token(context.random_bytes)
    held = presented_hash(request.headers["Authorization"])
    with context.database.transaction() as db:
        # It may have died since it was looked at, and what is dead renews nothing.
        if not players.is_current(db, held):
            raise invalid_token()
        players.set_next_token(db, asker.key, token_hash(token))
    return answer(written({"player": asker.name, "token": token}), _ONCE, status=201)
