"""How a finished hand came out, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.table.people import People
from texas42_client.table.words import count, say_contract

__all__ = ["say_result", "say_score"]


def say_result(hand: Mapping[str, Any], people: People) -> str:
    """``ann bid 31, sixes are trump: made, 1 mark for ann & cal (1 to 0)``, from ``/hands``."""
    contract, result = hand["contract"], hand["result"]
    if contract is None or result is None:
        return "everybody passed"
    how = "made" if result["made"] else "set"
    worth = f"{count(result['marks'], 'mark')} for {people.side(result['side'])}"
    said = say_contract(contract, people.name(contract["bidder"]))
    return f"{said}: {how}, {worth} ({say_score(hand['marks'], result['side'])})"


def say_score(marks: Mapping[str, int] | None, first: str | None = None) -> str:
    """The marks as ``3 to 2``, those of the side ``first`` before the others."""
    order = sorted(marks or {}, key=lambda side: side != first)
    return " to ".join(str((marks or {})[side]) for side in order)
