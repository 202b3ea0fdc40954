"""Every refusal of the engine, by situation: its rule, its code, and what the player is told.

A refusal reads as `"R4.4 must_follow_suit: 5-5 called suit 5: follow with 3-5, 0-5"`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.tables import TABLE, A, B, Game, game_at_play, script, state
from texas42 import (
    TILES,
    Bid,
    Closed,
    Code,
    Created,
    Match,
    Offered,
    Rules,
    RuleViolation,
    Special,
    cancel,
    close,
    deal,
    decide,
    draw,
    hand_record,
    hand_summary,
    join,
    leave,
    offer,
    on_turn,
    parse_move,
    parse_tile,
    replace,
    replay,
    resolve,
)


def told(match: Match, ask: Callable[[], Any]) -> str:
    """What the player is told; nothing may have changed."""
    before = state(match)
    with pytest.raises(RuleViolation) as caught:
        ask()
    assert state(match) == before, "a refusal changed the match"
    assert str(caught.value) == caught.value.message
    return f"{caught.value.rule} {caught.value.code}: {caught.value.message}"


def refusal(game: Game, refused: str) -> str:
    """What the player of this one move is told."""
    ((seat, said),) = script(refused, game.table)
    return told(game.match, lambda: decide(game.match, seat, said))


# The table

NOT_STARTED = "R1.1 match_not_started: the match begins when every seat is taken"
OVER = "R5.6 match_over: the match is over"
SEATED = "R1.1 already_seated: you sit at this table already"


def nobody() -> Match:
    """Created; every seat is free."""
    return replay([Created("friday", "ann", resolve())])


def one() -> Match:
    """Seat A is taken, by ann."""
    match = nobody()
    match.apply(join(match, A, "ann"))
    return match


def dealt() -> Match:
    """Four sit, and the first hand is on."""
    return Game().deal(dealer="D").match


def between() -> Match:
    """All have passed, and nothing is dealt anew yet."""
    return Game().deal(dealer="D").go("A: pass  B: pass  C: pass  D: pass").match


def offered() -> Match:
    """The first hand is on, and B's seat is offered."""
    match = dealt()
    match.apply(Offered(B))
    return match


def closed() -> Match:
    """Given up during the first hand."""
    match = dealt()
    match.apply(Closed())
    return match


STARTED = "R1.1 match_started: seats are fixed once the tiles are dealt"
PLAYED = "R1.1 match_started: the tiles are dealt: it is to be played"
NOT_GIVEN_UP = "R1.1 seat_taken: somebody sits there and has not given it up"


ASKED_OF_THE_TABLE: dict[str, Callable[..., Any]] = {
    "join": join,
    "leave": leave,
    "offer": offer,
    "replace": replace,
    "cancel": cancel,
    "close": close,
    "on_turn": on_turn,
    "bid": lambda match, seat: decide(match, seat, Bid(points=30)),
}


@pytest.mark.parametrize(
    ("situation", "asked", "why"),
    [
        (one, "join A bob", "R1.1 seat_taken: somebody sits there already"),
        (one, "join B ann", SEATED),
        (closed, "join A eve", OVER),
        (dealt, "leave A", STARTED),
        (between, "leave A", STARTED),
        (closed, "leave A", OVER),
        (nobody, "offer A", NOT_STARTED),
        (between, "offer A", NOT_STARTED),
        (closed, "offer A", OVER),
        (one, "replace A eve", NOT_GIVEN_UP),
        (offered, "replace A eve", NOT_GIVEN_UP),
        (offered, "replace B ann", SEATED),
        (closed, "replace A eve", OVER),
        (dealt, "cancel", PLAYED),
        (between, "cancel", PLAYED),
        (closed, "cancel", OVER),
        (nobody, "close", NOT_STARTED),
        (closed, "close", OVER),
        (nobody, "on_turn", NOT_STARTED),
        (closed, "on_turn", OVER),
        (one, "bid A", NOT_STARTED),
        (closed, "bid A", OVER),
    ],
)
def test_r1_1_what_is_asked_of_the_table_at_the_wrong_time(situation, asked, why):
    match = situation()
    what, *of = asked.split()
    seat = [TABLE.seat(label) for label in of[:1]]
    assert told(match, lambda: ASKED_OF_THE_TABLE[what](match, *seat, *of[1:])) == why


# The auction

