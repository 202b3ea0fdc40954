"""The named sets of rules (R8.10): what each changes of the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules.

    Attributes:
        name: as a `rules` body names it.
        description: a sentence for players.
        overrides: setting -> its value, where that differs from the default.
    """

    name: str
    description: str
    overrides: Mapping[str, Any]


_FAMILY = {
    "first_dealer": "highest_tile",
    "all_pass": "dealer_must_bid",
    "undeclared_trump": "first_tile",
    "covered_tricks": "none",
    "early_end": False,
    "nello": True,
    "sevens": True,
    "plunge": True,
    "plunge_when": "opening",
}

_NAMED = (
    Preset("straight", "Texas 42 as the rulebook plays it: marks to 7.", {}),
    Preset(
        "family",
        "Highest tile deals, the dealer must bid; nello, sevens and plunge; every trick is played.",
        _FAMILY,
    ),
    Preset(
        "family-250",
        "The family game for points to 250: who makes a bid scores it.",
        {"scoring": "points", "points_award": "bid", **_FAMILY},
    ),
    Preset(
        "lone-star",
        "The holder of 0-1 bids first; 84 is the highest bid and is played face down.",
        {
            "first_bidder": "holder_of_0_1",
            "max_marks": 2,
            "covered_tricks": "from_two_marks",
        },
    ),
    Preset(
        "tournament",
        "Straight, with all tricks face down from two marks on.",
        {"covered_tricks": "from_two_marks"},
    ),
    Preset(
        "points-250",
        "Straight, for points to 250: where a bid is made both sides score what they captured.",
        {"scoring": "points", "points_award": "captured"},
    ),
    Preset(
        "lechner",
        "Raises by two, a dealer who must bid; nello, sevens, plunge and splash; win by two.",
        {
            "win_by": 2,
            "all_pass": "dealer_must_bid",
            "max_mark_raise": 2,
            "no_trump_doubles": ("high", "low"),
            "nello": True,
            "nello_min_marks": 1,
            "sevens": True,
            "plunge": True,
            "splash": True,
            "splash_marks": (3, 3),
        },
    ),
)

PRESETS: dict[str, Preset] = {preset.name: preset for preset in _NAMED}
