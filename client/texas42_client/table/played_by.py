"""What a table calls the rules that it is played by, in two words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.table.text import clean

__all__ = ["STRAIGHT_PLAY", "played_by"]

_STRAIGHT = "straight"
STRAIGHT_PLAY: Mapping[str, object] = {
    "scoring": "marks",
    "first_dealer": "lot",
    "first_bidder": "left_of_dealer",
    "all_pass": "redeal",
    "min_bid": 30,
    "max_opening_marks": 2,
    "max_mark_raise": 1,
    "max_marks": None,
    "undeclared_trump": "declare_first",
    "covered_tricks": "declarer_chooses",
    "early_end": True,
    "no_trump_doubles": ["high"],
    "opening_lead": "any",
    "small_end_open": False,
    "nello": False,
    "sevens": False,
    "plunge": False,
    "splash": False,
}
"""Straight in the settings that decide how a hand is dealt, bid and played.

How many sit down, what wins the match and which tricks lie open the table shows by itself.
"""


def played_by(rules: Mapping[str, Any]) -> str:
    """``family rules``; ``house rules`` for straight with changes; nothing for straight itself."""
    preset = str(rules.get("preset") or _STRAIGHT)
    if preset != _STRAIGHT:
        return f"{clean(preset)} rules"
    changed = any(rules.get(name, usual) != usual for name, usual in STRAIGHT_PLAY.items())
    return "house rules" if changed else ""
