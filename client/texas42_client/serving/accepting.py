"""Which of the seats that are kept for a bot it takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from texas42_client.table.text import clean

__all__ = ["Accept"]

ANY = "any"


@dataclass(frozen=True)
class Accept:
    """A bot's terms.

    Attributes:
        rules: presets that it plays; empty means all.
        players: folded names of those whose matches it plays; empty means everybody's.
        at_most: how many matches it plays at once; None means any number.
    """

    rules: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    at_most: int | None = None

    @classmethod
    def of(
        cls, rules: Iterable[str] = (), players: Iterable[str] = (), at_most: int | None = None
    ) -> Accept:
        """The terms in words; the preset `any` stands for all."""
        presets = frozenset(rules)
        return cls(
            rules=frozenset() if ANY in presets else presets,
            players=frozenset(map(_folded, players)),
            at_most=at_most,
        )

    def has_room(self, playing: int) -> bool:
        """Whether it would play one match more than so many."""
        return self.at_most is None or playing < self.at_most

    def objection(self, view: Mapping[str, Any]) -> str:
        """Why it does not take a seat in this match; empty when it does."""
        preset, owner = view["rules"]["preset"], view["owner"]
        if self.rules and preset not in self.rules:
            return f"its rules are {clean(preset)}"
        if self.players and _folded(owner) not in self.players:
            return f"it is {clean(owner)}'s"
        return ""


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
