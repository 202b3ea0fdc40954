"""The settings of `config.Config` as options of commands: each once, with its variable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from texas42_server.config import LOG_LEVELS, Config
from texas42_server.operating.logs import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])


def _setting(
    name: str, meaning: str, *spellings: str, **details: Any
) -> Callable[[Command], Command]:
    """The option of a setting: its default is that of `Config`, its variable `T42_…`."""
    default = getattr(Config, name)
    return click.option(
        *(spellings or (f"--{name.replace('_', '-')}",)),
        name,
        envvar=f"T42_{name.upper()}",
        default=default,
        show_default=default not in ("", ()),
        show_envvar=True,
        help=meaning,
        **details,
    )


database = _setting(
    "database", "The SQLite file; made if missing.", type=click.Path(path_type=Path)
)
the_database = _setting("database", "The SQLite file.", type=click.Path(path_type=Path))
"""The same of commands that make none."""
private_webhooks = _setting(
    "allow_private_webhooks",
    "Let webhooks use http and addresses of your own network.",
    "--allow-private-webhooks/--public-webhooks-only",
)
log_level = _setting("log_level", f"One of {', '.join(LOG_LEVELS)}.")
log_format = _setting(
    "log_format", f"One of {', '.join(FORMATS)}; auto is plain at a terminal, else JSON."
)

_OF_SERVE: tuple[Callable[[Any], Any], ...] = (
    _setting("host", "The address to listen on."),
    _setting("port", "The port to listen on; 0 picks a free one."),
    database,
    _setting("threads", "How many requests are worked on at the same time."),
    _setting("lock_timeout", "Seconds a request may wait for others before it is answered 503."),
    _setting("cached_matches", "How many matches are kept in memory, those asked for last."),
    _setting("absent_after", "Seconds on turn before others may ask to replace a player."),
    _setting(
        "deliver",
        "Send to webhooks, or leave that to t42-server notify.",
        "--deliver/--no-deliver",
    ),
    private_webhooks,
    log_level,
    log_format,
    _setting(
        "limits",
        "Other limits than the usual: moves=1200/60,waits=off, in requests per seconds; or off.",
    ),
    _setting(
        "proxy_hops",
        "How many proxies of yours stand in front, each adding to X-Forwarded-For.",
    ),
    _setting(
        "cors_origins",
        "Let scripts of this origin use the server, like https://example.org. May be repeated.",
        "--cors-origin",
        multiple=True,
    ),
)


def of_serve(command: Command) -> Command:
    """All settings that a server has, but for the secret ones, which only the environment gives."""
    for option in reversed(_OF_SERVE):
        command = option(command)
    return command
