"""The command `t42-server`: serve matches, and look at a database without touching it.

Exit status, one per kind of failure, in `exits`; 2 is click's own for a wrong command line.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
from pathlib import Path

import click

from texas42_server import delivery, options
from texas42_server.app import create_app
from texas42_server.config import Config, ConfigInvalid
from texas42_server.edge.intake import EXTENSION
from texas42_server.exits import Exit, fail, of_storage
from texas42_server.hosting import listening, serving
from texas42_server.hosting.parent import when_parent_ends
from texas42_server.keeping.carrying import export, import_
from texas42_server.keeping.copying import backup, restore
from texas42_server.keeping.looking import rebuild, verify
from texas42_server.operating import logs
from texas42_server.service import Context
from texas42_server.storage import checking, storage_errors
from texas42_server.storage.database import Database
from texas42_server.version import VERSION

_log = logging.getLogger(__name__)


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
        fail(str(error), Exit.USAGE)
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
        fail(str(error), of_storage(error))
    except listening.PortTaken as error:
        fail(str(error), Exit.PORT_TAKEN)
    except listening.CannotListen as error:
        fail(str(error), Exit.CANNOT_LISTEN)
    except serving.DidNotStart as error:
        fail(str(error), Exit.FAILED)


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
        sys.exit(of_storage(report.error))


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
        fail(str(error), Exit.USAGE)
    except storage_errors.StorageError as error:
        fail(str(error), of_storage(error))


for _command in (backup, restore, verify, rebuild, export, import_):
    main.add_command(_command)
