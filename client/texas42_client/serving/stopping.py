"""SIGTERM asks a bot to leave: at once while it waits, between two requests while it plays."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

__all__ = ["Stop", "Stopped", "stopped_by_sigterm"]


class Stopped(BaseException):
    """Ends a wait; no `Exception`, so that nobody takes it for a failed request."""


class Stop:
    """Whether to go on, and how long to sleep. For one thread and the signals it handles."""

    def __init__(self) -> None:
        self._event = Event()
        self._breakable = False

    def set(self) -> None:
        """Ask to stop; raises :class:`Stopped` into whatever is breakable."""
        self._event.set()
        if self._breakable:
            raise Stopped

    def is_set(self) -> bool:
        """Whether to stop."""
        return self._event.is_set()

    def sleep(self, seconds: float) -> None:
        """Sleep; raises :class:`Stopped` when asked to stop before or meanwhile."""
        if self._event.wait(seconds):
            raise Stopped

    @contextmanager
    def breakable(self) -> Iterator[None]:
        """What is done inside may be left undone; raises :class:`Stopped` when asked to stop."""
        self._breakable = True
        try:
            if self.is_set():
                raise Stopped
            yield
        finally:
            self._breakable = False


@contextmanager
def stopped_by_sigterm() -> Iterator[Stop]:
    """A :class:`Stop` that SIGTERM sets."""
    stop = Stop()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)
