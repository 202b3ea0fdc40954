"""A list of moves in short, rows of bids as their first and last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from texas42_client.table.words import SPECIALS, count

__all__ = ["in_short"]

Move = Mapping[str, Any]
A_FEW = {"points": 2, "marks": 3}
"""So many bids of a kind are said one by one."""


def in_short(moves: Sequence[Move], say: Callable[[Move], str]) -> list[str]:
    """``pass``, ``30 to 41``, ``1 mark``, ``2 marks``: every move as ``say`` says it."""
    said: list[str] = []
    for kind, group in groupby(moves, _kind_of_bid):
        row = list(group)
        if len(row) <= A_FEW.get(kind, len(row)):
            said += map(say, row)
        else:
            last = row[-1][kind]
            until = str(last) if kind == "points" else count(last, "mark")
            said.append(f"{say(row[0])} to {until}")
    return said


def _kind_of_bid(move: Move) -> str:
    """``points`` or ``marks`` for an ordinary bid, empty for any other move."""
    if move["type"] != "bid" or any(move.get(special) for special in SPECIALS):
        return ""
    return "marks" if move.get("points") is None else "points"
