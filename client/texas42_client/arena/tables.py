"""A table with one deal on it, and what each of its seats is shown and sent."""

from __future__ import annotations

from typing import Any

from texas42 import Entry, Event, Match, Move, Rules, Seat, create, deal, decide, join, redact, view
from texas42_client.arena.deals import Deal

__all__ = ["Table"]

PLAYERS = ("ann", "bob", "cal", "dee")
"""Neutral names: who sits where does not tell which bot it is."""


class Table:
    """A match in which nobody has scored, with the deal as its first hand; `match` is its state.

    A seat is given the JSON of a remote one, without the moments, links and codes that a server
    adds.
    """

    def __init__(self, deal_: Deal, rules: Rules) -> None:
        created = create("arena", PLAYERS[0], rules, first_dealer=deal_.dealer)
        self.match = Match(created)
        self._id = deal_.match_id
        self._log = [Entry(1, 0, created)]
        for seat, player in zip(self.match.table.seats, PLAYERS, strict=True):
            self._apply(join(self.match, seat, player))
        self._apply(deal(self.match, deal_.shuffled, deal_.dealer))

    def make(self, move: Move) -> None:
        """The seat on turn makes this move."""
        assert self.match.turn is not None
        for event in decide(self.match, self.match.turn, move):
            self._apply(event)

    def view(self, seat: Seat) -> dict[str, Any]:
        """What `GET /matches/{id}` shows the seat."""
        named = {"id": self._id, "name": self.match.name, "owner": self.match.owner}
        return {**named, **view(self.match, seat)}

    def sent(self, seat: Seat, after: int) -> list[dict[str, Any]]:
        """What a stream of the seat that has been open since that seq was sent (R6.8)."""
        told = redact(self._log, seat, after=after, witnessed=after)
        return [{name: value for name, value in body.items() if name != "at"} for body in told]

    def _apply(self, event: Event) -> None:
        self.match.apply(event)
        self._log.append(Entry(self.match.version, 0, event))