FORCED = {"all_pass": "dealer_must_bid"}
ONE_MARK = {"max_opening_marks": 1, "max_marks": 1}
BOTH = {"plunge": True, "splash": True}
LITTLE = BOTH | {"plunge_marks": 1, "splash_marks": [1, 2]}
OPENING = BOTH | {"plunge_when": "opening"}
FULL = "6-6 5-5 4-4 3-3 0-1 0-2 0-3"
"""A's hand: four doubles, where B has two."""
TWO_DOUBLES = "2-2 1-1 4-6 3-6 2-6 1-6 0-6"

AUCTION: list[tuple[dict[str, Any], str, str, str]] = [
    # rules, what was said, what is refused, why
    ({}, "", "A: trump 6", "R3.1 not_the_time: now is the time to bid or pass"),
    ({}, "", "A: 5-5", "R3.1 not_the_time: now is the time to bid or pass"),
    ({}, "", "C: 30", "R3.1 not_your_turn: seat A is on turn"),
    ({}, "A: 30", "A: 31", "R3.1 not_your_turn: seat B is on turn"),
    (
        FORCED,
        "A: pass  B: pass  C: pass",
        "D: pass",
        "R3.4 must_bid: all others have passed: at this table the last must bid",
    ),
    # points
    ({}, "", "A: 29", "R3.2 bid_out_of_range: a point bid is from 30 to 41"),
    ({}, "", "A: 43", "R3.2 bid_out_of_range: a point bid is from 30 to 41"),
    ({"min_bid": 41}, "", "A: 40", "R3.2 bid_out_of_range: a point bid is 41"),
    ({}, "", "A: 42", "R3.2 bid_out_of_range: 42 is 1 mark: bid marks, not points"),
    ({}, "", "A: 84", "R3.2 bid_out_of_range: 84 is 2 marks: bid marks, not points"),
    ({}, "A: 1 mark", "B: 31", "R3.3 points_after_marks: no point bid may follow a bid of marks"),
    ({}, "A: 30", "B: 30", "R3.2 bid_too_low: a point bid must now be 31 or more"),
    ({}, "A: 35", "B: 31", "R3.2 bid_too_low: a point bid must now be 36 or more"),
    ({}, "A: 40", "B: 40", "R3.2 bid_too_low: a point bid must now be 41 or more"),
    ({}, "A: 41", "B: 41", "R3.2 bid_too_low: 41 stands: only marks or a pass are left"),
    # marks
    ({}, "", "A: 3 marks", "R3.3 opening_marks: the first bid of marks is from 1 to 2"),
    ({}, "", "A: 0 marks", "R3.3 opening_marks: the first bid of marks is from 1 to 2"),
    ({"max_opening_marks": 1}, "A: 41", "B: 2 marks",
     "R3.3 opening_marks: the first bid of marks is 1"),
    ({}, "A: 1 mark", "B: 1 mark", "R3.3 bid_too_low: a bid of marks must now be 2 or more"),
    ({}, "A: 2 marks", "B: 1 mark", "R3.3 bid_too_low: a bid of marks must now be 3 or more"),
    ({}, "A: 1 mark", "B: 3 marks", "R3.3 mark_raise: a bid of marks may now be 2 at most"),
    ({"max_mark_raise": 2}, "A: 1 mark", "B: 4 marks",
     "R3.3 mark_raise: a bid of marks may now be 3 at most"),
    (ONE_MARK, "", "A: 2 marks", "R3.3 bid_out_of_range: no bid here is above 1 mark"),
    (ONE_MARK, "A: 1 mark", "B: 1 mark",
     "R3.3 bid_too_low: the highest bid here, 1 mark, stands: only a pass is left"),
    # plunge and splash
    ({}, "", "A: plunge 4", "R8.4 not_played_here: no plunge is bid at this table"),
    ({}, "", "A: splash 2", "R8.5 not_played_here: no splash is bid at this table"),
    (OPENING, "A: 30", "B: plunge 4",
     "R8.4 too_late_for_special: a plunge is bid only while nobody has bid"),
    (OPENING, "A: 30", "B: splash 2",
     "R8.4 too_late_for_special: a splash is bid only while nobody has bid"),
    (BOTH, "", "A: plunge 3", "R8.4 wrong_stake: a plunge stakes 4 marks here"),
    (BOTH, "", "A: splash 4", "R8.5 wrong_stake: a splash stakes 2 to 3 marks here"),
    (LITTLE, "", "A: plunge 0", "R8.4 wrong_stake: a plunge stakes 1 mark here"),
    (LITTLE, "", "A: splash 0", "R8.5 wrong_stake: a splash stakes 1 to 2 marks here"),
    (BOTH, "A: plunge 4", "B: plunge 4",
     "R8.4 bid_too_low: a plunge must be above what stands, 4 marks"),
    (LITTLE, "A: 1 mark", "B: splash 1",
     "R8.5 bid_too_low: a splash must be above what stands, 1 mark"),
    (BOTH, "A: 30", "B: plunge 4", "R8.4 not_enough_doubles: a plunge takes 4 doubles or more"),
    (BOTH, "A: 30", "B: splash 2", "R8.5 not_enough_doubles: a splash takes 3 doubles or more"),
    (LITTLE, "A: 30", "B: plunge 1", "R8.4 not_enough_doubles: a plunge takes 4 doubles or more"),
    (LITTLE, "A: 30", "B: splash 1", "R8.5 not_enough_doubles: a splash takes 3 doubles or more"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "said", "refused", "why"), AUCTION)
