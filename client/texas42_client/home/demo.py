"""``t42 demo``: four bots play a match on a server of their own, printed as it goes."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import click

from texas42_client.bots import BOTS
from texas42_client.bots.player import Player
from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.home.own_table import register, set_table, take_kept_seats
from texas42_client.table.facts import Facts
from texas42_client.table.narrator import Narrator
from texas42_client.table.people import People
from texas42_client.wire.api import Client

NAMES = {"A": "Annie", "B": "Belle", "C": "Clyde", "D": "Dusty"}
OWNER = "A"
RULES = {"preset": "straight", "attributed_tricks": 1}


@command(
    "demo",
    short_help="Watch four bots play a match.",
    examples="""
    t42 demo
    t42 demo --json | jq .result      (every hand as a line of JSON)
    """,
)
@click.option("--seed", type=int, help="Make the bots' own choices repeatable; the deal never is.")
@pass_env
def demo(env: Environment, seed: int | None) -> None:
    """Four bots play a match to its end, over HTTP, on a server that lives as long as they do."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="t42-demo-"))
        server = stack.enter_context(EmbeddedServer(Path(folder) / "demo.db"))
        watcher = stack.enter_context(env.connect(server.url))
        tokens = {seat: register(watcher, name)[1] for seat, name in NAMES.items()}
        clients = {s: stack.enter_context(env.connect(server.url, t)) for s, t in tokens.items()}
        others = {seat: name for seat, name in NAMES.items() if seat != OWNER}
        match = set_table(clients[OWNER], "demo", RULES, others)
        take_kept_seats(match, clients)
        chance = Random(seed)
        players = {s: Player(c, match, BOTS["simple"](chance)) for s, c in clients.items()}
        _play(env, match, players, watcher)


def _play(env: Environment, match: str, players: Mapping[str, Player], watcher: Client) -> None:
    """Whoever is on turn moves, until nobody is; the watcher, a spectator, tells of it."""
    view, seen, told = watcher.view(match).body, 0, 0
    if not env.json:
        click.echo(_opening(view))
    narrator = Narrator(view, env.style)
    while True:
        events = watcher.events(match, after=seen).body["events"]
        if events:
            seen = events[-1]["seq"]
        if env.json:
            told = _tell_hands(env, match, watcher, events, told)
        else:
            for line in narrator.tell(events):
                click.echo(line)
        if view["turn"] is None:
            return
        players[view["turn"]].take_turn()
        view = watcher.view(match).body


def _opening(view: Mapping[str, Any]) -> str:
    """Who is about to play with whom, and how far."""
    people = People(view)
    ours, theirs = (people.side(side).replace(" & ", " and ") for side in people.sides)
    return f"Four bots play to {Facts(view).target()} marks: {ours} against {theirs}."


def _tell_hands(
    env: Environment, match: str, watcher: Client, events: list[Mapping[str, Any]], told: int
) -> int:
    """Print the hands that have ended, each with every played tile; how many are told now."""
    for entry in events:
        for consequence in entry.get("then") or ():
            if consequence["type"] == "hand_over":
                told += 1
                env.show_json(watcher.hand(match, consequence["number"]).body)
    return told
