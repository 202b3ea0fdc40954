"""``t42 demo``: bots play a match on a server of their own, printed as it goes."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from texas42_client.bots.naming import make_ready, parse_bot
from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.home.own_table import (
    USUAL_BOT,
    names_for,
    played_without,
    register,
    rules_at_home,
    set_table,
    take_kept_seats,
)
from texas42_client.serving.kind import bots_option
from texas42_client.serving.player import Player, Turn
from texas42_client.table.facts import Facts
from texas42_client.table.narrator import Narrator
from texas42_client.table.people import People
from texas42_client.thinking.chance import Chance
from texas42_client.wanted_rules import rules_options
from texas42_client.wire.api import Client

OWNER = "A"
WIDTH = 79
NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}


@command(
    "demo",
    short_help="Watch bots play a match.",
    examples="""
    t42 demo
    t42 demo --rules family
    t42 demo --seats 3 --set target=3
    t42 demo --bots strong@0.1s       (who think a tenth of a second about each move)
    t42 demo --json | jq .result      (every hand as a line of JSON)
    """,
)
@rules_options
@bots_option
@click.option("--seed", type=int, help="Make the bots' own choices repeatable; the deal never is.")
@pass_env
def demo(
    env: Environment,
    preset: str | None,
    seats: int | None,
    settings: tuple[str, ...],
    bots: str | None,
    seed: int | None,
) -> None:
    """Bots play a match to its end, over HTTP, on a server that lives as long as they do.

    By any rules: those of a preset, at a table of any size, with settings changed.
    """
    wanted = rules_at_home(preset, seats, settings)
    kind = bots or USUAL_BOT
    make_ready([kind], env.note)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="t42-demo-"))
        server = stack.enter_context(EmbeddedServer(Path(folder) / "demo.db"))
        watcher = stack.enter_context(env.connect(server.url))
        tokens = {seat: register(watcher, name)[1] for seat, name in names_for(wanted).items()}
        clients = {s: stack.enter_context(env.connect(server.url, t)) for s, t in tokens.items()}
        others = {seat: name for seat, name in names_for(wanted).items() if seat != OWNER}
        match = set_table(clients[OWNER], "demo", wanted, others)
        take_kept_seats(match, clients)
        chance = Chance.of_seed(seed)
        players = {s: Player(c, match, parse_bot(kind)(chance)) for s, c in clients.items()}
        _play(env, match, players, watcher)


def _play(env: Environment, match: str, players: Mapping[str, Player], watcher: Client) -> None:
    """Whoever is on turn moves, until nobody is; the watcher, a spectator, tells of it."""
    view, seen, told = watcher.view(match).body, 0, 0
    turn: Turn | None = None
    if not env.json:
        width = min(WIDTH, env.style.columns or WIDTH)
        for line in filter(None, (_opening(view), played_without(view["rules"], watcher))):
            click.echo(click.wrap_text(line, width))
    narrator = Narrator(view, env.style)
    while True:
        events = [_as_played(e, turn) for e in watcher.events(match, after=seen).body["events"]]
        if events:
            seen = events[-1]["seq"]
        if env.json:
            told = _tell_hands(env, match, watcher, events, told)
        else:
            for line in narrator.tell(events):
                click.echo(line)
        if view["turn"] is None:
            return
        turn = players[view["turn"]].take_turn()
        view = watcher.view(match).body


def _as_played(entry: Mapping[str, Any], turn: Turn | None) -> Mapping[str, Any]:
    """The entry of the move just made; a trick that is face down at once has no tiles any more."""
    if entry["type"] != "play" or turn is None:
        return entry
    return {**entry, **turn.move, "seat": turn.view["you"]}


def _opening(view: Mapping[str, Any]) -> str:
    """Who is about to play with whom, and how far."""
    people = People(view)
    sides = [people.side(side).replace(" & ", " and ") for side in people.sides]
    who = NUMBERS[len(view["seats"])]
    if len(sides) < len(view["seats"]):
        return f"{who} bots play to {Facts(view).goal()}: {' against '.join(sides)}."
    alone = f"{', '.join(sides[:-1])} and {sides[-1]}"
    return f"{who} bots play to {Facts(view).goal()}, each alone: {alone}."


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