def test_r3_r8_4_r8_5_what_may_not_be_said_in_an_auction(rules, said, refused, why):
    game = Game(rules).deal(dealer="D", A=FULL, B=TWO_DOUBLES).go(said)
    assert refusal(game, refused) == why


# The declaration

FIRST_TILE = {"undeclared_trump": "first_tile"}
NELLO = {"nello": True}
SEVENS = {"sevens": True, "sevens_min_marks": 3, "max_opening_marks": 3}
ASKED = {"no_trump_doubles": ["high", "low"], "nello_doubles": ["own_suit", "high", "low"]} | NELLO
TO_NAME = "R4.1 not_the_time: now is the time to declare trump"
TO_NAME_OR_LEAD = f"{TO_NAME}, or to lead a tile that names it"
WITHOUT_CALL = (
    "R4.3 call_refused: only the lower end of a tile that is neither trump nor double may be"
    " called, by a declarer who leads trick 1 where the rules allow it: play {} without"
)
NO_CHOICE = "doubles_refused: the rules leave no choice of doubles here: leave out doubles"
HOW_MANY = (
    "R6.5 open_tricks_required: say how many of the latest tricks stay open: open_tricks is 1 or 2"
)

DECLARATION: list[tuple[Any, str, str, str]] = [
    # rules, A's bid, what is refused, why
    ({}, "30", "A: pass", TO_NAME),
    ({}, "30", "A: 31", TO_NAME),
    ({}, "30", "A: 6-6", TO_NAME),
    ({}, "30", "B: trump 6", "R3.1 not_your_turn: seat A is on turn"),
    (FIRST_TILE, "30", "A: pass", TO_NAME_OR_LEAD),
    (FIRST_TILE, "30", "A: 31", TO_NAME_OR_LEAD),
    (FIRST_TILE, "30", "A: 1-2", "R4.7 tile_not_held: you do not hold 1-2"),
    (FIRST_TILE, "30", "A: 0-3 calls 0", WITHOUT_CALL.format("0-3")),
    (BOTH | FIRST_TILE, "plunge 4", "C: pass", TO_NAME_OR_LEAD),
    (BOTH | FIRST_TILE | {"plunge_lead": "bidder"}, "plunge 4", "C: pass", TO_NAME),
    (BOTH | FIRST_TILE | {"plunge_lead": "bidder"}, "plunge 4", "C: 6-6", TO_NAME),
    # nello and sevens
    ({}, "2 marks", "A: trump nello open 1",
     "R8.1 not_played_here: nello is not played at this table"),
    ({}, "2 marks", "A: trump sevens open 1",
     "R8.3 not_played_here: sevens is not played at this table"),
    (NELLO, "30", "A: trump nello",
     "R8.1 not_in_this_contract: nello takes a bid of 2 marks or more"),
    (NELLO, "1 mark", "A: trump nello open 1",
     "R8.1 not_in_this_contract: nello takes a bid of 2 marks or more"),
    (SEVENS, "2 marks", "A: trump sevens open 1",
     "R8.3 not_in_this_contract: sevens takes a bid of 3 marks or more"),
    ({"sevens": True}, "30", "A: trump sevens",
     "R8.3 not_in_this_contract: sevens takes a bid of 1 mark or more"),
    (BOTH | NELLO, "plunge 4", "C: trump nello open 1",
     "R8.4 not_in_this_contract: in a plunge trump is a number, doubles or none, never nello"),
    (BOTH | SEVENS, "splash 3", "C: trump sevens open 1",
     "R8.4 not_in_this_contract: in a splash trump is a number, doubles or none, never sevens"),
    # what the doubles are
    ({}, "30", "A: trump none doubles low", f"R4.6 {NO_CHOICE} (low)"),
    (ASKED, "30", "A: trump 6 doubles high", f"R4.6 {NO_CHOICE} (high)"),
    (NELLO, "2 marks", "A: trump nello doubles own_suit open 1", f"R8.2 {NO_CHOICE} (own_suit)"),
    (ASKED, "30", "A: trump none",
     "R4.6 doubles_required: say what the doubles are: doubles is high or low"),
    (ASKED, "30", "A: trump none doubles own_suit",
     "R4.6 doubles_required: say what the doubles are: doubles is high or low"),
    (ASKED, "2 marks", "A: trump nello open 1",
     "R8.2 doubles_required: say what the doubles are: doubles is own_suit or high or low"),
    # how many tricks stay open
    ({}, "1 mark", "A: trump 6", HOW_MANY),
    ({}, "1 mark", "A: trump 6 open 3", HOW_MANY),
    ({}, "30", "A: trump 6 open 1",
     "R6.5 open_tricks_refused: all tricks lie open in this contract:"
     " leave out open_tricks (1)"),
    ("tournament", "2 marks", "A: trump 6 open 2",
     "R6.5 open_tricks_refused: all tricks lie face down in this contract:"
     " leave out open_tricks (2)"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "bid", "refused", "why"), DECLARATION)
