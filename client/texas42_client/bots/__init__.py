"""Players for empty seats.

A bot is shown exactly what a remote seat is shown, the view of `GET /matches/{id}`, and answers
with one of the bodies in its `legal_moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from texas42_client.bots.careful import CarefulBot
from texas42_client.bots.random_bot import RandomBot
from texas42_client.bots.simple.player import SimpleBot
from texas42_client.bots.strong.player import StrongBot
from texas42_client.thinking.chance import Chance

__all__ = ["BOTS", "Bot", "CarefulBot", "RandomBot", "SimpleBot", "StrongBot"]


class Bot(Protocol):
    """One player at one seat of one match."""

    def look(self, view: Mapping[str, Any]) -> None:
        """See the table without moving; a bot may remember what it saw."""

    def hear(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Entries of the feed as a wait or a stream was sent them, oldest first (R6.8).

        A bot need not be told any, and plays without.
        """

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """One of `view["legal_moves"]`, which must not be empty."""


BOTS: dict[str, Callable[[Chance], Bot]] = {
    "careful": CarefulBot,
    "random": RandomBot,
    "simple": SimpleBot,
    "strong": StrongBot,
}
"""Name -> a new player of that kind, which takes its chances from the given `Chance`."""
