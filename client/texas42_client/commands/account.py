"""Taking a name, changing the token, asking who one is."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from texas42_client.command import TableGroup, command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.table.text import clean
from texas42_client.wire.secret import Secret

if TYPE_CHECKING:
    from texas42_client.config import Profile
    from texas42_client.wire.api import Answer, Client

KEPT = "kept in the profile, not shown"


@command(
    "register",
    short_help="Take a name on a server.",
    examples="""
    t42 register ann --server https://42.example.org
    t42 register "Ann Lee" --as ann2
    """,
)
@click.argument("name")
@click.option("--as", "as_", metavar="PROFILE", help="Call the profile so, not like the player.")
@pass_env
def register(env: Environment, name: str, as_: str | None) -> None:
    """Take NAME as your name on a server and keep the token in a new profile.

    The server is --server, else T42_SERVER, else that of the profile in use, else this computer.
    The token is a password: whoever has it is you, and a lost one is a lost name. It is kept in a
    file that only you can read.
    """
    from texas42_client.config import DEFAULT_SERVER, Profile, profile_name
    from texas42_client.files import private_folder
    from texas42_client.origin import plain_http_note

    store, current = env.store, env.store.current()
    server = env.server or env.environ.get("T42_SERVER")
    if server is None:
        server = store.load(env.profile_name or current).server if current else DEFAULT_SERVER
    profile = profile_name(as_ or name)
    if profile in store.names():
        raise _known_here(store.load(profile), name)
    private_folder(store.folder)
    with env.connect(server) as client:
        answer = _take(client, name)
        store.save(
            Profile(
                name=profile,
                server=client.server,
                player=answer.body["player"],
                token=Secret(answer.body["token"]),
            )
        )
        store.use(profile)
    note = plain_http_note(client.server)
    if note:
        env.note(note)
    if env.json:
        env.show_json({**answer.body, "token": KEPT})
        return
    click.echo(f"You are {answer.body['player']} on {client.server} (profile {profile}).")
    click.echo("Next: t42 new sets a table, t42 matches --open lists those that wait.")


def _take(client: Client, name: str) -> Answer:
    """Register; a name whose token got lost with the answer is gone, and the player is told so."""
    try:
        return client.register(name)
    except Unreachable as error:
        if error.sent:
            error.hint = (
                f"Whether {clean(name)} was registered is not known. Try again; if the name is "
                "taken then, you took it now, and its token is lost: choose another."
            )
        raise
    except ApiProblem as problem:
        if problem.exit_status is ExitStatus.NAME_TAKEN:
            problem.hint = (
                "Names are given once; choose another. (If your last try got no answer, "
                "this player may be you, but the token is lost.)"
            )
        raise


def _known_here(found: Profile, name: str) -> ClientError:
    again = shlex.quote(name)
    return ClientError(
        f"There is a profile {found.name!r} already: {clean(found.player)} on {found.server}.",
        f"To be that player: t42 profile use {found.name}   "
        f"To keep a new one under another name: t42 register {again} --as OTHER",
        ExitStatus.USAGE,
    )


@click.group("token", cls=TableGroup, short_help="Change your token.")
def token() -> None:
    """Change the token that proves who you are."""


@token.command("rotate", examples="t42 token rotate")
@pass_env
def rotate(env: Environment) -> None:
    """Get a new token and keep it in the profile; the old one dies.

    Nothing is lost when the answer gets lost: the old token works until the new one is used.
    """
    profile = env.profile
    if profile.name not in env.store.names():
        raise ClientError(
            "The token in T42_TOKEN is not kept by this program, so it cannot be changed here.",
            "Keep it first: t42 profile add NAME --server URL",
            ExitStatus.USAGE,
        )
    with env.store.held(profile.name):
        profile = env.store.load(profile.name)  # another terminal may have changed it just now
        with env.connect(profile.server, profile.token) as client:
            answer = client.rotate_token()
        fresh = replace(profile, token=Secret(answer.body["token"]))
        env.store.save(fresh)
        with env.connect(fresh.server, fresh.token) as client:
            client.me()
    if env.json:
        env.show_json({**answer.body, "token": KEPT})
    else:
        click.echo(f"The profile {profile.name} has a new token; the old one is dead.")


@command("whoami", short_help="Ask the server who you are.", examples="t42 whoami --profile ann")
@pass_env
def whoami(env: Environment) -> None:
    """Ask the server whose token this is."""
    answer = env.client.me()
    player = answer.body.get("player") or answer.body.get("name")
    env.show(answer, f"{player} on {env.profile.server} (profile {env.profile.name})")
