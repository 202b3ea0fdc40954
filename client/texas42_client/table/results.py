"""How a finished hand came out, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.table.people import People
from texas42_client.table.words import count, say_contract

__all__ = ["say_gain", "say_result", "say_score", "score_of"]

Row = Mapping[str, Any]


def score_of(row: Row) -> Mapping[str, int]:
    """Side -> its marks or its points, whichever wins the match; nothing where none is told."""
    return row.get("marks") or row.get("score") or {}


def say_result(hand: Row, people: People, rules: Row | None = None) -> str:
    """``ann bid 31, sixes are trump: made, 1 mark for ann & cal (1 to 0)``, from ``/hands``."""
    contract, result = hand["contract"], hand["result"]
    if contract is None or result is None:
        return "everybody passed"
    how = "made" if result["made"] else "set"
    said = say_contract(contract, people.who(contract["bidder"]), rules)
    score = say_score(score_of(hand), result["side"], people)
    return f"{said}: {how}, {say_gain(result, people)} ({score})"


def say_gain(result: Row, people: People) -> str:
    """``1 mark for ann & cal``; ``31 points for ann & cal, 11 for bob & dee`` (R5.5, R8.8, R9.4).

    The side that made or set the bid comes first; where several set it, each gains.
    """
    side = result["side"]
    if result.get("score") is None:
        marks = count(result["marks"], "mark")
        return f"{marks} for each of the others" if side is None else _for(marks, side, people)
    gained = {s: n for s, n in result["score"].items() if n}
    if not gained:
        return "no points"
    (first, points), *others = sorted(gained.items(), key=lambda row: row[0] != side)
    shown = [_for(count(points, "point"), first, people)]
    return ", ".join([*shown, *(_for(str(n), s, people) for s, n in others)])


def _for(amount: str, side: str, people: People) -> str:
    return f"{amount} for {people.team(side)}"


def say_score(
    score: Mapping[str, int] | None, first: str | None = None, people: People | None = None
) -> str:
    """The score as ``3 to 2``, that of the side ``first`` before the other.

    Where everybody plays alone ``ann 3, bob 2, cal 0``, in the order of the seats, the viewer's
    first; without ``people``, who tell who is who, ``3 2 0``.
    """
    score = score or {}
    if people is not None and not people.partnered:
        return ", ".join(
            f"{people.team(side)} {score[side]}" for side in people.sides if side in score
        )
    order = sorted(score, key=lambda side: side != first)
    return (" to " if len(order) <= 2 else " ").join(str(score[side]) for side in order)
