"""A program at a real terminal: what it shows, and what is typed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

COLUMNS, ROWS = 80, 50
PATIENCE_S = 60.0
PROGRAM = [sys.executable, "-m", "texas42_client"]

_AT_ITS_TERMINAL = """
import fcntl, runpy, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("texas42_client", run_name="__main__")
"""
"""Ctrl-C reaches a program only through the terminal that controls it."""


def home(folder: Path) -> dict[str, str]:
    """The environment of a user whose files lie in this folder."""
    inherited = {name: v for name, v in os.environ.items() if not name.startswith("T42_")}
    return inherited | {
        "T42_HOME": str(folder),
        "TERM": "xterm-256color",
        "PYTHONIOENCODING": "utf-8",
    }


class Terminal:
    """`t42` with these arguments at a terminal of 80 columns; killed at the end if it runs on."""

    def __init__(
        self, *arguments: str, env: Mapping[str, str], columns: int = COLUMNS, rows: int = ROWS
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _AT_ITS_TERMINAL, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def until(self, *endings: str) -> str:
        """Wait until the screen ends with one of these; what was shown since the last time.

        At the end of the program whatever it showed last is answered.
        """
        return self._wait(lambda text: text.endswith(endings))

    def until_seen(self, text: str) -> str:
        """Wait until this has been shown; what was shown since the last time."""
        return self._wait(lambda shown: text in shown)

    def rest(self) -> str:
        """What is shown until the program ends."""
        return self._wait(lambda text: False)

    def _wait(self, enough: Callable[[str], bool]) -> str:
        seen, deadline = b"", time.monotonic() + PATIENCE_S
        while not enough(seen.decode(errors="replace")):
            assert time.monotonic() < deadline, f"waited too long: {seen[-500:]!r}"
            if not select.select([self._master], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(self._master, 65536)
            except OSError:
                break
            seen += piece
        text = seen.decode(errors="replace").replace("\r\n", "\n")
        self.shown += text
        return text

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def press(self, key: str) -> None:
        """Press a key."""
        os.write(self._master, key.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, a moment later as a person does: not between a question and its reading.

        Python notices a signal that comes in between only when the next key is pressed.
        """
        time.sleep(0.5)
        os.write(self._master, b"\x03")

    def ended(self) -> int:
        """The exit status, once the program has ended."""
        return self.process.wait(PATIENCE_S)


def end(process: subprocess.Popen[str], how: signal.Signals = signal.SIGKILL) -> None:
    """Send the signal to a program that this test started, and wait."""
    process.send_signal(how)
    process.wait(PATIENCE_S)
