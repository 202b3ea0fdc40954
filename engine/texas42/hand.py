"""One hand, from the deal to its result: auction, declaration, tricks.

A `Hand` is a small mutable object. Its methods record what happened and never ask whether it
was allowed: `legal_moves` says what is, and `texas42.decide` judges by that list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from texas42.auction import first_to_speak, ladder
from texas42.contracts import (
    NELLO,
    SEVENS,
    Contract,
    contract_for,
    declarations,
    declared,
    doubles_of,
    named_by_lead,
)
from texas42.moves import CALLS, PLAYS, Bid, Declare, Move, Play
from texas42.rules import LOOKUPS, Rules
from texas42.scoring import may_end_early
from texas42.seats import Seat, Side, Table
from texas42.suits import Masks, Suit, Suits, suits_for, winning_place
from texas42.tiles import BIT, COUNT, DOUBLES, HIGH, Tile, is_double, mask_of

TRICK_POINTS = 1


class Trick(NamedTuple):
    """A completed trick.

    Attributes:
        seats: who played, in order; `seats[0]` led.
        tiles: what they played, in the same order.
        winner: the seat that took it.
        side: the side it counts for (R2.2).
        points: one for the trick, and its count (R2.1).
    """

    seats: tuple[Seat, ...]
    tiles: tuple[Tile, ...]
    winner: Seat
    side: Side
    points: int


class Hand:
    """One hand in progress or over.

    Attributes:
        rules, table: what it is played by.
        number: 1 for the first hand of the match.
        dealer: who dealt it.
        dealt: seat -> its tiles in the order dealt. Secret: see `texas42.view`.
        bids: who said what, in order; `None` is a pass.
        contract: what the auction ended in; `None` before, and for ever when all passed.
        tricks: the completed tricks.
        suits: how the tiles stand to each other, once trump is named.
        early: whether it ends as soon as its contract is decided.
        first_lead: what must be led to trick 1, in order of obligation.
        may_call: whether the next lead may call its lower end.
        rounds: seat -> the seats that play, clockwise, that one first; one may sit out (R8.1).
        order: the seats of the trick in progress, its leader first.
        trick: the tiles played to it, in that order.
        called: the suit that its lead called.
        call: the lower end that the first lead of the hand called, if it did.
        captured: side -> points.
        taken: side -> tricks.
        turn: whom the table waits for; `None` once the hand is over.
        made: True or False once the contract is decided; `None` before, or when all passed.
    """

    __slots__ = (
        "bids",
        "call",
        "called",
        "captured",
        "contract",
        "dealer",
        "dealt",
        "early",
        "first_lead",
        "made",
        "may_call",
        "number",
        "order",
        "played",
        "rounds",
        "rules",
        "standing",
        "suits",
        "table",
        "taken",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(
        self, rules: Rules, number: int, dealer: Seat, dealt: tuple[tuple[Tile, ...], ...]
    ) -> None:
        table = rules.table
        self.rules = rules
        self.table: Table = table
        self.number = number
        self.dealer = dealer
        self.dealt = dealt
        self.bids: list[tuple[Seat, Bid | None]] = []
        self.standing: Bid | None = None
        self.contract: Contract | None = None
        self.suits: Suits | None = None
        self.early = False
        self.first_lead: Masks = ()
        self.may_call = False
        self.tricks: list[Trick] = []
        self.rounds = table.clockwise_from
        self.order: tuple[Seat, ...] = self.rounds[first_to_speak(rules, dealer, dealt)]
        self.trick: list[Tile] = []
        self.called: Suit | None = None
        self.call: Suit | None = None
        self.played = 0
        self.captured = [0] * len(table.sides)
        self.taken = [0] * len(table.sides)
        self.turn: Seat | None = self.order[0]
        self.made: bool | None = None

    def copy(self) -> Hand:
        """An independent copy; what never changes is shared."""
        twin = object.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.bids = self.bids[:]
        twin.tricks = self.tricks[:]
        twin.trick = self.trick[:]
        twin.captured = self.captured[:]
        twin.taken = self.taken[:]
        return twin

    def held(self, seat: Seat) -> list[Tile]:
        """The seat's unplayed tiles, in the order dealt (R1.4)."""
        played = self.played
        return [tile for tile in self.dealt[seat] if not BIT[tile] & played]

    def legal_moves(self) -> Sequence[Move]:
        """Everything the seat on turn may do; empty only when the hand is over.

        To a trick, the tiles from the first set of which the seat holds any (R4.4, R8.3). A hand
        retold from a record, which names the played tiles alone, has none beyond those.
        """
        turn = self.turn
        if turn is None:
            return ()
        suits = self.suits
        if suits is None:
            return self._sayings(turn) if self.contract is None else self._namings(self.contract)
        called = self.called
        played = self.played
        dealt = self.dealt[turn]
        if called is None:
            masks = suits.lead if self.tricks else self.first_lead
        else:
            masks = suits.must[called]
        for mask in masks:
            unplayed = mask & ~played
            if must := [PLAYS[tile] for tile in dealt if BIT[tile] & unplayed]:
                return [*must, *_small_ends(must, suits)] if self.may_call else must
        return ()

    def _sayings(self, seat: Seat) -> Sequence[Move]:
        """The ladder, and what this hand's doubles allow besides (R8.4, R8.5)."""
        said = ladder(self.rules, self.standing, len(self.bids) == len(self.order) - 1)
        if not said.specials:
            return said.moves
        doubles = (mask_of(self.dealt[seat]) & DOUBLES).bit_count()
        return (*said.moves, *(bid for takes, bid in said.specials if doubles >= takes))

    def _namings(self, contract: Contract) -> Sequence[Move]:
        """The declarations; a declarer who leads may at some tables play a tile instead (R4.1)."""
        words = declarations(self.rules, contract)
        if contract.leader == contract.declarer and _lead_may_name(self.rules):
            return (*words, *(PLAYS[tile] for tile in self.dealt[contract.leader]))
        return words

    def speak(self, seat: Seat, bid: Bid | None) -> None:
        """The seat bids, or passes with `None` (R3.1); the last one ends the auction (R3.4)."""
        self.bids.append((seat, bid))
        if bid is not None:
            self.standing = bid
        if len(self.bids) < len(self.order):
            self.turn = self.order[len(self.bids)]
            return
        if self.standing is None:
            self.turn = None
            return
        bidder = next(seat for seat, bid in reversed(self.bids) if bid is not None)
        self.contract = contract_for(self.rules, bidder, self.standing)
        self.turn = self.contract.declarer

    def declare(self, declaration: Declare) -> None:
        """The declarer names trump; the leader is on turn (R4.1, R4.7)."""
        assert self.contract is not None
        terms = _terms(self.rules, self.contract.bidder, self.contract.bid, declaration)
        self.contract, self.suits, self.rounds, self.first_lead, self.may_call, self.early = terms
        self.turn = self.contract.leader
        self.order = self.rounds[self.turn]

    def play(self, tile: Tile, call: Suit | None = None) -> None:
        """The seat on turn plays a tile (R4.7); the last one completes the trick.

        Led while nothing is declared, it names trump. Made or set is looked at when a trick
        completes, never inside one (R5.4).
        """
        if self.called is None:
            suits = self.suits or self._named_by(tile)
            self.called = suits.called[tile]
            if self.may_call:
                self._call(call)
        self.played |= BIT[tile]
        trick = self.trick
        trick.append(tile)
        played, order = len(trick), self.order
        if played < len(order):
            self.turn = order[played]
        else:
            self._complete_trick()

    def _call(self, lower_end: Suit | None) -> None:
        """The first lead may call its lower end, no later one (R4.3)."""
        self.may_call = False
        if lower_end is not None:
            self.called = self.call = lower_end

    def _named_by(self, lead: Tile) -> Suits:
        """The suits under the trump that this lead names (R4.1)."""
        assert self.contract is not None
        self.declare(named_by_lead(self.contract, HIGH[lead]))
        assert self.suits is not None
        return self.suits

    def _complete_trick(self) -> None:
        tiles = tuple(self.trick)
        assert self.suits is not None
        assert self.called is not None
        winner = self.order[winning_place(self.suits, self.called, tiles)]
        side = self.table.side_of[winner]
        points = TRICK_POINTS
        for tile in tiles:
            points += COUNT[tile]
        self.captured[side] += points
        self.taken[side] += 1
        self.tricks.append(Trick(self.order, tiles, winner, side, points))
        self.trick = []
        self.called = None
        self.order = self.rounds[winner]
        self.turn = winner
        left = self.table.hand_size - len(self.tricks)
        if self.early or not left:
            self._decide(left)

    def _decide(self, left: int) -> None:
        """Ask the contract whether it is made or set, and end the hand if it is (R5.4).

        `left` tricks are to be played.
        """
        contract = self.contract
        assert contract is not None
        self.made = contract.kind.judge(contract, self.captured, self.taken, left)
        if self.made is not None:
            self.turn = None


