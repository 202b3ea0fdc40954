"""What every test of views looks through: the viewers, a view as text, the rulebook's hands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.engine.strategies import any_rules, rules
from tests.engine.tables import A, B, C, D, Game, state
from texas42 import Viewer, view

VIEWERS: tuple[Viewer, ...] = (None, A, B, C, D)
each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=["spectator", "A", "B", "C", "D"])

FIVES = {
    "A": "5-5 0-0 0-1 0-2 0-3 0-4 1-1",
    "B": "3-5 1-2 1-3 1-4 2-2 2-3 2-4",
    "C": "0-5 1-5 2-5 4-5 3-3 3-4 4-4",
    "D": "6-6 0-6 1-6 2-6 3-6 4-6 5-6",
}
"""The rulebook's example: A leads 5-5 with 6 trump, and D, who has no five, trumps it."""

NOTHING_YET = {"A+C": 0, "B+D": 0}

DEFAULTS: dict[str, Any] = {
    "preset": "straight",
    "seats": 4,
    "scoring": "marks",
    "target": 7,
    "points_award": None,
    "win_by": 1,
    "first_dealer": "lot",
    "first_bidder": "left_of_dealer",
    "all_pass": "redeal",
    "min_bid": 30,
    "max_opening_marks": 2,
    "max_mark_raise": 1,
    "max_marks": None,
    "undeclared_trump": "declare_first",
    "covered_tricks": "declarer_chooses",
    "attributed_tricks": 0,
    "early_end": True,
    "no_trump_doubles": ["high"],
    "opening_lead": "any",
    "small_end_open": False,
    "nello": False,
    "nello_min_marks": 2,
    "nello_doubles": ["own_suit"],
    "sevens": False,
    "sevens_min_marks": 1,
    "plunge": False,
    "plunge_doubles": 4,
    "plunge_marks": 4,
    "plunge_when": "own_turn",
    "plunge_lead": "partner",
    "splash": False,
    "splash_doubles": 3,
    "splash_marks": [2, 3],
    "hints": False,
}
"""Straight 42 as section 8 of the rules has it, in the order of its members."""


BY_ANY_RULES = st.one_of(rules(), any_rules())
"""Straight 42 half the time."""


def viewers_of(game: Game) -> tuple[Viewer, ...]:
    """A spectator, and every seat of the game's table."""
    return (None, *game.table.seats)


def covers(told: dict[str, Any]) -> bool:
    """Whether tricks of the hand in a view are captured face down (R6.5, `covered_tricks`)."""
    stake = told["contract"] and told["contract"]["marks"]
    how = told["rules"]["covered_tricks"]
    return bool(stake) and (how == "declarer_chooses" or (how == "from_two_marks" and stake > 1))


def as_json(told: Any) -> str:
    """The text of it, members in their order."""
    return json.dumps(told, indent=1)


def shown(game: Game, viewer: Viewer = None) -> dict[str, Any]:
    """The view, once it has been seen to change nothing."""
    before = state(game.match)
    told = view(game.match, viewer)
    assert state(game.match) == before
    return told
