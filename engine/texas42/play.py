"""Asking and answering: what each seat may do, and the events that follow when it does.

Everything here is pure: it looks at a match and answers with events for the caller to store and
apply, or refuses with a `RuleViolation`. One list of legal moves both offers and judges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from texas42.auction import why_not_bid, why_not_pass
from texas42.contracts import (
    OPEN_CHOICES,
    Contract,
    Cover,
    doubles_asked,
    why_not_named,
)
from texas42.errors import Code, RuleViolation
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
from texas42.match import Match
from texas42.moves import Bid, Declare, Move, Pass, Play
from texas42.rules import Rules
from texas42.seats import Seat
from texas42.suits import ANY, Trump, suit_label
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


def draw(match: Match, shuffled: Sequence[Tile]) -> Drawn:
    """Each seat that draws for the first deal takes a tile, clockwise from A (R1.3).

    Args:
        match: a match that `awaits_draw`.
        shuffled: all 28 tiles, shuffled afresh for each draw.

    Raises:
        ValueError: the tiles are no whole set, or nobody draws now.
    """
    _whole_set(shuffled)
    if not match.awaits_draw:
        raise ValueError("nobody draws for the deal now")
    return Drawn(tuple(zip(match.drawing, shuffled, strict=False)))


def _whole_set(shuffled: Sequence[Tile]) -> None:
    if sorted(shuffled) != list(TILES):
        raise ValueError("a deal takes each of the 28 tiles once")


def deal(match: Match, shuffled: Sequence[Tile], dealer: Seat) -> Dealt:
    """The deal of a shuffled set: one tile at a time, clockwise from the dealer's left (R1.2).

    Args:
        match: a match that `awaits_deal`.
        shuffled: all 28 tiles; those left over at some tables stay out of play.
        dealer: `match.next_dealer`, or the seat drawn by lot for the first hand (R1.3).

    Raises:
        ValueError: the tiles are no whole set, or it is not this seat's deal.
    """
    _whole_set(shuffled)
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
    return (Played(seat, move.tile, move.call),)


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
        if isinstance(move, Pass):
            return why_not_pass()
        return RuleViolation("R3.1", Code.NOT_THE_TIME, "now is the time to bid or pass")
    if hand.suits is None:
        return _why_not_while_declaring(hand, hand.contract, move)
    if isinstance(move, Play):
        return _why_not_play(hand, move)
    return RuleViolation("R4.7", Code.NOT_THE_TIME, "now is the time to play a tile")


def _why_not_while_declaring(hand: Hand, contract: Contract, move: Move) -> RuleViolation:
    if isinstance(move, Declare):
        return _why_not_declare(hand, contract, move)
    leads = any(isinstance(legal, Play) for legal in hand.legal_moves())
    if isinstance(move, Play) and leads:
        if move.tile in hand.dealt[contract.declarer]:
            return _why_not_call(move.tile)
        return _not_held(move.tile)
    now = "declare trump, or to lead a tile that names it" if leads else "declare trump"
    return RuleViolation("R4.1", Code.NOT_THE_TIME, f"now is the time to {now}")


def _why_not_declare(hand: Hand, contract: Contract, declaration: Declare) -> RuleViolation:
    trump, doubles = declaration.trump, declaration.doubles
    if barred := why_not_named(hand.rules, contract.bid, trump):
        return barred
    rule = "R8.2" if trump is Trump.NELLO else "R4.6"
    asked = doubles_asked(hand.rules, trump)
    if doubles is not None and not asked:
        detail = f"the rules leave no choice of doubles here: leave out doubles ({doubles})"
        return RuleViolation(rule, Code.DOUBLES_REFUSED, detail)
    if doubles not in (asked or (None,)):
        detail = f"say what the doubles are: doubles is {' or '.join(asked)}"
        return RuleViolation(rule, Code.DOUBLES_REQUIRED, detail)
    return _why_not_open_tricks(contract, declaration)


def _why_not_open_tricks(contract: Contract, declaration: Declare) -> RuleViolation:
    if contract.cover is Cover.ALL_BUT_LATEST:
        choices = " or ".join(map(str, OPEN_CHOICES))
        return RuleViolation(
            "R6.5",
            Code.OPEN_TRICKS_REQUIRED,
            f"say how many of the latest tricks stay open: open_tricks is {choices}",
        )
    lie = "face down" if contract.cover is Cover.ALL else "open"
    return RuleViolation(
        "R6.5",
        Code.OPEN_TRICKS_REFUSED,
        f"all tricks lie {lie} in this contract: leave out open_tricks ({declaration.open_tricks})",
    )


def _not_held(tile: Tile) -> RuleViolation:
    return RuleViolation("R4.7", Code.TILE_NOT_HELD, f"you do not hold {tile_label(tile)}")


def _why_not_call(tile: Tile) -> RuleViolation:
    """The tile might be played: it is the call that is wrong."""
    detail = (
        "only the lower end of a tile that is neither trump nor double may be called, by a"
        f" declarer who leads trick 1 where the rules allow it: play {tile_label(tile)} without"
    )
    return RuleViolation("R4.3", Code.CALL_REFUSED, detail)


def _why_not_play(hand: Hand, move: Play) -> RuleViolation:
    tile = move.tile
    assert hand.turn is not None
    assert hand.suits is not None
    if not BIT[tile] & ~hand.played or tile not in hand.dealt[hand.turn]:
        return _not_held(tile)
    legal = [play.tile for play in hand.legal_moves() if isinstance(play, Play)]
    if tile in legal:
        return _why_not_call(tile)
    must = ", ".join(map(tile_label, legal))
    if hand.suits.called[tile] == ANY:
        detail = f"in sevens your closest tile to seven pips must be played: {must}"
        return RuleViolation("R8.3", Code.MUST_PLAY_CLOSEST, detail)
    if hand.called is None:
        detail = f"the first lead at this table is a trump, when one is held: {must}"
        return RuleViolation("R4.7", Code.MUST_LEAD_TRUMP, detail)
    label = suit_label(hand.called)
    return RuleViolation(
        "R4.4",
        Code.MUST_FOLLOW_SUIT,
        f"{tile_label(hand.trick[0])} called {f'suit {label}' if str(label).isdigit() else label}:"
        f" follow with {must}",
    )
