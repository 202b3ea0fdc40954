"""``t42 bot``: let a bot play the seats of a player."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import click

from texas42_client.bots.naming import longest_thought, make_ready
from texas42_client.command import command, pass_env
from texas42_client.config import DEFAULT_SERVER, Profile, profile_name
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.origin import normal_server
from texas42_client.serving.accepting import ANY, Accept
from texas42_client.serving.delay import Delay
from texas42_client.serving.keeper import SeatKeeper
from texas42_client.serving.kind import as_kind, kinds
from texas42_client.serving.player import Turn
from texas42_client.serving.stopping import Stopped, stopped_by_sigterm
from texas42_client.table.words import say_move
from texas42_client.thinking.chance import Chance
from texas42_client.wire.api import Client
from texas42_client.wire.secret import Secret

NO_CODE = "-"
LEAST_DELAY_S, BEYOND_THOUGHT_S = 0.5, 0.3


def _words(ctx: click.Context, option: click.Parameter, value: str | None) -> list[str]:
    """The words between commas."""
    words = [] if value is None else [word.strip() for word in value.split(",")]
    if not all(words):
        raise click.BadParameter(f"{value!r} has an empty place; names go between commas.")
    return words


def _delay(ctx: click.Context, option: click.Parameter, value: str | None) -> Delay | None:
    try:
        return None if value is None else Delay.of(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@command(
    "bot",
    short_help="Let a bot play its seats.",
    examples="""
    t42 bot simple --name Hal --match ID --seat B --code CODE
    t42 bot simple --name Hal --match ID --seat B --code CODE --match ID2 --seat D --code -
    t42 bot random --profile hal --accept --stay
    t42 bot simple --profile hal --accept --from ann,bob --at-most 10 --delay 1-4 --stay
    """,
)
@click.argument("kind", callback=as_kind, shell_complete=kinds)
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
@click.option(
    "--rules",
    callback=_words,
    metavar="PRESETS",
    help=f"Accept seats in matches by these rules only, between commas; {ANY} is the default.",
)
@click.option(
    "--from",
    "owners",
    callback=_words,
    metavar="NAMES",
    help="Accept seats in matches of these players only, between commas.",
)
@click.option(
    "--at-most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Accept seats only while it plays fewer than so many matches.",
)
@click.option(
    "--delay",
    callback=_delay,
    metavar="SECONDS",
    help="Answer so long after the turn has come, whatever the hand is; 1-4 is anything between."
    " If nothing is said half a second, or a little more than the bot may think.",
)
@click.option("--stay", is_flag=True, help="Wait for more when all its matches have ended.")
@click.option("--seed", type=int, help="Choose by this number, not by the profile's secret.")
@pass_env
def bot(  # noqa: PLR0913, PLR0917 - one for each option
    env: Environment,
    /,
    kind: str,
    name: str | None,
    delay: Delay | None,
    stay: bool,
    seed: int | None,
    accept: bool,
    rules: list[str],
    owners: list[str],
    at_most: int | None,
    **named: tuple[str, ...],
) -> None:
    """Let the bot KIND play all seats of a player until their matches end.

    KIND is random, simple, careful or strong. strong@0.1s thinks for so many seconds a move at the
    most, strong@50w in so many worlds.

    --match, --seat and --code may be said again for further seats. One bot serves any number of
    matches with one question that waits at the server. It lives through restarts of the server and
    lost connections, and a match that fails does not stop the others. SIGTERM ends it with
    status 0, Ctrl-C with 130; started again it goes on where it was.

    What a bot leaves to chance follows from the match, the seat, the version and a secret that is
    kept with the profile: its owner can have it again, and nobody else foresees it.
    """
    wanted = _wanted(**named)
    terms = _terms(accept, rules, owners, at_most)
    profile = env.profile if name is None else _profile(env, name)
    trace = env.note if env.debug else None
    say = _quiet if env.json else click.echo
    make_ready([kind], env.note)
    with (
        stopped_by_sigterm() as stop,
        Client(profile.server, profile.token, trace=trace, retries=0, pause=stop.sleep) as client,
    ):
        say(f"{kind} plays as {client.me().body['player']} on {client.server}.")
        with suppress(Stopped):
            for match, seat, code in wanted:
                _sit(client, match, seat, code)
                say(f"Took seat {seat} in {match}.")
        told, chance = partial(_tell, env), _chance(env, profile, seed)
        keeper = SeatKeeper(
            client,
            kind,
            chance,
            delay=delay or _usual_delay(kind),
            accept=terms,
            say=say,
            told=told,
        )
        keeper.run(stop, stay=stay)
        say("Told to stop; the seats are kept." if stop.is_set() else "All matches have ended.")


def _usual_delay(kind: str) -> Delay:
    """Longer than it thinks, so that an answer's time tells nothing of the hand."""
    seconds = max(LEAST_DELAY_S, longest_thought(kind) + BEYOND_THOUGHT_S)
    return Delay(seconds, seconds)


def _chance(env: Environment, profile: Profile, seed: int | None) -> Chance:
    """Of the seed if one was given, else of the profile's secret: the same after a restart."""
    if seed is not None:
        return Chance.of_seed(seed)
    return Chance.of_secret(env.store.chances(profile.name).reveal())


def _terms(
    accept: bool,
    rules: list[str],
    owners: list[str],
    at_most: int | None,
) -> Accept | None:
    """Which kept seats to take."""
    if accept:
        return Accept.of(rules, owners, at_most)
    if rules or owners or at_most:
        raise click.UsageError(
            "--rules, --from and --at-most say which kept seats are taken: add --accept."
        )
    return None


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
