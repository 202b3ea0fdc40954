"""A power cut: what is answered is on the disk by then, if the disk honours fsync.

Nothing is cut off here. Every call by which the server writes, syncs and answers is watched, and at
each answer 201 nothing may be left that a power cut could undo.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

CALLS = (
    "openat,write,pwrite64,writev,pwritev,sendto,sendmsg,ftruncate,fallocate,fsync,fdatasync,"
    "unlink,unlinkat,rename"
)
MARGINAL = ("-lock", "-shm", ".log")
"""Files that hold nothing worth keeping: a lock, an index that is made anew, what was said."""

PATIENCE_S = 30

_CALL = re.compile(r"(\d+) +(\w+)\((.*)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)")
_PATH = re.compile(r'\d+<([^>]*)>|"([^"]*)"')


def whole_calls(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The calls of a trace as (name, arguments and result), each where it came to its end."""
    begun: dict[str, str] = {}
    for line in lines:
        if (call := _CALL.match(line)) is not None:
            process, name, rest = call.groups()
            if rest.rstrip().endswith("<unfinished ...>"):
                begun[process] = rest.replace("<unfinished ...>", "").rstrip()
            else:
                yield name, rest
        elif (resumed := _RESUMED.match(line)) is not None:
            process, name, rest = resumed.groups()
            yield name, begun.pop(process, "") + rest


class Disk:
    """What a power cut could undo, call by call.

    Attributes:
        unsynced: the files, and the folder itself, that were changed and not synced since.
        found: how often something was synced, and how many answers went out.
        losses: what was open at an answer.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self.unsynced: set[str] = set()
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def see(self, name: str, rest: str) -> None:
        """Take note of one call."""
        if name in ("write", "writev", "sendto", "sendmsg") and '"HTTP/1.1 201' in rest:
            self._answered()
            return
        found = _PATH.search(rest)
        path = "" if found is None else str(found[1] or found[2])
        if rest.startswith("AT_FDCWD"):  # openat and unlinkat name a path after the folder
            named = re.search(r'"([^"]*)"', rest)
            path = "" if named is None else named[1]
        if not path.startswith(self._folder) or path.endswith(MARGINAL) or " = -1" in rest:
            return
        if name in ("fsync", "fdatasync"):
            self.unsynced.discard(path)
            self.found["synced"] += 1
        elif name in ("unlink", "unlinkat", "rename"):
            self.unsynced.discard(path)
            self.unsynced.add(self._folder)
        elif name != "openat":
            self.unsynced.add(path)
        elif "O_CREAT" in rest and "-journal" in path:
            self.unsynced.add(self._folder)

    def _answered(self) -> None:
        self.found["answered"] += 1
        if self.unsynced:
            names = ", ".join(Path(path).name for path in sorted(self.unsynced))
            self.losses.append(f"answered 201 with {names} changed and not synced")


def may_trace() -> bool:
    """Whether there is a program that watches calls, and this user may use it."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "true"], capture_output=True, check=False).returncode == 0


class Traced(Server):
    """A server whose calls are written down."""

    def __init__(self, database: Path, trace: Path) -> None:
        super().__init__(database)
        tracer = ["strace", "-D", "-f", "-y", "-s", "12", "-e", f"trace={CALLS}", "-o", str(trace)]
        self._command = [*tracer, *self._command]


def _trace(file: Path, pid: int) -> list[str]:
    """The lines of a trace; the tracer may end a little after what it traces."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        if lines and re.match(rf"{pid} +\+\+\+", lines[-1]):
            return lines
        if time.monotonic() > deadline:
            raise RuntimeError("the trace has no end")
        time.sleep(0.05)


def power(run: Run) -> Report:
    """At each answer nothing is left to be written."""
    rounds = run.counted(full=500, quick=25)
    report = Report(f"{len(rounds)} changes, each system call of the server watched")
    if not may_trace():
        report.figures["power"] = "not tried: it takes Linux, and strace"
        return report
    folder = run.scratch / "database"
    folder.mkdir()
    with Traced(folder / "t42.db", run.scratch / "trace") as server:
        line = server.line()
        client = Client("home", line, run.chance("power"))
        for number in rounds:
            client.play(line)
            run.told(number + 1, len(rounds))
        server.terminate()
        server.ended()
    disk = Disk(folder.resolve())
    for name, rest in whole_calls(_trace(run.scratch / "trace", server.pid)):
        disk.see(name, rest)
    report.figures = {
        "answers 201": disk.found["answered"],
        "syncs of files and of their folder": disk.found["synced"],
        "answers with something not synced": len(disk.losses),
    }
    report.losses = disk.losses + client.surprises
    if disk.found["answered"] < len(rounds):
        report.losses.append("some answers were not seen")
    return report
