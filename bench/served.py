"""A server to be measured, as a child process: `python -m bench.served KIND DATABASE`.

Whatever the kind of application, it is served by the code and with the settings of
`t42-server serve`. The address is printed once it answers.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from flask import Flask

from bench import appending
from texas42_server.app import create_app
from texas42_server.config import Config
from texas42_server.hosting import listening, serving
from texas42_server.hosting.parent import when_parent_ends
from texas42_server.service import Positions


def hello(_config: Config) -> Flask:
    """The least that Flask can do: a fixed text at any address."""
    app = Flask("hello")

    @app.get("/<path:_>")
    def greet(_: str) -> str:
        return "Hello, world!"

    return app


def uncached(config: Config) -> Flask:
    """The server without its cache: every view is made from the stored log."""
    return create_app(config, positions=Positions(capacity=0))


def scripted(config: Config) -> Flask:
    """The server as it is, but that tiles and lots lie as they are named, and nobody is limited.

    So every match takes the same moves.
    """
    return create_app(replace(config, limits="off"), shuffle=lambda _: None)


def scripted_in(mode: str) -> Callable[[Config], Flask]:
    """The same with its database in a journal mode that this SQLite may not be trusted with."""

    def create(config: Config) -> Flask:
        app = scripted(config)
        appending.raw(config.database, mode).close()
        return app

    return create


KINDS: dict[str, Callable[[Config], Flask]] = {
    "hello": hello,
    "warm": create_app,
    "uncached": uncached,
    "scripted": scripted,
    "scripted-wal": scripted_in("wal"),
    "scripted-delete": scripted_in("delete"),
}


def main(kind: str, database: str) -> NoReturn:
    """Serve an application of this kind until the process that started this one ends."""
    config = Config(port=0, database=Path(database))
    when_parent_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))
    listener = listening.bind(config.host, config.port)
    app = KINDS[kind](config)
    serving.serve(app, config, listener, lambda url: print(url, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
