"""The lock round every write: between processes it goes by turns, and waiting ends."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from texas42_server.storage.locks import WriteLock
from texas42_server.storage.storage_errors import Busy

LONG = 60.0

OTHER_PROCESS = """
import sys, time
from pathlib import Path
from texas42_server.storage.locks import WriteLock
lock = WriteLock(Path(sys.argv[1]))
lock.acquire(time.monotonic() + 60)
with open(sys.argv[2], "a") as file:
    file.write("other process\\n")
lock.release()
"""


def until_somebody_queues(path):
    """Wait until another process stands in the queue."""
    deadline = time.monotonic() + LONG
    with path.open("r+b") as file:
        while time.monotonic() < deadline:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
            except (BlockingIOError, PermissionError):
                return
            fcntl.lockf(file, fcntl.LOCK_UN, 1)
            time.sleep(0.005)
    raise AssertionError("nobody came")


def soon():
    return time.monotonic() + LONG


def test_another_process_comes_before_the_next_thread_of_the_one_that_has_written(tmp_path):
    path, told = tmp_path / "lock", tmp_path / "told"
    with closing(WriteLock(path)) as lock:

        def next_thread():
            lock.acquire(soon())
            with told.open("a") as file:
                file.write("next thread\n")
            lock.release()

        lock.acquire(soon())
        command = [sys.executable, "-c", OTHER_PROCESS, str(path), str(told)]
        with subprocess.Popen(command) as other:
            until_somebody_queues(path)
            thread = threading.Thread(target=next_thread)
            thread.start()
            while not lock._waiting:
                time.sleep(0.005)
            lock.release()
            thread.join(LONG)
            assert other.wait(LONG) == 0
    assert told.read_text().splitlines() == ["other process", "next thread"]


def test_waiting_for_another_holder_ends_and_leaves_the_lock_as_it_was(tmp_path):
    path = tmp_path / "lock"
    with closing(WriteLock(path)) as mine, closing(WriteLock(path)) as theirs:
        theirs.acquire(soon())
        for _ in range(2):
            with pytest.raises(Busy):
                mine.acquire(time.monotonic() + 0.01)
        theirs.release()
        mine.acquire(soon())
        mine.release()
