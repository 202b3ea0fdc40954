"""``t42 bot``: let a bot play the seats of a player."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Event
from types import FrameType

import click

from texas42_client.api import Client
from texas42_client.bots import BOTS
from texas42_client.bots.player import Turn
from texas42_client.bots.serving import SeatKeeper
from texas42_client.command import command, pass_env
from texas42_client.config import DEFAULT_SERVER, Profile, profile_name
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.origin import normal_server
from texas42_client.secret import Secret
from texas42_client.words import say_move

NO_CODE = "-"


@command(
    "bot",
    short_help="Let a bot play its seats.",
    examples="""
    t42 bot simple --name Hal --match ID --seat B --code CODE
    t42 bot simple --name Hal --match ID --seat B --code CODE --match ID2 --seat D --code -
    t42 bot random --profile hal --accept --stay
    """,
)
@click.argument("kind", type=click.Choice(sorted(BOTS)))
@click.option("--name", help="Play as this player; the name is registered if it is new.")
@click.option(
    "--match",
    "matches",
    multiple=True,
    metavar="ID",
    help="Take a seat in this match; may be said again.",
)
@click.option("--seat", "seats", multiple=True, metavar="SEAT", help="The seat to take there.")
@click.option(
    "--code",
    "codes",
    multiple=True,
    metavar="CODE",
    help=f"Its code, or {NO_CODE} for none.",
)
@click.option("--accept", is_flag=True, help="Take every seat that is kept for the player, too.")
@click.option("--stay", is_flag=True, help="Wait for more when all its matches have ended.")
@click.option("--seed", type=int, help="Make the bot's own choices repeatable.")
@pass_env
def bot(
    env: Environment,
    /,
    kind: str,
    name: str | None,
    accept: bool,
    stay: bool,
    seed: int | None,
    **named: tuple[str, ...],
) -> None:
    """Let the bot KIND play all seats of a player until their matches end.

    --match, --seat and --code may be said again for further seats. The bot lives through restarts
    of the server and lost connections. SIGTERM ends it with status 0,
    Ctrl-C with 130; started again it goes on where it was.
    """
    wanted = _wanted(**named)
    profile = env.profile if name is None else _profile(env, name)
    trace = env.note if env.debug else None
    client = Client(profile.server, profile.token, trace=trace, retries=0)
    with client, _stopped_by_sigterm() as stop:
        say = _quiet if env.json else click.echo
        player = client.me().body["player"]
        say(f"{kind} plays as {player} on {client.server}.")
        for match, seat, code in wanted:
            _sit(client, match, seat, code)
            say(f"Took seat {seat} in {match}.")
        keeper = SeatKeeper(client, kind, Random(seed), say=say, told=partial(_tell, env))
        keeper.run(stop, accept=accept, stay=stay)
        say("Told to stop; the seats are kept." if stop.is_set() else "All matches have ended.")


def _quiet(line: str) -> None:
    """With ``--json`` only the moves are told."""


def _tell(env: Environment, match: str, turn: Turn) -> None:
    view = turn.view
    if env.json:
        env.show_json({"match": match, "seat": view["you"], "move": dict(turn.move)})
    else:
        called = view["name"] or match[:8]
        click.echo(f"{called}, seat {view['you']}: {say_move(turn.move)}")


def _wanted(
    matches: tuple[str, ...], seats: tuple[str, ...], codes: tuple[str, ...]
) -> list[tuple[str, str, str | None]]:
    """(match, seat, code) for every seat to take."""
    if len(matches) != len(seats) or (codes and len(codes) != len(seats)):
        raise click.UsageError(
            f"{len(matches)} --match, {len(seats)} --seat and {len(codes)} --code do not go"
            f" together: give a seat for every match, and a code (or {NO_CODE}) for each or none."
        )
    given = codes or (NO_CODE,) * len(seats)
    return [
        (match, seat.upper(), None if code == NO_CODE else code)
        for match, seat, code in zip(matches, seats, given, strict=True)
    ]


def _profile(env: Environment, name: str) -> Profile:
    """The profile that keeps this player's token; a new name is registered, but not put in use."""
    called, store = profile_name(name), env.store
    known = called in store.names()
    server = env.server or env.environ.get("T42_SERVER")
    if known:
        profile = store.load(called)
        if server is not None and profile.server != normal_server(server):
            raise ClientError(
                f"{name} is a player on {profile.server}; its token goes nowhere else.",
                "Give the bot another --name on this server.",
                ExitStatus.USAGE,
            )
        return profile
    with env.connect(server or DEFAULT_SERVER) as client:
        answer = client.register(name)
        profile = Profile(
            name=called,
            server=client.server,
            player=answer.body["player"],
            token=Secret(answer.body["token"]),
        )
    store.save(profile)
    return profile


def _sit(client: Client, match: str, seat: str, code: str | None) -> None:
    """Take the seat, unless the player sits there already."""
    if client.view(match).body["you"] != seat:
        client.take_seat(match, seat, code)


@contextmanager
def _stopped_by_sigterm() -> Iterator[Event]:
    """An event that SIGTERM sets; the bot then leaves between two moves."""
    stop = Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)
