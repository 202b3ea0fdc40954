"""The deals of an arena: each follows from the seed and its number, and from nothing else."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

from texas42 import TILES, Match, Rules, Seat, Tile, create, deal, join
from texas42_client.thinking.chance import Chance

__all__ = ["Deal"]

PLAYERS = ("ann", "bob", "cal", "dee")
"""Neutral names: who sits where does not tell which bot it is."""


@dataclass(frozen=True)
class Deal:
    """One shuffle of the set and who deals it; the deal goes round with the number.

    Attributes:
        seed: of the arena.
        number: 1 for its first deal.
    """

    seed: int
    number: int

    @property
    def dealer(self) -> Seat:
        """A deals the first, B the second, and so on."""
        return Seat((self.number - 1) % len(PLAYERS))

    @property
    def shuffled(self) -> tuple[Tile, ...]:
        """All 28 tiles."""
        return tuple(Random(f"deal {self.seed} {self.number}").sample(TILES, len(TILES)))

    @property
    def match_id(self) -> str:
        """The id that both tables have in views; it tells nothing of the tiles."""
        named = f"match {self.seed} {self.number}".encode()
        return hashlib.sha256(named).hexdigest()[:22]

    def chance(self, seat: Seat) -> Chance:
        """The chances of whoever sits there, the same at both tables.

        So a bot against itself comes out exactly even.
        """
        return Chance(f"chance {self.seed} {self.number} {seat}".encode())

    def opened(self, rules: Rules) -> Match:
        """A match of these rules, nobody having scored, with this deal on the table."""
        match = Match(create("arena", PLAYERS[0], rules, first_dealer=self.dealer))
        for seat, player in zip(match.table.seats, PLAYERS, strict=True):
            match.apply(join(match, seat, player))
        match.apply(deal(match, self.shuffled, self.dealer))
        return match
