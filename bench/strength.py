"""The command `python -m bench.strength`: what time for a move is worth, against one opponent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict

import click

from bench.figures import machine
from bench.grids import Grid, markdown, plain
from bench.pages import put, telling_options
from bench.progress import Progress
from bench.record import occasion
from texas42_client.arena.forced import Forced
from texas42_client.arena.playing import Mirror
from texas42_client.arena.report import Report, report
from texas42_client.arena.setting import resolved
from texas42_client.arena.statistics import Measured
from texas42_client.arena.workers import rows
from texas42_client.bots.naming import parse_bot

EXAMPLES = """\b
Examples:
  python -m bench.strength                               five limits, 200 deals each, an hour or so
  python -m bench.strength --limits 0.05s --deals 1000
  python -m bench.strength --limits 10w,100w,1000w       by worlds: the same on any machine
  python -m bench.strength --contract ''                 with the auction
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--bot", default="strong", show_default=True, metavar="BOT", help="Whose time is told."
)
@click.option(
    "--limits",
    default="0.02s,0.05s,0.1s,0.3s,1s",
    show_default=True,
    metavar="LIMIT,…",
    help="How long, or in how many worlds, it may think about a move.",
)
@click.option("--against", default="simple", show_default=True, metavar="BOT")
@click.option("--deals", default=200, show_default=True, type=click.IntRange(2))
@click.option(
    "--contract",
    default="30",
    show_default=True,
    metavar="BID",
    help="What whoever speaks first has bid in every deal; empty for an auction.",
)
@click.option(
    "--seed", default=42, show_default=True, help="Of the deals, the same for all limits."
)
@telling_options
def main(  # noqa: PLR0913, PLR0917 - a command's parameters are its options
    bot: str,
    limits: str,
    against: str,
    deals: int,
    contract: str,
    seed: int,
    jobs: int,
    target: str | None,
    recorded: bool,
) -> None:
    """Play the same deals with more and more time for a move, and tell what it brings.

    As in `t42 arena` each deal is played twice with the pairs swapped; by default everybody who
    speaks first bids 30, so that the play is measured and not the auction.
    """
    names = [f"{bot}@{limit}" for limit in limits.split(",")]
    try:
        for name in (*names, against):
            parse_bot(name)
        if contract:
            Forced.of(contract)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    found = measure(names, against, contract or None, seed, deals, jobs)
    forced = f", every contract {contract}" if contract else ""
    title = f"Against {against}, {deals} deals played twice{forced}"
    grid = Grid(title, HEADS, [cells(name, told) for name, told in found.items()])
    if target != "-":
        click.echo(plain(grid))
    if recorded:
        put("strength", f"{occasion()}\n\n{markdown(grid)}")
    if target is not None:
        told = {
            "machine": machine(),
            "against": against,
            "deals": deals,
            "contract": contract or None,
            "seed": seed,
            "bots": {name: asdict(each) for name, each in found.items()},
        }
        with click.open_file(target, "w", encoding="utf-8") as file:
            json.dump(told, file, indent=2)
            file.write("\n")


def measure(
    names: Sequence[str], against: str, contract: str | None, seed: int, deals: int, jobs: int
) -> dict[str, Report]:
    """What came of the deals, by the bot that played them."""
    found = {}
    with Progress(len(names)) as progress:
        for name in names:
            progress.group(name)
            mirror = Mirror((name, against), seed, resolved(None, ()), contract)
            played = []
            with closing(rows(mirror, range(1, deals + 1), jobs)) as coming:
                for row in coming:
                    played.append(row)
                    progress.count(len(played), deals, "deal")
            found[name] = report(played)
    return found


HEADS = (
    "",
    "of the marks, %",
    "marks a deal",
    "makes, %",
    "sets, %",
    "won : lost at both tables",
    "half within, ms",
    "99 of 100 within, ms",
)


def cells(name: str, found: Report) -> list[str]:
    """One line: the bot's share and lead with 95 % intervals, contracts made and set, times."""
    ours, theirs = found.sides
    times = ours.times
    return [
        name,
        _interval(found.share, 100, "{:.1f}"),
        _interval(found.lead, 1, "{:+.2f}"),
        _percent(ours.contracts.made, ours.contracts.bid),
        _percent(theirs.contracts.bid - theirs.contracts.made, theirs.contracts.bid),
        f"{ours.won} : {theirs.won}",
        f"{1000 * times.p50:.3g}" if times else "",
        f"{1000 * times.p99:.3g}" if times else "",
    ]


def _interval(figure: Measured | None, factor: float, form: str) -> str:
    if figure is None:
        return ""
    value, low, high = (form.format(factor * x) for x in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else ""


if __name__ == "__main__":
    main(prog_name="python -m bench.strength")
