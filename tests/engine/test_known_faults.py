"""Faults that other programs of this game have shipped, each as what a player would say of it."""

from __future__ import annotations

import pytest

from tests.engine.tables import TABLE, Game, game_at_play, winner_of
from texas42 import COUNT, parse_move, parse_tile


def may_follow(trump: str, led: str, held: str) -> list[str]:
    """What B may play of `held` (and of tiles that say nothing) when A leads."""
    game = game_at_play(trump, A=led, B=held).plays(led)
    return [tile for tile in game.legal() if tile in held.split()]


# suits and tricks


def test_a_trump_is_no_three_even_with_a_three_on_it():
    held = "3-5 0-3 0-0 0-1 0-2 0-4 4-4"
    assert may_follow("5", "1-3", held) == ["0-3"]
    game = game_at_play("5", A="1-3", B=held).plays("1-3")
    assert game.refused("B: 3-5") == ("R4.4", "must_follow_suit")


def test_a_trump_does_not_have_to_follow_its_other_end():
    held = "4-6 5-5 0-0 0-1 1-1 3-3 0-3"
    assert may_follow("4", "2-6", held) == held.split()


@pytest.mark.parametrize("held", ["1-3 0-0 0-1 0-2 0-3 0-4 1-1", "5-5 0-5 0-0 0-1 0-2 0-3 0-4"])
def test_whoever_leads_may_lead_anything_trumps_or_not(held):
    game = game_at_play("5", A=held)
    assert " ".join(game.legal()) == held


def test_trumps_rank_by_their_other_end():
    assert winner_of("5", "3-5 1-5 0-5 2-5") == "3-5"
    assert winner_of("5", "0-5 1-5 3-5 2-5") == "3-5"
    assert winner_of("5", "0-5 1-5 5-6 4-5") == "5-6"
    assert winner_of("5", "0-5 5-5 5-6 4-5") == "5-5"


def test_a_four_six_wins_a_trick_of_fours():
    assert winner_of("none", "3-4 4-6 2-4 1-4") == "4-6"
    assert winner_of("5", "3-4 4-6 2-4 1-4") == "4-6"


def test_four_five_beats_one_five_on_fives():
    assert winner_of("none", "1-5 4-5 0-5 2-5") == "4-5"


def test_blanks_can_be_trump():
    game = game_at_play("0", A="0-5", B="5-5 0-1").plays("0-5")
    assert game.legal() == ["0-1"]
    assert winner_of("0", "6-6 0-1 5-6 4-6") == "0-1"


# contract and end of hand


def test_my_bid_of_30_was_not_set_at_12():
    held = {
        "A": "2-5 5-5 1-5 1-1 1-2 0-5 4-5",
        "B": "6-6 5-6 3-6 4-6 2-6 1-6 0-1",
        "C": "0-0 0-2 0-3 0-4 2-2 2-4 3-3",
        "D": "3-5 0-6 1-3 1-4 3-4 4-4 2-3",
    }
    game = game_at_play("6", "30", **held).plays("2-5 6-6 0-0 3-5  5-6 0-2 0-6 5-5")
    assert game.hand.captured == [0, 12]
    game.plays("3-6 0-3 1-3 1-5")
    assert (game.last.captured, game.last.made) == ([0, 13], False)


@pytest.mark.parametrize("bid", ["1 mark", "2 marks"])
def test_taking_all_seven_tricks_makes_a_mark_bid_and_the_hand_is_over(bid):
    game = Game().lay_down("A", bid)
    assert (game.last.made, len(game.last.tricks), game.match.hand) == (True, 7, None)


FIVE_TRICKS_AND_20_COUNT = """
    1-6 4-6 1-2 2-6    4-4 4-5 1-4 2-4    5-5 3-5 1-5 6-6    3-6 0-6 0-4 2-5
    0-0 0-5 0-1 0-3    5-6 3-3 3-4 2-2    1-1 1-3 2-3 0-2
"""


@pytest.mark.parametrize("early_end", [True, False])
def test_five_tricks_and_20_of_count_are_25_and_do_not_make_30(early_end):
    game = game_at_play(
        "6",
        "30",
        {"early_end": early_end},
        A="0-0 1-1 1-6 2-4 3-6 5-6 6-6",
        B="0-5 0-6 1-3 3-3 4-4 4-6 5-5",
        C="0-1 0-4 1-2 2-3 3-4 3-5 4-5",
        D="0-2 0-3 1-4 1-5 2-2 2-5 2-6",
    )
    if early_end:
        game.plays(" ".join(FIVE_TRICKS_AND_20_COUNT.split()[:8]))
        assert game.last.captured == [0, 17]
    else:
        game.plays(FIVE_TRICKS_AND_20_COUNT)
        assert (game.last.taken, game.last.captured) == ([5, 2], [25, 17])
    assert game.last.made is False
    assert game.marks == {"A+C": 0, "B+D": 1}


def test_a_whole_hand_is_42_not_35():
    game = Game({"early_end": False}).lay_down("A", "30")
    assert game.last.captured == [42, 0]


def test_seven_marks_and_it_is_over():
    game = Game()
    for bid in ("2 marks", "2 marks", "2 marks", "1 mark"):
        game.lay_down("A", bid)
    assert game.match.status == "finished"
    assert not game.match.awaits_deal
    assert game.refused("A: 30") == ("R5.6", "match_over")


