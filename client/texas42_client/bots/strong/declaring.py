"""What to declare: the trump with which the contract that stands is made most probably."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf
from random import Random
from typing import Any

from texas42_client.bots.strong.naming import Naming, named_by
from texas42_client.bots.strong.outlook import Outlook
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import Worlds

__all__ = ["choose_declaration"]

Body = Mapping[str, Any]

MOST_WORLDS = 200


def choose_declaration(view: Body, memory: Memory, budget: Budget, chance: Random) -> Body:
    """The best declaration; where tricks may be covered, as many as can be.

    Cover hides from the others what we remember as well as anybody. Trump is declared, not led:
    to name it by the first tile would bind the lead as well.
    """
    named: dict[Naming, Body] = {}
    for move in view["legal_moves"]:
        if move["type"] == "declare":
            other = named.setdefault(named_by(view["rules"], move), move)
            if (move.get("open_tricks") or 0) < (other.get("open_tricks") or 0):
                named[named_by(view["rules"], move)] = move
    points = view["contract"]["points"]
    outlook = Outlook(view, named, points)
    worlds = Worlds(Knowledge.of(view, memory), (view["you"], mask(view["hand"])))
    deadline = inf if budget.seconds is None else time.perf_counter() + budget.seconds
    most = min(MOST_WORLDS, budget.worlds or MOST_WORLDS)
    while outlook.worlds < most and outlook.is_open:
        outlook.look_at(worlds.draw(chance))
        if time.perf_counter() > deadline:
            break
    best = max(outlook.prospects, key=lambda prospect: outlook.chance(prospect, points))
    return named[best.naming]