def test_r4_1_r6_5_r8_what_may_not_be_declared(rules, bid, refused, why):
    game = Game(rules).deal(dealer="D", A=FULL).auction("A", bid)
    assert refusal(game, refused) == why


# The play

LEAD_TRUMP = {"opening_lead": "trump"}
SMALL_ENDS = {"small_end_open": True}
OWN_SUIT = {"no_trump_doubles": ["own_suit"]}

PLAY: list[tuple[dict[str, Any], str, str, str, str, str]] = [
    # rules, A's bid, trump, what was played, what is refused, why
    ({}, "30", "6", "", "A: pass", "R4.7 not_the_time: now is the time to play a tile"),
    ({}, "30", "6", "", "A: trump 5", "R4.7 not_the_time: now is the time to play a tile"),
    ({}, "30", "6", "", "A: 31", "R4.7 not_the_time: now is the time to play a tile"),
    ({}, "30", "6", "", "B: 3-5", "R4.7 not_your_turn: seat A is on turn"),
    ({}, "30", "6", "5-5", "C: 0-1", "R4.7 not_your_turn: seat B is on turn"),
    ({}, "30", "6", "", "A: 3-5", "R4.7 tile_not_held: you do not hold 3-5"),
    ({}, "30", "6", "6-6 0-6 0-0 1-6", "A: 6-6", "R4.7 tile_not_held: you do not hold 6-6"),
    ({}, "30", "6", "5-5", "B: 0-6",
     "R4.4 must_follow_suit: 5-5 called suit 5: follow with 3-5, 0-5"),
    ({}, "30", "6", "4-6", "B: 3-5", "R4.4 must_follow_suit: 4-6 called trump: follow with 0-6"),
    (OWN_SUIT, "30", "none", "6-6", "B: 3-5",
     "R4.4 must_follow_suit: 6-6 called doubles: follow with 1-1, 2-2"),
    (LEAD_TRUMP, "30", "6", "", "A: 5-5",
     "R4.7 must_lead_trump: the first lead at this table is a trump, when one is held: 6-6, 4-6"),
    ({"sevens": True}, "1 mark", "sevens open 1", "", "A: 5-5",
     "R8.3 must_play_closest: in sevens your closest tile to seven pips must be played: 3-4, 2-5"),
    ({}, "30", "6", "", "A: 3-4 calls 3", WITHOUT_CALL.format("3-4")),
    (SMALL_ENDS, "30", "6", "", "A: 4-6 calls 4", WITHOUT_CALL.format("4-6")),
    (SMALL_ENDS, "30", "6", "", "A: 5-5 calls 5", WITHOUT_CALL.format("5-5")),
    (SMALL_ENDS, "30", "6", "5-5", "B: 3-5 calls 3", WITHOUT_CALL.format("3-5")),
    (SMALL_ENDS, "30", "6", "", "A: 1-3 calls 1", "R4.7 tile_not_held: you do not hold 1-3"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "bid", "trump", "played", "refused", "why"), PLAY)
