"""Looking back at a finished hand, or ahead from one's own seat: ``t42 review``, ``t42 hint``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

if TYPE_CHECKING:
    from texas42_client.review.reviewing import Review
    from texas42_client.review.source import Source
    from texas42_client.thinking.judging import Budget, Judge

SECONDS = 0.5
WORLDS = 400
LONGEST_NUMBER = 3
SEED = 42
"""With the same seed and number of worlds a review says the same again."""

_budget_options = (
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help=f"Think so long about a decision at most; {SECONDS:g} unless --worlds is given.",
    ),
    click.option(
        "--worlds",
        type=click.IntRange(min=1),
        metavar="NUMBER",
        help=f"Look at so many deals for a decision at most; {WORLDS} unless --seconds is given.",
    ),
    click.option(
        "--seed",
        type=int,
        default=SEED,
        show_default=True,
        help="With the same seed and --worlds the same deals are looked at.",
    ),
)


def _thinking(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say how much to think."""
    for option in reversed(_budget_options):
        function = option(function)
    return function


def _budget(seconds: float | None, worlds: int | None) -> Budget:
    from texas42_client.thinking.judging import Budget

    if seconds is None and worlds is None:
        return Budget(SECONDS, WORLDS)
    return Budget(seconds, worlds)


def _judge(env: Environment) -> Judge:
    """Whoever judges; what has to be made ready for it first is said."""
    from texas42_client.thinking.compiled import fastest
    from texas42_client.thinking.judging import Judge

    return Judge(fastest(env.note))


@command(
    "review",
    short_help="Judge a finished hand, or draw a match.",
    examples="""
    t42 review
    t42 review friday 3
    t42 review 3 --seconds 2
    t42 review friday --picture friday.svg
    t42 review --record friday.t42 3 --worlds 200
    """,
)
@click.argument("match", required=False)
@click.argument("hand", required=False, type=click.IntRange(min=1))
@_thinking
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Draw the whole match as SVG into FILE, or with - at the terminal.",
)
@click.option(
    "--record",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="A match out of its record (t42 record), without a server.",
)
@pass_env
def review(
    env: Environment,
    match: str | None,
    hand: int | None,
    seconds: float | None,
    worlds: int | None,
    seed: int,
    picture: str | None,
    file: str | None,
) -> None:
    """Say what every choice in a finished hand of MATCH was worth, and which decided it.

    HAND is its number, without it the last one; a number alone is a HAND of the current match.
    Each tile is judged by what its player could know then, as far as you may know that: the
    chance of the contract for every tile it might have played, and what the one it played cost.
    A hand that is still on cannot be reviewed. With --picture the chance of winning the match is
    drawn, trick by trick.
    """
    if match is not None and hand is None and _is_a_hand(match):
        hand, match = int(match), None
    if file is not None and match is not None:
        raise click.UsageError("Name a match or its --record, not both.")
    from texas42_client.commands.replay import content, name_of
    from texas42_client.home.records import read
    from texas42_client.review import source as sources

    if file is not None:
        source = sources.from_record(read(name_of(file), content(file)).json)
    else:
        source = sources.from_server(env, env.match_id(match))
    asked = _Asked(env, source, _budget(seconds, worlds), seed)
    if picture is None:
        asked.tell(source.number(hand))
    else:
        asked.draw(picture, None if hand is None else source.number(hand))


def _is_a_hand(word: str) -> bool:
    """Whether a lone word is the number of a hand, and no match."""
    return word.isdecimal() and len(word) <= LONGEST_NUMBER


