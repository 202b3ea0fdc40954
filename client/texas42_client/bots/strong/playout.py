"""A hand played out in one world, every seat by the habits of `simple` and what it would know.

With all hands open a bidder makes what nobody makes at a table, for it never has to guess. Here
the seats guess as players do. Of contracts that were played, what came of such playouts foretold
more than what a solver says that sees all hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42 import BIT, COUNT, TILES, Suit, Tile, Trump, denied, playable, suits_for, table_for
from texas42_client.bots.simple.following import follow
from texas42_client.bots.simple.leading import lead
from texas42_client.bots.simple.losing import play_nello
from texas42_client.bots.strong.naming import Naming
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
        seats = view["seats"]
        side = seats[bidder]["side"]
        self._nello = naming.trump is Trump.NELLO
        self._seats = [
            s for s in seats if not self._nello or s == bidder or seats[s]["side"] != side
        ]
        ours = frozenset(s for s in self._seats if seats[s]["side"] == side)
        theirs = frozenset(self._seats) - ours
        self._friends = {s: ours if s in ours else theirs for s in self._seats}
        self._bidders = ours
        self._suits = suits_for(naming.trump, naming.doubles)
        self._bidder, self._declarer = bidder, declarer or bidder
        self._leader = leader or bidder
        self._all_tricks = all_tricks
        self._tricks = table_for(len(seats)).hand_size

    def points(self, world: World) -> int:
        """What the bidder's side takes.

        For all tricks that is 1 if the contract is made, else 0.
        """
        hands = {seat: world[seat] for seat in self._seats}
        table = _Tiles(hands, dict(hands), dict.fromkeys(hands, 0))
        leader, taken = self._leader, 0
        for _ in range(self._tricks):
            leader, count = self._trick(table, leader)
            if leader in self._bidders:
                taken += 1 + count
            if self._all_tricks and (leader in self._bidders) == self._nello:
                return 0
        return 1 if self._all_tricks else taken

    def _trick(self, table: _Tiles, leader: str) -> tuple[str, int]:
        """Play a trick; who takes it, and the count in it."""
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
        winner = max(plays, key=lambda play: power[play[1]])[0]
        return winner, sum(COUNT[tile] for _, tile in plays)

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
            friends=self._friends[seat],
            suits=self._suits,
            called=called,
            hand=table.hands[seat],
            legal=legal,
            plays=plays,
            behind=behind,
            hidden={s: unseen & ~table.lacks[s] for s in self._seats if s != seat},
            bidding=seat in self._bidders,
            bidder=self._bidder,
            declarer=self._declarer,
            all_tricks=self._all_tricks,
            losing=self._nello,
        )
        if self._nello:
            return play_nello(position)
        return follow(position) if plays else lead(position)


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
