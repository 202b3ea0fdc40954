"""What a player at the table knows.

That is the view it is shown, and what it remembers of the tiles it has seen since the deal.
Nothing else reaches a bot's thinking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from texas42 import BIT, COUNT, TILES, Suit, Suits, Tile, parse_tile
from texas42.suits import EVERY_TILE
from texas42.tiles import mask_of
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import (
    called_by,
    mask,
    sits_out,
    suits_of,
)

__all__ = ["Position"]


@dataclass(frozen=True, slots=True)
class Position:
    """A seat on turn to play a tile.

    Attributes:
        seat: who plays.
        friends: the seats that it plays with, itself included: those of its side; where each sits
            for itself, all who want the contract set.
        suits: what follows what, and which tile is higher.
        called: the suit of the trick on the table; `None` when this seat leads.
        hand: bitmask of its tiles.
        legal: the tiles it may play now.
        plays: the trick on the table, the lead first.
        behind: the seats that still play to this trick after it, in order.
        hidden: each other seat that plays -> bitmask of the tiles that it may hold, for all that
            is known.
        bidding: whether its side won the auction.
        bidder: who won it.
        declarer: who named trump.
        all_tricks: whether the contract asks for every trick, or none, so that count means nothing.
        losing: whether its bidder must lose every trick.
    """

    seat: str
    friends: frozenset[str]
    suits: Suits
    called: Suit | None
    hand: int
    legal: tuple[Tile, ...]
    plays: tuple[tuple[str, Tile], ...]
    behind: tuple[str, ...]
    hidden: Mapping[str, int]
    bidding: bool
    bidder: str
    declarer: str
    all_tricks: bool
    losing: bool

    @classmethod
    def of(cls, view: Mapping[str, Any], memory: Memory) -> Position:
        """The position that a view shows to a seat that remembers what `memory` holds."""
        seat, contract = view["you"], view["contract"]
        bidder = contract["bidder"]
        sides = {label: row["side"] for label, row in view["seats"].items()}
        playing = [s for s in sides if not sits_out(view, s)]
        shown = view["current_trick"]["plays"]
        plays = tuple((play["seat"], parse_tile(play["tile"])) for play in shown)
        played = {label for label, _ in plays}
        unseen = EVERY_TILE & ~memory.seen
        suits = suits_of(view)
        return cls(
            seat=seat,
            friends=frozenset(s for s in sides if _plays_with(s, seat, bidder, sides)),
            suits=suits,
            called=called_by(suits, shown[0]) if shown else None,
            hand=mask(view["hand"]),
            legal=tuple(dict.fromkeys(parse_tile(move["tile"]) for move in view["legal_moves"])),
            plays=plays,
            behind=tuple(s for s in _clockwise_after(seat, playing) if s not in played),
            hidden={s: unseen & ~memory.lacks.get(s, 0) for s in playing if s != seat},
            bidding=sides[bidder] == sides[seat],
            bidder=bidder,
            declarer=contract["declarer"],
            all_tricks=contract["kind"] != "points",
            losing=contract["kind"] == "nello",
        )

    def shuffled(self, chance: Random) -> Position:
        """The same position, the legal tiles in any order, so that equals are equally likely."""
        return replace(self, legal=tuple(chance.sample(self.legal, len(self.legal))))

    @property
    def opponents(self) -> tuple[str, ...]:
        """The seats of other sides."""
        return tuple(seat for seat in self.hidden if seat not in self.friends)

    @property
    def opponents_behind(self) -> tuple[str, ...]:
        """The opponents who still play to this trick."""
        return tuple(seat for seat in self.behind if seat not in self.friends)

    def count(self, tile: Tile) -> int:
        """What the tile is worth to the side that takes it; nothing when every trick counts."""
        return 0 if self.all_tricks else COUNT[tile]

    def held_by(self, seats: Iterable[str]) -> int:
        """Bitmask of the unseen tiles that at least one of these seats may hold."""
        held = 0
        for seat in seats:
            held |= self.hidden[seat]
        return held

    def winning(self) -> tuple[str, Tile]:
        """Who has the trick on the table so far, and with which tile."""
        power = self._power()
        return max(self.plays, key=lambda play: power[play[1]])

    def beats(self, tile: Tile, other: Tile) -> bool:
        """Whether `tile` takes the trick on the table from `other`."""
        power = self._power()
        return power[tile] > power[other]

    def threats(self, tile: Tile, seats: Iterable[str]) -> int:
        """Bitmask of the unseen tiles with which one of `seats` could beat `tile` in this trick.

        When nothing has been led, in the trick that `tile` would lead.
        """
        power = self._power(tile)
        held = self.held_by(seats)
        return mask_of(other for other in TILES if BIT[other] & held and power[other] > power[tile])

    def _power(self, lead: Tile | None = None) -> Sequence[int]:
        """Tile -> rank in the trick on the table, or in the one that `lead` would begin."""
        called = self.called
        if called is None:
            assert lead is not None
            called = self.suits.called[lead]
        return self.suits.power[called]

    def is_sure(self, tile: Tile) -> bool:
        """Whether no opponent who still plays to this trick can beat `tile`."""
        return not self.threats(tile, self.opponents_behind)


def _plays_with(other: str, seat: str, bidder: str, sides: Mapping[str, str]) -> bool:
    """Whether two seats want the same of this contract."""
    return (sides[other] == sides[bidder]) == (sides[seat] == sides[bidder])


def _clockwise_after(seat: str, seats: list[str]) -> list[str]:
    place = seats.index(seat)
    return seats[place + 1 :] + seats[:place]
