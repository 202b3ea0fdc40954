"""The command: `python -m bench`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench import appending, disk, getting, hands, replaying, starting, waiting
from bench.figures import Figure, as_json, machine, table
from bench.run import Run

GROUPS: dict[str, Callable[[Run], Iterator[Figure]]] = {
    "hands": hands.figures,
    "replay": replaying.figures,
    "append": appending.figures,
    "disk": disk.figures,
    "get": getting.figures,
    "wait": waiting.figures,
    "start": starting.help_figures,
    "demo": starting.demo_figures,
}

EXAMPLES = """\b
Examples:
  python -m bench                        everything, in about two minutes
  python -m bench --only hands           one group
  python -m bench --quick --json -       every figure once, as JSON, to see that it runs
"""


@click.command(epilog=EXAMPLES)
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
def main(quick: bool, names: Sequence[str], target: str | None) -> None:
    """Measure how fast texas42 is, each figure beside a floor or a peer.

    The ratio is measured to beside. Exit status 0 whether or not the goals are reached: how fast
    a borrowed machine is proves nothing by itself.
    """
    found: list[Figure] = []
    for name in names or GROUPS:
        with TemporaryDirectory(prefix="texas42-bench-") as scratch:
            say(f"{name} …")
            run = Run(quick, say, Path(scratch))
            found += GROUPS[name](run)
    if target != "-":
        click.echo(headline(quick))
        click.echo(table(found))
    if target is not None:
        with click.open_file(target, "w", encoding="utf-8") as file:
            json.dump(as_json(found, quick=quick), file, indent=2)
            file.write("\n")


def say(what: str) -> None:
    """Tell a waiting person what is being measured."""
    click.echo(what, err=True)


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
