"""A bot of any making: a command that is started for one seat of one match, and plays it by HTTP.

It is told where by ``T42_SERVER``, ``T42_TOKEN``, ``T42_MATCH`` and ``T42_SEAT``, and may end by
itself when the match is over. Nothing else of it is known, so nothing else is asked of it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from typing import NoReturn

from texas42_client.arena.endings import say_ending
from texas42_client.arena.playing import BotFailed
from texas42_client.table.text import clean

__all__ = ["Stranger", "program_of"]

OURS = "T42_"
"""What is set for the user's own programs stays with the user."""
GRACE_S = 2.0
LAST_WORDS = 2000


def program_of(command: str) -> str | None:
    """The program that the command starts; None when there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    return shutil.which(words[0]) if words else None


class Stranger:
    """The process of such a bot.

    Args:
        command: as it is typed in a shell, without a shell's other powers.
        where: `T42_…` of its environment.
    """

    def __init__(self, command: str, where: dict[str, str]) -> None:
        self._command = command
        self._seat = where["T42_SEAT"]
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            env={n: v for n, v in os.environ.items() if not n.startswith(OURS)} | where,
            start_new_session=True,
        )

    def __enter__(self) -> Stranger:
        return self

    def __exit__(self, *exc: object) -> None:
        """End it, with all that it started; it has a moment to end by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S if exc == (None, None, None) else 0)
        for force in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, force)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_S)
        self._said.close()

    def look_after(self) -> None:
        """Raises :class:`BotFailed` when it has ended though its match goes on."""
        if self._process.poll() is not None:
            how = say_ending(self._process.returncode)
            self.fail(f"ended before its match was over ({how})")

    def fail(self, what: str) -> NoReturn:
        """Raise :class:`BotFailed` for what it did, with its last words."""
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - LAST_WORDS))
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        raise BotFailed(
            f"{self._command} at seat {self._seat} {what}.",
            f"Its last words: {clean(lines[-1])}" if lines else "It said nothing.",
        )
