"""What every test of views looks through: the viewers, a view as text, the rulebook's hands."""

from __future__ import annotations

import json
from typing import Any

import pytest

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


def as_json(told: Any) -> str:
    """The text of it, members in their order."""
    return json.dumps(told, indent=1)


def shown(game: Game, viewer: Viewer = None) -> dict[str, Any]:
    """The view, once it has been seen to change nothing."""
    before = state(game.match)
    told = view(game.match, viewer)
    assert state(game.match) == before
    return told
