"""The command: `python -m bench`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench import (
    appending,
    disk,
    engine,
    getting,
    hands,
    idle,
    memory,
    moving,
    peers,
    replaying,
    solving,
    starting,
    waiting,
    writers,
)
from bench.figures import Figure, as_json, machine, table
from bench.progress import Progress
from bench.record import record
from bench.run import Run, Unavailable

GROUPS: dict[str, Callable[[Run], Iterator[Figure]]] = {
    "hands": hands.figures,
    "engine": engine.figures,
    "replay": replaying.figures,
    "games": peers.games,
    "append": appending.figures,
    "eventsourcing": peers.eventsourcing,
    "disk": disk.figures,
    "get": getting.figures,
    "move": moving.figures,
    "writers": writers.figures,
    "idle": idle.figures,
    "memory": memory.figures,
    "wait": waiting.figures,
    "start": starting.help_figures,
    "demo": starting.demo_figures,
    "solver": solving.in_python,
    "compiled": solving.as_compiled,
}

EXAMPLES = """\b
Examples:
  python -m bench                        everything, in about seven minutes
  python -m bench --only hands           one group
  python -m bench --only engine --against HEAD~5
  python -m bench --quick --json -       every figure once, as JSON, to see that it runs
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--against",
    default=engine.BASELINE,
    show_default=True,
    metavar="COMMIT",
    help="The commit whose engine stands beside this one's.",
)
@click.option("--quick", is_flag=True, help="Few, short rounds: all figures, none worth much.")
@click.option(
    "--only", "names", multiple=True, type=click.Choice(list(GROUPS)), help="Only this group."
)
@click.option(
    "--json",
    "target",
    type=click.Path(dir_okay=False, writable=True, allow_dash=True),
    help="Write the figures to this file too; - is standard output, instead of the table.",
)
@click.option(
    "--install/--no-install",
    default=True,
    help="Install the other programs that stand beside ours where they are missing, or not.",
)
@click.option(
    "--record",
    "recorded",
    is_flag=True,
    help="Keep the figures in docs/performance.md: the whole run, and a line in its history.",
)
def main(
    quick: bool,
    names: Sequence[str],
    target: str | None,
    against: str,
    install: bool,
    recorded: bool,
) -> None:
    """Measure how fast texas42 is, each figure beside a floor or a peer.

    The ratio is measured to beside. Exit status 0 whether or not the goals are reached: how fast
    a borrowed machine is proves nothing by itself.
    """
    if recorded and (quick or names):
        raise click.UsageError("--record wants a whole run: leave --quick and --only out.")
    found, missing = measure(list(dict.fromkeys(names)) or list(GROUPS), quick, against, install)
    if target != "-":
        click.echo(headline(quick))
        click.echo(table(found))
    for lack in missing:
        click.echo(lack, err=True)
    if recorded:
        record(found)
    if target is not None:
        with click.open_file(target, "w", encoding="utf-8") as file:
            json.dump(as_json(found, quick=quick), file, indent=2)
            file.write("\n")


def measure(
    chosen: Sequence[str], quick: bool, against: str, install: bool
) -> tuple[list[Figure], list[str]]:
    """The figures of these groups, and a sentence for each group that had to be left out."""
    found: list[Figure] = []
    missing: list[str] = []
    with Progress(len(chosen)) as progress:
        for name in chosen:
            progress.group(name)
            with TemporaryDirectory(prefix="texas42-bench-") as scratch:
                run = Run(quick, progress.say, Path(scratch), against, install)
                try:
                    found += GROUPS[name](run)
                except Unavailable as lack:
                    missing.append(f"{name} left out: {lack}.")
    return found, missing


def headline(quick: bool) -> str:
    """What the figures were measured on."""
    here = machine()
    return (
        f"{here['implementation']} {here['python']}, SQLite {here['sqlite']},"
        f" {here['system']} {here['processor']}, {here['cores']} cores"
        + (", quick: not worth much" if quick else "")
    )


if __name__ == "__main__":
    main(prog_name="python -m bench")
