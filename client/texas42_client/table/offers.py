"""A list of moves in short: rows of bids as their first and last, what open tricks add once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from texas42_client.table.words import SPECIALS, count

__all__ = ["examples", "in_short"]

Move = Mapping[str, Any]
A_FEW = {"points": 2, "marks": 3}
"""So many bids of a kind are said one by one."""


def in_short(moves: Sequence[Move], say: Callable[[Move], str]) -> list[str]:
    """``pass``, ``30 to 41``, ``1 mark``, ``2 marks``: every move as ``say`` says it.

    Trumps that may each be named with one open trick or two are said once, and behind the last
    that ``open 1 or 2`` follows.
    """
    said: list[str] = []
    for kind, group in groupby(moves, _kind):
        row = list(group)
        if kind == "open_tricks":
            numbers = dict.fromkeys(str(move["open_tricks"]) for move in row)
            said += dict.fromkeys(say({**move, "open_tricks": None}) for move in row)
            if len(row) == 1:
                said[-1:] = [say(row[0])]
            else:
                said[-1] += f", each with open {' or '.join(numbers)} behind it"
        elif len(row) <= A_FEW.get(kind, len(row)):
            said += map(say, row)
        else:
            last = row[-1][kind]
            until = str(last) if kind == "points" else count(last, "mark")
            said.append(f"{say(row[0])} to {until}")
    return said


def examples(moves: Sequence[Move]) -> list[Move]:
    """One or two moves that show how it is said, never the most daring ones.

    The lowest bid and the pass, the first trump and the first tile that may be led, or the first
    and the last tile.
    """
    types = {move["type"]: move for move in reversed(moves)}
    if types.keys() == {"play"}:
        return [moves[0], moves[-1]][: len(moves)]
    bids = [move for move in moves if _kind(move) in A_FEW]
    shown = [*bids[:1], *(types[name] for name in ("pass", "declare", "play") if name in types)]
    return shown or list(moves[:1])


def _kind(move: Move) -> str:
    """``points`` or ``marks`` for an ordinary bid, ``open_tricks`` where said, else nothing."""
    if move["type"] == "declare" and move.get("open_tricks") is not None:
        return "open_tricks"
    if move["type"] != "bid" or any(move.get(special) for special in SPECIALS):
        return ""
    return "marks" if move.get("points") is None else "points"
