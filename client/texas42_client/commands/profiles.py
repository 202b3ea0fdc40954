"""Profiles: several players, on several servers, from one computer."""

from __future__ import annotations

import sys

import click

from texas42_client.command import TableGroup, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.text import clean, pad
from texas42_client.wire.secret import Secret


@click.group("profile", cls=TableGroup, short_help="Be several players, on several servers.")
def profile() -> None:
    """A profile is a player on a server, with the token that proves it.

    Each remembers its own current match. T42_SERVER with T42_TOKEN in the environment take the
    place of a profile.
    """


@profile.command("list", examples="t42 profile list")
@pass_env
def list_(env: Environment) -> None:
    """List the profiles; a star marks the one in use."""
    current = env.store.current()
    rows = [env.store.load(name) for name in env.store.names()]
    if env.json:
        env.show_json(
            {
                "profiles": [
                    {
                        "name": row.name,
                        "server": row.server,
                        "player": row.player,
                        "current": row.name == current,
                    }
                    for row in rows
                ]
            }
        )
        return
    for row in rows:
        star = "*" if row.name == current else " "
        click.echo(f"{star} {pad(row.name, 16)}  {pad(clean(row.player), 20)}  {row.server}")
    if not rows:
        click.echo("No profile yet. First step: t42 register NAME --server URL")


@profile.command("use", examples="t42 profile use ann")
@click.argument("name")
@pass_env
def use(env: Environment, name: str) -> None:
    """Speak as profile NAME from now on."""
    env.store.use(name)
    found = env.store.load(name)
    if env.json:
        env.show_json({"name": found.name, "server": found.server, "player": found.player})
    else:
        click.echo(f"You are {clean(found.player or name)} on {found.server}.")


@profile.command("add", examples="t42 profile add ann --server https://42.example.org < token.txt")
@click.argument("name")
@pass_env
def add(env: Environment, name: str) -> None:
    """Keep a token that you have from elsewhere as profile NAME.

    The token is asked for without showing it, or read from standard input; it is tried before it
    is kept. It must come from the server given with --server (or T42_SERVER).
    """
    from texas42_client.config import Profile, profile_name
    from texas42_client.origin import plain_http_note

    server = env.server or env.environ.get("T42_SERVER")
    if server is None:
        raise ClientError("Which server is the token from?", "Add --server URL.", ExitStatus.USAGE)
    if profile_name(name) in env.store.names():
        raise ClientError(
            f"There is a profile {name!r} already.",
            f"Forget it first: t42 profile remove {name}",
            ExitStatus.USAGE,
        )
    asked = sys.stdin.isatty()
    given = click.prompt("Token", hide_input=True) if asked else sys.stdin.readline()
    token = Secret(str(given).strip())
    with env.connect(server, token) as client:
        answer = client.me()
        player = answer.body.get("player") or answer.body.get("name")
        env.store.save(
            Profile(name=profile_name(name), server=client.server, player=player, token=token)
        )
    note = plain_http_note(client.server)
    if note:
        env.note(note)
    env.store.use(profile_name(name))
    env.show(answer, f"You are {clean(player)} on {client.server}.")


@profile.command("remove", examples="t42 profile remove ann --yes")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_env
def remove(env: Environment, name: str, yes: bool) -> None:
    """Forget profile NAME with its token. Its name on the server is lost with it."""
    found = env.store.load(name)
    if not yes:
        question = f"Forget {clean(found.player or name)} on {found.server} and the token?"
        click.confirm(question, abort=True, err=True)
    env.store.remove(name)
    if env.json:
        env.show_json({"removed": name})
    else:
        click.echo(f"Profile {name} is forgotten.")
