"""What a move comes to by habit: the hand played out from there, in one world after the other."""

from __future__ import annotations

from collections.abc import Mapping

from texas42 import Seat, Suit, Tile
from texas42.solver import Laid, Point
from texas42_client.thinking.compiled import Engine
from texas42_client.thinking.habit import LACKS_SIZE

__all__ = ["Playouts"]


class Playouts:
    """Plays hands out on a board where somebody lays the deals.

    Nello has other habits, and is not for it.
    """

    def __init__(self, laid: Laid, engine: Engine, declarer: Seat) -> None:
        """`declarer` named trump."""
        self._laid = laid
        self._play_out = engine.play_out
        self._declarer = laid.place(declarer)
        self._lacks = engine.kernel.row([0] * LACKS_SIZE)
        self._known = [0] * LACKS_SIZE

    def know(self, lacks: Mapping[Seat, int]) -> None:
        """From now on everybody knows that these seats do not hold these tiles."""
        for seat, tiles in lacks.items():
            self._known[self._laid.place(seat)] = self._laid.mask(tiles)

    def points(self, point: Point) -> int:
        """The points that the seats that take are brought from here on."""
        for place in range(len(self._laid.game.seats)):
            self._lacks[place] = self._known[place]
        return int(
            self._play_out(
                self._laid.tables,
                self._lacks,
                point.remaining,
                self._declarer,
                point.place,
                point.seat,
                point.called,
                point.over,
                point.winner,
                point.gathered,
            )
        )

    def points_after(self, point: Point, tile: Tile, call: Suit | None = None) -> int:
        """The same once the seat on turn has played this tile."""
        after, taken = self._laid.after(point, tile, call)
        return taken + self.points(after)
