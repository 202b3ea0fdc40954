"""Seats, sides and the totals that follow from how many sit at a table (R1.1, section 9).

Nothing else in the engine knows how many seats, sides or tricks there are: it asks the `Table`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NewType

from texas42.tiles import COUNT_IN_SET, TILES

Seat = NewType("Seat", int)
Side = NewType("Side", int)

SEAT_LETTERS = "ABCDEFG"
_PARTNERSHIP_SEATS = 4


@dataclass(frozen=True, slots=True)
class Table:
    """A table of `len(seats)` players, seats numbered clockwise from A.

    Attributes:
        seats: every seat, A first.
        labels: seat -> its letter.
        sides: side -> its label, such as `"A+C"`.
        side_of: seat -> its side.
        clockwise_from: seat -> every seat once, clockwise, that one first.
        hand_size: tiles dealt to each seat, and so tricks in a hand (R1.2, R9.1, R9.2).
        total: points in a full hand, 42 for four seats (R2.1, R9.2).
        partners: seat -> its partner (R1.1); empty where each seat plays for itself (R9.1).
    """

    seats: tuple[Seat, ...]
    labels: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[Side, ...]
    clockwise_from: tuple[tuple[Seat, ...], ...]
    hand_size: int
    total: int
    partners: tuple[Seat, ...]

    def seat(self, label: str) -> Seat:
        """The seat with this letter.

        Raises:
            ValueError: this table has no such seat.
        """
        try:
            return self.seats[self.labels.index(label)]
        except ValueError:
            raise ValueError(
                f"no seat {label!r} at this table; its seats are {', '.join(self.labels)}"
            ) from None

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.clockwise_from[seat][1]

    def without(self, absent: Seat) -> tuple[tuple[Seat, ...], ...]:
        """`clockwise_from` with one seat sitting out (R8.1); that of the absent seat is empty."""
        return tuple(
            () if seat == absent else tuple(s for s in self.clockwise_from[seat] if s != absent)
            for seat in self.seats
        )


@cache
def table_for(seats: int) -> Table:
    """The table of this many seats: partners opposite at four (R1.1), else each alone (R9.1)."""
    labels = tuple(SEAT_LETTERS[:seats])
    every_seat = tuple(Seat(s) for s in range(seats))
    paired = seats == _PARTNERSHIP_SEATS
    sides = seats // 2 if paired else seats
    hand_size = len(TILES) // seats
    return Table(
        seats=every_seat,
        labels=labels,
        sides=tuple("+".join(labels[side::sides]) for side in range(sides)),
        side_of=tuple(Side(s % sides) for s in range(seats)),
        clockwise_from=tuple(every_seat[s:] + every_seat[:s] for s in every_seat),
        hand_size=hand_size,
        total=hand_size + COUNT_IN_SET,
        partners=tuple(Seat((s + sides) % seats) for s in range(seats)) if paired else (),
    )
