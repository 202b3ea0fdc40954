"""What a partner would make of a plunge or a splash (R8.4, R8.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from texas42 import BIT, TILES, Bid, parse_tile
from texas42_client.bots.simple.bidding import Prospects as Counted
from texas42_client.bots.simple.special import chance_of_plunge
from texas42_client.bots.strong.estimate import FOR_ALL_TRICKS, chance_of
from texas42_client.bots.strong.playout import Playout
from texas42_client.thinking.naming import Naming, namings
from texas42_client.thinking.reading import rules_of
from texas42_client.thinking.sampling import World

__all__ = ["Partner"]

Body = Mapping[str, Any]


class Partner:
    """The viewer's partner, who declares if the viewer plunges.

    In each world it names what its own tiles count for, and no more than those.
    """

    def __init__(self, view: Body, bid: Bid) -> None:
        """`bid` is a plunge or a splash that the viewer may make."""
        self._counted = chance_of_plunge([parse_tile(label) for label in view["hand"]])
        self._bid = bid
        self._rules = rules_of(view)
        table = self._rules.table
        self._you = table.seat(view["you"])
        self._seat = table.labels[table.partners[self._you]]
        self._named = namings(self._rules, bid)
        self._playouts: dict[Naming, Playout] = {}
        self._made: list[int] = []

    def look_at(self, world: World) -> None:
        """Find out whether every trick is taken in this world."""
        held = [tile for tile in TILES if BIT[tile] & world[self._seat]]
        counted = Counted(held, self._rules)
        naming = max(self._named, key=lambda naming: counted.of_naming(naming, None))
        if naming not in self._playouts:
            self._playouts[naming] = Playout(self._rules, self._you, self._bid, naming)
        self._made.append(self._playouts[naming].points(world))

    def chance(self, among: Collection[int]) -> float:
        """The chance of it, in the worlds of these numbers."""
        made = [self._made[number] for number in among if number < len(self._made)]
        return chance_of(sum(made), len(made), self._counted, FOR_ALL_TRICKS)
