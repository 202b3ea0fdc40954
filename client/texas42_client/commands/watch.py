"""Following a match, politely: a conditional request now and then, seldomer while nothing moves."""

from __future__ import annotations

import time
from typing import Any

import click

from texas42_client import render
from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError, Unreachable
from texas42_client.exits import ExitStatus

ENDED = ("finished", "cancelled", "closed")
LONGEST_PAUSE = 15.0


@command(
    "watch",
    short_help="Follow the match until it is your turn.",
    examples="""
    t42 watch
    t42 watch --on      # go on when it is your turn
    t42 watch 9f1c --json
    """,
)
@click.argument("match", required=False)
@click.option("--on", "keep_on", is_flag=True, help="Go on when it is your turn.")
@click.option(
    "--interval",
    type=click.FloatRange(min=0.2),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="The pause after something has happened; it grows to 15 while nothing does.",
)
@pass_env
def watch(env: Environment, match: str | None, keep_on: bool, interval: float) -> None:
    """Tell what happens in MATCH as it happens, and stop when it is your turn.

    The server is asked with the tag of what you have, and answers 304 while nothing is new.
    """
    chosen = env.match_id(match)
    events, answer = env.look(chosen)
    view = answer.body
    _tell(env, answer, events, first=True)
    if _stop(view, keep_on):
        return
    pause = interval
    while not _stop(view, keep_on):
        time.sleep(pause)
        fresh = _ask(env, chosen, answer.etag)
        if fresh is None:
            pause = min(pause * 1.5, LONGEST_PAUSE)
            continue
        pause, answer, view = interval, fresh, fresh.body
        _tell(env, answer, env.since(chosen, answer), first=False)
    if not env.json:
        env.show_table(answer, [])


def _stop(view: dict[str, Any], keep_on: bool) -> bool:
    return view["status"] in ENDED or (
        not keep_on and view["you"] is not None and view["turn"] == view["you"]
    )


def _ask(env: Environment, match: str, etag: str | None) -> Any:
    """The new view, or None while nothing is new or the server is away or busy."""
    try:
        answer = env.client.view(match, etag)
    except Unreachable as error:
        env.note(f"{error.message} Trying on.")
        return None
    except ClientError as error:
        patient = (ExitStatus.BUSY, ExitStatus.QUOTA_EXCEEDED)
        if isinstance(error, ApiProblem) and error.exit_status in patient:
            return None
        raise
    return None if answer.not_modified else answer


def _tell(env: Environment, answer: Any, events: list[dict[str, Any]], *, first: bool) -> None:
    if env.json:
        click.echo(answer.text.rstrip("\n"))
    elif first:
        env.show_table(answer, events)
    else:
        for line in render.happened(events, answer.body):
            click.echo(line)
