"""What to declare: the trump with which the contract that stands is made most probably."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any

from texas42_client.bots.strong.outlook import Outlook
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.naming import named_by
from texas42_client.thinking.reading import contract_of, rules_of
from texas42_client.thinking.sampling import Worlds

__all__ = ["choose_declaration"]

Body = Mapping[str, Any]

MOST_WORLDS = 200


def choose_declaration(view: Body, memory: Memory, budget: Budget, chance: Random) -> Body:
    """The best declaration; where tricks may be covered, as many as can be.

    Cover hides from the others what we remember as well as anybody. Trump is declared, not led:
    to name it by the first tile would bind the lead as well.
    """
    rules, bid = rules_of(view), contract_of(view).bid
    words = [move for move in view["legal_moves"] if move["type"] == "declare"]
    words.sort(key=lambda move: -(move.get("open_tricks") or 0))
    named = {named_by(rules, move): move for move in words}  # the last, and so the fewest open
    outlook = Outlook(view, view["contract"]["bidder"], bid)
    worlds = Worlds.of(view, memory)
    deadline = budget.deadline(time.perf_counter())
    most = min(MOST_WORLDS, budget.worlds or MOST_WORLDS)
    while outlook.worlds < most and outlook.is_open:
        outlook.look_at(worlds.draw(chance))
        if time.perf_counter() > deadline:
            break
    best = max(outlook.prospects, key=lambda prospect: outlook.chance(prospect, bid.points))
    choice: Body = named[best.naming]
    return choice
