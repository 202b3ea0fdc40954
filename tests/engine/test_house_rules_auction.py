"""R8, the auction: who speaks first, who may not pass, and ladders other than the rulebook's."""

from __future__ import annotations

import pytest

from tests.engine.tables import Game, script
from texas42 import TILES, RuleViolation, decide, tile_label

MUST_BID = {"all_pass": "dealer_must_bid"}
HOLDER = {"first_bidder": "holder_of_0_1"}


@pytest.mark.parametrize(
    ("holder", "order"), [("A", "ABCD"), ("B", "BCDA"), ("C", "CDAB"), ("D", "DABC")]
)
def test_r8_holder_of_0_1_speaks_first_and_then_each_seat_once_clockwise(holder, order):
    game = Game(HOLDER).deal(dealer="D", **{holder: "6-6 0-1"})
    for seat in order:
        assert game.turn == seat
        game.go(f"{seat}: {'30' if seat == order[1] else 'pass'}")
    assert (game.match.status, game.turn) == ("declaring", order[1])


def test_r8_holder_of_0_1_speaks_first_in_a_redeal_too_while_the_deal_passes_clockwise():
    game = Game(HOLDER).deal(dealer="D", C="0-1").go("C: pass  D: pass  A: pass  B: pass")
    game.deal(B="0-1")
    assert (game.hand.dealer, game.turn) == (game.table.seat("A"), "B")


def test_r8_the_dealers_left_speaks_first_where_0_1_lies_out_of_play():
    in_play = [tile_label(tile) for tile in TILES if tile_label(tile) != "0-1"]
    hands = {seat: " ".join(in_play[i * 5 : i * 5 + 5]) for i, seat in enumerate("ABCDE")}
    game = Game(HOLDER | {"seats": 5}).deal(dealer="B", **hands)
    assert game.turn == "C"
    assert Game(HOLDER | {"seats": 5}).deal(dealer="B", E="0-1").turn == "E"


def test_r8_by_default_the_dealers_left_speaks_first_whoever_holds_0_1():
    assert Game().deal(dealer="D", C="0-1").turn == "A"


def test_r8_dealer_must_bid_when_all_others_have_passed():
    """One forced bid, not four that disagree: no pass, and otherwise all that may be bid."""
    game = Game(MUST_BID).deal(dealer="D").go("A: pass  B: pass")
    assert game.legal()[0] == "pass"
    game.go("C: pass")
    assert game.refused("D: pass") == ("R3.4", "must_bid")
    assert game.legal() == [*map(str, range(30, 42)), "1 mark", "2 marks"]
    game.go("D: 30")
    assert (game.match.status, game.turn) == ("declaring", "D")


def test_r8_a_forced_dealer_may_bid_more_than_the_minimum():
    game = Game(MUST_BID | {"min_bid": 34}).deal(dealer="D").go("A: pass  B: pass  C: pass")
    assert game.legal()[0] == "34"
    assert game.refused("D: 33") == ("R3.2", "bid_out_of_range")
    assert game.go("D: 2 marks").turn == "D"


def test_r8_a_dealer_may_pass_once_somebody_has_bid():
    game = Game(MUST_BID).deal(dealer="D").go("A: pass  B: 30  C: pass")
    assert "pass" in game.legal()
    assert game.go("D: pass").turn == "B"


def test_r8_whoever_speaks_last_must_bid_where_the_holder_of_0_1_speaks_first():
    game = Game(MUST_BID | HOLDER).deal(dealer="D", B="0-1").go("B: pass  C: pass  D: pass")
    assert game.refused("A: pass") == ("R3.4", "must_bid")
    game.go("A: 31")
    assert game.turn == "A"


def test_r3_4_by_default_four_passes_deal_anew():
    game = Game().deal(dealer="D").go("A: pass  B: pass  C: pass  D: pass")
    assert game.match.awaits_deal


