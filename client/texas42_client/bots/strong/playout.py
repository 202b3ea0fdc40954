"""A hand played out in one world, every seat by habit and by what it would know.

With all hands open a bidder makes what nobody makes at a table, for it never has to guess. Here
the seats guess as players do. Of contracts that were played, what came of such playouts foretold
more than what a solver says that sees all hands.
"""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from texas42 import (
    BIT,
    TILES,
    Bid,
    Declare,
    Rules,
    Seat,
    Suit,
    Table,
    Tile,
    denied,
    playable,
    suits_for,
    winning_place,
)
from texas42.contracts import NELLO, POINTS, contract_for, declared
from texas42.solver import Game, Laid, Spot
from texas42.suits import EVERY_TILE
from texas42_client.bots.simple.losing import play_nello
from texas42_client.thinking.compiled import fastest
from texas42_client.thinking.naming import Naming
from texas42_client.thinking.playing_out import Playouts
from texas42_client.thinking.position import Position
from texas42_client.thinking.sampling import World

__all__ = ["Playout"]


class Playout:
    """One naming for one bid of one seat, to be played out in many worlds.

    That a trump must be led first, and that a lead may call its lower end, is left out of account:
    who leads for the contract mostly leads trump, and would seldom call low.
    """

    def __init__(self, rules: Rules, bidder: Seat, bid: Bid, naming: Naming) -> None:
        """Of the contract that this bid makes once this is named."""
        table = rules.table
        contract = declared(contract_for(rules, bidder, bid), Declare(naming.trump))
        self._labels = table.labels
        self._all_tricks = 0 if contract.kind is POINTS else table.hand_size
        game = Game.of(table, contract, suits_for(*naming))
        self._nello = None
        if contract.kind is NELLO:
            self._nello = _Nello(table, bidder, game)
            return
        self._leader = contract.leader
        self._laid = _laid(game, get_ident())
        self._playouts = Playouts(self._laid, fastest(), contract.declarer)

    def points(self, world: World) -> int:
        """What the bidder's side takes in this world.

        Of a contract for all tricks that is 1 if it is made, else 0.
        """
        if self._nello is not None:
            return int(self._nello.is_made(world))
        hands = {Seat(number): world[label] for number, label in enumerate(self._labels)}
        taken = self._playouts.points(self._laid.lay(Spot(hands, self._leader)))
        return int(taken == self._all_tricks) if self._all_tricks else taken


@lru_cache(64)
def _laid(game: Game, _thread: int) -> Laid:
    """A board to lay deals on, one for each thread."""
    return Laid(game, fastest().kernel.row)


class _Nello:
    """Nello has habits of its own."""

    def __init__(self, table: Table, bidder: Seat, game: Game) -> None:
        self._seats = [table.labels[seat] for seat in game.seats]
        self._bidder = table.labels[bidder]
        self._others = frozenset(self._seats) - {self._bidder}
        self._suits = game.suits
        self._tricks = table.hand_size

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
        assert called is not None
        return order[winning_place(self._suits, called, [tile for _, tile in plays])]

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
