"""Looking at the table, the tiles, the moves, the past and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from texas42_client.command import command, match_option, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table import lists, render, settings
from texas42_client.table.facts import Facts

if TYPE_CHECKING:
    from texas42_client.wire.api import Client

SHOWN_ENTRIES = 40


@command(
    "show",
    short_help="Draw the table.",
    examples="""
    t42 show
    t42 show friday --plain
    t42 show 9f1c --json | jq .turn
    """,
)
@click.argument("match", required=False)
@pass_env
def show(env: Environment, match: str | None) -> None:
    """Draw the table of MATCH, or of the current one, and tell what happened since you looked."""
    events, answer = env.look(env.match_id(match))
    env.show_table(answer, events)


@command("hand", short_help="Show your tiles.", examples="t42 hand")
@click.argument("match", required=False)
@pass_env
def hand(env: Environment, match: str | None) -> None:
    """Show your tiles, and the numbers of those that you may play."""
    answer = env.glance(env.match_id(match))
    none = env.style.laid(Facts(answer.body).no_tiles())
    env.show(answer, render.hand(answer.body, env.style) or none)


@command("legal", short_help="List what you may do now.", examples="t42 legal")
@click.argument("match", required=False)
@pass_env
def legal(env: Environment, match: str | None) -> None:
    """List the moves that the server would take from you now."""
    answer = env.glance(env.match_id(match))
    none = env.style.laid(Facts(answer.body).no_moves())
    env.show(answer, render.moves(answer.body, env.style) or none)


@command(
    "log",
    short_help="Tell what happened.",
    examples="""
    t42 log
    t42 log friday --all
    t42 log --after 120 --json
    """,
)
@click.argument("match", required=False)
@click.option("--after", type=click.IntRange(min=0), metavar="SEQ", help="Only what came later.")
@click.option("--all", "everything", is_flag=True, help="From the beginning.")
@pass_env
def log(env: Environment, match: str | None, after: int | None, everything: bool) -> None:
    """Tell what happened in MATCH, the latest last.

    While a hand is on, plays of tricks that lie face down, or whose order the table does not keep,
    are told without seat and tile.
    """
    chosen = env.match_id(match)
    view = env.client.view(chosen).body
    if after is None:
        after = 0 if everything else max(0, int(view["version"]) - SHOWN_ENTRIES)
    events, version = env.feed(chosen, after)
    if env.json:
        env.show_json({"events": events, "version": version})
    else:
        click.echo(lists.log(events, view, env.style))


@command(
    "hands",
    short_help="List the finished hands, or show one.",
    examples="""
    t42 hands
    t42 hands 3
    """,
)
@click.argument("number", required=False, type=click.IntRange(min=1))
@match_option
@pass_env
def hands(env: Environment, number: int | None, match: str | None) -> None:
    """List the finished hands; with NUMBER, one of them with every tile that was played."""
    chosen = env.match_id(match)
    view = env.client.view(chosen).body
    if number is None:
        rows = env.whole(env.client.hands(chosen), "hands")
        env.show_list("hands", rows, lists.hands(rows, view, env.style))
    else:
        answer = env.client.hand(chosen, number)
        env.show(answer, lists.hand_record(answer.body, view, env.style))


@command(
    "rules",
    short_help="Explain presets and settings.",
    examples="""
    t42 rules
    t42 rules family
    t42 rules nello_doubles
    t42 rules --match friday
    """,
)
@click.argument("name", required=False, metavar="[PRESET|SETTING]")
@click.option("-m", "--match", metavar="MATCH", help="The rules of this match.")
@pass_env
def rules(env: Environment, name: str | None, match: str | None) -> None:
    """Explain the presets and settings of the server, or what one of them changes.

    A PRESET is told by what it changes of straight, a match by what it changes of its preset and
    that of straight, a SETTING by all that it may be. Without a profile and --server the rules
    are those of this program.
    """
    if name is not None and match is not None:
        raise click.UsageError("A name and --match are two questions: ask one at a time.")
    with _whoever_knows(env, match) as client:
        answer = client.rules()
        columns = min(settings.WIDTH, env.style.columns or settings.WIDTH)
        if match is not None:
            mine = client.view(env.match_id(match)).body["rules"]
            _show(env, mine, settings.say_rules(mine, answer.body, columns))
        elif name is None:
            env.show(answer, settings.rules_page(answer.body, columns))
        else:
            _explain(env, client, name, answer.body, columns)


@contextmanager
def _whoever_knows(env: Environment, match: str | None) -> Iterator[Client]:
    """The server that was named or is the profile's; for whoever has none yet, one of their own."""
    try:
        client = env.client
    except ClientError as error:
        wanted = env.profile_name or match
        if error.exit_status is not ExitStatus.NO_PROFILE or wanted is not None:
            raise
    else:
        yield client
        return
    from tempfile import TemporaryDirectory

    from texas42_client.home.embedded import EmbeddedServer

    with (
        TemporaryDirectory(prefix="t42-rules-") as folder,
        EmbeddedServer(Path(folder) / "rules.db") as server,
        env.connect(server.url) as stranger,
    ):
        yield stranger


def _explain(
    env: Environment, client: Client, name: str, everything: dict[str, Any], columns: int
) -> None:
    """One setting or preset; of a name that is neither, which were perhaps meant."""
    rows = {row["name"]: row for row in everything["settings"]}
    if name in rows:
        _show(env, rows[name], settings.say_setting(rows[name], columns))
        return
    try:
        answer = client.rules(name)
    except ApiProblem as problem:
        presets = [str(row["preset"]) for row in everything["presets"]]
        near = get_close_matches(name, [*presets, *rows], 2, 0.5)
        meant = f"Did you mean {' or '.join(near)}? " if near else ""
        if problem.exit_status is ExitStatus.NOT_FOUND:
            problem.message = f"{name!r} is neither a preset nor a setting."
        problem.hint = f"{meant}All presets and settings: t42 rules"
        raise
    env.show(answer, settings.say_preset(name, everything, columns))


def _show(env: Environment, value: object, text: str) -> None:
    """A part of an answer as JSON with ``--json``, else the text."""
    if env.json:
        env.show_json(value)
    else:
        click.echo(text)
