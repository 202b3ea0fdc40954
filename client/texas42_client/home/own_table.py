"""A match on a server of one's own: every player is registered and seated over HTTP as anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.wire.api import Client

__all__ = ["register", "set_table", "take_kept_seats"]

MOST_NAMESAKES = 100


def register(stranger: Client, name: str) -> tuple[str, str]:
    """(name, token) of a new player; when the name is taken, with a number behind it."""
    for namesake in range(2, MOST_NAMESAKES):
        try:
            player = stranger.register(name).body
        except ApiProblem as problem:
            if problem.slug != "name-taken":
                raise
            name = f"{name.split(maxsplit=1)[0]} {namesake}"
            continue
        return player["player"], player["token"]
    raise ClientError(f"There are {MOST_NAMESAKES} players called {name.split()[0]} already.")


def set_table(owner: Client, name: str, rules: Mapping[str, Any], kept: Mapping[str, str]) -> str:
    """The id of a new match: its owner sits at A, the other seats are kept for these players."""
    body = {"name": name, "rules": dict(rules), "sit": "A", "invite": dict(kept)}
    return str(owner.create_match(body).body["id"])


def take_kept_seats(match: str, clients: Mapping[str, Client]) -> None:
    """Everybody takes the seat that is kept for them, unless they sit there already."""
    for seat, client in clients.items():
        if client.view(match).body["you"] is None:
            client.take_seat(match, seat)
