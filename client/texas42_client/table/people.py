"""Who is who at a table: names, sides and places, as one viewer sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.table.text import clean

__all__ = ["People"]


class People:
    """The seats of a view. Clockwise goes to the left: the next seat is the viewer's left."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self._seats: Mapping[str, Mapping[str, Any]] = view["seats"]
        self.you: str | None = view.get("you")

    @property
    def seats(self) -> list[str]:
        """The seats clockwise, the viewer's first (for a spectator the first seat)."""
        order = list(self._seats)
        start = order.index(self.you) if self.you in order else 0
        return order[start:] + order[:start]

    @property
    def sides(self) -> list[str]:
        """The sides, the viewer's first."""
        return list(dict.fromkeys(self.side_of(seat) for seat in self.seats))

    def name(self, seat: str | None) -> str:
        """The player's name; who a seat is kept for; ``nobody``."""
        row = self._seats.get(seat or "", {})
        if row.get("player"):
            return clean(row["player"])
        return f"kept for {clean(row['kept_for'])}" if row.get("kept_for") else "free"

    def subject(self, seat: str | None) -> str:
        """``You``, or the player's name, to begin a sentence in the past tense with."""
        return "You" if seat is not None and seat == self.you else self.name(seat)

    def who(self, seat: str | None) -> str:
        """``you``, or the player's name, within a sentence."""
        return "you" if seat is not None and seat == self.you else self.name(seat)

    @property
    def partnered(self) -> bool:
        """Whether partners share a side; else everybody plays alone (R9.1)."""
        return len(self.sides) < len(self._seats)

    def side_of(self, seat: str) -> str:
        """The side's label, such as ``A+C``."""
        return str(self._seats[seat]["side"])

    def side(self, side: str | None) -> str:
        """The names of the side's players: ``ann & cal``."""
        rows = [(seat, row) for seat, row in self._seats.items() if row["side"] == side]
        names = [self.name(seat) for seat, row in rows if row["player"]]
        return " & ".join(names) if len(names) == len(rows) else str(side)

    def team(self, side: str | None, *, first: bool = False) -> str:
        """The side within a sentence, or ``first`` in it: ``you & cal``, ``You & cal``."""
        if self.you is None or side is None or self.side_of(self.you) != side:
            return self.side(side)
        others = [seat for seat in self.seats[1:] if self.side_of(seat) == side]
        if not all(self._seats[seat]["player"] for seat in others):
            return self.side(side)
        return " & ".join(["You" if first else "you", *map(self.name, others)])

    def camp(self, side: str) -> str:
        """``Us`` or ``Them`` for a player; the side's label for a spectator.

        Where everybody plays alone ``You`` or the player's name, or the seat while it is free.
        """
        if not self.partnered:
            if self.you == side:
                return "You"
            return self.name(side) if self._seats[side]["player"] else f"seat {side}"
        if self.you is None:
            return side
        return "Us" if side == self.side_of(self.you) else "Them"

    def tiles_left(self, seat: str) -> int:
        """How many tiles the seat holds."""
        return int(self._seats[seat].get("tiles_left") or 0)

    def place(self, seat: str) -> str:
        """``you``, ``left``, ``partner``, ``right``, or the number of seats clockwise."""
        if self.you is None:
            return ""
        steps, around = self.seats.index(seat), len(self.seats)
        if steps == 0:
            return "" if self.name(seat) == "You" else "you"
        if self.side_of(seat) == self.side_of(self.you):
            return "partner"
        return "left" if steps == 1 else "right" if steps == around - 1 else f"{steps} to the left"
