"""A match on a server of one's own: every player is registered and seated over HTTP as anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.wanted_rules import explain, in_form, rules_body
from texas42_client.wire.api import Client

__all__ = [
    "USUAL_BOT",
    "names_for",
    "played_without",
    "register",
    "rules_at_home",
    "set_table",
    "take_kept_seats",
]

MOST_NAMESAKES = 100
NAMES = {
    "A": "Annie",
    "B": "Belle",
    "C": "Clyde",
    "D": "Dusty",
    "E": "Ellie",
    "F": "Frank",
    "G": "Grace",
}
USUAL_SEATS = 4
USUAL_BOT = "simple"
NEED_A_PARTNER = ("nello", "plunge", "splash")


def rules_at_home(preset: str | None, seats: int | None, settings: Sequence[str]) -> dict[str, Any]:
    """The rules of a table of one's own: the latest trick keeps who played what.

    At a table without partners what needs one is switched off, unless it was asked for.
    """
    asked = rules_body(preset, seats, settings) or "straight"
    rules = {"preset": asked} if isinstance(asked, str) else asked
    alone = dict.fromkeys(NEED_A_PARTNER, False) if _seats(rules) != USUAL_SEATS else {}
    return {"attributed_tricks": 1, **alone, **rules}


def played_without(rules: Mapping[str, Any], client: Client) -> str:
    """For the rules of a match: which contracts of its preset too few or too many play, if any."""
    if rules["seats"] == USUAL_SEATS:
        return ""
    had = client.rules(rules["preset"]).body["rules"]
    gone = [name for name in NEED_A_PARTNER if had[name] and not rules[name]]
    if not gone:
        return ""
    *others, last = gone
    if not others:
        return f"{last.capitalize()} needs partners, so four at the table: played without it."
    named = f"{', '.join(others)} and {last}".capitalize()
    return f"{named} need partners, so four at the table: played without them."


def names_for(rules: Mapping[str, Any]) -> dict[str, str]:
    """Seat -> who sits there, for every seat of the table."""
    return {seat: NAMES[seat] for seat in list(NAMES)[: _seats(rules)]}


def _seats(rules: Mapping[str, Any]) -> int:
    """How many sit down; nonsense is for the server to refuse."""
    seats = rules.get("seats", USUAL_SEATS)
    return seats if seats in range(2, len(NAMES) + 1) else USUAL_SEATS


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
    body = {"name": name, "rules": in_form(dict(rules), owner), "sit": "A", "invite": dict(kept)}
    try:
        return str(owner.create_match(body).body["id"])
    except ApiProblem as problem:
        explain(problem, owner, rules)
        raise


def take_kept_seats(match: str, clients: Mapping[str, Client]) -> None:
    """Everybody takes the seat that is kept for them, unless they sit there already."""
    for seat, client in clients.items():
        if client.view(match).body["you"] is None:
            client.take_seat(match, seat)