def test_r4_r8_3_what_may_not_be_played(rules, bid, trump, played, refused, why):
    hands = {"A": "6-6 5-5 4-6 3-4 2-5 4-4 3-3", "B": "3-5 0-5 0-6 1-1 2-2 0-2 0-3"}
    game = game_at_play(trump, bid, rules, **hands).plays(played)
    assert refusal(game, refused) == why


def test_the_tables_above_hold_every_code():
    rows = (*AUCTION, *DECLARATION, *PLAY)
    of_the_table = (NOT_STARTED, OVER, SEATED, STARTED, NOT_GIVEN_UP)
    told = (*(str(row[-1]) for row in rows), *of_the_table)
    assert {why.split()[1] for why in told} == {f"{code}:" for code in Code}


# What is no move, no deal, no log

ALL = list(TILES)
ONCE = "a deal takes each of the 28 tiles once"
NO_DRAW = "nobody draws for the deal now"
NOT_THE_DEALER = "it is not this seat's turn to deal"
EITHER = "a bid names either points or marks"


def seated(rules: dict[str, Any] | None = None) -> Match:
    """Four sit, and nothing is drawn or dealt."""
    return Game(rules).match


HIGHEST = {"first_dealer": "highest_tile"}


@pytest.mark.parametrize(
    ("what", "asked", "why"),
    [
        ("27 tiles", lambda: deal(seated(), ALL[1:], A), ONCE),
        ("a tile twice", lambda: deal(seated(), [*ALL[1:], ALL[1]], A), ONCE),
        ("a deal to empty seats", lambda: deal(nobody(), ALL, A), NOT_THE_DEALER),
        ("a deal into a hand", lambda: deal(dealt(), ALL, A), NOT_THE_DEALER),
        ("a deal by another", lambda: deal(between(), ALL, B), NOT_THE_DEALER),
        ("a deal before the draw", lambda: deal(seated(HIGHEST), ALL, A), NOT_THE_DEALER),
        ("a draw from 27 tiles", lambda: draw(seated(HIGHEST), ALL[1:]), ONCE),
        ("a draw where lot decides", lambda: draw(seated(), ALL), NO_DRAW),
        ("a draw by nobody", lambda: draw(nobody(), ALL), NO_DRAW),
        ("no log", lambda: replay([]), "a log begins with 'created'"),
        ("a log without its first", lambda: replay([Closed()]), "a log begins with 'created'"),
        ("a bid of nothing", Bid, EITHER),
        ("a bid of both", lambda: Bid(points=30, marks=1), EITHER),
        (
            "a plunge of points",
            lambda: Bid(points=30, special=Special.PLUNGE),
            "a plunge is a bid of marks",
        ),
        (
            "a plunge and a splash",
            lambda: parse_move({"type": "bid", "marks": 4, "plunge": True, "splash": True}),
            "a bid is a plunge or a splash, not both",
        ),
        (
            "a call of another suit",
            lambda: parse_move({"type": "play", "tile": "6-4", "call": "5"}),
            "call is an end of the tile, which '5' is not of 4-6",
        ),
        (
            "a move of no kind",
            lambda: parse_move({"type": "claim"}),
            "no such move: 'claim'; a move is a bid, pass, declare or play",
        ),
        (
            "a fifth seat",
            lambda: TABLE.seat("E"),
            "no seat 'E' at this table; its seats are A, B, C, D",
        ),
        (
            "a seven",
            lambda: parse_tile("7-1"),
            "no such tile: '7-1'; a tile is two ends from 0 to 6, such as '4-6'",
        ),
        ("a hand that is on", lambda: hand_record(dealt(), 1), "no finished hand has number 1"),
        ("hand 0", lambda: hand_summary(between(), 0), "no finished hand has number 0"),
        (
            "a yes for a number",
            lambda: Rules.from_record({"preset": "straight", "seats": True}),
            "a setting has a value of a kind that it never has",
        ),
    ],
)
def test_what_is_no_move_no_deal_and_no_log(what, asked, why):
    with pytest.raises((ValueError, LookupError, TypeError)) as caught:
        asked()
    assert str(caught.value) == why, what
