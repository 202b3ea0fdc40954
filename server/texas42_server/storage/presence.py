"""Who has a database open: whoever serves it shares a lock for as long as it does.

SQLite knows only who is in a transaction, which between two requests is nobody. A copy that is to
take the database's place must wait for all who hold the old file, and hold newcomers up.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

from texas42_server.storage.storage_errors import Busy, InUse, ReadOnly


class Presence:
    """The lock that is shared by all who have a database open; the system ends it with them."""

    def __init__(self, database: Path) -> None:
        """The lock's file is made beside the database if missing, and stays. Raises `ReadOnly`."""
        self._database = database
        path = database.with_name(database.name + "-open")
        new = not path.exists()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ReadOnly(database, f"{path} cannot be written ({error.strerror}).") from error
        if new:
            own_like(path, database if database.exists() else database.parent)

    def share(self, deadline: float) -> None:
        """Be one of those who have it open.

        Raises `Busy` where somebody is alone with it until `deadline`, by `time.monotonic`.
        """
        while not self._take(LOCK_SH):
            if time.monotonic() >= deadline:
                raise Busy(f"{self._database} is being restored. Try again when that is done.")
            time.sleep(0.01)

    def be_alone(self) -> None:
        """Keep all others out. Raises `InUse` where somebody has it open."""
        if not self._take(LOCK_EX):
            raise InUse(
                self._database,
                f"A server has {self._database} open. Stop it (and t42-server notify) first.",
            )

    def close(self) -> None:
        """Be gone."""
        os.close(self._file)

    def _take(self, kind: int) -> bool:
        try:
            flock(self._file, kind | LOCK_NB)
        except BlockingIOError:
            return False
        return True


def own_like(path: Path, model: Path) -> None:
    """Give a new file the owner of another: what root makes the server's user must open, too."""
    if os.geteuid() == 0:
        status = model.stat()
        with suppress(PermissionError):  # a container may keep that from its root
            os.chown(path, status.st_uid, status.st_gid)
