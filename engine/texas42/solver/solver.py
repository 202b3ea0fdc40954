"""Answers about a deal of which every hand is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence
from dataclasses import dataclass
from typing import NamedTuple

from texas42.seats import Seat
from texas42.solver.board import Game, board_of
from texas42.solver.layout import DEAL, HANDS, MEMORY_SIZE, PATIENCE
from texas42.solver.search import search
from texas42.suits import Suit
from texas42.tiles import BIT, TILES, Tile

Row = MutableSequence[int]
ENDLESS = 1 << 40


class Unsolved(LookupError):  # noqa: N818 - says what the spot is
    """The search looked at as many positions as it was allowed to, and does not know."""


@dataclass(frozen=True)
class Kernel:
    """What runs the search: Python as it is, or something that compiled the same lines.

    Attributes:
        search: `texas42.solver.search.search`, or the same compiled.
        row: makes the rows of integers that it takes.
    """

    search: Callable[..., int]
    row: Callable[[Iterable[int]], Row]


PYTHON = Kernel(search, list)


class Spot(NamedTuple):
    """A point in the play of a hand, all hands known.

    Attributes:
        hands: seat -> bitmask of its unplayed tiles, for every seat that plays.
        leader: who leads, or led, the trick on the table.
        trick: the tiles played to it.
        called: the suit it called; `None` before its lead.
    """

    hands: Mapping[Seat, int]
    leader: Seat
    trick: tuple[Tile, ...] = ()
    called: Suit | None = None


class _Point(NamedTuple):
    """A spot in the words of the board: the arguments of the search, but for what is needed."""

    remaining: int
    played: int
    place: int
    seat: int
    called: int
    over: int
    winner: int
    gathered: int
    left: int


class Solver:
    """Solves spots of one game, any number of deals one after the other.

    Questions about one spot share what was found on the way. Not for two threads at once.

    Attributes:
        game: what is played for.
        positions: how many positions between tricks it has looked at in all: its work, whatever
            machine does it.
    """

    def __init__(self, game: Game, kernel: Kernel = PYTHON, patience: int = ENDLESS) -> None:
        """`patience` is how many positions between tricks one answer may look at."""
        self.game = game
        self.positions = 0
        self._search = kernel.search
        self._patience = patience
        self._board = board_of(game)
        self._tables = kernel.row(self._board.tables)
        self._memory = kernel.row([0] * MEMORY_SIZE)
        self._place = {seat: place for place, seat in enumerate(game.seats)}
        self._here = _Point(0, 0, 0, 0, 0, 0, 0, 0, 0)

    def look_at(self, spot: Spot) -> None:
        """Take up a spot; what is asked next is asked about it."""
        game, board = self.game, self._board
        everything = 0
        for seat, place in self._place.items():
            hand = spot.hands[seat]
            self._tables[HANDS + place] = board.mask(hand)
            everything |= hand
        self._memory[DEAL] += 1
        leader = self._place[spot.leader]
        tricks = spot.hands[spot.leader].bit_count() + (1 if spot.trick else 0)
        worth = sum(game.worth(tile) for tile in TILES if BIT[tile] & everything)
        point = _Point(
            remaining=board.mask(everything),
            played=len(TILES) - everything.bit_count() - len(spot.trick),
            place=0,
            seat=leader,
            called=0,
            over=0,
            winner=0,
            gathered=0,
            left=tricks + worth + sum(game.worth(tile) for tile in spot.trick),
        )
        for number, tile in enumerate(spot.trick):
            point = self._played(point, tile, None if number else spot.called)
        self._here = point

    def reaches(self, need: int) -> bool:
        """Whether the seats that take can be brought `need` points from here on.

        That is by those who want it, whatever the others do; the trick on the table is included.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        return self._ask(self._here, need)

    def reaches_after(self, tile: Tile, need: int, call: Suit | None = None) -> bool:
        """The same once the seat on turn has played this tile, a lead perhaps calling `call`.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        point, taken = self._after(tile, call)
        return self._ask(point, need - taken)

    def value(self) -> int:
        """The most points that can be brought to the seats that take, from here on.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        return self._most(self._here)

    def value_after(self, tile: Tile, call: Suit | None = None) -> int:
        """The same once the seat on turn has played this tile.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        point, taken = self._after(tile, call)
        return taken + self._most(point)

    def _ask(self, point: _Point, need: int) -> bool:
        self._memory[PATIENCE] = self._patience
        *before, left = point
        found = self._search(self._tables, self._memory, *before, need, left)
        self.positions += self._patience - int(self._memory[PATIENCE])
        if self._memory[PATIENCE] < 0:
            raise Unsolved(f"no answer within {self._patience} positions")
        return bool(found)

    def _most(self, point: _Point) -> int:
        """By halving: each question shares what the ones before it found."""
        least, most = 0, point.left
        while least < most:
            middle = (least + most + 1) // 2
            if self._ask(point, middle):
                least = middle
            else:
                most = middle - 1
        return least

    def _after(self, tile: Tile, call: Suit | None) -> tuple[_Point, int]:
        """The point after this play, and the points that a trick it completed brought."""
        point = self._played(self._here, tile, call, self._board.bit[tile])
        if point.place < len(self.game.seats):
            return point, 0
        points = 1 + point.gathered
        taken = points if self.game.seats[point.winner] in self.game.takes else 0
        left = point.left - points
        return _Point(point.remaining, point.played, 0, point.winner, 0, 0, 0, 0, left), taken

    def _played(self, point: _Point, tile: Tile, call: Suit | None, held: int = 0) -> _Point:
        """The point once this tile lies in the trick; `held` is its bit while it is in a hand."""
        called, winner, over = point.called, point.winner, point.over
        bit = self._board.bit[tile]
        if point.place == 0:
            called = self.game.suits.called[tile] if call is None else call
        if point.place == 0 or bit & over:
            winner, over = point.seat, self._board.beating(Suit(called), tile)
        following = point.seat + 1
        return point._replace(
            remaining=point.remaining & ~held,
            played=point.played + 1,
            place=point.place + 1,
            seat=following if following < len(self.game.seats) else 0,
            called=called,
            over=over,
            winner=winner,
            gathered=point.gathered + self.game.worth(tile),
        )
