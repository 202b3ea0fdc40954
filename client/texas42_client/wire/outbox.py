"""Moves that may not have arrived: on disk before they are sent, gone when they are answered.

After a crash or a lost answer the next command sends the same body under the same key, which the
server recognises: the move is made once, whatever happened in between.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from texas42_client.errors import ApiProblem, Unreachable
from texas42_client.files import read_json, sync_folder, write_json
from texas42_client.table.words import say_move
from texas42_client.wire.api import Answer, Client, new_key

__all__ = ["Finished", "Outbox", "Pending"]

NOT_NOW = (429, 503)
"""Refusals of a request that say nothing of one before it, whose answer was lost on the way."""


@dataclass(frozen=True)
class Pending:
    """A move that was not answered; ``etag`` is the tag of the view it was chosen from."""

    key: str
    match: str
    move: dict[str, Any]
    etag: str | None


@dataclass(frozen=True)
class Finished:
    """How an unanswered move ended: with an answer, or with a refusal."""

    pending: Pending
    answer: Answer | None = None
    problem: ApiProblem | None = None


class Outbox:
    """The unanswered moves of one profile, a private file each."""

    def __init__(self, folder: Path, client: Client) -> None:
        self._folder = folder
        self._client = client

    def send(self, match: str, move: Mapping[str, Any], etag: str | None) -> Answer:
        """Make the move: its file is durable before the first byte leaves.

        Raises what :meth:`Client.move` raises. The file stays until there is an answer to the move
        itself; that the server is busy is none, for an earlier try may have arrived.
        """
        pending = Pending(key=new_key(), match=match, move=dict(move), etag=etag)
        write_json(self._path(pending.key), vars(pending))
        with self._hold(pending.key):
            return self._post(pending)

    def finish(self) -> list[Finished]:
        """Send what was left behind, oldest first; moves that another command is sending wait.

        Raises :class:`Unreachable` when there is still no answer, and :class:`ApiProblem` when the
        server does not take requests now.
        """
        done = []
        for path in sorted(self._folder.glob("[!.]*.json"), key=_age):
            with self._hold(path.stem) as mine:
                row = read_json(path) if mine else None
                if row is None:
                    continue
                pending = Pending(row["key"], row["match"], row["move"], row.get("etag"))
                try:
                    done.append(Finished(pending, answer=self._post(pending)))
                except ApiProblem as problem:
                    if problem.status in NOT_NOW:
                        raise
                    done.append(Finished(pending, problem=problem))
        return done

    def _post(self, pending: Pending) -> Answer:
        try:
            answer = self._client.move(pending.match, pending.move, pending.etag, pending.key)
        except (ApiProblem, Unreachable) as error:
            if isinstance(error, ApiProblem) and error.status not in NOT_NOW:
                self._remove(pending.key)
            else:
                error.hint = (
                    f"Whether your move ({say_move(pending.move)}) has arrived is not known: "
                    "the next t42 command finishes it, once."
                )
            raise
        self._remove(pending.key)
        return answer

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _remove(self, key: str) -> None:
        self._path(key).unlink(missing_ok=True)
        sync_folder(self._folder)

    @contextlib.contextmanager
    def _hold(self, key: str) -> Iterator[bool]:
        """Hold the move while it is being sent; False if another command holds it."""
        try:
            file = self._path(key).open("rb")
        except FileNotFoundError:
            yield False
            return
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
