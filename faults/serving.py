"""Real servers, as processes that can be killed, stopped, started again and looked at."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from faults.asking import Address, Line

ROOT = Path(__file__).resolve().parents[1]
SERVE = ("-m", "texas42_server", "serve", "--exit-with-parent")
QUIET = ("--limits", "off", "--log-level", "error", "--log-format", "plain")


class DidNotStart(Exception):  # noqa: N818 - what happened
    """The server refused to serve; `str()` is what it said."""


class Server:
    """A server on a port that the system picks; leaving its `with` block kills it."""

    def __init__(
        self, database: Path, *options: str, program: tuple[str, ...] = SERVE, log: str = "log"
    ) -> None:
        """`program` are the arguments of the interpreter; `log` ends the name of its log file."""
        self.database = database
        self._command = [sys.executable, *program, "--port", "0", "--database", str(database)]
        self._command += [*QUIET, *options]
        self._log = database.with_name(f"{database.name}.{log}")
        self._process: subprocess.Popen[str] | None = None
        self._lines: list[Line] = []
        self.address: Address = ("127.0.0.1", 0)

    def begin(self) -> None:
        """Start the process, and do not wait until it answers."""
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def start(self) -> None:
        """Start the process and wait until it answers. Raises `DidNotStart`."""
        self.begin()
        assert self._process is not None
        assert self._process.stdout is not None
        said = re.fullmatch(r"listening on http://(.+):(\d+)\n", self._process.stdout.readline())
        if said is None:
            self._process.communicate()
            raise DidNotStart(f"status {self._process.returncode}: {self.log().strip()}")
        self.address = (said[1], int(said[2]))

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def line(self, source: str = "127.0.0.1") -> Line:
        """A connection to it, which ends with the `with` block at the latest."""
        line = Line(self.address, source=source)
        self._lines.append(line)
        return line

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            self._process.communicate()

    def terminate(self) -> None:
        """SIGTERM."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def ended(self, timeout: float = 30) -> int:
        """Wait for its end; the exit status."""
        assert self._process is not None
        self._process.communicate(timeout=timeout)
        return self._process.returncode

    def log(self) -> str:
        """All that it has said on standard error, over all its lives."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def memory(self) -> int:
        """Bytes of memory that are its own and present. Linux only."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()
        return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self.kill()
        for line in self._lines:
            line.close()
