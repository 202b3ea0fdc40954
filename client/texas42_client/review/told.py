"""A finished hand told again, decision by decision, as each seat saw it.

The record of a match says who played what; of the tiles that were never played it says nothing,
and nothing is invented here: a seat is dealt the tiles that it is known to have held. Whoever
asks knows the tiles of its own seat besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from texas42 import (
    Dealt,
    Declared,
    Event,
    Hand,
    Match,
    Played,
    Seat,
    Tile,
    parse_tile,
    replay,
    tile_label,
    view,
)
from texas42.moves import play_body
from texas42.record import from_json, retold, to_json
from texas42.suits import EVERY_TILE
from texas42.tiles import mask_of
from texas42_client.thinking.memory import Memory

__all__ = ["Decision", "ToldHand", "ToldMatch"]

Body = dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """A seat about to play a tile, as far as the asker may know what that seat knew.

    Attributes:
        trick: the number of the trick, from 1; 0 while trump is named.
        place: how many have played to it before.
        order: the seats of the trick, its leader first.
        seat: who plays.
        view: what it was shown; of its tiles those that the asker may know, and so of its legal
            moves.
        memory: what it remembers who has watched every play of the hand.
        missing: how many of its tiles the asker may not know, since they were never played.
        move: what it played, as its `legal_moves` have it.
    """

    trick: int
    place: int
    order: tuple[str, ...]
    seat: str
    view: Body
    memory: Memory
    missing: int
    move: Body

    @property
    def free(self) -> bool:
        """Whether there was a choice, for all that the asker may know."""
        return len(self.view["legal_moves"]) > 1


class ToldMatch:
    """A match out of its record.

    Attributes:
        json: the record in its JSON form.
        rules: what it is played by.
        view: the table at the end, from no seat, for the names.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Raises `RecordError` where this is no record of a match."""
        read = from_json(record)
        self.log = retold(read)
        self.rules = read.rules
        self.json = to_json(read)
        self.view: Body = {"id": read.match or "", "name": read.event} | view(
            replay(self.log), None
        )
        self._deals = [n for n, event in enumerate(self.log) if isinstance(event, Dealt)]

    @property
    def hands(self) -> int:
        """How many hands are over."""
        return len(self.json["hands"])

    def hand(self, number: int, asker: str | None = None, dealt: Sequence[str] = ()) -> ToldHand:
        """One hand, from 1; `dealt` are the tiles of the asker's seat, in the order dealt."""
        first = self._deals[number - 1]
        last = [*self._deals, len(self.log)][number]
        tiles = tuple(map(parse_tile, dealt))
        return ToldHand(self, number, self.log[:first], self.log[first:last], asker, tiles)


