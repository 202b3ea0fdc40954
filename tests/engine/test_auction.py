"""R3: one round of bids, the ladder, who wins, and how many auctions there are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine import naive
from tests.engine.tables import A, Game, after_each_move, word
from texas42 import Match, RuleViolation, Special, resolve
from texas42.auction import doubles_for

ALL_POINTS = [str(points) for points in range(30, 42)]


def auction(said: str, rules: Any = None) -> Game:
    """A dealt; the bids go from A clockwise: `"30 pass"` is A's 30 and B's pass."""
    game = Game(rules).deal(dealer="D")
    words = said.replace(" mark", "_mark").split()
    return game.go(
        "  ".join(f"{s}: {w}" for s, w in zip("ABCD", words, strict=False)).replace("_", " ")
    )


def test_r3_1_one_round_from_the_dealers_left_clockwise():
    game = Game().deal(dealer="B")
    spoke = []
    for said in ("pass", "30", "pass", "31"):
        assert game.match.turn is not None
        seat = game.match.table.labels[game.match.turn]
        spoke.append(seat)
        game.go(f"{seat}: {said}")
    assert spoke == ["C", "D", "A", "B"]
    assert game.match.status == "declaring"


@pytest.mark.parametrize("seat", ["B", "C", "D"])
def test_r3_1_nobody_speaks_out_of_turn(seat):
    game = auction("")
    assert game.legal(seat) == []
    assert game.refused(f"{seat}: 30") == ("R3.1", "not_your_turn")


@pytest.mark.parametrize("said", ["0-0", "trump 6"])
def test_r3_1_a_tile_or_trump_is_refused_while_bidding(said):
    assert auction("").refused(f"A: {said}") == ("R3.1", "not_the_time")


def test_r3_1_a_pass_exists_only_in_the_auction():
    game = auction("30 pass pass pass")
    assert game.refused("A: pass") == ("R4.1", "not_the_time")
    game.go("A: trump 6")
    assert game.refused("A: pass") == ("R4.7", "not_the_time")


@pytest.mark.parametrize(
    ("standing", "may_bid"),
    [
        ("", [*ALL_POINTS, "1 mark", "2 marks"]),
        ("pass pass", [*ALL_POINTS, "1 mark", "2 marks"]),
        ("30", [*ALL_POINTS[1:], "1 mark", "2 marks"]),
        ("30 pass 38", ["39", "40", "41", "1 mark", "2 marks"]),
        ("41", ["1 mark", "2 marks"]),
        ("1 mark", ["2 marks"]),
        ("30 1 mark", ["2 marks"]),
        ("2 marks", ["3 marks"]),
        ("2 marks 3 marks", ["4 marks"]),
        ("2 marks 3 marks 4 marks", ["5 marks"]),
        ("1 mark pass pass", ["2 marks"]),
    ],
)
def test_r3_2_r3_3_what_may_be_bid_over_what_stands(standing, may_bid):
    assert auction(standing).legal() == ["pass", *may_bid]


@pytest.mark.parametrize(
    ("standing", "bid", "rule", "code"),
    [
        ("", "29", "R3.2", "bid_out_of_range"),
        ("", "0", "R3.2", "bid_out_of_range"),
        ("", "42", "R3.2", "bid_out_of_range"),
        ("", "84", "R3.2", "bid_out_of_range"),
        ("", "43", "R3.2", "bid_out_of_range"),
        ("30", "30", "R3.2", "bid_too_low"),
        ("35", "34", "R3.2", "bid_too_low"),
        ("41", "41", "R3.2", "bid_too_low"),
        ("1 mark", "31", "R3.3", "points_after_marks"),
        ("1 mark", "42", "R3.2", "bid_out_of_range"),
        ("", "0 marks", "R3.3", "opening_marks"),
        ("", "3 marks", "R3.3", "opening_marks"),
        ("41", "3 marks", "R3.3", "opening_marks"),
        ("1 mark", "1 mark", "R3.3", "bid_too_low"),
        ("2 marks", "1 mark", "R3.3", "bid_too_low"),
        ("1 mark", "3 marks", "R3.3", "mark_raise"),
        ("2 marks 3 marks", "5 marks", "R3.3", "mark_raise"),
    ],
)
def test_r3_2_r3_3_a_bid_off_the_ladder_is_refused(standing, bid, rule, code):
    game = auction(standing)
    assert game.match.turn is not None
    seat = game.match.table.labels[game.match.turn]
    assert game.refused(f"{seat}: {bid}") == (rule, code)


@pytest.mark.parametrize(("bid", "hint"), [("42", "42 is 1 mark"), ("84", "84 is 2 marks")])
def test_r3_3_who_bids_42_or_84_is_told_how_to_say_it(bid, hint):
    with pytest.raises(RuleViolation, match=hint):
        auction(bid)


def test_r3_3_the_ladder_ends_at_five_marks():
    game = auction("2 marks 3 marks 4 marks 5 marks")
    contract = game.hand.contract
    assert contract is not None
    assert (contract.bid.marks, contract.worth) == (5, 5)


@pytest.mark.parametrize(
    ("said", "bidder", "bid"),
    [
        ("30 pass pass pass", "A", "30"),
        ("30 31 pass pass", "B", "31"),
        ("30 31 32 33", "D", "33"),
        ("pass pass pass 30", "D", "30"),
        ("41 1 mark pass pass", "B", "1 mark"),
        ("41 1 mark 2 marks pass", "C", "2 marks"),
    ],
)
def test_r3_4_the_highest_bidder_declares_and_leads(said, bidder, bid):
    game = auction(said)
    contract = game.hand.contract
    assert contract is not None
    seat = game.match.table.seat(bidder)
    assert (contract.bidder, contract.declarer, contract.leader) == (seat, seat, seat)
    assert (word(contract.bid), game.match.turn) == (bid, seat)
    game.go(f"{bidder}: trump 6" + (" open 1" if "mark" in bid else ""))
    assert game.match.turn == seat
    assert game.legal() == game.held(bidder).split()


def test_r3_4_all_pass_no_marks_the_deal_passes_on_and_a_new_hand_is_dealt():
    game = auction("pass pass pass pass")
    assert game.marks == {"A+C": 0, "B+D": 0}
    assert game.last.contract is None
    assert game.last.made is None
    assert game.match.awaits_deal
    assert game.match.next_dealer == A
    game.deal()
    assert game.hand.number == 2
    assert game.legal("B")
    assert game.match.status == "bidding"


def every_auction(match: Match) -> int:
    """How many ways this auction can go on to its end, by the legal list and `decide`."""
    if match.hand is None or match.hand.contract is not None:
        return 1
    return sum(map(every_auction, after_each_move(match)))


@pytest.mark.parametrize(
    ("cap", "count"),
    [(1, 2380), (2, 3060), (3, 3196), (4, 3213), (5, 3214), (6, 3214), (7, 3214), (None, 3214)],
)
def test_r3_5_the_number_of_complete_auctions(cap, count):
    rules = {"max_marks": cap, "max_opening_marks": min(2, cap or 2)}
    assert every_auction(Game(rules).deal().match) == count
    assert naive.Ladder(cap=cap).auctions() == count


DOUBLES = {
    "A": "6-6 5-5 4-4 3-3 0-1 0-2 0-3",
    "B": "2-2 1-1 0-0 0-4 0-5 0-6 1-2",
    "C": "1-3 1-4 1-5 1-6 2-3 2-4 2-5",
    "D": "2-6 3-4 3-5 3-6 4-5 4-6 5-6",
}
"""A holds four doubles, B three; D deals."""
HELD = (4, 3, 0, 0)


@pytest.mark.parametrize(
    ("rules", "ladder", "count"),
    [
        ({"min_bid": 38}, naive.Ladder(least=38), 256),
        ({"max_opening_marks": 4}, naive.Ladder(opening=4), 4608),
        ({"max_mark_raise": 2}, naive.Ladder(raises=2), 3564),
        ({"max_marks": 2}, naive.Ladder(cap=2), 3060),
        ({"all_pass": "dealer_must_bid"}, naive.Ladder(forced=True), 3213),
        ({"plunge": True}, naive.Ladder(plunge=(4, 4), doubles=HELD), 3222),
        (
            {"plunge": True, "plunge_when": "opening"},
            naive.Ladder(plunge=(4, 4), opens_only=True, doubles=HELD),
            3222,
        ),
        ({"splash": True}, naive.Ladder(splash=(3, 2, 3), doubles=HELD), 3350),
        (
            "lechner",
            naive.Ladder(raises=2, forced=True, plunge=(4, 4), splash=(3, 3, 3), doubles=HELD),
            3752,
        ),
        (
            "family",
            naive.Ladder(forced=True, plunge=(4, 4), opens_only=True, doubles=HELD),
            3221,
        ),
        ("lone-star", naive.Ladder(cap=2), 3060),
    ],
)
def test_r8_the_number_of_complete_auctions_by_house_rules(rules, ladder, count):
    game = Game(rules)
    while game.match.awaits_draw:
        game.draw("0-0 0-1 0-2 6-6")
    assert every_auction(game.deal(dealer="D", **DOUBLES).match) == count
    assert ladder.auctions() == count


@pytest.mark.parametrize(
    ("seats", "count"),
    [(2, 254), (3, 988), (5, 6885), (6, 14893), (7, 41226)],
)
def test_r9_6_the_number_of_complete_auctions_at_other_tables(seats, count):
    assert every_auction(Game({"seats": seats}).deal().match) == count
    assert naive.Ladder(seats=seats).auctions() == count


@pytest.mark.parametrize(
    ("setting", "standing", "may_bid"),
    [
        ({"min_bid": 38}, "", ["38", "39", "40", "41", "1 mark", "2 marks"]),
        ({"min_bid": 41}, "", ["41", "1 mark", "2 marks"]),
        ({"min_bid": 41}, "41", ["1 mark", "2 marks"]),
        ({"max_opening_marks": 1}, "41", ["1 mark"]),
        ({"max_opening_marks": 4}, "41", ["1 mark", "2 marks", "3 marks", "4 marks"]),
        ({"max_mark_raise": 2}, "1 mark", ["2 marks", "3 marks"]),
        ({"max_mark_raise": 3, "max_marks": 4}, "2 marks", ["3 marks", "4 marks"]),
        ({"max_marks": 2}, "2 marks", []),
        ({"max_marks": 2}, "1 mark", ["2 marks"]),
    ],
)
def test_the_settings_of_the_ladder(setting, standing, may_bid):
    assert auction(standing, setting).legal() == ["pass", *may_bid]


def test_r8_4_r8_5_a_plunge_or_splash_of_one_mark_beats_every_point_bid():
    rules = {"plunge": True, "plunge_marks": 1, "splash": True, "splash_marks": [1, 2]}
    game = Game(rules).deal(dealer="D", B="6-6 5-5 4-4 3-3").go("A: 41")
    assert game.legal() == ["pass", "1 mark", "2 marks", "plunge 1", "splash 1", "splash 2"]
    game.go("B: plunge 1")
    assert game.legal() == ["pass", "2 marks"]


@pytest.mark.parametrize(
    ("rules", "plunge", "splash"),
    [
        ({}, 0, 0),
        ({"plunge": True}, 4, 0),
        ({"splash": True}, 0, 3),
        ({"plunge": True, "plunge_doubles": 6, "splash": True, "splash_doubles": 2}, 6, 2),
    ],
)
def test_r8_4_r8_5_the_doubles_that_a_plunge_and_a_splash_take(rules, plunge, splash):
    settled = resolve(rules)
    assert doubles_for(settled, Special.PLUNGE) == plunge
    assert doubles_for(settled, Special.SPLASH) == splash


@pytest.mark.parametrize(
    ("setting", "standing", "bid", "rule", "code"),
    [
        ({"min_bid": 35}, "", "34", "R3.2", "bid_out_of_range"),
        ({"max_marks": 2}, "2 marks", "3 marks", "R3.3", "bid_out_of_range"),
        ({"max_marks": 1, "max_opening_marks": 1}, "", "2 marks", "R3.3", "bid_out_of_range"),
        ({"max_opening_marks": 1}, "", "2 marks", "R3.3", "opening_marks"),
        ({"max_mark_raise": 2}, "1 mark", "4 marks", "R3.3", "mark_raise"),
    ],
)
def test_a_bid_that_the_settings_forbid_is_refused(setting, standing, bid, rule, code):
    game = auction(standing, setting)
    seat = "B" if standing else "A"
    assert game.refused(f"{seat}: {bid}") == (rule, code)


@pytest.mark.parametrize("seats", [3, 4])
def test_r3_4_a_hand_that_all_passed_brings_no_side_anything(seats):
    game = Game({"seats": seats}).deal()
    while game.match.hand is not None:
        game.go(f"{game.turn}: pass")
    nothing = (0,) * len(game.table.sides)
    (finished,) = game.match.hands
    assert (finished.gained, finished.score) == (nothing, nothing)
