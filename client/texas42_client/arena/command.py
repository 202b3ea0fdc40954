"""``t42 arena``: let two bots play many deals, and tell which is the stronger, and how surely."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from traceback import format_exception
from typing import Any

import click

from texas42_client.arena.forced import Forced
from texas42_client.arena.keeping import Keeper
from texas42_client.arena.over_http import HttpMatches
from texas42_client.arena.plan import DEALS, MATCHES, Plan, plan
from texas42_client.arena.playing import Mirror
from texas42_client.arena.report import report
from texas42_client.arena.telling import opening, table, verdict
from texas42_client.arena.workers import Game, rows
from texas42_client.bots.naming import make_ready
from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.wanted_rules import preset_options


def _contract(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        try:
            Forced.of(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value


@command(
    "arena",
    short_help="Let two bots play many deals, and tell which is stronger.",
    examples="""
    t42 arena strong simple --deals 1000 --seed 7 --jobs 2
    t42 arena strong@50w careful --contract 30     (the play alone, without the auction)
    t42 arena strong simple --save deals.jsonl     (and once more, to go on)
    t42 arena simple random --json | jq .share
    t42 arena simple 'python my_bot.py' --http --matches 20
    """,
)
@click.argument("first")
@click.argument("second")
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"How many deals, each played twice; {DEALS} unless said.",
)
@click.option("--seed", type=int, help="Play the deals of this number; without it, of any.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="So many processes. More than there are cores rob bots that think by the clock.",
)
@click.option(
    "--contract",
    callback=_contract,
    metavar="BID",
    help="No auction: whoever speaks first bids this in every deal (30 to 41, 1-mark, 2-marks),"
    " all others pass, and trump is the number with most tiles in that hand; then with its double,"
    " then with most pips beside it, then the higher one.",
)
@preset_options
@click.option(
    "--http",
    is_flag=True,
    help="Whole matches over HTTP, on a server of the arena's own, in place of deals played twice."
    " A bot may then be any command: it is started for each seat with T42_SERVER, T42_TOKEN,"
    " T42_MATCH and T42_SEAT.",
)
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"With --http: how many matches; {MATCHES} unless said.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep each finished deal there; the same command with the same file goes on.",
)
@click.option("--rows", "with_rows", is_flag=True, help="With --json: every deal's outcome, too.")
@pass_env
@click.pass_context
def arena(
    ctx: click.Context,
    env: Environment,
    /,
    first: str,
    second: str,
    save: Path | None,
    with_rows: bool,
    **asked: Any,
) -> None:
    """Let the bots FIRST and SECOND play pair against pair, and tell which is the stronger.

    Each deal is played at two tables: the same tiles from the same dealer, with the pairs swapped,
    so that what the tiles are worth falls to both bots alike. Each hand is played as the first of
    a match. A bot sees what a remote seat sees, and nothing else. What the figures mean:
    docs/arena.md.

    Bots are random, simple, careful and strong. strong@0.1s thinks for so many seconds a move at
    the most, strong@50w in so many worlds. Ctrl-C ends the arena and tells of what was played.
    """
    if with_rows and not env.json:
        raise click.UsageError("--rows is for --json: without it there is no place for them.")
    wanted = plan((first, second), save, **asked)
    make_ready(wanted.names, env.note)
    with Keeper(save, wanted.arena) as keeper:
        stopped = _play(env, wanted, keeper)
        done = [row for number, row in sorted(keeper.rows.items()) if number <= wanted.asked]
    if done:
        _tell(env, wanted, done, with_rows)
    if stopped:
        env.note(f"Stopped after {len(done):,} of {wanted.asked:,} {wanted.plays}.")
        kept = "What is played is kept: the same command goes on."
        env.note(kept if save else "With --save FILE the same command would go on from here.")
        ctx.exit(ExitStatus.INTERRUPTED)


def _play(env: Environment, wanted: Plan, keeper: Keeper) -> bool:
    """Play what the keeper does not have; whether Ctrl-C came before the end.

    Raises:
        ClientError: a bot or a process failed; what was finished before is kept.
    """
    missing = [number for number in range(1, wanted.asked + 1) if number not in keeper.rows]
    bar = click.progressbar(
        length=wanted.asked,
        label=wanted.plays.capitalize(),
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        show_pos=True,
    )
    try:
        with _game(env, wanted) as game, closing(rows(game, missing, wanted.jobs)) as found, bar:
            bar.update(wanted.asked - len(missing))
            for row in found:
                keeper.add(row)
                bar.update(1)
    except KeyboardInterrupt:
        return True
    except ClientError as error:
        if env.debug and error.__cause__ is not None:
            click.echo("".join(format_exception(error.__cause__)), err=True)
        if keeper.path is not None:
            env.note(f"What is played is kept: {len(keeper.rows):,} {wanted.plays}.")
        raise
    return False


@contextmanager
def _game(env: Environment, wanted: Plan) -> Iterator[Game]:
    """What is played, and the server that it takes."""
    rules, seed = wanted.arena["rules"], wanted.arena["seed"]
    if wanted.plays == "deals":
        yield Mirror(wanted.names, seed, rules, wanted.arena["contract"])
        return
    with HttpMatches(wanted.names, seed, rules, env.connect) as matches:
        yield matches


def _tell(env: Environment, wanted: Plan, done: list[Mapping[str, Any]], with_rows: bool) -> None:
    found = report(done)
    if env.json:
        told = {"arena": wanted.arena, "asked": wanted.asked, "unit": wanted.unit, **asdict(found)}
        env.show_json(told | ({"rows": done} if with_rows else {}))
        return
    for line in opening(wanted.arena, found.played):
        env.say(line)
    click.echo("\n" + "\n".join(table(found, wanted.names, wanted.unit)) + "\n")
    for line in verdict(found, wanted.names, wanted.unit):
        env.say(line)