class _Terms(NamedTuple):
    """What a declaration settles: see the attributes of `Hand`."""

    contract: Contract
    suits: Suits
    rounds: tuple[tuple[Seat, ...], ...]
    first_lead: Masks
    may_call: bool
    early: bool


@lru_cache(LOOKUPS)
def _terms(rules: Rules, bidder: Seat, bid: Bid, declaration: Declare) -> _Terms:
    table = rules.table
    contract = declared(contract_for(rules, bidder, bid), declaration)
    kind = contract.kind
    suits = suits_for(declaration.trump, doubles_of(rules, declaration))
    return _Terms(
        contract,
        suits,
        rounds=table.without(table.partners[bidder])
        if kind.partner_sits_out
        else table.clockwise_from,
        first_lead=first_lead(rules, suits),
        may_call=may_call_small_ends(rules)
        and kind not in (NELLO, SEVENS)
        and contract.leader == contract.declarer,
        early=may_end_early(rules, kind),
    )


def _lead_may_name(rules: Rules) -> bool:
    """Whether the first tile led may name trump, when nothing was declared (R4.1)."""
    return rules.undeclared_trump == "first_tile"


def may_call_small_ends(rules: Rules) -> bool:
    """Whether the first lead of a declarer may call a tile's lower end (R4.3)."""
    return rules.small_end_open


def first_lead(rules: Rules, suits: Suits) -> Masks:
    """What must be led to trick 1, in order of obligation: a trump at some tables (R4.7)."""
    if rules.opening_lead == "trump" and suits.trumps:
        return (suits.trumps, *suits.lead)
    return suits.lead


def _small_ends(leads: Sequence[Play], suits: Suits) -> Sequence[Move]:
    """The same leads calling their lower end; trumps and doubles have only one to call."""
    return [
        CALLS[lead.tile]
        for lead in leads
        if not BIT[lead.tile] & suits.trumps and not is_double(lead.tile)
    ]
