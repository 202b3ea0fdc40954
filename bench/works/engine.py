"""The engine and the benchmark of a checkout: hands, moves, and the replay of one stored match.

The path of the process says which checkout. LOG is a file with the stored lines of a match, made if
missing, so that two engines replay the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from bench import hands
from bench.games import ten_hands
from texas42 import decode, encode, replay, resolve


def works(log: str) -> dict[str, Callable[[], int]]:
    """Each answers with 1, but for `moves`, which answers with how many a hand had."""
    path = Path(log)
    if not path.exists():
        path.write_text("\n".join(map(encode, ten_hands(42))), encoding="utf-8")
    bodies = path.read_text(encoding="utf-8").split("\n")
    events = [decode(body) for body in bodies]
    return {
        "random": _one(hands._player(resolve(None))),
        "played_out": _one(hands._player(resolve({"early_end": False}))),
        "moves": _moves(),
        "state": _one(lambda: replay([decode(body) for body in bodies])),
        "decode": _one(lambda: [decode(body) for body in bodies]),
        "apply": _one(lambda: replay(events)),
    }


def _one(work: Callable[[], object]) -> Callable[[], int]:
    def once() -> int:
        work()
        return 1

    return once


def _moves() -> Callable[[], int]:
    rules = resolve({"early_end": False})
    chance, dealers = random.Random(42), cycle(rules.table.seats)
    return lambda: hands._play_one(rules, chance, next(dealers))
