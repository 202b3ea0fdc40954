"""A server whose clock can be set: `python -m faults.served --database FILE --clock FILE …`.

What the second file holds is added to the time, in milliseconds. A served instance has no such
setting; this is the application with another clock, served by the same code.
"""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path
from typing import NoReturn

import click

from texas42_server import moments
from texas42_server.app import create_app
from texas42_server.config import Config
from texas42_server.hosting import listening, serving
from texas42_server.hosting.parent import when_parent_ends
from texas42_server.operating import logs


def main() -> NoReturn:
    """Serve until a signal, or the end of the process that started this one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--clock", type=Path, required=True)
    parser.add_argument("--limits", default="off")
    asked, _ = parser.parse_known_args()
    config = Config(port=0, database=asked.database, limits=asked.limits, log_level="error")
    logs.configure(config.log_level, "plain")
    when_parent_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))
    listener = listening.bind(config.host, config.port)
    app = create_app(config, clock=lambda: moments.now() + int(asked.clock.read_text()))
    serving.serve(app, config, listener, lambda url: click.echo(f"listening on {url}"))


if __name__ == "__main__":
    main()
