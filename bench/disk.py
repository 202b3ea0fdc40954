"""How much room a match takes on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

from bench.clock import beside
from bench.figures import Figure, Goal
from bench.filled import AT, new_match
from bench.games import ten_hands
from bench.run import Run
from texas42 import encode
from texas42_server.storage import digests, keys, store
from texas42_server.storage.database import Connection, Database

FINGERPRINT = keys.fingerprint("POST", "/matches/friday/moves", b"{}")


def figures(run: Run) -> Iterator[Figure]:
    """Bytes a match of ten hands, many of them growing side by side as on a busy server."""
    matches = 20 if run.quick else 200
    played = [[encode(event) for event in ten_hands(seed)] for seed in range(8)]
    logs = [played[number % len(played)] for number in range(matches)]
    events = sum(map(len, logs)) / matches
    text = sum(len(body.encode()) for log in logs for body in log) / matches / 1e3
    for name, keyed, short in (
        ("disk.events", False, ""),
        ("disk.with_keys", True, ", a key with each (kept 30 days)"),
    ):
        run.say(f"{matches} matches side by side{short}")
        grown = _grown(run.scratch / f"{name}.db", logs, keyed=keyed)
        yield Figure(
            name=name,
            what=f"disk for a match of {events:.0f} events{short}",
            unit="KB",
            peer="the bare text of its events",
            values=beside(grown / matches / 1e3, text),
            goal=Goal("measured", "at most", 25),
        )


def _grown(path: Path, logs: list[list[str]], *, keyed: bool) -> int:
    """By how many bytes a database grows when these logs are appended event by event in turn.

    Where the pages end up depends on that order alone, so one transaction does for all.
    """
    with closing(Database(path)) as database:
        empty = path.stat().st_size
        with database.transaction() as db:
            matches = [
                new_match(db, number, len(log), "finished") for number, log in enumerate(logs)
            ]
            running = dict.fromkeys(matches, digests.begin())
            for seq in range(max(map(len, logs))):
                for match, log in zip(matches, logs, strict=True):
                    if seq < len(log):
                        running[match] = store.append(
                            db, match, seq, [log[seq]], AT + seq, running[match]
                        )
                        if keyed:
                            _remember(db, match, seq)
    return path.stat().st_size - empty


def _remember(db: Connection, match: int, seq: int) -> None:
    key = str(UUID(int=match << 64 | seq))
    stored = keys.Stored(FINGERPRINT, match, seq + 1, seq + 1)
    keys.remember(db, 1, key, stored, AT + seq)
