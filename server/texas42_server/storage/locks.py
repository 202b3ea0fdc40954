"""One lock round every write.

First come, first served between threads, by turns between processes, and an end to waiting.
SQLite's own busy handler is unfair: it lets some of several writers wait a hundred times longer
than the others.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock, lockf
from pathlib import Path

from texas42_server.storage.storage_errors import Busy

_PAUSE_S = 0.0005
"""How often another process's lock is looked at: there is one who looks for each process."""


class WriteLock:
    """The one lock round a write, for all threads and processes that use one database file.

    Between threads it is handed to whoever has waited longest. It is taken for every move, so a
    free one costs few steps.
    """

    def __init__(self, path: Path) -> None:
        """`path` is the lock file; it is made if missing, and stays. Raises `OSError`."""
        self._guard = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Lock] = deque()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def acquire(self, deadline: float) -> None:
        """Take the lock; raises `Busy` when that was not to be had by `deadline`.

        That is a moment by `time.monotonic`.
        """
        with self._guard:
            free = not self._held
            self._held = True
        if not free:
            self._wait_for_turn(deadline)
        try:
            if not (free and self._try_lock()):
                self._wait_for_file(deadline)
        except BaseException:
            self._pass_on()
            raise

    def release(self) -> None:
        """Hand the lock to the next."""
        flock(self._file, LOCK_UN)
        self._pass_on()

    def close(self) -> None:
        """Give the lock file back to the system; the lock must not be held."""
        os.close(self._file)

    def _pass_on(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False

    def _wait_for_turn(self, deadline: float) -> None:
        place = threading.Lock()
        place.acquire()
        with self._guard:
            if not self._held:  # freed since we looked
                self._held = True
                return
            self._waiting.append(place)
        if place.acquire(timeout=max(0.0, deadline - time.monotonic())):
            return
        with self._guard:
            if place in self._waiting:
                self._waiting.remove(place)
                raise Busy
        # It was handed over in the very moment in which we gave up: it is ours.

    def _wait_for_file(self, deadline: float) -> None:
        """Take the file lock, after any other process that waits for it.

        Whoever waits holds the queue, a range of the same file, so of several busy processes each
        comes to its turn: the one that has just written would else be the first to ask again.
        """
        _patiently(self._try_queue, deadline)
        try:
            _patiently(self._try_lock, deadline)
        finally:
            lockf(self._file, LOCK_UN, 1)

    def _try_lock(self) -> bool:
        try:
            flock(self._file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _try_queue(self) -> bool:
        try:
            lockf(self._file, LOCK_EX | LOCK_NB, 1)
        except (BlockingIOError, PermissionError):  # a system may choose between the two
            return False
        return True


def _patiently(take: Callable[[], bool], deadline: float) -> None:
    while not take():
        left = deadline - time.monotonic()
        if left <= 0:
            raise Busy
        time.sleep(min(_PAUSE_S, left))
