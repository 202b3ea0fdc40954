"""Asking and answering: what each seat may do, and the events that follow when it does.

Everything here is pure: it looks at a match and answers with events for the caller to store and
apply, or refuses with a `RuleViolation`. One list of legal moves both offers and judges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from texas42.auction import why_not_bid
from texas42.contracts import OPEN_CHOICES
from texas42.errors import Code, RuleViolation
from texas42.events import (
    BidMade,
    Cancelled,
    Closed,
    Created,
    Dealt,
    Declared,
    Event,
    Joined,
    Left,
    Offered,
    Passed,
    Played,
    Replaced,
)
from texas42.hand import Hand
from texas42.match import Match
from texas42.moves import Bid, Declare, Move, Pass, Play
from texas42.rules import Rules
from texas42.seats import Seat
from texas42.suits import following, suit_label
from texas42.tiles import BIT, TILES, Tile, tile_label


def create(
    name: str,
    owner: str,
    rules: Rules,
    listed: bool = False,
    kept: Mapping[Seat, str] | None = None,
    rematch_of: str | None = None,
    first_dealer: Seat | None = None,
) -> Created:
    """A new match, nobody seated yet. A rematch names the match before it and its first dealer."""
    seats = tuple(sorted((kept or {}).items()))
    return Created(name, owner, rules, listed, seats, rematch_of, first_dealer)


def join(match: Match, seat: Seat, player: str) -> Joined:
    """The player takes the seat. Whether it may (a code, a kept seat) is the caller's to ask.

    Raises:
        RuleViolation: `match_over`, `seat_taken` or `already_seated`.
    """
    if match.over:
        raise _no_hand(match)
    if match.seat_of(player) is not None:
        raise RuleViolation("R1.1", Code.ALREADY_SEATED, "you sit at this table already")
    if match.players[seat] is not None:
        raise RuleViolation("R1.1", Code.SEAT_TAKEN, "somebody sits there already")
    return Joined(seat, player)


def leave(match: Match, seat: Seat) -> Left:
    """The seat is given back.

    Raises:
        RuleViolation: `match_started` once a hand has been dealt, `match_over`.
    """
    if match.over:
        raise _no_hand(match)
    if match.hand is not None or match.hands:
        raise RuleViolation("R1.1", Code.MATCH_STARTED, "seats are fixed once the tiles are dealt")
    return Left(seat)


def offer(match: Match, seat: Seat) -> Offered:
    """The seat is open to somebody new. Who may ask for that is the caller's to know.

    Raises:
        RuleViolation: `match_not_started` or `match_over`.
    """
    if match.hand is None:
        raise _no_hand(match)
    return Offered(seat)


def replace(match: Match, seat: Seat, player: str) -> Replaced:
    """The player takes an offered seat. Whether it holds the invite is the caller's to ask.

    Raises:
        RuleViolation: `match_over`, `seat_taken` where no offer stands, `already_seated`.
    """
    if match.over:
        raise _no_hand(match)
    if seat not in match.offered:
        raise RuleViolation("R1.1", Code.SEAT_TAKEN, "somebody sits there and has not given it up")
    if match.seat_of(player) is not None:
        raise RuleViolation("R1.1", Code.ALREADY_SEATED, "you sit at this table already")
    return Replaced(seat, player)


def cancel(match: Match) -> Cancelled:
    """The match is called off before the first deal.

    Raises:
        RuleViolation: `match_started` once a hand has been dealt, `match_over`.
    """
    if match.over:
        raise _no_hand(match)
    if match.hand is not None or match.hands:
        raise RuleViolation("R1.1", Code.MATCH_STARTED, "the tiles are dealt: it is to be played")
    return Cancelled()


def close(match: Match) -> Closed:
    """The match is given up, without a winner.

    Raises:
        RuleViolation: `match_not_started` or `match_over`.
    """
    if match.hand is None:
        raise _no_hand(match)
    return Closed()


def deal(match: Match, shuffled: Sequence[Tile], dealer: Seat) -> Dealt:
    """The deal of a shuffled set: one tile at a time, clockwise from the dealer's left (R1.2).

    Args:
        match: a match that `awaits_deal`.
        shuffled: all 28 tiles; those left over at some tables stay out of play.
        dealer: `match.next_dealer`, or the seat drawn by lot for the first hand (R1.3).

    Raises:
        ValueError: the tiles are no whole set, or it is not this seat's deal.
    """
    if sorted(shuffled) != list(TILES):
        raise ValueError("a deal takes each of the 28 tiles once")
    if not match.awaits_deal or match.next_dealer not in (None, dealer):
        raise ValueError("it is not this seat's turn to deal")
    table = match.table
    order = table.clockwise_from[table.left_of(dealer)]
    dealt_out = len(order) * table.hand_size
    by_seat = {seat: shuffled[i : dealt_out : len(order)] for i, seat in enumerate(order)}
    return Dealt(dealer, tuple(tuple(by_seat[seat]) for seat in table.seats))


def on_turn(match: Match) -> Seat:
    """The seat that the table waits for.

    Raises:
        RuleViolation: `match_not_started` or `match_over`.
    """
    if match.turn is None:
        raise _no_hand(match)
    return match.turn


def legal_moves(match: Match, seat: Seat) -> tuple[Move, ...]:
    """Everything that `decide` accepts from this seat now; empty when it is not on turn."""
    if match.hand is None or match.turn != seat:
        return ()
    return tuple(match.hand.legal_moves())


def decide(match: Match, seat: Seat, move: Move) -> tuple[Event, ...]:
    """The events that follow when the seat makes this move; the match is left as it was.

    Raises:
        RuleViolation: it is not the seat's turn, or the move is not legal.
    """
    hand = match.hand
    if hand is None:
        raise _no_hand(match)
    if hand.turn != seat:
        raise RuleViolation("R3.1" if hand.suits is None else "R4.7", *_not_your_turn(match))
    if move not in hand.legal_moves():
        raise _why_not(hand, move)
    match move:
        case Bid():
            return (BidMade(seat, move),)
        case Pass():
            return (Passed(seat),)
        case Declare():
            return (Declared(seat, move),)
        case Play():
            return (Played(seat, move.tile),)


def _no_hand(match: Match) -> RuleViolation:
    if match.over:
        return RuleViolation("R5.6", Code.MATCH_OVER, "the match is over")
    return RuleViolation(
        "R1.1", Code.MATCH_NOT_STARTED, "the match begins when every seat is taken"
    )


def _not_your_turn(match: Match) -> tuple[Code, str]:
    assert match.turn is not None
    return Code.NOT_YOUR_TURN, f"seat {match.table.labels[match.turn]} is on turn"


def _why_not(hand: Hand, move: Move) -> RuleViolation:
    """The refusal of a move that is not in the legal list."""
    if hand.contract is None:
        if isinstance(move, Bid):
            return why_not_bid(hand.rules, hand.standing, move)
        return RuleViolation("R3.1", Code.NOT_THE_TIME, "now is the time to bid or pass")
    if hand.suits is None:
        if isinstance(move, Declare):
            return _why_not_declare(hand, move)
        return RuleViolation("R4.1", Code.NOT_THE_TIME, "now is the time to declare trump")
    if isinstance(move, Play):
        return _why_not_play(hand, move.tile)
    return RuleViolation("R4.7", Code.NOT_THE_TIME, "now is the time to play a tile")


def _why_not_declare(hand: Hand, declaration: Declare) -> RuleViolation:
    assert hand.contract is not None
    if hand.contract.kind.covered:
        choices = " or ".join(map(str, OPEN_CHOICES))
        return RuleViolation(
            "R6.5",
            Code.OPEN_TRICKS_REQUIRED,
            f"say how many of the latest tricks stay open: open_tricks is {choices}",
        )
    return RuleViolation(
        "R6.5",
        Code.OPEN_TRICKS_REFUSED,
        f"all tricks are open in this contract: leave out open_tricks ({declaration.open_tricks})",
    )


def _why_not_play(hand: Hand, tile: Tile) -> RuleViolation:
    assert hand.turn is not None
    assert hand.suits is not None
    if not BIT[tile] & ~hand.played or tile not in hand.dealt[hand.turn]:
        return RuleViolation("R4.7", Code.TILE_NOT_HELD, f"you do not hold {tile_label(tile)}")
    led = hand.trick[0]
    label = suit_label(hand.suits.called[led])
    must = [t for t in hand.held(hand.turn) if BIT[t] & following(hand.suits, led)]
    return RuleViolation(
        "R4.4",
        Code.MUST_FOLLOW_SUIT,
        f"{tile_label(led)} called {'trump' if label == 'trump' else f'suit {label}'}:"
        f" follow with {', '.join(map(tile_label, must))}",
    )
