"""A player of the habits of `simple` who tries them, before it plays, in one world that may be.

Of the tiles that lead there to what its side wants, it plays the one that its habits like best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from texas42_client.bots.simple.player import SimpleBot
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget, Judge
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import Worlds
from texas42_client.thinking.stakes import is_bidding

__all__ = ["CarefulBot"]

Body = Mapping[str, Any]

ONE_WORLD = Budget(worlds=1)


class CarefulBot:
    """One `careful` player at one seat of one match."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._memory = Memory()
        self._habits = SimpleBot(chance)
        self._judge = Judge()

    def look(self, view: Body) -> None:
        """Remember what the table shows."""
        self._memory.look(view)
        self._habits.look(view)

    def hear(self, entries: Iterable[Body]) -> None:
        """Remember who played what."""
        heard = list(entries)
        self._memory.hear(heard)
        self._habits.hear(heard)

    def choose(self, view: Body) -> Body:
        """The move that its habits like best of those that do well in one world."""
        self.look(view)
        habit = self._habits.choose(view)
        if view["status"] != "playing" or len(view["legal_moves"]) == 1:
            return habit
        worlds = Worlds(Knowledge.of(view, self._memory), (view["you"], mask(view["hand"])))
        world = worlds.draw(self._chance.at(view))
        judged = self._judge(view, [world], ONE_WORLD).estimates
        wanted = int(is_bidding(view))
        good = [one.move for one in judged if one.worlds and one.made == wanted]
        return habit if habit in good or not good else good[0]
