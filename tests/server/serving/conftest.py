"""Real servers in processes of their own, on ports that the system picks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

SERVE = (sys.executable, "-m", "texas42_server", "serve", "--port", "0")


@dataclass
class Served:
    """A server that has said where it listens."""

    process: subprocess.Popen[str]
    url: str

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    def get(self, path: str) -> requests.Response:
        return requests.get(self.url + path, timeout=10)

    def ended(self) -> tuple[int, str]:
        """Exit status and standard error, once it has ended."""
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said


Start = Callable[..., Served]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a command (by default `t42-server serve`) and wait for `listening on …`."""
    with ExitStack() as stack:

        def run(*command: str) -> Served:
            command = command or (*SERVE, "--database", str(tmp_path / "t42.db"))
            process = stack.enter_context(
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            )
            stack.callback(process.kill)
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening on http://"), process.communicate()[1]
            return Served(process, line.removeprefix("listening on ").strip())

        yield run
