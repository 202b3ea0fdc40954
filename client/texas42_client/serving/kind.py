"""Which bot is meant, as an argument or an option of a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["as_kind", "bots_option", "kinds"]

F = TypeVar("F", bound=Callable[..., Any])


def as_kind(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The name of a bot, as it was given; one that there is not is refused."""
    if value is None:
        return None
    from texas42_client.bots.naming import parse_bot

    try:
        parse_bot(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return value


def kinds(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for a shell's completion."""
    from texas42_client.bots import BOTS

    return [kind for kind in sorted(BOTS) if kind.startswith(incomplete)]


def bots_option(function: F) -> F:
    """Give a command the parameter `bots`: of what kind are those at its table, if it was said."""
    return click.option(
        "--bots",
        metavar="KIND",
        callback=as_kind,
        shell_complete=kinds,
        help="Who the bots are: random, simple (unless you say), careful or strong; strong@0.3s"
        " thinks for so many seconds a move at the most, strong@50w in so many worlds.",
    )(function)