class ToldHand:
    """One finished hand, as one asker may know it.

    Attributes:
        number: its number in the match.
        record: the hand as the record has it.
        asker: the seat of whoever asks, if any.
    """

    def __init__(
        self,
        match: ToldMatch,
        number: int,
        before: Sequence[Event],
        events: Sequence[Event],
        asker: str | None,
        dealt: tuple[Tile, ...],
    ) -> None:
        self.match = match
        self.number = number
        self.record: Mapping[str, Any] = match.json["hands"][number - 1]
        self.asker = asker if dealt else None
        self._before = before
        self._events = events
        self._dealt = dealt

    @property
    def contract(self) -> Mapping[str, Any] | None:
        """The contract; `None` when all passed."""
        contract: Mapping[str, Any] | None = self.record["contract"]
        return contract

    @cached_property
    def start(self) -> Match:
        """The match with this hand dealt, each seat holding what it is known to have held."""
        match = replay(self._before)
        deal = self._events[0]
        assert isinstance(deal, Dealt)
        match.apply(Dealt(deal.dealer, self._known(match)))
        hand = match.hand
        assert hand is not None
        # Whoever spoke first did: the tile that decided it need not have been played.
        hand.order = hand.rounds[match.table.seat(self.record["bids"][0]["seat"])]
        hand.turn = hand.order[0]
        return match

    @cached_property
    def end(self) -> Hand:
        """The hand when it was over."""
        match = self.start.copy()
        for event in self._events[1:]:
            match.apply(event)
        return match.hands[-1].hand

    def naming(self) -> tuple[Declared, Match]:
        """What was named for trump, and the match just before."""
        match = self.start.copy()
        for event in self._events[1:]:
            if isinstance(event, Declared):
                return event, match
            match.apply(event)
        raise LookupError("nobody named trump: all have passed")

    @cached_property
    def unplayed(self) -> int:
        """Bitmask of the asker's own tiles that were never played."""
        return mask_of(self._dealt) & ~self.end.played if self.asker else 0

    @cached_property
    def unknown(self) -> int:
        """Bitmask of the tiles of which the asker cannot say where they lay at the end."""
        return EVERY_TILE & ~self.end.played & ~self.unplayed

    @cached_property
    def decided(self) -> int:
        """The number of the trick that decided the contract; what came later could not."""
        contract = self.end.contract
        assert contract is not None
        captured = [0] * len(self.end.captured)
        taken = [0] * len(captured)
        for number, trick in enumerate(self.end.tricks, start=1):
            captured[trick.side] += trick.points
            taken[trick.side] += 1
            left = self.end.table.hand_size - number
            if contract.kind.judge(contract, captured, taken, left) is not None:
                return number
        return len(self.end.tricks)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every play until the contract was decided."""
        return tuple(d for d in self._story[0] if d.trick <= self.decided)

    @property
    def lacks(self) -> Mapping[str, int]:
        """Seat -> bitmask of the tiles that it had shown not to hold when the hand was over."""
        return self._story[1].lacks

    def _known(self, match: Match) -> tuple[tuple[Tile, ...], ...]:
        played: dict[str, list[Tile]] = {label: [] for label in match.table.labels}
        for trick in self.record["tricks"]:
            for play in trick["plays"]:
                played[play["seat"]].append(parse_tile(play["tile"]))
        known = {seat: tuple(sorted(tiles)) for seat, tiles in played.items()}
        if self.asker is not None:
            known[self.asker] = self._dealt
        return tuple(known.values())

    @cached_property
    def _story(self) -> tuple[list[Decision], Memory]:
        """The plays one after the other, and what somebody remembers who watched from no seat."""
        match = self.start.copy()
        watching: dict[Seat | None, Memory] = {
            seat: Memory() for seat in (None, *match.table.seats)
        }
        decisions = []
        for event in self._events[1:]:
            hand = match.hand
            assert hand is not None
            if isinstance(event, Played):
                shown = self.view_of(match, event.seat)
                watching[event.seat].look(shown)
                decisions.append(self._decision(hand, event, shown, watching[event.seat]))
                for seat, memory in watching.items():
                    memory.look(_with(self.view_of(match, seat), event, shown["you"]))
            match.apply(event)
        return decisions, watching[None]

    def _decision(self, hand: Hand, event: Played, shown: Body, memory: Memory) -> Decision:
        label = hand.table.labels
        return Decision(
            trick=len(hand.tricks) + 1,
            place=len(hand.trick),
            order=tuple(label[seat] for seat in hand.order),
            seat=shown["you"],
            view=shown,
            memory=deepcopy(memory),
            missing=hand.table.hand_size - len(hand.dealt[event.seat]),
            move={"type": "play", **play_body(event.tile, event.call)},
        )

    def view_of(self, match: Match, seat: Seat | None) -> Body:
        """The view of a seat; that it was dealt no more tiles than are known is not shown."""
        hand = match.hand
        assert hand is not None
        shown = {"id": self.match.view["id"]} | view(match, seat)
        for place, label in enumerate(hand.table.labels):
            played = sum(place in trick.seats for trick in hand.tricks)
            played += place in hand.order[: len(hand.trick)]
            shown["seats"][label]["tiles_left"] = hand.table.hand_size - played
        return shown


def _with(shown: Body, event: Played, seat: str) -> Body:
    """The view with one more tile on the table, as it lay there before the trick was collected."""
    trick = shown["current_trick"]
    plays = [*trick["plays"], {"seat": seat, **play_body(event.tile, event.call)}]
    hand = shown["hand"] and [tile for tile in shown["hand"] if tile != tile_label(event.tile)]
    return {**shown, "hand": hand, "current_trick": {**trick, "plays": plays}}
