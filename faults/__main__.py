"""The command: `python -m faults`."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from faults.catalogue import FAULTS
from faults.run import Report, Run, Told

EXAMPLES = """\b
Examples:
  python -m faults                         everything, for hours
  python -m faults --quick                 everything in short, in about two minutes
  python -m faults --only kills --seed 7   one fault, with the choices of an earlier run
  python -m faults --only soak --minutes 5
"""
SHOWN = 12
"""How many losses of one fault are printed; the JSON has them all."""


@click.command(epilog=EXAMPLES)
@click.option("--only", "names", multiple=True, type=click.Choice(list(FAULTS)), help="This fault.")
@click.option("--quick", is_flag=True, help="Few, short rounds: all is tried, little proved.")
@click.option("--seed", type=click.IntRange(min=0), help="What random choices follow from.")
@click.option("--rounds", type=click.IntRange(min=1), help="How many rounds of each fault.")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="How long the soak.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def main(
    names: Sequence[str],
    quick: bool,
    seed: int | None,
    rounds: int | None,
    minutes: float | None,
    as_json: bool,
) -> None:
    """Put servers through faults, and tell what was lost.

    Exit status 0 when nothing was, 1 when anything was. The same seed makes the same choices;
    the moment at which two processes meet is the machine's.
    """
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    found: dict[str, Any] = {}
    for name in names or FAULTS:
        started = time.monotonic()
        with TemporaryDirectory(prefix="texas42-faults-") as scratch:
            run = Run(quick, seed, Path(scratch), progress(name), rounds, minutes)
            report = FAULTS[name](run)
        seconds = time.monotonic() - started
        progress(name)(0, 0)
        found[name] = {**report.as_dict(), "seconds": round(seconds, 1)}
        if not as_json:
            click.echo(as_text(name, report, seed, seconds))
    if as_json:
        click.echo(json.dumps({"seed": seed, "quick": quick, "faults": found}, indent=2))
    if any(report["losses"] for report in found.values()):
        sys.exit(1)


def progress(name: str) -> Told:
    """A line at a terminal that says how far a fault is; nothing elsewhere."""

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{name}: {done} of {of} " if of else "\r\033[K", err=True, nl=False)

    return tell


def as_text(name: str, report: Report, seed: int, seconds: float) -> str:
    """A report as lines for people."""
    verdict = "LOSS" if report.losses else "ok"
    lines = [f"{name:<12}{verdict:<6}{report.done}"]
    width = max(map(len, report.figures), default=0)
    for figure, value in report.figures.items():
        lines.append(f"{'':<18}{figure:<{width}}  {shown(value)}")
    lines += [f"{'':<18}! {loss}" for loss in report.losses[:SHOWN]]
    if len(report.losses) > SHOWN:
        lines.append(f"{'':<18}! and {len(report.losses) - SHOWN} more")
    lines.append(f"{'':<18}seed {seed}, {seconds:,.0f} s")
    return "\n".join(lines)


def shown(value: float | str) -> str:
    """A figure for people."""
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3g}"


if __name__ == "__main__":
    main(prog_name="python -m faults")
