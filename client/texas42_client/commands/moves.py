"""The moves: bid, pass, declare, play. One road for all of them, through the outbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from texas42_client.command import command, match_option, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.refusals import choices
from texas42_client.serving.kind import bots_option
from texas42_client.table import render
from texas42_client.table.facts import Facts
from texas42_client.table.reading import parse_bid, parse_play, read_declaration
from texas42_client.table.words import say_move
from texas42_client.wanted_rules import rules_options


@command(
    "bid",
    short_help="Bid points or marks.",
    examples="""
    t42 bid 31
    t42 bid 1 mark      # the same as t42 bid 42
    t42 bid 84          # the same as t42 bid 2 marks
    t42 bid plunge      # with four doubles, where it is played
    t42 bid splash 3    # with three doubles, for 3 marks
    """,
)
@click.argument("amount", nargs=-1, required=True)
@match_option
@pass_env
def bid(env: Environment, amount: tuple[str, ...], match: str | None) -> None:
    """Bid AMOUNT: points, or marks for all the tricks.

    42 is one mark, but 42 points at tables of two and three. A plunge or splash may name its marks.
    """
    make(env, match, parse_bid(amount, lambda: _rules(env, match)))


@command("pass", short_help="Pass in the auction.", examples="t42 pass")
@match_option
@pass_env
def pass_(env: Environment, match: str | None) -> None:
    """Make no bid. There is one round: you are not asked again in this hand."""
    make(env, match, {"type": "pass"})


WATCH = "How it goes on: t42 watch"

F = TypeVar("F", bound=Callable[..., Any])


def _naming(function: F) -> F:
    """What the two commands that name trump take."""
    options = (
        click.argument("words", metavar="TRUMP", nargs=-1, required=True),
        click.option(
            "--open",
            "open_tricks",
            type=click.IntRange(1, 2),
            help="After a bid of marks: how many of the latest tricks stay face up.",
        ),
        match_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


@command(
    "declare",
    short_help="Name trump.",
    examples="""
    t42 declare sixes
    t42 declare 6
    t42 declare none               # no trump, "follow me"
    t42 declare blanks open 1      # after a bid of marks
    t42 declare none low           # doubles are low, where that is a choice
    t42 declare nello own          # doubles are a suit of their own
    """,
)
@_naming
@pass_env
def declare(
    env: Environment, words: tuple[str, ...], open_tricks: int | None, match: str | None
) -> None:
    """Name TRUMP: blanks, ones … sixes, doubles or none; nello or sevens where they are played.

    Behind none and nello may stand what doubles are: high, low, own (a suit of their own) or
    own-low (the same, with 0-0 highest).
    """
    _name(env, words, open_tricks, match)


@command(
    "trump",
    short_help="Name trump, as declare does.",
    examples="""
    t42 trump sixes
    t42 trump nello high
    """,
)
@_naming
@pass_env
def trump(
    env: Environment, words: tuple[str, ...], open_tricks: int | None, match: str | None
) -> None:
    """Name TRUMP: another word for declare, which explains it."""
    _name(env, words, open_tricks, match)


def _name(
    env: Environment, words: tuple[str, ...], open_tricks: int | None, match: str | None
) -> None:
    move = read_declaration(" ".join(words), lambda: _rules(env, match))
    if open_tricks is not None:
        move["open_tricks"] = open_tricks
    make(env, match, move)


@command(
    "play",
    short_help="Play a tile; without one, a game against bots.",
    examples="""
    t42 play 6-4          # also 64, 4-6, or '6|4' in quotes
    t42 play 3-5 call 3   # a first lead that calls threes, where that is played
    t42 play              # a game against three bots, on this computer
    t42 play --new --rules family
    t42 play --new --seats 3 --set target=3
    t42 play --bots strong
    """,
)
@click.argument("tile", nargs=-1)
@match_option
@rules_options
@bots_option
@click.option("--fast", is_flag=True, help="Against bots: do not wait between their moves.")
@click.option("--new", "fresh", is_flag=True, help="Against bots: begin a new match.")
@pass_env
def play(
    env: Environment,
    tile: tuple[str, ...],
    match: str | None,
    preset: str | None,
    seats: int | None,
    settings: tuple[str, ...],
    bots: str | None,
    fast: bool,
    fresh: bool,
) -> None:
    """Play TILE to the trick. Without one: a game against bots, you at seat A.

    A new game is played by any rules, against as many bots as they seat. What bots they are may
    change from evening to evening: a game that was kept goes on with those of --bots.
    """
    chosen = preset is not None or seats is not None or bool(settings)
    if not tile:
        from texas42_client.home.own_table import USUAL_BOT, rules_at_home
        from texas42_client.home.play import run

        rules = rules_at_home(preset, seats, settings)
        run(env, rules=rules, chosen=chosen, fast=fast, fresh=fresh, bots=bots or USUAL_BOT)
        return
    if chosen:
        raise click.UsageError("--rules, --seats and --set are for a new game against bots.")
    if bots:
        raise click.UsageError("--bots is for a game against bots, without a tile.")
    make(env, match, parse_play(tile))


def _rules(env: Environment, named: str | None) -> dict[str, Any]:
    """The settings of the match, which never change; that they are asked for is no look."""
    return dict(env.client.view(env.match_id(named)).body["rules"])


def make(env: Environment, named: str | None, move: dict[str, Any]) -> None:
    """Make the move from what the player last saw, and show the table after it.

    Raises :class:`ClientError`: OVERTAKEN when an earlier, unanswered move had to be finished
    first; STALE_VERSION, with what happened meanwhile, when the table has moved on.
    """
    match = env.match_id(named)
    if _finished_first(env, match, move):
        return
    seen = env.memory.seen(match)
    etag = env.glance(match).etag if seen is None or seen.etag is None else seen.etag
    try:
        answer = env.outbox.send(match, move, etag)
    except ApiProblem as problem:
        if problem.exit_status is ExitStatus.NOT_YOUR_TURN:
            _say_who_sits_out(env, match, problem)
        if problem.exit_status is not ExitStatus.STALE_VERSION:
            raise
        raise _overtaken_by_the_table(env, match, move) from problem
    _show_after(env, match, answer)


def _say_who_sits_out(env: Environment, match: str, problem: ApiProblem) -> None:
    """To the partner of who plays nello there comes no turn to wait for (R8.1)."""
    if Facts(env.client.view(match).body).sits_out():
        problem.message, problem.hint = "You sit out this hand of nello.", WATCH


def _show_after(env: Environment, match: str, answer: Any) -> None:
    events = env.since(match, answer)
    env.show_table(answer, events)


def _finished_first(env: Environment, match: str, move: dict[str, Any]) -> bool:
    """True when this very move was the unanswered one, and is made now."""
    for finished in env.settle():
        if finished.pending.match != match or finished.answer is None:
            continue
        if finished.pending.move == move:
            _show_after(env, match, finished.answer)
            return True
        raise ClientError(
            f"Your earlier move ({say_move(finished.pending.move)}) is made; "
            f"{say_move(move)} was not sent.",
            "Look at the table again: t42 show",
            ExitStatus.OVERTAKEN,
        )
    return False


def _overtaken_by_the_table(env: Environment, match: str, move: dict[str, Any]) -> ClientError:
    events, answer = env.look(match)
    view = answer.body
    env.note(render.table(view, events=events, style=env.style))
    legal = view["legal_moves"]
    still = f"If you still want it: t42 {say_move(move)}"
    if move not in legal:
        still = f"It may not be made now. You may: {choices(legal)}"
    out = Facts(view).sits_out()
    waiting = f"You sit out this hand. {WATCH}" if out else "It is not your turn now: t42 watch"
    meanwhile = (
        "The table has changed since you looked (above)"
        if events
        else "Nothing was played since you looked, but the server has changed"
    )
    return ClientError(
        f"{meanwhile}; {say_move(move)} was not made.",
        still if view["turn"] == view["you"] else waiting,
        ExitStatus.STALE_VERSION,
    )
