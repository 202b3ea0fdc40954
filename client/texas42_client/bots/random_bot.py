"""The player that knows the rules and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any


class RandomBot:
    """Makes any legal move with equal chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def look(self, view: Mapping[str, Any]) -> None:
        """Remembers nothing."""

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """Any of the legal moves."""
        move: Mapping[str, Any] = self._chance.choice(view["legal_moves"])
        return move
