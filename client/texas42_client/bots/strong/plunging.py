"""What a partner would make of a plunge or a splash (R8.4, R8.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from texas42 import BIT, TILES
from texas42_client.bots.simple.bidding import Prospects as Counted
from texas42_client.bots.simple.special import chance_of_plunge
from texas42_client.bots.strong.estimate import FOR_ALL_TRICKS, chance_of
from texas42_client.bots.strong.naming import Naming, namings
from texas42_client.bots.strong.playout import Playout
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import World

__all__ = ["Partner"]

Body = Mapping[str, Any]


class Partner:
    """The viewer's partner, who declares if the viewer plunges.

    In each world it names what its own tiles count for, and no more than those.
    """

    def __init__(self, view: Body) -> None:
        self._view = view
        you, seats = view["you"], view["seats"]
        side = seats[you]["side"]
        self._seat = next(s for s in seats if s != you and seats[s]["side"] == side)
        self._named = list(namings(view["rules"], None, by_bidder=False))
        self._playouts: dict[Naming, Playout] = {}
        self._made: list[int] = []

    def look_at(self, world: World) -> None:
        """Find out whether every trick is taken in this world."""
        held = [tile for tile in TILES if BIT[tile] & world[self._seat]]
        counted = Counted(held, self._view["rules"])
        naming = max(self._named, key=lambda n: counted.of_declaration(n.as_body(), None))
        if naming not in self._playouts:
            leads = self._view["rules"]["plunge_lead"] == "partner"
            you = self._view["you"]
            self._playouts[naming] = Playout(
                self._view,
                you,
                naming,
                all_tricks=True,
                declarer=self._seat,
                leader=self._seat if leads else you,
            )
        self._made.append(self._playouts[naming].points(world))

    def chance(self, among: Collection[int]) -> float:
        """The chance of it, in the worlds of these numbers."""
        made = [self._made[number] for number in among if number < len(self._made)]
        own = mask(self._view["hand"])
        counted = chance_of_plunge([tile for tile in TILES if BIT[tile] & own])
        return chance_of(sum(made), len(made), counted, FOR_ALL_TRICKS)
