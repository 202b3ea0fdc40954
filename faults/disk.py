"""A disk that is full, and one that answers writes with an error."""

from __future__ import annotations

import random
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from faults.ledger import Ledger, differences
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

SIZE = 16 * 2**20
"""Bytes of the small file system: room for a WAL, which grows to some 4 MiB."""
PAGE = 4096
PATIENCE = 200
"""How many moves are posted at most until the first is refused."""
AGAIN_S = 0.02

_MOUNTED = 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && exec "$@"'
"""In name spaces of its own a process may mount what nobody else sees."""
_APART = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", _MOUNTED, "sh")


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to break a disk, and to mend it."""

    server: Server
    breaking: Callable[[random.Random], None]
    mend: Callable[[], None]


def with_limit(folder: Path) -> Fault:
    """Writes past a point in any file fail (EFBIG), which SQLite tells as an I/O error."""
    server = Server(folder / "t42.db")

    def limit(most: int) -> None:
        hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, hard))

    def breaking(chance: random.Random) -> None:
        files = server.database.parent.glob(f"{server.database.name}*")
        limit(chance.randrange(max(file.stat().st_size for file in files) + 2 * PAGE))

    return Fault(server, breaking, lambda: limit(resource.RLIM_INFINITY))


def may_mount(folder: Path) -> bool:
    """Whether this user may mount a small file system in name spaces of its own."""
    try:
        command = [*_APART, str(SIZE), str(folder), "true"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class Inside(Server):
    """A server whose folder is a small file system that it alone sees."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self._command = [*_APART, str(SIZE), str(database.parent), *self._command]
        self._log = database.parent.with_name("log")

    @property
    def inside(self) -> Path:
        """The folder of the database as the server sees it."""
        return Path(f"/proc/{self.pid}/root{self.database.parent}")

    def remove(self, name: str) -> None:
        """Remove a file of the folder as the server, which may have another process by now."""
        (self.inside / name).unlink()

    def copied(self) -> Path:
        """A copy of the database where others see it, too; SQLite opens no file by such a path."""
        folder = self._log.with_name("copy")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for file in self.inside.glob(f"{self.database.name}*"):
            shutil.copy(file, folder)
        return folder / self.database.name


def with_small_disk(folder: Path) -> Fault:
    """Writes fail for want of room (ENOSPC)."""
    server = Inside(folder / "t42.db")

    def breaking(chance: random.Random) -> None:
        left = chance.choice((0, 0, 1, 2, 3, 5, 8)) * PAGE
        with suppress(OSError), (server.inside / "ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(b"\0" * PAGE)
        size = (server.inside / "ballast").stat().st_size
        with (server.inside / "ballast").open("r+b") as ballast:
            ballast.truncate(max(0, size - left))

    return Fault(server, breaking, lambda: server.remove("ballast"))


class Breaking:
    """A server whose disk is broken and mended again and again."""

    def __init__(self, run: Run, name: str, fault: Fault) -> None:
        self.name = name
        self.fault = fault
        self.chance = run.chance(name)
        self.line = fault.server.line()
        self.client = Client(name.replace(" ", "-"), self.line, run.chance(f"{name} client"))
        self.client.play(self.line, 40)
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def round(self) -> None:
        """Post moves until one is refused; it is refused whole, and done when the disk is well."""
        self.fault.breaking(self.chance)
        busy = self.client.busy
        for _ in range(PATIENCE):
            self.client.play(self.line)
            if self.client.busy > busy or self.client.surprises:
                break
        else:
            self.fault.mend()
            self.found["rounds in which all found room"] += 1
            return
        self._look()
        self.fault.mend()
        self._send_again()
        self.losses += self.client.surprises
        self.client.surprises = []

    def _look(self) -> None:
        """While it is broken, the process answers, and what is refused is refused as busy."""
        if self.line.get("/healthz").status != 200:
            self.losses.append(f"{self.name}: /healthz was not 200")
        ready = self.line.get("/readyz").status
        self.found[f"readyz {ready}"] += 1
        if self.client.pending is None:
            return
        answer = self.line.send(self.client.pending)
        self.found[f"answered {answer.status}"] += 1
        if answer.status == 201:
            self.client.done(self.client.pending, answer)
        elif answer.slug != "busy" or not answer.headers.get("retry-after"):
            self.losses.append(f"{self.name}: answered {answer.status} {answer.slug}")

    def _send_again(self) -> None:
        self._look_until_undone()
        with self._ledger() as ledger:
            self.losses += ledger.integrity()
            self.losses += differences(ledger, self.client.matches[-1], self.client.pending)
        if self.client.pending is None:
            self.client.play(self.line)
            return
        answer = self.client.settle(self.line)
        assert answer is not None
        if answer.status != 201:
            self.losses.append(f"{self.name}: well again, and {answer.status} {answer.slug}")
        elif answer.replayed:
            self.losses.append(f"{self.name}: a move that was refused was done all the same")

    def _look_until_undone(self) -> None:
        """A look has the server undo what was cut off; a ledger may not."""
        database = self.fault.server.database
        journal = database.with_name(f"{database.name}-journal")
        for _ in range(PATIENCE):
            looked = self.line.get(f"/matches/{self.client.matches[-1].id}").status
            if looked != 200:
                self.losses.append(f"{self.name}: well again, and a look is answered {looked}")
                return
            if not journal.exists():
                return
            time.sleep(AGAIN_S)
        self.losses.append(f"{self.name}: well again, and what was cut off is not undone")

    def _ledger(self) -> Ledger:
        server = self.fault.server
        return (
            Ledger(server.copied(), "rw") if isinstance(server, Inside) else Ledger(server.database)
        )


def disk(run: Run) -> Report:
    """503 while it lasts, nothing by half, and no hand is needed to be well again."""
    rounds = run.counted(full=200, quick=6)
    report = Report(f"{len(rounds)} times each: a write fails, in the middle or at once")
    if sys.platform != "linux":
        report.figures["I/O error, full disk"] = "not tried: it takes Linux"
        return report
    kinds = {"I/O error": with_limit, "full disk": with_small_disk}
    for number, (name, make) in enumerate(kinds.items()):
        folder = run.scratch / str(number)
        folder.mkdir()
        if make is with_small_disk and not may_mount(folder):
            report.figures[name] = "not tried: mounting is not allowed here"
            continue
        fault = make(folder)
        with fault.server:
            breaking = Breaking(run, name, fault)
            for done in rounds:
                breaking.round()
                run.told(number * len(rounds) + done + 1, len(kinds) * len(rounds))
        report.losses += breaking.losses
        report.figures |= {f"{name}: {what}": n for what, n in sorted(breaking.found.items())}
        report.figures[f"{name}: moves answered 201"] = breaking.client.moves
    return report
