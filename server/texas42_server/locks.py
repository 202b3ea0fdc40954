"""One lock round every write.

First come, first served between threads, a file lock between processes, and an end to waiting.
SQLite's own busy handler is unfair: it lets some of several writers wait a hundred times longer
than the others.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from pathlib import Path

from filelock import lock_descriptor, unlock_descriptor

from texas42_server.storage_errors import Busy


class Queue:
    """A lock between threads that is handed to whoever has waited longest."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, timeout: float) -> bool:
        """Take the lock within `timeout` seconds; False when it was not to be had."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            place = threading.Lock()
            place.acquire()
            self._waiting.append(place)
        if place.acquire(timeout=max(timeout, 0)):
            return True
        with self._guard:
            if place in self._waiting:
                self._waiting.remove(place)
                return False
        return True  # handed over in the very moment in which we gave up

    def release(self) -> None:
        """Hand the lock to the longest waiting thread, or free it."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class WriteLock:
    """The one lock round a write, for all threads and processes that use one database file."""

    def __init__(self, path: Path) -> None:
        """`path` is the lock file; it is made if missing, and stays. Raises `OSError`."""
        self._queue = Queue()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def acquire(self, timeout: float) -> None:
        """Take the lock; raises `Busy` after `timeout` seconds of waiting."""
        started = time.monotonic()
        if not self._queue.acquire(timeout):
            raise Busy
        try:
            if not lock_descriptor(self._file, blocking=False):
                self._wait_for_file(started + timeout)
        except BaseException:
            self._queue.release()
            raise

    def _wait_for_file(self, deadline: float) -> None:
        pause = 0.0005
        while not lock_descriptor(self._file, blocking=False):
            left = deadline - time.monotonic()
            if left <= 0:
                raise Busy
            time.sleep(min(pause, left))
            pause = min(pause * 2, 0.008)

    def release(self) -> None:
        """Hand the lock to the next."""
        unlock_descriptor(self._file)
        self._queue.release()

    def close(self) -> None:
        """Give the lock file back to the system; the lock must not be held."""
        os.close(self._file)