class _Asked:
    """A review as it was asked for."""

    def __init__(self, env: Environment, source: Source, budget: Budget, seed: int) -> None:
        from texas42_client.table.people import People
        from texas42_client.thinking.chance import Chance

        self._env = env
        self._source = source
        self._budget = budget
        self._chance = Chance.of_seed(seed)
        self._people = People(source.view)

    def tell(self, number: int) -> None:
        """One hand in words."""
        from texas42_client.review.json_form import as_json
        from texas42_client.review.telling import tell

        env = self._env
        if self._source.told.json["hands"][number - 1]["contract"] is None:
            env.say(f"Everybody passed in hand {number}: there is nothing to review.")
            return
        (found,) = self._reviews([number], bidder_only=False).values()
        if env.json:
            env.show_json(as_json(found))
            return
        for line in tell(found, self._people, env.style):
            click.echo(line)

    def draw(self, path: str, upto: int | None) -> None:
        """The match, or its hands up to one of them, as a picture in a file or at the terminal."""
        from texas42_client.review.chart import chart
        from texas42_client.review.course import as_json, course
        from texas42_client.review.svg import picture
        from texas42_client.table.people import People

        told, env = self._source.told, self._env
        last = upto or self._source.number(told.hands)
        bid = [hand["number"] for hand in told.json["hands"][:last] if hand["contract"]]
        run = course(told, self._reviews(bid, bidder_only=True), self._people.sides[0], last)
        if path != "-":
            # It may be sent to others, so nobody in it is "you".
            anybodys = People({**self._source.view, "you": None})
            _write(path, picture(run, anybodys, self._source.view["name"]))
            env.note(f"The picture is in {path}.")
        if env.json:
            env.show_json(as_json(run))
        elif path == "-":
            for line in chart(run, self._people, env.style):
                click.echo(line)

    def _reviews(self, numbers: Sequence[int], *, bidder_only: bool) -> dict[int, Review]:
        """The reviews of these hands, in which somebody bid; a bar tells how far it is."""
        from texas42_client.review.reviewing import review, to_judge

        judge = _judge(self._env)
        hands = {number: self._source.hand(number) for number in numbers}
        wanted = {n: to_judge(hand, bidder_only=bidder_only) for n, hand in hands.items()}
        bar = click.progressbar(
            length=sum(map(len, wanted.values())),
            label="Judging",
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
            show_pos=True,
        )
        with bar:
            return {
                n: review(hand, wanted[n], judge, self._budget, self._chance, lambda: bar.update(1))
                for n, hand in hands.items()
            }


def _write(path: str, document: str) -> None:
    try:
        Path(path).write_text(document, encoding="utf-8", newline="")
    except OSError as error:
        raise ClientError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Name another file with --picture.",
            ExitStatus.USAGE,
        ) from None


@command(
    "hint",
    short_help="Say what your tiles might come to.",
    examples="""
    t42 hint
    t42 hint friday --seconds 3
    """,
)
@click.argument("match", required=False)
@_thinking
@pass_env
def hint(
    env: Environment, match: str | None, seconds: float | None, worlds: int | None, seed: int
) -> None:
    """Show the chance of every tile that you may play in MATCH, by what the table shows you.

    Only where the rules of the match allow hints (setting hints), and only when it is your turn
    to play a tile. What lies face down is not known to a hint: it looks at the table as you do.
    """
    from texas42_client.review import hint as hints
    from texas42_client.thinking.chance import Chance
    from texas42_client.thinking.memory import Memory

    view = env.glance(env.match_id(match)).body
    if (none := hints.why_none(view)) is not None:
        if env.json:
            env.show_json(_nothing(view, none))
        else:
            env.say(none)
        return
    memory = Memory()
    memory.look(view)
    budget, chance = _budget(seconds, worlds), Chance.of_seed(seed)
    found = hints.hint(view, memory, _judge(env), budget, chance)
    if env.json:
        env.show_json(_nothing(view, hints.TOO_HARD) if found is None else hints.as_json(found))
    elif found is None:
        env.say(hints.TOO_HARD)
    else:
        for line in hints.say_hint(found, env.style):
            click.echo(line)


def _nothing(view: Mapping[str, Any], why: str) -> dict[str, Any]:
    """For whom the table waits, where there is no hint, and why there is none."""
    return {"turn": view["turn"], "you": view["you"], "choices": [], "because": why}
