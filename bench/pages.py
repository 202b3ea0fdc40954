"""Where a command tells what it found: the terminal, a file, and places in a page of `docs/`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from bench.worker import ROOT

STRENGTH = ROOT / "docs" / "strength.md"

F = TypeVar("F", bound=Callable[..., Any])


def telling_options(function: F) -> F:
    """Give a command `jobs`, and the parameters `target` and `recorded`: where its tables go."""
    jobs = click.option(
        "--jobs",
        default=1,
        show_default=True,
        type=click.IntRange(1),
        help="Processes. More than there are cores weaken bots that have a time limit.",
    )
    target = click.option(
        "--json",
        "target",
        type=click.Path(dir_okay=False, writable=True, allow_dash=True),
        help="Write the numbers to this file too; - is standard output, in place of the tables.",
    )
    recorded = click.option(
        "--record", "recorded", is_flag=True, help="Keep the tables in docs/strength.md."
    )
    return jobs(target(recorded(function)))


def marks(name: str) -> tuple[str, str]:
    """The lines between which the place of this name lies."""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def put(name: str, text: str, page: Path = STRENGTH) -> None:
    """Fill a place anew. Raises `ValueError` where the page has lost it, and leaves it alone."""
    start, end = marks(name)
    before, found, rest = page.read_text(encoding="utf-8").partition(start)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"{page.name} has lost the place of {name}")
    page.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")
