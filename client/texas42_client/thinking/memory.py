"""What one seat remembers of the hand being played, and what the play of others has told it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import and_
from typing import Any

from texas42 import BIT, TILES, Suit, Suits, Tile, denied, parse_tile
from texas42.hand import first_lead
from texas42.suits import Masks
from texas42_client.thinking.reading import (
    called_by,
    mask,
    rules_of,
    sits_out,
    suits_of,
)

__all__ = ["Memory"]

Body = Mapping[str, Any]


@dataclass(slots=True)
class _Trick:
    """A trick as far as it is known who played what.

    Attributes:
        leader: who led it, if that is known.
        lead: its lead as it was shown.
        may_call: whether its lead may have called its lower end, were it not shown.
        plays: seat -> tile.
        told: the seats whose plays have been thought about.
        worked_out: whether its set of tiles has been thought about.
    """

    leader: str | None = None
    lead: Body | None = None
    may_call: bool = False
    plays: dict[str, Tile] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    worked_out: bool = False

    def called(self, suits: Suits) -> Suit | None:
        """The suit that was led; `None` where that is not known for certain (R4.3)."""
        if self.lead is not None:
            return called_by(suits, self.lead)
        if self.leader not in self.plays or self.may_call:
            return None
        return suits.called[self.plays[self.leader]]


class Memory:
    """What one seat of one match remembers of the hand being played; a new deal clears it.

    So does another seat: what one has seen is not another's to know.

    It looks at views and hears what waits and streams were sent. Whatever it missed it does
    without: nothing in it is ever wrong, it only knows less.

    Attributes:
        seen: bitmask of the tiles that have been on the table or in this hand since the deal.
        shown: seat -> bitmask of the tiles that it is known to have played.
        lacks: seat -> bitmask of the tiles it has shown that it does not hold.
    """

    def __init__(self) -> None:
        self._seat: str | None = None
        self._clear(0)

    def _clear(self, hand_number: int) -> None:
        self._hand_number = hand_number
        self.seen = 0
        self.shown: dict[str, int] = {}
        self.lacks: dict[str, int] = {}
        self._tricks: dict[int, _Trick] = {}
        self._own = 0
        self._own_trick = 1
        self._suits: Suits | None = None
        self._first_lead: Masks = ()
        self._after: dict[int, tuple[int, int]] = {}
        """Version of the match -> the number of the trick on the table, and the plays to it."""

    def look(self, view: Body) -> None:
        """Take in a view: the own hand, the trick on the table, and the captured tricks shown."""
        if (self._hand_number, self._seat) != (view["hand_number"], view["you"]):
            self._seat = view["you"]
            self._clear(view["hand_number"])
        self._look_at_hand(view)
        trick = view["current_trick"]
        if trick is None:
            self._after[view["version"]] = (1, 0)
            return
        self._after[view["version"]] = (trick["number"], len(trick["plays"]))
        self._own_trick = trick["number"]
        if self._suits is None:
            self._suits = suits_of(view)
            self._first_lead = first_lead(rules_of(view), self._suits)
        suits = self._suits
        self._watch(trick, trick["leader"])
        if any("call" in move for move in view["legal_moves"]):
            self._tricks[trick["number"]].may_call = True
        for captured in view["captured"]:
            self.seen |= mask(captured["tiles"])
            if captured.get("plays"):
                self._watch(captured, captured["plays"][0]["seat"])
            else:
                winner = trick["leader"] if captured["number"] == trick["number"] - 1 else None
                self._work_out(view, suits, captured, winner)
        for number, known in self._tricks.items():
            self._conclude(suits, self._first_lead if number == 1 else suits.lead, known)

    def hear(self, entries: Iterable[Body]) -> None:
        """Take in entries of the feed, oldest first, as a wait or a stream was sent them (R6.8).

        Entries that cannot be placed, since those before them were missed, are let go.
        """
        for entry in entries:
            if entry["type"] == "dealt":
                if entry["hand"] != self._hand_number:
                    self._clear(entry["hand"])
                self._after[entry["seq"]] = (1, 0)
            elif entry["seq"] - 1 in self._after:
                self._hear_one(entry, *self._after[entry["seq"] - 1])

    def _hear_one(self, entry: Body, number: int, plays: int) -> None:
        """An entry that came when there were so many plays to the trick of that number."""
        if entry["type"] == "play":
            if entry["seat"] is not None:
                trick = self._tricks.setdefault(number, _Trick())
                self._note(trick, entry, is_lead=plays == 0)
            over = any(then["type"] == "trick_taken" for then in entry["then"])
            number, plays = (number + 1, 0) if over else (number, plays + 1)
        self._after[entry["seq"]] = (number, plays)

    def _look_at_hand(self, view: Body) -> None:
        """The own tiles; one that is gone since the last look was played to the trick of then."""
        you, held = view["you"], mask(view["hand"] or ())
        gone = self._own & ~held
        if gone:
            self.shown[you] = self.shown.get(you, 0) | gone
            trick = self._tricks.setdefault(self._own_trick, _Trick())
            if gone.bit_count() == 1 and you not in trick.plays:
                trick.plays[you] = TILES[gone.bit_length() - 1]
        self.seen |= held
        self._own = held

    def _watch(self, shown: Body, leader: str) -> None:
        """A trick that shows who played what."""
        trick = self._tricks.setdefault(shown["number"], _Trick())
        trick.leader = leader
        for place, play in enumerate(shown["plays"]):
            self._note(trick, play, is_lead=place == 0)

    def _note(self, trick: _Trick, play: Body, *, is_lead: bool) -> None:
        seat, tile = play["seat"], parse_tile(play["tile"])
        if is_lead:
            trick.leader, trick.lead = seat, play
        trick.plays[seat] = tile
        self.seen |= BIT[tile]
        self.shown[seat] = self.shown.get(seat, 0) | BIT[tile]

    def _work_out(self, view: Body, suits: Suits, captured: Body, winner: str | None) -> None:
        """Who played what to a captured trick that says no more than its tiles, where it follows.

        That is what the seats played that were still to come when it was last seen: the winner
        the tile that won, and one that is left the tile that is left.
        """
        trick = self._tricks.get(captured["number"])
        if trick is None or trick.worked_out:
            return
        trick.worked_out = True
        called = trick.called(suits)
        if called is None:
            return
        tiles = [parse_tile(label) for label in captured["tiles"]]
        rest = [tile for tile in tiles if tile not in trick.plays.values()]
        seats = [s for s in view["seats"] if s not in trick.plays and not sits_out(view, s)]
        power = suits.power[called]
        first, second = sorted(tiles, key=power.__getitem__)[:-3:-1]
        if winner is not None and winner in seats and power[first] > power[second]:
            seats.remove(winner)
            rest.remove(first)
            self._attribute(trick, winner, first)
        if len(seats) == 1:
            self._attribute(trick, seats[0], rest[0])
        elif seats:
            none_of_them = reduce(and_, (denied(suits.must[called], tile) for tile in rest))
            for seat in seats:
                self._lack(seat, none_of_them)

    def _attribute(self, trick: _Trick, seat: str, tile: Tile) -> None:
        trick.plays[seat] = tile
        self.shown[seat] = self.shown.get(seat, 0) | BIT[tile]

    def _conclude(self, suits: Suits, leads: Masks, trick: _Trick) -> None:
        """What those lack who played to a trick: whatever they would have had to play before.

        `leads` are what had to be led to it, in order of obligation.
        """
        called = trick.called(suits)
        for seat in trick.plays.keys() - trick.told:
            if seat == trick.leader:
                self._lack(seat, denied(leads, trick.plays[seat]))
            elif called is not None:
                self._lack(seat, denied(suits.must[called], trick.plays[seat]))
            else:
                continue
            trick.told.add(seat)

    def _lack(self, seat: str, tiles: int) -> None:
        if tiles:
            self.lacks[seat] = self.lacks.get(seat, 0) | tiles
