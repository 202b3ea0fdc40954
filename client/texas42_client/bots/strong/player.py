"""The player itself: what it remembers, and how long it thinks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.bots.simple.player import SimpleBot
from texas42_client.bots.strong.bidding import choose_bid
from texas42_client.bots.strong.declaring import choose_declaration
from texas42_client.bots.strong.play import best_tile
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget, Judge

__all__ = ["StrongBot"]

Body = Mapping[str, Any]

SECONDS = 0.6
"""For one move at the most, if nothing else is said; what is around it takes little more."""


class StrongBot(SimpleBot):
    """One `strong` player at one seat of one match, with the habits of `simple` beneath."""

    def __init__(
        self, chance: Chance, seconds: float | None = None, worlds: int | None = None
    ) -> None:
        """It thinks for so many seconds a move at the most, or in so many worlds.

        With a number of worlds, and the same chance, it plays the same game again.
        """
        if seconds is None and worlds is None:
            seconds = SECONDS
        super().__init__(chance)
        self._budget = Budget(seconds, worlds)
        self._judge = Judge()

    def choose(self, view: Body) -> Body:
        """The move with the best chance; between equals the one that habit likes."""
        self.look(view)
        moves = view["legal_moves"]
        if len(moves) == 1:
            only: Body = moves[0]
            return only
        chance = self._chance.at(view)
        if view["status"] == "bidding":
            return choose_bid(view, self._memory, self._budget, chance)
        if view["status"] == "declaring":
            return choose_declaration(view, self._memory, self._budget, chance)
        habit = super().choose(view)
        return best_tile(view, self._memory, habit, self._judge, self._budget, chance)
