"""The command `python -m bench.regret`: what bots' moves cost by walt's estimates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool

import click

from bench.by_trick import WALT, as_json, grids
from bench.figures import machine
from bench.grids import markdown, plain
from bench.judged import Judged, judge, walt_itself
from bench.pages import put, telling_options
from bench.progress import Progress
from bench.record import occasion
from bench.walt import WaltHand, walt_hands
from texas42_client.bots.naming import parse_bot
from texas42_client.thinking.chance import Chance

HANDS = 300
BOTS = "random,simple,careful,strong@0.1s"

EXAMPLES = """\b
Examples:
  python -m bench.regret                                  every bot on all 300 hands
  python -m bench.regret --bots strong@1s,strong@50w --hands 30
  python -m bench.regret --json - | jq '.bots[] | {bot, all: .regret[] | select(.role == "all")}'
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--hands",
    default=HANDS,
    show_default=True,
    type=click.IntRange(1, HANDS),
    help="How many hands, from the first.",
)
@click.option(
    "--bots",
    "wanted",
    default=BOTS,
    show_default=True,
    metavar="BOT,…",
    help="Whom to judge; strong@0.1s thinks for at most so long a move, strong@50w in 50 worlds.",
)
@click.option("--seed", default=42, show_default=True, help="What the bots' chances come of.")
@telling_options
def main(hands: int, wanted: str, seed: int, jobs: int, target: str | None, recorded: bool) -> None:
    """Judge bots by the estimates of walt: how much better is the best tile than what they play?

    A bot sees and hears what the watched seat of each hand did, and decides wherever that decided.
    Regret is in percentage points of the chance to get one's way. Beside stands walt itself: what
    it holds best by either of its estimates, judged by the other.
    """
    names = list(dict.fromkeys(wanted.split(",")))
    for name in names:
        try:
            parse_bot(name)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--bots") from None
    if recorded and hands < HANDS:
        raise click.UsageError("--record wants all hands: leave --hands out.")
    found = measure(walt_hands()[:hands], names, seed, jobs)
    if target != "-":
        click.echo("\n\n".join(map(plain, grids(found))))
    if recorded:
        put("regret", "\n\n".join([occasion(), *map(markdown, grids(found))]))
    if target is not None:
        told = {"machine": machine(), "hands": hands, "seed": seed, "bots": as_json(found)}
        with click.open_file(target, "w", encoding="utf-8") as file:
            json.dump(told, file, indent=2)
            file.write("\n")


def measure(
    hands: Sequence[WaltHand], names: Sequence[str], seed: int, jobs: int
) -> dict[str, list[Judged]]:
    """The decisions of each bot, and walt's."""
    found: dict[str, list[Judged]] = {}
    with Progress(len(names)) as progress, Pool(jobs) as pool:
        for name in names:
            progress.group(name)
            found[name] = []
            for done, rows in enumerate(pool.imap(partial(_judged, name, seed), hands), start=1):
                found[name] += rows
                progress.count(done, len(hands), "hand")
    return found | {WALT: [row for hand in hands for row in walt_itself(hand)]}


def _judged(name: str, seed: int, hand: WaltHand) -> list[Judged]:
    return judge(hand, parse_bot(name)(Chance.of_seed(seed)))


if __name__ == "__main__":
    main(prog_name="python -m bench.regret")