def test_no_tile_is_taken_after_the_hand_is_decided():
    game = game_at_play("6 open 1", "1 mark", A="0-0", B="0-6 5-5").plays("0-0")
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    assert len(game.last.tricks) == 1
    for seat in "ABCD":
        assert game.legal(seat) == []
        game.refused(f"{seat}: 5-5")
    assert list(game.last.legal_moves()) == []
    assert [len(game.last.held(seat)) for seat in TABLE.seats] == [6] * 4


def test_three_six_counts_nothing_although_its_pips_are_nine():
    assert COUNT[parse_tile("3-6")] == 0
    assert [COUNT[parse_tile(t)] for t in ("0-0", "4-5", "3-3", "6-6", "5-6")] == [0] * 5


# auction


@pytest.mark.parametrize("standing", ["30", "41"])
@pytest.mark.parametrize("bid", ["3 marks", "7 marks"])
def test_after_30_nobody_jumps_to_seven_marks(standing, bid):
    game = Game().deal(dealer="D").go(f"A: {standing}")
    assert game.legal()[-2:] == ["1 mark", "2 marks"]
    assert game.refused(f"B: {bid}") == ("R3.3", "opening_marks")


def test_four_passes_end_the_hand_and_nobody_is_asked_a_fifth_time():
    game = Game().deal(dealer="D").go("A: pass  B: pass  C: pass  D: pass")
    assert (game.match.turn, game.match.awaits_deal) == (None, True)
    assert game.last.turn is None
    assert game.deal().legal("B")[0] == "pass"


def test_30_31_pass_pass_and_the_auction_is_over():
    game = Game().deal(dealer="D").go("A: 30  B: 31  C: pass  D: pass")
    assert game.match.status == "declaring"
    assert game.legal("A") == []
    assert game.refused("A: 32") == ("R3.1", "not_your_turn")
    assert game.refused("B: 32") == ("R4.1", "not_the_time")


@pytest.mark.parametrize(
    "body",
    [{"type": "bid", "points": 30, "marks": 7}, {"type": "bid"}, {"type": "bid", "points": None}],
)
def test_a_bid_of_points_and_marks_at_once_is_not_believed(body):
    with pytest.raises(ValueError, match="either points or marks"):
        parse_move(body)


def test_after_marks_nobody_bids_points():
    game = Game().deal(dealer="D").go("A: 1 mark")
    assert game.refused("B: 31") == ("R3.3", "points_after_marks")


# house rules


def test_in_nello_with_doubles_low_the_double_loses_to_every_tile_of_its_number():
    """One ranking: what the table shows as winning is what the engine says wins."""
    for low in range(6):
        led, other = f"{low}-6", "6-6"
        assert winner_of("nello", f"{other} {led}", "low") == led
    assert winner_of("nello", "6-6 5-5 0-0", "low") == "6-6"


def test_nello_stands_and_31_is_refused():
    game = Game({"nello": True}).deal(dealer="D").go("A: 2 marks")
    assert game.refused("B: 31") == ("R3.3", "points_after_marks")


def test_a_plunge_by_the_second_seat_ends_no_auction():
    game = Game({"plunge": True}).deal(dealer="D", B="0-0 1-1 2-2 3-3").go("A: 30  B: plunge 4")
    assert (game.match.status, game.turn) == ("bidding", "C")
    game.go("C: pass  D: 5 marks")
    assert (game.match.status, game.turn) == ("declaring", "D")


def test_a_plunge_is_over_at_once_when_the_defenders_win_trick_2():
    hands = {"A": "6-6 5-5 4-4 3-3 0-1", "B": "2-6 1-3", "C": "5-6 1-1", "D": "4-6 3-6"}
    game = game_at_play("6 open 1", "plunge 4", {"plunge": True}, **hands)
    game.go("C: 5-6  D: 3-6  A: 6-6  B: 2-6  A: 0-1  B: 1-3  C: 1-1  D: 4-6")
    assert game.match.hand is None
    assert game.marks == {"A+C": 0, "B+D": 4}


@pytest.mark.parametrize("least", [30, 34, 41])
def test_a_forced_dealer_knows_one_minimum(least):
    rules = {"all_pass": "dealer_must_bid", "min_bid": least}
    game = Game(rules).deal(dealer="D").go("A: pass  B: pass  C: pass")
    assert game.legal()[0] == str(least)
    assert game.refused("D: pass") == ("R3.4", "must_bid")
    assert game.refused(f"D: {least - 1}") == ("R3.2", "bid_out_of_range")


def test_four_passes_and_the_fourth_is_refused_where_the_dealer_must_bid():
    game = Game("family").draw("0-0 0-1 0-2 6-6").deal().go("A: pass  B: pass  C: pass")
    assert "pass" not in game.legal()


@pytest.mark.parametrize(
    "body",
    [
        {"type": "bid", "points": 30, "plunge": True},
        {"type": "bid", "marks": 4, "plunge": True, "splash": True},
    ],
)
def test_a_bid_of_two_things_at_once_is_not_believed(body):
    with pytest.raises(ValueError, match="plunge"):
        parse_move(body)
