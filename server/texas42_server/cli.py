"""The command `t42-server`: serve matches, and look at a database without touching it.

Exit status, one per kind of failure, in `Exit`; 2 is click's own for a wrong command line.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from enum import IntEnum
from pathlib import Path
from typing import NoReturn

import click

from texas42_server import checking, listening, serving, storage_errors
from texas42_server.app import create_app
from texas42_server.config import LOG_LEVELS, Config, ConfigInvalid
from texas42_server.parent import when_parent_ends
from texas42_server.version import VERSION

_log = logging.getLogger(__name__)


class Exit(IntEnum):
    """The exit statuses of `t42-server`."""

    OK = 0
    FAILED = 1
    """The server did not come to answer, or ended by itself."""
    USAGE = 2
    """A wrong option, or a wrong `T42_…` in the environment."""
    MISSING_FOLDER = 3
    READ_ONLY = 4
    NOT_A_DATABASE = 5
    """No SQLite file, a damaged one, or another program's."""
    NEWER_DATABASE = 6
    BUSY = 7
    """Another process keeps the database locked."""
    STORAGE = 8
    """The disk failed or is full."""
    PORT_TAKEN = 9
    CANNOT_LISTEN = 10
    """The address is unknown, not this machine's, or not allowed."""


STORAGE_EXITS: dict[type[storage_errors.StorageError], Exit] = {
    storage_errors.MissingFolder: Exit.MISSING_FOLDER,
    storage_errors.ReadOnly: Exit.READ_ONLY,
    storage_errors.NotADatabase: Exit.NOT_A_DATABASE,
    storage_errors.NewerDatabase: Exit.NEWER_DATABASE,
    storage_errors.Busy: Exit.BUSY,
    storage_errors.StorageFailure: Exit.STORAGE,
}


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:  t42-server serve   |   t42-server check --database /srv/t42/t42.db",
)
@click.version_option(VERSION, prog_name="t42-server")
def main() -> None:
    """Serve matches of Texas 42 over HTTP."""


_database = click.option(
    "--database",
    envvar="T42_DATABASE",
    type=click.Path(path_type=Path),
    default=Config.database,
    show_default=True,
    show_envvar=True,
    help="The SQLite file; made if missing.",
)


@main.command(
    epilog="Examples:  t42-server serve --port 0   |   T42_DATABASE=/srv/t42.db t42-server serve",
)
@click.option(
    "--host",
    envvar="T42_HOST",
    default=Config.host,
    show_default=True,
    show_envvar=True,
    help="The address to listen on.",
)
@click.option(
    "--port",
    envvar="T42_PORT",
    type=int,
    default=Config.port,
    show_default=True,
    show_envvar=True,
    help="The port to listen on; 0 picks a free one.",
)
@_database
@click.option(
    "--threads",
    envvar="T42_THREADS",
    type=int,
    default=Config.threads,
    show_default=True,
    show_envvar=True,
    help="How many requests are worked on at the same time.",
)
@click.option(
    "--lock-timeout",
    envvar="T42_LOCK_TIMEOUT",
    type=float,
    default=Config.lock_timeout,
    show_default=True,
    show_envvar=True,
    help="Seconds a write may wait for others before it is answered 503.",
)
@click.option(
    "--log-level",
    envvar="T42_LOG_LEVEL",
    default=Config.log_level,
    show_default=True,
    show_envvar=True,
    help=f"One of {', '.join(LOG_LEVELS)}.",
)
@click.option(
    "--exit-with-parent",
    is_flag=True,
    help="Stop when the process that started the server ends.",
)
def serve(exit_with_parent: bool, **settings: object) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Prints `listening on http://host:port` once the server answers.
    """
    try:
        config = Config(**settings)  # type: ignore[arg-type]
    except ConfigInvalid as error:
        _fail(str(error), Exit.USAGE)
    _serve(config, exit_with_parent)


def _serve(config: Config, exit_with_parent: bool) -> None:
    logging.basicConfig(
        level=config.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        with listening.bind(config.host, config.port) as listener:
            if not listening.is_local(listener):
                _log.warning(
                    "%s is reached from other machines, and HTTP shows them every token;"
                    " put a proxy with TLS in front",
                    config.host,
                )
            app = create_app(config)
            if exit_with_parent:
                when_parent_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))
            serving.serve(app, config, listener, lambda url: click.echo(f"listening on {url}"))
    except storage_errors.StorageError as error:
        _fail(str(error), _storage_exit(error))
    except listening.PortTaken as error:
        _fail(str(error), Exit.PORT_TAKEN)
    except listening.CannotListen as error:
        _fail(str(error), Exit.CANNOT_LISTEN)
    except serving.DidNotStart as error:
        _fail(str(error), Exit.FAILED)


@main.command(epilog="Examples:  t42-server check   |   t42-server check --json")
@_database
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def check(database: Path, as_json: bool) -> None:
    """Say what is there and what `serve` would do; change nothing.

    The exit status tells why the database cannot be served, 0 when it can.
    """
    report = checking.check(database)
    if as_json:
        click.echo(json.dumps(report.as_dict(), ensure_ascii=False))
    else:
        click.echo(report.as_text())
    if report.error is not None:
        sys.exit(_storage_exit(report.error))


def _storage_exit(error: storage_errors.StorageError) -> Exit:
    return STORAGE_EXITS[type(error)]


def _fail(detail: str, status: Exit) -> NoReturn:
    click.echo(f"t42-server: {detail}", err=True)
    sys.exit(status)
