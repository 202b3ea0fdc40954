"""Answers about a deal of which every hand is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from texas42.solver.board import Game
from texas42.solver.laying import Laid, Point, Row, Spot
from texas42.solver.layout import DEAL, MEMORY_SIZE, PATIENCE
from texas42.solver.search import search
from texas42.suits import Suit
from texas42.tiles import Tile

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


class Solver:
    """Solves spots of one game, any number of deals one after the other.

    Questions about one spot share what was found on the way. Not for two threads at once.

    Attributes:
        game: what is played for.
        laid: the board, with the deal looked at.
        here: the point looked at.
        positions: how many positions between tricks it has looked at in all: its work, whatever
            machine does it.
    """

    def __init__(self, game: Game, kernel: Kernel = PYTHON, patience: int = ENDLESS) -> None:
        """`patience` is how many positions between tricks one answer may look at."""
        self.game = game
        self.positions = 0
        self._search = kernel.search
        self._patience = patience
        self.laid = Laid(game, kernel.row)
        self.here = Point(0, 0, 0, 0, 0, 0, 0, 0, 0)
        self._memory = kernel.row([0] * MEMORY_SIZE)

    def look_at(self, spot: Spot) -> None:
        """Take up a spot; what is asked next is asked about it."""
        self.here = self.laid.lay(spot)
        self._memory[DEAL] += 1

    def reaches(self, need: int) -> bool:
        """Whether the seats that take can be brought `need` points from here on.

        That is by those who want it, whatever the others do; the trick on the table is included.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        return self._ask(self.here, need)

    def reaches_after(self, tile: Tile, need: int, call: Suit | None = None) -> bool:
        """The same once the seat on turn has played this tile, a lead perhaps calling `call`.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        point, taken = self.laid.after(self.here, tile, call)
        return self._ask(point, need - taken)

    def value(self) -> int:
        """The most points that can be brought to the seats that take, from here on.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        return self._most(self.here)

    def value_after(self, tile: Tile, call: Suit | None = None) -> int:
        """The same once the seat on turn has played this tile.

        Raises:
            Unsolved: it takes more patience than was given.
        """
        point, taken = self.laid.after(self.here, tile, call)
        return taken + self._most(point)

    def _ask(self, point: Point, need: int) -> bool:
        self._memory[PATIENCE] = self._patience
        *before, left = point
        found = self._search(self.laid.tables, self._memory, *before, need, left)
        self.positions += self._patience - int(self._memory[PATIENCE])
        if self._memory[PATIENCE] < 0:
            raise Unsolved(f"no answer within {self._patience} positions")
        return bool(found)

    def _most(self, point: Point) -> int:
        """By halving: each question shares what the ones before it found."""
        least, most = 0, point.left
        while least < most:
            middle = (least + most + 1) // 2
            if self._ask(point, middle):
                least = middle
            else:
                most = middle - 1
        return least
