"""Players for empty seats.

A bot is shown exactly what a remote seat is shown, the view of `GET /matches/{id}`, and answers
with one of the bodies in its `legal_moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from texas42_client.bots.random_bot import RandomBot
from texas42_client.bots.simple.player import SimpleBot
from texas42_client.thinking.chance import Chance

__all__ = ["BOTS", "Bot", "RandomBot", "SimpleBot"]


class Bot(Protocol):
    """One player at one seat of one match."""

    def look(self, view: Mapping[str, Any]) -> None:
        """See the table without moving; a bot may remember what it saw."""

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """One of `view["legal_moves"]`, which must not be empty."""


BOTS: dict[str, Callable[[Chance], Bot]] = {"random": RandomBot, "simple": SimpleBot}
"""Name -> a new player of that kind, which takes its chances from the given `Chance`."""
