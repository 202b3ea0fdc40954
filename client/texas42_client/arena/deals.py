"""The deals of an arena: each follows from the seed and its number, and from nothing else."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

from texas42 import TILES, Seat, Tile, table_for
from texas42_client.thinking.chance import Chance

__all__ = ["Deal", "chance_of"]

_PAIRS = table_for(4)


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
        return _PAIRS.seats[(self.number - 1) % len(_PAIRS.seats)]

    @property
    def shuffled(self) -> tuple[Tile, ...]:
        """All 28 tiles."""
        return tuple(Random(f"deal {self.seed} {self.number}").sample(TILES, len(TILES)))

    @property
    def match_id(self) -> str:
        """The id that both tables have in views: a digest, out of which no tile can be read."""
        return _digest("match", self.seed, self.number).hex()[:22]

    def chance(self, seat: Seat) -> Chance:
        """The chances of whoever sits there, the same at both tables.

        So a bot against itself comes out exactly even. Nothing in it tells the seed, nor therefore
        the tiles.
        """
        return chance_of(self.seed, self.number, _PAIRS.labels[seat])


def chance_of(seed: int, number: int, label: str) -> Chance:
    """The chances of the seat of that label in a deal, or a match, of an arena."""
    return Chance(_digest("chance", seed, number, label))


def _digest(*words: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, words)).encode()).digest()
