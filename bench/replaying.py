"""How long a stored match of ten hands takes to become a state: fetch, decode, apply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing

from bench.clock import side_by_side
from bench.figures import Figure, Goal
from bench.games import ten_hands
from bench.run import Run
from texas42 import decode, encode, replay
from texas42_server.storage import store
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3

MATCH_ID = "friday"
SEED = 42


def figures(run: Run) -> Iterator[Figure]:
    """The whole way by the store and the engine, then its three steps."""
    log = ten_hands(SEED)
    bodies = [encode(event) for event in log]
    calls, rounds = (5, 3) if run.quick else (20, 40)
    path = run.scratch / "replaying.db"
    with closing(Database(path)) as database, closing(sqlite3.connect(path)) as raw:
        with database.transaction() as db:
            store.append(db, store.create(db, MATCH_ID), 0, bodies, 0)

        def fetch() -> list[str]:
            db = database.connection()
            match = store.find(db, MATCH_ID)
            assert match is not None
            return store.bodies(db, match)

        def fetch_raw() -> list[object]:
            return raw.execute("SELECT body FROM events WHERE match = 1 ORDER BY seq").fetchall()

        def parse() -> object:
            return json.loads(f"[{','.join(bodies)}]")

        taken = side_by_side(
            {
                "whole": lambda: replay([decode(body) for body in fetch()]),
                "fetch": fetch,
                "decode": lambda: [decode(body) for body in bodies],
                "apply": lambda: replay(log),
                "raw": fetch_raw,
                "parse": parse,
                "floor": lambda: (fetch_raw(), parse()),
            },
            calls=calls,
            rounds=rounds,
        )

    def figure(name: str, what: str, peer: str, floor: str, bound: float | None = None) -> Figure:
        goal = None if bound is None else Goal("measured", "at most", bound)
        return Figure(f"replay.{name}", what, "ms", peer, taken.seconds(name, floor, 1e-3), goal)

    yield figure(
        "whole",
        f"stored log of {len(log)} events to state",
        "its rows by raw sqlite3, parsed as one JSON text",
        "floor",
        0.5,
    )
    yield figure("fetch", "  of it fetch", "its rows by raw sqlite3", "raw")
    yield figure("decode", "  of it decode", "json.loads of all at once", "parse")
    yield figure("apply", "  of it apply", "json.loads of all at once", "parse", 0.2)
