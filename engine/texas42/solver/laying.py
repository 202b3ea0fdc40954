"""A spot laid out on the board of its game: the words of the game in, the search's numbers out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence
from typing import NamedTuple, TypeAlias

from texas42.seats import Seat
from texas42.solver.board import Game, board_of
from texas42.solver.layout import HANDS
from texas42.suits import Suit
from texas42.tiles import BIT, TILES, Tile

Row: TypeAlias = MutableSequence[int]


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


class Point(NamedTuple):
    """A spot in the words of the board: what the search takes, but for the points needed.

    Tiles are bits of the board, seats are places among those that play.
    """

    remaining: int
    played: int
    place: int
    seat: int
    called: int
    over: int
    winner: int
    gathered: int
    left: int


class Laid:
    """A game's board, and the deal that lies on it.

    Attributes:
        game: what is played for.
        tables: the row that the search reads.
    """

    def __init__(self, game: Game, row: Callable[[Iterable[int]], Row]) -> None:
        """`row` makes rows of integers."""
        self.game = game
        self._board = board_of(game)
        self.tables = row(self._board.tables)
        self._place = {seat: place for place, seat in enumerate(game.seats)}

    def place(self, seat: Seat) -> int:
        """Where a seat that plays is on the board."""
        return self._place[seat]

    def mask(self, tiles: int) -> int:
        """The board's bitmask of these tiles."""
        return self._board.mask(tiles)

    def lay(self, spot: Spot) -> Point:
        """Deal the hands of a spot, and say where it is."""
        game, board = self.game, self._board
        everything = 0
        for seat, place in self._place.items():
            hand = spot.hands[seat]
            self.tables[HANDS + place] = board.mask(hand)
            everything |= hand
        tricks = spot.hands[spot.leader].bit_count() + (1 if spot.trick else 0)
        worth = sum(game.worth(tile) for tile in TILES if BIT[tile] & everything)
        point = Point(
            remaining=board.mask(everything),
            played=len(TILES) - everything.bit_count() - len(spot.trick),
            place=0,
            seat=self._place[spot.leader],
            called=0,
            over=0,
            winner=0,
            gathered=0,
            left=tricks + worth + sum(game.worth(tile) for tile in spot.trick),
        )
        for number, tile in enumerate(spot.trick):
            point = self._played(point, tile, None if number else spot.called, held=0)
        return point

    def after(self, point: Point, tile: Tile, call: Suit | None = None) -> tuple[Point, int]:
        """The point after the seat on turn has played this tile, a lead perhaps calling `call`.

        With it, the points that a trick it completed brought to the seats that take.
        """
        point = self._played(point, tile, call, held=self._board.bit[tile])
        if point.place < len(self.game.seats):
            return point, 0
        points = 1 + point.gathered
        taken = points if self.game.seats[point.winner] in self.game.takes else 0
        left = point.left - points
        return Point(point.remaining, point.played, 0, point.winner, 0, 0, 0, 0, left), taken

    def _played(self, point: Point, tile: Tile, call: Suit | None, *, held: int) -> Point:
        """The point once this tile lies in the trick; `held` is its bit while it is in a hand."""
        called, winner, over = point.called, point.winner, point.over
        if point.place == 0:
            called = self.game.suits.called[tile] if call is None else call
        if point.place == 0 or self._board.bit[tile] & over:
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
