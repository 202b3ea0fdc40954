"""The board of a game: its trump, who plays, and what they play for, as the search reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import mean

from texas42.contracts import MARKS, NELLO, PLUNGE, POINTS, SEVENS, SPLASH, Contract, Kind
from texas42.seats import Seat, Table
from texas42.solver.layout import (
    BEATS,
    BOARD_SIZE,
    CALLED,
    COUNTERS,
    HALF,
    HALF_MASK,
    LEADING,
    LEVELS,
    MUST,
    NUMBER,
    SEATS,
    SUMS,
    TAKES,
    TRUMPS,
    WANTS,
    WEAKEST,
    WIDTH,
    WORTH,
)
from texas42.suits import TRUMP, Masks, Suit, Suits
from texas42.tiles import BIT, COUNT, TILES, Tile

ALL_TRICKS: tuple[Kind, ...] = (MARKS, SEVENS, PLUNGE, SPLASH)


@dataclass(frozen=True)
class Game:
    """What is played for, once trump is named.

    The bidder's side wants to reach its contract and the others want to prevent it. What decides is
    the points that some seats take: the bidder's side, in nello the others; where every trick
    counts alike, each is one point.

    Attributes:
        suits: how the tiles stand to each other.
        seats: who plays, clockwise.
        wants: who wants as many of those points as can be had.
        takes: whose tricks bring them.
        counted: whether count tiles bring more than the trick they fall in.
    """

    suits: Suits
    seats: tuple[Seat, ...]
    wants: frozenset[Seat]
    takes: frozenset[Seat]
    counted: bool

    @classmethod
    def of(cls, table: Table, contract: Contract, suits: Suits) -> Game:
        """The game that a declared contract makes (R5.1, R5.3, R8.1, R8.3, R8.4)."""
        bidders = frozenset(s for s in table.seats if table.side_of[s] == contract.side)
        out = {table.partners[contract.bidder]} if contract.kind.partner_sits_out else set()
        seats = tuple(seat for seat in table.seats if seat not in out)
        others = frozenset(seats) - bidders
        return cls(
            suits,
            seats,
            wants=bidders & frozenset(seats),
            takes=others if contract.kind is NELLO else bidders,
            counted=contract.kind is POINTS,
        )

    def worth(self, tile: Tile) -> int:
        """What the tile adds to the trick it falls in."""
        return COUNT[tile] if self.counted else 0


class Board:
    """The tables of a game, and the names that its tiles have there.

    Attributes:
        tables: as `texas42.solver.layout` lays them out, no hands dealt.
        bit: tile -> its bit on the board.
    """

    def __init__(self, game: Game) -> None:
        order = _strongest_first(game.suits)
        self.bit = tuple(1 << order.index(tile) for tile in TILES)
        self._halves = _halves(self.bit)
        self.tables = [0] * BOARD_SIZE
        self._write_suits(game.suits)
        self._write_points([game.worth(tile) for tile in order])
        self.tables[SEATS] = len(game.seats)
        for place, seat in enumerate(game.seats):
            self.tables[WANTS + place] = int(seat in game.wants)
            self.tables[TAKES + place] = int(seat in game.takes)

    def mask(self, tiles: int) -> int:
        """The board's bitmask of the tiles in one of ours."""
        low, high = self._halves
        return low[tiles & HALF_MASK] | high[tiles >> HALF]

    def beating(self, suit: Suit, tile: Tile) -> int:
        """The board's bitmask of what beats this tile in a trick that called this suit."""
        return self.tables[BEATS + suit * WIDTH + self.bit[tile] % WIDTH]

    def _write_suits(self, suits: Suits) -> None:
        tables = self.tables
        for suit, power in enumerate(suits.power):
            self._write_duties(suit, suits.must[suit])
            for tile in TILES:
                above = sum(BIT[other] for other in TILES if power[other] > power[tile])
                tables[BEATS + suit * WIDTH + self.bit[tile] % WIDTH] = self.mask(above)
        self._write_duties(LEADING, suits.lead)
        for tile in TILES:
            tables[CALLED + self.bit[tile] % WIDTH] = suits.called[tile]
        tables[TRUMPS] = self.mask(suits.trumps)

    def _write_duties(self, row: int, masks: Masks) -> None:
        for level in range(LEVELS):
            tiles = masks[min(level, len(masks) - 1)]
            self.tables[MUST + row * LEVELS + level] = self.mask(tiles)

    def _write_points(self, worth: Sequence[int]) -> None:
        """The count of the tiles, strongest first, and of every set of them."""
        tables = self.tables
        for place, count in enumerate(worth):
            tables[WORTH + (1 << place) % WIDTH] = count
            tables[COUNTERS] |= (count > 0) << place
        for half in range(2):
            row = SUMS + half * (1 << HALF)
            for tiles in range(1, 1 << HALF):
                lowest = (tiles & -tiles).bit_length() - 1
                without = tables[row + (tiles & (tiles - 1))]
                tables[row + tiles] = without + 1 + worth[lowest + half * HALF]
        for tiles in range(1, 1 << HALF):
            tables[WEAKEST + tiles] = 1 << (tiles.bit_length() - 1)
            tables[NUMBER + tiles] = tiles.bit_count()


@cache
def board_of(game: Game) -> Board:
    """The board of this game; one of each kind is enough."""
    return Board(game)


def _strongest_first(suits: Suits) -> list[Tile]:
    """All tiles in an order in which those of each suit stand by rank, trumps before the rest."""

    def strength(tile: Tile) -> tuple[bool, float]:
        if BIT[tile] & suits.trumps:
            return True, suits.power[TRUMP][tile]
        ranks = [power[tile] for suit, power in enumerate(suits.power) if suit != TRUMP]
        return False, mean(rank for rank in ranks if rank)

    return sorted(TILES, key=strength, reverse=True)


def _halves(bit: Sequence[int]) -> tuple[list[int], list[int]]:
    """Set of the first or the last fourteen tiles -> the same on the board."""
    halves = ([0] * (1 << HALF), [0] * (1 << HALF))
    for half, sets in enumerate(halves):
        for tiles in range(1, 1 << HALF):
            lowest = (tiles & -tiles).bit_length() - 1
            sets[tiles] = sets[tiles & (tiles - 1)] | bit[lowest + half * HALF]
    return halves
