"""A server of one's own: a child process on a free loopback port, gone when its parent is."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = ["EmbeddedServer"]

GREETING = "listening on "
SETTINGS = "T42_"
"""What the user has set for another server, and the token for it, stay with the user."""
START_S = 20.0
STOP_S = 5.0


class EmbeddedServer:
    """A server on this computer for as long as the ``with`` block lasts.

    It runs in a session of its own, so that Ctrl-C at the terminal reaches only this program,
    and ends by itself when this program ends in any way. The same database may be served again.
    """

    def __init__(self, database: Path, *, port: int = 0) -> None:
        self._database = database
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    @property
    def log(self) -> Path:
        """Where the server writes what it has to say."""
        return self._database.with_suffix(".log")

    def __enter__(self) -> EmbeddedServer:
        """Start it; raises :class:`ClientError` with the server's own words if it does not."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server and wait until it answers; :attr:`url` says where."""
        command = [sys.executable, "-P", "-m", "texas42_server", "serve", "--exit-with-parent"]
        command += ["--host", "127.0.0.1", "--port", str(self._port), "--limits", "off"]
        command += ["--database", str(self._database)]
        with _private(self.log) as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env={name: v for name, v in os.environ.items() if not name.startswith(SETTINGS)},
                start_new_session=True,
            )
        try:
            self.url = self._read_address(self._process)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the server, with force if it does not go."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def kill(self) -> None:
        """End the server as a power cut would; :meth:`start` serves the database again."""
        if self._process is not None:
            self._process.kill()
        self.stop()

    def _read_address(self, process: subprocess.Popen[bytes]) -> str:
        assert process.stdout is not None
        said, deadline = b"", time.monotonic() + START_S
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not said.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    break
                piece = os.read(process.stdout.fileno(), 4096)
                if not piece:
                    break
                said += piece
        line = said.decode().strip()
        if not line.startswith(GREETING):
            raise self._did_not_start()
        return line.removeprefix(GREETING)

    def _did_not_start(self) -> ClientError:
        said = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        reason = said[-1] if said else "It said nothing."
        return ClientError(
            f"The server on this computer did not start. {reason}",
            f"All it said is in {self.log}",
            ExitStatus.SERVER_ERROR,
        )


def _private(path: Path) -> IO[bytes]:
    """The file, empty, for its owner alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
