"""Stepping through the record of a match."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.home.records import Moment, RecordedMatch, read
from texas42_client.table import render
from texas42_client.table.narrator import Narrator
from texas42_client.table.text import clean

KEYS = "any key: on   b: back   h: next hand   q: leave"


@command(
    "replay",
    short_help="Step through a record, trick by trick.",
    examples="""
    t42 replay friday.t42
    t42 record friday | t42 replay -
    t42 replay friday.t42 --all
    """,
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--all", "everything", is_flag=True, help="Print the whole match, a trick a line.")
@pass_env
def replay(env: Environment, file: str, everything: bool) -> None:
    """Play the record in FILE again on the screen, a trick with each key; - is standard input.

    The record is checked by the rules first: one that cannot have happened is refused, with the
    line and the column. Into a pipe the whole match is printed, and with --json the record itself
    in its JSON form.
    """
    match = read(name_of(file), content(file))
    if env.json:
        env.show_json(match.json)
    elif everything or not sys.stdout.isatty():
        _print(env, match)
    else:
        with keys() as pressed:
            step(env, list(match.moments()), pressed)


def name_of(file: str) -> str:
    """What to call the file that was named."""
    return "standard input" if file == "-" else file


def content(file: str) -> bytes:
    """What a file holds, or with - standard input.

    Raises :class:`ClientError` (UNREADABLE_RECORD) where it cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise ClientError(
            f"{file} cannot be read: {error.strerror or error}.",
            "A record: t42 record MATCH -o FILE",
            ExitStatus.UNREADABLE_RECORD,
        ) from None


def _print(env: Environment, match: RecordedMatch) -> None:
    """The match told hand by hand."""
    heading = ", ".join(clean(match.json[fact]) for fact in ("event", "date") if match.json[fact])
    if heading:
        click.echo(heading)
    for line in Narrator(match.view, env.style).tell(match.events):
        click.echo(line)


@contextmanager
def keys() -> Iterator[Iterator[str]]:
    """The keys that are pressed at the terminal, each at once and unseen."""
    with ExitStack() as stack:
        terminal = sys.stdin.fileno()
        if not os.isatty(terminal):  # the record came that way
            terminal = os.open("/dev/tty", os.O_RDONLY)
            stack.callback(os.close, terminal)
        before = termios.tcgetattr(terminal)
        stack.callback(termios.tcsetattr, terminal, termios.TCSADRAIN, before)
        # What was typed a moment ago is not thrown away.
        tty.setcbreak(terminal, termios.TCSANOW)
        yield _pressed(terminal)


def _pressed(terminal: int) -> Iterator[str]:
    while text := os.read(terminal, 64).decode(errors="replace"):
        # Arrows and their like come as an escape with more behind it.
        yield from [text] if text.startswith("\x1b") else text


def step(env: Environment, moments: Sequence[Moment], pressed: Iterator[str]) -> None:
    """Show one moment after another, as the keys ask."""
    at = 0
    while at < len(moments):
        moment = moments[at]
        if env.style.drawn:
            click.clear()
        click.echo(render.table(moment.view, events=moment.events, style=env.style))
        click.echo(f"\n{at + 1} of {len(moments)}   {KEYS}")
        key = next(pressed, "\x04")
        if key in "qQ\x04":
            return
        if key in "bB":
            at = max(0, at - 1)
        elif key in "hH":
            at = next((n for n, m in enumerate(moments) if m.hand > moment.hand), len(moments))
        else:
            at += 1
