"""The file of an arena: a line of JSON that says what is played, then one for every finished deal.

A line is written as soon as its deal is over, so whatever ends the program, what is done is kept;
the same arena goes on from there, in any number of sittings.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.settings import as_typed

__all__ = ["Keeper", "read_head"]

MARK = "arena"
Row = Mapping[str, Any]


class Keeper:
    """The rows of one arena; with a path they are kept there, without one for as long as we run.

    Args:
        path: of the file, which may be new.
        arena: what is played, as the file's first line has it.
    """

    def __init__(self, path: Path | None, arena: Row) -> None:
        self.rows: dict[int, Row] = {}
        self.path = path
        self._arena = arena
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Keeper:
        """Read what is there.

        Raises:
            ClientError: the file is of another arena or of none, in use, or cannot be used.
        """
        if self.path is not None:
            try:
                self._open(self.path)
            except OSError as error:
                self.__exit__(None, None, None)
                raise _unusable(self.path, error) from None
            except BaseException:
                self.__exit__(None, None, None)
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, row: Row) -> None:
        """Keep a finished deal."""
        self.rows[row["number"]] = row
        if self._file is not None:
            self._write(row)

    def _open(self, path: Path) -> None:
        self._file = file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ClientError(
                f"Another t42 arena is writing {path} now.", None, ExitStatus.USAGE
            ) from None
        lines = file.read().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):  # a power cut in the middle of a line
            file.truncate(file.seek(-len(lines.pop()), os.SEEK_END))
        if not lines:
            self._write({MARK: self._arena})
            return
        self._agree(path, _head(path, lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            row = _object(line)
            if row is None or not isinstance(row.get("number"), int):
                raise _no_arena(path, f"line {number} is no deal")
            self.rows[row["number"]] = row

    def _agree(self, path: Path, kept: Row) -> None:
        """Refuse to mix deals of different arenas."""
        ours = json.loads(json.dumps(self._arena))
        names = dict.fromkeys((*ours, *kept))
        differing = [name for name in names if ours.get(name) != kept.get(name)]
        if differing:
            told = "; ".join(
                _difference(name, kept.get(name), ours.get(name)) for name in differing
            )
            raise ClientError(
                f"{path} is of another arena: {told}.",
                "Ask for the same as then to go on, or name a new file.",
                ExitStatus.USAGE,
            )

    def _write(self, value: Row) -> None:
        assert self._file is not None
        self._file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
        self._file.flush()


def read_head(path: Path) -> Row | None:
    """What is played in the file; None when it has no whole first line yet, or is not there.

    Raises:
        ClientError: it is no file of an arena, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(path, error) from None
    return _head(path, line) if line.endswith(b"\n") else None


def _head(path: Path, line: bytes) -> Row:
    head = _object(line)
    if head is None or not isinstance(head.get(MARK), dict):
        raise _no_arena(path, "it does not begin as one")
    arena: Row = head[MARK]
    return arena


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _difference(name: str, kept: Any, ours: Any) -> str:
    """`seed 7, not 8`; of many settings, those that differ."""
    if isinstance(kept, dict) and isinstance(ours, dict):
        changed = [key for key in dict.fromkeys((*kept, *ours)) if kept.get(key) != ours.get(key)]
        return ", ".join(_difference(key, kept.get(key), ours.get(key)) for key in changed)
    return f"{name} is {_said(kept)} there, not {_said(ours)}"


def _said(value: Any) -> str:
    return "none" if value is None else as_typed(value)


def _no_arena(path: Path, why: str) -> ClientError:
    return ClientError(
        f"{path} is no file of an arena: {why}.",
        "Name a new file, or one that t42 arena --save has written.",
        ExitStatus.USAGE,
    )


def _unusable(path: Path, error: OSError) -> ClientError:
    return ClientError(
        f"{path} cannot be used: {error.strerror or error}.", None, ExitStatus.CONFIG
    )