@pytest.mark.parametrize(
    ("rules", "said", "then"),
    [
        # the rulebook's ladder
        ({}, "", "pass 30-41 1 2"),
        ({}, "2", "pass 3"),
        # the least point bid
        ({"min_bid": 35}, "", "pass 35-41 1 2"),
        ({"min_bid": 41}, "", "pass 41 1 2"),
        ({"min_bid": 41}, "41", "pass 1 2"),
        # the first mark bid, whatever point bid stands
        ({"max_opening_marks": 1}, "", "pass 30-41 1"),
        ({"max_opening_marks": 4}, "", "pass 30-41 1 2 3 4"),
        ({"max_opening_marks": 4}, "40", "pass 41 1 2 3 4"),
        ({"max_opening_marks": 4}, "4", "pass 5"),
        # later mark bids
        ({"max_mark_raise": 2}, "1", "pass 2 3"),
        ({"max_mark_raise": 2}, "1 3", "pass 4 5"),
        ({"max_mark_raise": 50}, "49", "pass 50-99"),
        # the highest mark bid: 84 and no more
        ({"max_marks": 2}, "", "pass 30-41 1 2"),
        ({"max_marks": 2}, "1", "pass 2"),
        ({"max_marks": 2}, "2", "pass"),
        ({"max_marks": 3, "max_mark_raise": 3}, "1", "pass 2 3"),
        ({"max_marks": 1, "max_opening_marks": 1}, "", "pass 30-41 1"),
    ],
)
def test_r3_3_r8_ladders(rules, said, then):
    bids = said.split()
    if bids == ["49"]:
        rules = rules | {"max_opening_marks": 50}
    game = Game(rules).deal(dealer="D")
    for seat, bid in zip("ABCD", bids, strict=False):
        game.go(f"{seat}: {as_word(bid)}")
    assert game.legal() == list(expand(then))


def as_word(bid: str) -> str:
    if int(bid) in range(30, 42):
        return bid
    return "1 mark" if bid == "1" else f"{bid} marks"


def expand(text: str):
    """`"pass 30-41 1 2"` -> the words of a script."""
    for part in text.split():
        first, _, last = part.partition("-")
        if part == "pass":
            yield part
        elif int(first) >= 50:
            yield from (f"{marks} marks" for marks in range(int(first), int(last) + 1))
        else:
            yield from (as_word(str(n)) for n in range(int(first), int(last or first) + 1))


@pytest.mark.parametrize(
    ("said", "refused", "why"),
    [
        ("A: 2 marks", "B: 3 marks", ("R3.3", "bid_out_of_range")),
        ("A: 2 marks", "B: 2 marks", ("R3.3", "bid_too_low")),
        ("A: 1 mark", "B: 3 marks", ("R3.3", "bid_out_of_range")),
        ("A: 1 mark", "B: 41", ("R3.3", "points_after_marks")),
        ("", "A: 84", ("R3.2", "bid_out_of_range")),
    ],
)
def test_r8_84_is_the_highest_bid_in_the_lone_star_game(said, refused, why):
    game = Game("lone-star").deal(dealer="D", A="0-1").go(said)
    assert game.refused(refused) == why


def test_r8_raises_by_more_than_the_rules_allow_are_refused():
    game = Game({"max_mark_raise": 2}).deal(dealer="D").go("A: 1 mark")
    assert game.refused("B: 4 marks") == ("R3.3", "mark_raise")
    game.go("B: 3 marks")
    assert game.refused("C: 6 marks") == ("R3.3", "mark_raise")
    assert game.refused("C: 3 marks") == ("R3.3", "bid_too_low")


ONE_MARK = {"max_opening_marks": 1, "max_marks": 1}
LITTLE = {"plunge": True, "plunge_marks": 1, "splash": True, "splash_marks": [1, 2]}


@pytest.mark.parametrize(
    ("rules", "said", "refused", "told"),
    [
        ({}, "", "A: 29", "a point bid is from 30 to 41"),
        ({"min_bid": 41}, "", "A: 40", "a point bid is 41"),
        ({}, "", "A: 42", "42 is 1 mark: bid marks, not points"),
        ({}, "", "A: 84", "84 is 2 marks: bid marks, not points"),
        ({"seats": 2}, "", "A: 49", "49 is 1 mark: bid marks, not points"),
        ({"seats": 6}, "", "A: 39", "39 is 1 mark: bid marks, not points"),
        ({"seats": 6}, "", "A: 42", "42 is 1 mark: bid marks, not points"),
        ({}, "", "A: 3 marks", "the first bid of marks is from 1 to 2"),
        ({"max_opening_marks": 1}, "", "A: 2 marks", "the first bid of marks is 1"),
        (ONE_MARK, "", "A: 2 marks", "no bid here is above 1 mark"),
        (ONE_MARK, "A: 1 mark", "B: 1 mark",
         "the highest bid here, 1 mark, stands: only a pass is left"),
        (LITTLE, "", "A: plunge 4", "a plunge stakes 1 mark here"),
        (LITTLE, "", "A: splash 3", "a splash stakes 1 to 2 marks here"),
        (LITTLE, "A: 1 mark", "B: splash 1", "a splash must be above what stands, 1 mark"),
    ],
)  # fmt: skip
def test_r3_r8_a_refused_bid_is_told_what_would_be_right(rules, said, refused, told):
    game = Game(rules)
    game.deal(dealer=game.table.labels[-1]).go(said)
    ((seat, bid),) = script(refused, game.table)
    with pytest.raises(RuleViolation) as caught:
        decide(game.match, seat, bid)
    assert caught.value.message == told
