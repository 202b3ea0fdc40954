"""A hand played out in one world, every seat by habit and by what it would know.

With all hands open a bidder makes what nobody makes at a table, for it never has to guess. Here
the seats guess as players do. Of contracts that were played, what came of such playouts foretold
more than what a solver says that sees all hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import get_ident
from typing import Any

from texas42 import BIT, TILES, Seat, Suit, Tile, Trump, denied, playable, suits_for, table_for
from texas42.solver import Game, Laid, Spot
from texas42_client.bots.simple.losing import play_nello
from texas42_client.bots.strong.naming import Naming
from texas42_client.thinking.compiled import fastest
from texas42_client.thinking.playing_out import Playouts
from texas42_client.thinking.position import Position
from texas42_client.thinking.reading import EVERY_TILE
from texas42_client.thinking.sampling import World

__all__ = ["Playout"]

Body = Mapping[str, Any]


class Playout:
    """One naming of one bidder, to be played out in many worlds.

    That a trump must be led first, and that a lead may call its lower end, is left out of account:
    who leads for the contract mostly leads trump, and would seldom call low.
    """

    def __init__(
        self,
        view: Body,
        bidder: str,
        naming: Naming,
        *,
        all_tricks: bool,
        declarer: str | None = None,
        leader: str | None = None,
    ) -> None:
        """Of any seat's view, before trump is named.

        Args:
            view: for the seats and their sides.
            bidder: who declares, and leads, unless somebody else is said to.
            naming: what is named.
            all_tricks: whether it is for every trick, in nello for none, rather than for points.
            declarer: who names trump.
            leader: who leads the first trick.
        """
        self._nello = _Nello(view, bidder, naming) if naming.trump is Trump.NELLO else None
        seats = list(view["seats"])
        side = view["seats"][bidder]["side"]
        bidders = frozenset(
            Seat(n) for n, seat in enumerate(seats) if view["seats"][seat]["side"] == side
        )
        self._labels = {Seat(number): seat for number, seat in enumerate(seats)}
        self._leader = Seat(seats.index(leader or bidder))
        self._all_tricks = table_for(len(seats)).hand_size if all_tricks else 0
        game = Game(
            suits_for(naming.trump, naming.doubles),
            tuple(self._labels),
            wants=bidders,
            takes=bidders,
            counted=not all_tricks,
        )
        self._laid = _laid(game, get_ident())
        self._playouts = Playouts(self._laid, fastest(), Seat(seats.index(declarer or bidder)))

    def points(self, world: World, least: int = 0) -> int:
        """What the bidder's side takes; anything below `least` once it cannot reach that any more.

        For all tricks that is 1 if the contract is made, else 0.
        """
        if self._nello is not None:
            return int(self._nello.is_made(world))
        hands = {seat: world[label] for seat, label in self._labels.items()}
        taken = self._playouts.points(self._laid.lay(Spot(hands, self._leader)))
        return int(taken == self._all_tricks) if self._all_tricks else taken


@lru_cache(64)
def _laid(game: Game, _thread: int) -> Laid:
    """A board to lay deals on, one for each thread."""
    return Laid(game, fastest().kernel.row)


class _Nello:
    """Nello has habits of its own."""

    def __init__(self, view: Body, bidder: str, naming: Naming) -> None:
        seats = view["seats"]
        side = seats[bidder]["side"]
        self._seats = [s for s in seats if s == bidder or seats[s]["side"] != side]
        self._others = frozenset(self._seats) - {bidder}
        self._suits = suits_for(naming.trump, naming.doubles)
        self._bidder = bidder
        self._tricks = table_for(len(seats)).hand_size

    def is_made(self, world: World) -> bool:
        """Whether the bidder loses every trick."""
        hands = {seat: world[seat] for seat in self._seats}
        table = _Tiles(hands, dict(hands), dict.fromkeys(hands, 0))
        leader = self._bidder
        for _ in range(self._tricks):
            leader = self._trick(table, leader)
            if leader == self._bidder:
                return False
        return True

    def _trick(self, table: _Tiles, leader: str) -> str:
        """Play a trick; who takes it."""
        first = self._seats.index(leader)
        order = self._seats[first:] + self._seats[:first]
        plays: list[tuple[str, Tile]] = []
        called: Suit | None = None
        for number, seat in enumerate(order):
            masks = self._suits.lead if called is None else self._suits.must[called]
            options = playable(masks, table.hands[seat])
            legal = tuple(tile for tile in TILES if BIT[tile] & options)
            tile = legal[0]
            if len(legal) > 1:
                behind = tuple(order[number + 1 :])
                tile = self._choice(table, seat, called, legal, tuple(plays), behind)
            if called is None:
                called = self._suits.called[tile]
            table.hands[seat] ^= BIT[tile]
            table.lacks[seat] |= denied(masks, tile)
            plays.append((seat, tile))
        for _, tile in plays:
            table.gone |= BIT[tile]
        power = self._suits.power[self._suits.called[plays[0][1]]]
        return max(plays, key=lambda play: power[play[1]])[0]

    def _choice(
        self,
        table: _Tiles,
        seat: str,
        called: Suit | None,
        legal: tuple[Tile, ...],
        plays: tuple[tuple[str, Tile], ...],
        behind: tuple[str, ...],
    ) -> Tile:
        """What the seat plays by what it would have seen."""
        seen = table.gone | table.dealt[seat]
        for _, tile in plays:
            seen |= BIT[tile]
        unseen = EVERY_TILE & ~seen
        position = Position(
            seat=seat,
            friends=self._others if seat in self._others else frozenset([seat]),
            suits=self._suits,
            called=called,
            hand=table.hands[seat],
            legal=legal,
            plays=plays,
            behind=behind,
            hidden={s: unseen & ~table.lacks[s] for s in self._seats if s != seat},
            bidding=seat == self._bidder,
            bidder=self._bidder,
            declarer=self._bidder,
            all_tricks=True,
            losing=True,
        )
        return play_nello(position)


class _Tiles:
    """Where the tiles are, and what the play has told.

    Attributes:
        hands: seat -> bitmask of its unplayed tiles.
        dealt: seat -> bitmask of the tiles it began with.
        lacks: seat -> bitmask of the tiles it has shown that it does not hold.
        gone: bitmask of the tiles in finished tricks.
    """

    def __init__(self, hands: dict[str, int], dealt: dict[str, int], lacks: dict[str, int]) -> None:
        self.hands = hands
        self.dealt = dealt
        self.lacks = lacks
        self.gone = 0
