"""A match: who sits where, the hands so far, the marks; a fold over the log of events.

`Match.apply` records an event and trusts it: the log holds only what `texas42.play.decide`
allowed. So a stored match replays in a fraction of a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import add
from typing import Any, NamedTuple

from texas42.events import (
    BidMade,
    Cancelled,
    Closed,
    Created,
    Dealt,
    Declared,
    Drawn,
    Event,
    Joined,
    Left,
    Offered,
    Passed,
    Played,
    Replaced,
)
from texas42.hand import Hand
from texas42.scoring import award_of, winner_of
from texas42.seats import Seat, Side
from texas42.tiles import HIGH, LOW


class FinishedHand(NamedTuple):
    """A hand that is over.

    Attributes:
        hand: as it ended.
        gained: side -> the marks or points that it brought; none when all passed (R3.4).
        score: side -> marks or points after it.
    """

    hand: Hand
    gained: tuple[int, ...]
    score: tuple[int, ...]


class Match:
    """One match as the log has it so far.

    Attributes:
        name, owner, rules, listed, rematch_of: as it was created.
        first_dealer: who deals the first hand, as it was created or drawn; `None`: by lot.
        drawing: the seats that draw next for the first deal, tied ones again (R1.3).
        draws: the rounds that have been drawn for it.
        table: the seats and sides of its rules.
        players: seat -> who sits there.
        kept: seat -> the player whom it is kept for.
        offered: the seats that somebody new may take.
        former: who once sat here and gave the seat up, or lost it.
        version: the number of events so far, so the seq of the last one.
        aside: the seqs of events that left the turn alone.
        score: side -> marks, or points where they win the match (R2.1).
        hand: the hand in progress.
        hands: the hands that are over, in order.
        winner: the side that has won (R5.6, R8.9).
        given_up: `"cancelled"` or `"closed"`, when it ended without a winner.
    """

    __slots__ = (
        "aside",
        "drawing",
        "draws",
        "first_dealer",
        "former",
        "given_up",
        "hand",
        "hands",
        "kept",
        "listed",
        "name",
        "offered",
        "owner",
        "players",
        "rematch_of",
        "rules",
        "score",
        "table",
        "version",
        "winner",
    )

    def __init__(self, created: Created) -> None:
        self.name = created.name
        self.owner = created.owner
        self.rules = created.rules
        self.listed = created.listed
        self.rematch_of = created.rematch_of
        self.first_dealer = created.first_dealer
        self.table = created.rules.table
        self.drawing = self._drawers()
        self.draws: list[Drawn] = []
        self.players: list[str | None] = [None] * len(self.table.seats)
        self.kept: list[str | None] = [None] * len(self.table.seats)
        for seat, player in created.kept:
            self.kept[seat] = player
        self.offered: list[Seat] = []
        self.former: list[str] = []
        self.version = 1
        self.aside: list[int] = []
        self.score = (0,) * len(self.table.sides)
        self.hand: Hand | None = None
        self.hands: list[FinishedHand] = []
        self.winner: Side | None = None
        self.given_up: str | None = None

    def copy(self) -> Match:
        """An independent copy; finished hands, which never change, are shared."""
        twin = object.__new__(Match)
        for name in Match.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.players = self.players[:]
        twin.kept = self.kept[:]
        twin.offered = self.offered[:]
        twin.former = self.former[:]
        twin.aside = self.aside[:]
        twin.draws = self.draws[:]
        twin.hands = self.hands[:]
        twin.hand = None if self.hand is None else self.hand.copy()
        return twin

    @property
    def status(self) -> str:
        """`"open"`, `"bidding"`, `"declaring"`, `"playing"`; over: `"finished"`, `given_up`."""
        if self.winner is not None:
            return "finished"
        if self.given_up is not None:
            return self.given_up
        if self.hand is None:
            return "open"
        if self.hand.contract is None:
            return "bidding"
        return "declaring" if self.hand.suits is None else "playing"

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.winner is not None or self.given_up is not None

    @property
    def turn(self) -> Seat | None:
        """The seat that the table waits for."""
        return None if self.hand is None else self.hand.turn

    @property
    def awaits_deal(self) -> bool:
        """Whether the next event must be a deal: every seat is taken and no hand is on."""
        return self._awaits_tiles and not self.drawing

    @property
    def awaits_draw(self) -> bool:
        """Whether the next event must be a draw for the first deal (R1.3)."""
        return self._awaits_tiles and bool(self.drawing)

    @property
    def _awaits_tiles(self) -> bool:
        return self.hand is None and not self.over and None not in self.players

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next: clockwise from the last (R1.3).

        Before the first hand it is the one that event 1 names, who drew the highest tile, or
        `None`: by lot.
        """
        return self.table.left_of(self.hands[-1].hand.dealer) if self.hands else self.first_dealer

    @property
    def turn_since(self) -> int | None:
        """The seq of the deal or move that brought about the present turn; `None` without one."""
        if self.turn is None:
            return None
        seq = self.version
        while seq in self.aside:
            seq -= 1
        return seq

    def seat_of(self, player: str) -> Seat | None:
        """Where this player sits."""
        return Seat(self.players.index(player)) if player in self.players else None

    def apply(self, event: Event) -> None:
        """Record an event. It is not judged: see `texas42.play`."""
        self.version += 1
        _APPLY[type(event)](self, event)

    def _drawers(self) -> tuple[Seat, ...]:
        """Who draws a tile before the first deal: all, unless event 1 names the dealer (R1.3)."""
        if self.first_dealer is None and self.rules.first_dealer == "highest_tile":
            return self.table.seats
        return ()

    def _joined(self, event: Joined) -> None:
        self.players[event.seat] = event.player
        self.kept[event.seat] = None

    def _left(self, event: Left) -> None:
        self._gives_up(event.seat)
        self.players[event.seat] = None

    def _drawn(self, event: Drawn) -> None:
        """Most pips deals; the tied ones draw again (R1.3)."""
        self.draws.append(event)
        pips = {seat: LOW[tile] + HIGH[tile] for seat, tile in event.tiles}
        highest = tuple(seat for seat in pips if pips[seat] == max(pips.values()))
        self.drawing = highest if len(highest) > 1 else ()
        if not self.drawing:
            self.first_dealer = highest[0]

    def _dealt(self, event: Dealt) -> None:
        self.hand = Hand(self.rules, len(self.hands) + 1, event.dealer, event.hands)

    def _offered(self, event: Offered) -> None:
        self.aside.append(self.version)
        if event.seat not in self.offered:
            self.offered.append(event.seat)

    def _replaced(self, event: Replaced) -> None:
        self.aside.append(self.version)
        self.offered.remove(event.seat)
        self._gives_up(event.seat)
        self.players[event.seat] = event.player

    def _gives_up(self, seat: Seat) -> None:
        player = self.players[seat]
        if player is not None and player not in self.former:
            self.former.append(player)

    def _cancelled(self, _event: Cancelled) -> None:
        self.given_up = "cancelled"

    def _closed(self, _event: Closed) -> None:
        self.given_up = "closed"
        self.hand = None

    def _bid(self, event: BidMade) -> None:
        if self.offered:
            self._is_back(event.seat)
        self._hand_on.speak(event.seat, event.bid)

    def _passed(self, event: Passed) -> None:
        if self.offered:
            self._is_back(event.seat)
        hand = self._hand_on
        hand.speak(event.seat, None)
        if hand.turn is None:
            self._finish(hand)

    def _declared(self, event: Declared) -> None:
        if self.offered:
            self._is_back(event.seat)
        self._hand_on.declare(event.declaration)

    def _played(self, event: Played) -> None:
        if self.offered:
            self._is_back(event.seat)
        hand = self.hand
        assert hand is not None
        hand.play(event.tile, event.call)
        if hand.turn is None:
            self._finish(hand)

    def _is_back(self, seat: Seat) -> None:
        """An offer of a seat ends when its player moves."""
        if seat in self.offered:
            self.offered.remove(seat)

    @property
    def _hand_on(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def _finish(self, hand: Hand) -> None:
        """The hand's award goes to those who earned it (R5.5); R5.6: who has won."""
        if hand.contract is None:
            gained: tuple[int, ...] = (0,) * len(self.score)
        else:
            gained = award_of(self.rules).gained(hand.contract, bool(hand.made), hand.captured)
            self.score = tuple(map(add, self.score, gained))
            self.winner = winner_of(self.rules, self.score)
        self.hands.append(FinishedHand(hand, gained, self.score))
        self.hand = None


_APPLY: dict[type, Callable[[Match, Any], None]] = {
    Joined: Match._joined,
    Left: Match._left,
    Drawn: Match._drawn,
    Dealt: Match._dealt,
    BidMade: Match._bid,
    Passed: Match._passed,
    Declared: Match._declared,
    Played: Match._played,
    Offered: Match._offered,
    Replaced: Match._replaced,
    Cancelled: Match._cancelled,
    Closed: Match._closed,
}


def replay(events: Iterable[Event]) -> Match:
    """The match that a log tells: a fold over its events, the first of which is `Created`.

    Raises:
        ValueError: the log does not begin with `Created`.
    """
    log = iter(events)
    created = next(log, None)
    if not isinstance(created, Created):
        raise ValueError("a log begins with 'created'")
    match = Match(created)
    for version, event in enumerate(log, start=2):  # `apply`, less a call for each event
        match.version = version
        _APPLY[type(event)](match, event)
    return match
