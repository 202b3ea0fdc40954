"""The command `t42-server`: serve matches, and look at a database without touching it.

Exit status, one per kind of failure, in `Exit`; 2 is click's own for a wrong command line.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
from enum import IntEnum
from pathlib import Path
from typing import NoReturn

import click

from texas42_server import delivery, options
from texas42_server.app import create_app
from texas42_server.config import Config, ConfigInvalid
from texas42_server.edge.intake import EXTENSION
from texas42_server.hosting import listening, serving
from texas42_server.hosting.parent import when_parent_ends
from texas42_server.operating import logs
from texas42_server.service import Context
from texas42_server.storage import checking, storage_errors
from texas42_server.storage.database import Database
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


@main.command(
    epilog="Examples:  t42-server serve --port 0   |   T42_DATABASE=/srv/t42.db t42-server serve",
)
@options.of_serve
@click.option(
    "--print-config",
    is_flag=True,
    help="Print all settings, secrets masked, as lines for an environment file, and end.",
)
@click.option(
    "--exit-with-parent",
    is_flag=True,
    help="Stop when the process that started the server ends.",
)
def serve(exit_with_parent: bool, print_config: bool, **settings: object) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Prints `listening on http://host:port` once the server answers. T42_METRICS_TOKEN, in the
    environment alone, lets other machines read /metrics.
    """
    # An option would show the secret to every user of the machine.
    settings["metrics_token"] = os.environ.get("T42_METRICS_TOKEN", "")
    try:
        config = Config(**settings)  # type: ignore[arg-type]
    except ConfigInvalid as error:
        _fail(str(error), Exit.USAGE)
    if print_config:
        click.echo(config.as_text())
        return
    _serve(config, exit_with_parent)


def _serve(config: Config, exit_with_parent: bool) -> None:
    logs.configure(config.log_level, config.log_format)
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
            if config.deliver:
                stopping = app.extensions.setdefault("stopping", threading.Event())
                delivery.start(app.extensions[EXTENSION], stopping)
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
@options.database
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


@main.command(
    epilog="Examples:  t42-server notify --database /srv/t42/t42.db   |   t42-server notify --once"
)
@options.database
@options.private_webhooks
@click.option("--once", is_flag=True, help="Send what is due now, and end.")
@options.log_level
@options.log_format
def notify(
    database: Path, allow_private_webhooks: bool, once: bool, log_level: str, log_format: str
) -> None:
    """Send to webhooks, as a process of its own, until Ctrl-C or SIGTERM.

    Any number of them may run, beside servers that send too: nothing is sent twice at a time.
    """
    try:
        config = Config(
            database=database,
            allow_private_webhooks=allow_private_webhooks,
            log_level=log_level,
            log_format=log_format,
        )
        logs.configure(config.log_level, config.log_format)
        context = Context(Database(config.database), private_webhooks=config.allow_private_webhooks)
        if once:
            delivery.send_what_is_due(context)
            return
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())
        click.echo(f"delivering from {config.database}")
        delivery.serve(context, stopping)
    except ConfigInvalid as error:
        _fail(str(error), Exit.USAGE)
    except storage_errors.StorageError as error:
        _fail(str(error), _storage_exit(error))


def _storage_exit(error: storage_errors.StorageError) -> Exit:
    return STORAGE_EXITS[type(error)]


def _fail(detail: str, status: Exit) -> NoReturn:
    click.echo(f"t42-server: {detail}", err=True)
    sys.exit(status)
