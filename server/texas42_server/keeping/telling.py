"""What the commands have in common: failing, showing how far they are, telling what is bad."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from texas42_server.exits import fail, of_storage
from texas42_server.service.auditing import Audit, Finding
from texas42_server.storage.storage_errors import StorageError

_SHOWN = 50


@contextmanager
def storage_failures() -> Iterator[None]:
    """What a database refuses in the block ends the command."""
    try:
        yield
    except StorageError as error:
        fail(str(error), of_storage(error))


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing elsewhere; told how many are done, and of how many."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell


def tell_json(members: dict[str, Any]) -> None:
    """One JSON object on standard output."""
    click.echo(json.dumps(members, ensure_ascii=False))


def tell_bad(findings: Sequence[Finding], *, err: bool = True) -> None:
    """A line for each thing that is bad, the first fifty of them."""
    for found in findings[:_SHOWN]:
        click.echo(found.as_text(), err=err)
    if len(findings) > _SHOWN:
        click.echo(f"… and {len(findings) - _SHOWN:,} more; --json tells all", err=err)


def counted(found: Audit) -> str:
    """How much was looked at."""
    matches = some(found.matches, "match", "matches")
    return f"{matches}, {some(found.events, 'event', 'events')}"


def some(number: int, one: str, many: str) -> str:
    """So many things, in words."""
    return f"{number:,} {one if number == 1 else many}"
