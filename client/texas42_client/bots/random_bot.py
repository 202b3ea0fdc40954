"""The player that knows the rules and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from texas42_client.thinking.chance import Chance


class RandomBot:
    """Makes any legal move with equal chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def look(self, view: Mapping[str, Any]) -> None:
        """Remembers nothing."""

    def hear(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Remembers nothing."""

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """Any of the legal moves."""
        move: Mapping[str, Any] = self._chance.at(view).choice(view["legal_moves"])
        return move
