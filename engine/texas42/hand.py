"""One hand, from the deal to its result: auction, declaration, tricks.

A `Hand` is a small mutable object. Its methods record what happened and never ask whether it
was allowed: `legal_moves` says what is, and `texas42.decide` judges by that list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from texas42.auction import auction_moves
from texas42.contracts import Contract, contract_for, declarations
from texas42.moves import PLAYS, Bid, Declare, Move
from texas42.rules import Rules
from texas42.seats import Seat, Side, Table
from texas42.suits import Suits, following, suits_for, winning_place
from texas42.tiles import BIT, COUNT, Tile

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
        dealt: seat -> its seven tiles in the order dealt. Secret: see `texas42.view`.
        bids: who said what, in order; `None` is a pass.
        contract: what the auction ended in; `None` before, and for ever when all passed.
        tricks: the completed tricks.
        order: the seats of the trick in progress, its leader first.
        trick: the tiles played to it, in that order.
        captured: side -> points.
        taken: side -> tricks.
        turn: whom the table waits for; `None` once the hand is over.
        made: True or False once the contract is decided; `None` before, or when all passed.
    """

    __slots__ = (
        "bids",
        "captured",
        "contract",
        "dealer",
        "dealt",
        "made",
        "number",
        "order",
        "played",
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
        self.tricks: list[Trick] = []
        self.order: tuple[Seat, ...] = table.clockwise_from[table.left_of(dealer)]
        self.trick: list[Tile] = []
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

        To the trick: the tiles that follow, else any (R4.4).
        """
        turn = self.turn
        if turn is None:
            return ()
        if self.contract is None:
            return auction_moves(self.rules, self.standing)
        if self.suits is None:
            return declarations(self.contract.kind)
        played = self.played
        dealt = self.dealt[turn]
        if self.trick:
            follow = following(self.suits, self.trick[0]) & ~played
            must = [PLAYS[tile] for tile in dealt if BIT[tile] & follow]
            if must:
                return must
        return [PLAYS[tile] for tile in dealt if not BIT[tile] & played]

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
        self.contract = contract_for(self.table, bidder, self.standing)
        self.turn = self.contract.declarer

    def declare(self, declaration: Declare) -> None:
        """The declarer names trump; the leader is on turn (R4.1, R4.7)."""
        assert self.contract is not None
        self.contract = self.contract.declared(declaration)
        self.suits = suits_for(declaration.trump)
        self.order = self.table.clockwise_from[self.contract.leader]
        self.turn = self.order[0]

    def play(self, tile: Tile) -> None:
        """The seat on turn plays a tile (R4.7); the last one completes the trick.

        Made or set is looked at when a trick completes, never inside one (R5.4).
        """
        self.played |= BIT[tile]
        trick = self.trick
        trick.append(tile)
        played = len(trick)
        if played < len(self.order):
            self.turn = self.order[played]
        else:
            self._complete_trick()

    def _complete_trick(self) -> None:
        tiles = tuple(self.trick)
        assert self.suits is not None
        winner = self.order[winning_place(self.suits, tiles)]
        side = self.table.side_of[winner]
        points = TRICK_POINTS
        for tile in tiles:
            points += COUNT[tile]
        self.captured[side] += points
        self.taken[side] += 1
        self.tricks.append(Trick(self.order, tiles, winner, side, points))
        self.trick = []
        self.order = self.table.clockwise_from[winner]
        self.turn = winner
        self._decide()

    def _decide(self) -> None:
        """Ask the contract whether it is made or set, and end the hand when it may end (R5.4)."""
        contract = self.contract
        assert contract is not None
        left = self.table.hand_size - len(self.tricks)
        if left and not self.rules.early_end:
            return
        self.made = contract.kind.judge(contract, self.captured, self.taken, left)
        if self.made is not None:
            self.turn = None
