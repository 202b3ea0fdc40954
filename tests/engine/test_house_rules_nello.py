"""R8.1 and R8.2: nello, the bidder alone against two, losing every trick."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import Game, ending, game_at_play, winner_of
from texas42 import Doubles, hand_record, view

NELLO = {"nello": True}
KINDS = [doubles.value for doubles in Doubles]

LOSES_ALL = {
    "A": "0-1 0-2 0-3 1-2 1-3 2-3 0-4",
    "B": "1-6 2-6 3-6 4-6 5-6 1-5 2-5",
    "C": "0-0 1-1 2-2 3-3 4-4 5-5 6-6",
    "D": "1-4 2-4 3-4 4-5 3-5 0-6 0-5",
}
"""A can lose every trick; C, who sits out, holds all the doubles."""


def nello(doubles: str = "own_suit", bid: str = "2 marks", bidder: str = "A", **hands: str) -> Game:
    """The bidder has named nello and leads; the doubles are as told."""
    rules = NELLO | {"nello_doubles": [doubles], "covered_tricks": "none"}
    return game_at_play("nello", bid, rules, bidder, **hands)


@pytest.mark.parametrize(
    ("rules", "bid", "why"),
    [
        ({}, "2 marks", ("R8.1", "not_played_here")),
        (NELLO, "30", ("R8.1", "not_in_this_contract")),
        (NELLO, "1 mark", ("R8.1", "not_in_this_contract")),
        (NELLO | {"nello_min_marks": 3, "max_opening_marks": 3}, "2 marks",
         ("R8.1", "not_in_this_contract")),
    ],
)  # fmt: skip
def test_r8_1_nello_is_refused_where_it_is_not_played_or_too_little_is_bid(rules, bid, why):
    game = Game(rules).deal(dealer="D").auction("A", bid)
    assert not [word for word in game.legal() if "nello" in word]
    assert game.refused("A: trump nello open 1") == why


@pytest.mark.parametrize(
    ("rules", "bid"),
    [
        (NELLO, "2 marks"),
        (NELLO | {"nello_min_marks": 1}, "1 mark"),
        (NELLO | {"nello_min_marks": 1}, "2 marks"),
        (NELLO | {"nello_min_marks": 3, "max_opening_marks": 3}, "3 marks"),
    ],
)
def test_r8_1_a_bidder_of_enough_marks_may_name_nello(rules, bid):
    game = Game(rules).deal(dealer="D").auction("A", bid)
    assert game.legal()[-2:] == ["trump nello open 1", "trump nello open 2"]
    game.go("A: trump nello open 1")
    assert view(game.match, None)["contract"]["kind"] == "nello"


def test_r3_3_two_marks_standing_for_nello_then_31_is_refused():
    game = Game(NELLO).deal(dealer="D").go("A: 2 marks")
    assert game.refused("B: 31") == ("R3.3", "points_after_marks")


@pytest.mark.parametrize(
    ("bidder", "order"), [("A", "ABD"), ("B", "BCA"), ("C", "CDB"), ("D", "DAC")]
)
def test_r8_1_the_partner_is_skipped_and_the_others_follow_clockwise(bidder, order):
    game = nello(bidder=bidder)
    for seat in order:
        assert game.turn == seat
        game.plays(game.legal()[0])
    trick = (game.last if game.match.hand is None else game.hand).tricks[0]
    assert "".join(game.table.labels[seat] for seat in trick.seats) == order
    assert len(trick.tiles) == 3


def test_r8_1_whoever_wins_leads_the_next_trick_and_the_next_clockwise_follows():
    game = nello(**LOSES_ALL).go("A: 0-1  B: 1-5  D: 1-4")
    assert game.turn == "B"
    game.go("B: 1-6  D: 0-6  A: 0-2")
    assert game.turn == "B"
    game.go("B: 2-5  D: 4-5  A: 0-3")
    assert game.turn == "D"
    game.go("D: 3-5  A: 1-3  B: 5-6")
    assert game.turn == "B"


def test_r8_1_the_partner_keeps_seeing_its_tiles_and_is_never_on_turn():
    game = nello(**LOSES_ALL).go("A: 0-1  B: 1-5")
    told = view(game.match, game.table.seat("C"))
    assert told["hand"] == LOSES_ALL["C"].split()
    assert told["seats"]["C"]["tiles_left"] == 7
    assert (told["turn"], told["legal_moves"]) == ("D", [])
    assert game.refused("C: 1-1") == ("R4.7", "not_your_turn")


def test_r6_6_r8_1_the_tiles_of_who_sat_out_stay_private_after_the_hand():
    game = nello(**LOSES_ALL)
    play_out(game)
    record = hand_record(game.match, 1)
    assert len(record["tricks"]) == 7
    told = {play["tile"] for trick in record["tricks"] for play in trick["plays"]}
    assert not told & set(LOSES_ALL["C"].split())


def play_out(game: Game) -> None:
    """A loses every trick."""
    game.go("A: 0-1  B: 1-5  D: 1-4").go("B: 1-6  D: 0-6  A: 0-2").go("B: 2-5  D: 4-5  A: 0-3")
    game.go("D: 3-5  A: 1-3  B: 5-6").go("B: 2-6  D: 0-5  A: 2-3").go("B: 3-6  D: 2-4  A: 1-2")
    game.go("B: 4-6  D: 3-4  A: 0-4")


def test_r8_1_seven_tricks_lost_make_it_and_points_do_not_matter():
    game = nello(**LOSES_ALL)
    play_out(game)
    assert ending(game.match.hands[0]) == "nello made at the last trick"
    assert game.marks == {"A+C": 2, "B+D": 0}
    assert game.points == {"A+C": 0, "B+D": 7 + 5 + 5 + 5 + 10}


@pytest.mark.parametrize("early_end", [True, False])
def test_r8_1_the_first_trick_taken_sets_it_under_every_setting(early_end):
    rules = NELLO | {"early_end": early_end}
    game = game_at_play("nello open 1", "2 marks", rules, A="6-6", B="0-0", D="1-1")
    game.go("A: 6-6  B: 0-0  D: 1-1")
    assert game.match.hand is None
    assert ending(game.match.hands[0]) == "nello set early"
    assert game.marks == {"A+C": 0, "B+D": 2}


@pytest.mark.parametrize(
    ("doubles", "plays", "wins"),
    [
        # doubles a suit of their own, 6-6 high
        ("own_suit", "5-5 6-6 0-0", "6-6"),
        ("own_suit", "0-0 5-6 1-1", "1-1"),
        ("own_suit", "5-6 6-6 0-6", "5-6"),
        ("own_suit", "0-6 6-6 5-5", "0-6"),
        ("own_suit", "1-3 3-3 2-3", "2-3"),
        # the same, 0-0 high
        ("own_suit_low", "5-5 6-6 0-0", "0-0"),
        ("own_suit_low", "6-6 5-6 5-5", "5-5"),
        ("own_suit_low", "0-0 6-6 1-1", "0-0"),
        ("own_suit_low", "5-6 6-6 0-6", "5-6"),
        # the double highest of its number
        ("high", "5-6 6-6 0-6", "6-6"),
        ("high", "3-4 4-4 4-6", "4-4"),
        ("high", "5-5 6-6 5-6", "5-5"),
        # the double lowest of its number
        ("low", "5-6 6-6 0-6", "5-6"),
        ("low", "6-6 0-6 5-5", "0-6"),
        ("low", "0-4 4-4 5-5", "0-4"),
        ("low", "6-6 5-5 4-4", "6-6"),
        ("low", "0-0 1-1 2-2", "0-0"),
    ],
)
def test_r8_2_what_wins_a_trick(doubles, plays, wins):
    assert winner_of("nello", plays, doubles) == wins


@pytest.mark.parametrize(
    ("doubles", "led", "held", "legal"),
    [
        ("own_suit", "5-5", "5-6 3-3 0-5", "3-3"),
        ("own_suit", "3-5", "5-5 0-5 1-1", "0-5"),
        ("own_suit", "3-5", "5-5 0-1 2-2", "5-5 0-1 2-2"),
        ("own_suit", "5-5", "5-6 0-5 0-1", "5-6 0-5 0-1"),
        ("own_suit_low", "5-5", "5-6 3-3 0-5", "3-3"),
        ("own_suit_low", "3-5", "5-5 0-5 1-1", "0-5"),
        ("high", "5-5", "5-6 3-3 0-5", "5-6 0-5"),
        ("high", "3-5", "5-5 0-1 2-2", "5-5"),
        ("low", "5-5", "5-6 3-3 0-5", "5-6 0-5"),
        ("low", "3-5", "5-5 0-1 2-2", "5-5"),
    ],
)
def test_r8_2_what_follows(doubles, led, held, legal):
    off = ["0-0", "1-6", "2-6", "3-6", "4-6", "0-6", "1-2", "1-3"]
    if doubles.startswith("own_suit"):
        off.remove("0-0")
    fill = off[: 7 - len(held.split())]
    game = nello(doubles, A=led, B=" ".join([held, *fill])).go(f"A: {led}")
    may = [tile for tile in game.legal() if tile not in fill]
    assert may == legal.split()
    if len(may) < len(held.split()):
        off_suit = next(tile for tile in held.split() if tile not in may)
        assert game.refused(f"B: {off_suit}") == ("R4.4", "must_follow_suit")


@pytest.mark.parametrize(
    ("doubles", "led", "suit"),
    [("own_suit", "3-3", "doubles"), ("own_suit_low", "3-3", "doubles"), ("high", "3-3", "3"),
     ("low", "3-3", "3"), ("own_suit", "3-5", "5"), ("low", "0-0", "0")],
)  # fmt: skip
def test_r8_2_the_suit_that_a_lead_calls(doubles, led, suit):
    game = nello(doubles, A=led).plays(led)
    assert view(game.match, None)["current_trick"]["suit"] == suit


def declaring(rules: dict[str, Any], bid: str = "2 marks") -> Game:
    return Game(rules | {"covered_tricks": "none"}).deal(dealer="D").auction("A", bid)


def test_r8_2_with_more_than_one_kind_of_doubles_the_declarer_chooses():
    game = declaring(NELLO | {"nello_doubles": ["low", "own_suit", "high"]})
    assert [word for word in game.legal() if "nello" in word] == [
        "trump nello doubles own_suit",
        "trump nello doubles high",
        "trump nello doubles low",
    ]
    assert game.refused("A: trump nello") == ("R8.2", "doubles_required")
    assert game.refused("A: trump nello doubles own_suit_low") == ("R8.2", "doubles_required")
    game.go("A: trump nello doubles low")
    assert view(game.match, None)["contract"]["doubles"] == "low"


@pytest.mark.parametrize("doubles", KINDS)
def test_r8_2_with_one_kind_of_doubles_nothing_may_be_said(doubles):
    game = declaring(NELLO | {"nello_doubles": [doubles]})
    assert [word for word in game.legal() if "nello" in word] == ["trump nello"]
    assert game.refused(f"A: trump nello doubles {doubles}") == ("R8.2", "doubles_refused")
    game.go("A: trump nello")
    assert view(game.match, None)["contract"]["doubles"] is None


@pytest.mark.parametrize("doubles", KINDS)
def test_r8_2_the_choice_is_what_is_played(doubles):
    game = declaring(NELLO | {"nello_doubles": KINDS}).go(f"A: trump nello doubles {doubles}")
    alone = nello(doubles)
    assert game.hand.suits == alone.hand.suits


def test_r6_5_r8_1_the_bidder_chooses_open_tricks_in_nello_too():
    game = game_at_play("nello open 1", "2 marks", NELLO, **LOSES_ALL)
    game.go("A: 0-1  B: 1-5  D: 1-4").go("B: 1-6  D: 0-6  A: 0-2")
    told = view(game.match, None)
    assert [trick["tiles"] for trick in told["captured"]] == [["0-2", "0-6", "1-6"]]
    assert told["points"] is None
