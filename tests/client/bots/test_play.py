"""How `simple` plays its tiles, in positions that a player can read."""

from __future__ import annotations

import pytest

from tests.client.bots.seats import played, playing


def test_give_count_to_a_partners_trick_that_nobody_can_beat():
    # The double blank is gone, so 0-6 is the highest trump; D is void in trump.
    position = playing(
        trump="0", gone="0-0 1-2 1-3 2-2", trick="0-6 0-1", hand="4-6 1-1 2-6", bidder="B"
    )
    assert played(position) == {"4-6"}


def test_keep_count_when_a_higher_trump_is_still_out():
    position = playing(trump="0", trick="0-6 0-1", hand="4-6 1-1 2-6", bidder="B")
    assert "4-6" not in played(position)


def test_an_opponent_who_has_shown_out_of_trump_cannot_beat_the_partner():
    position = playing(trump="0", trick="0-6 0-1", hand="4-6 1-1 2-6", bidder="B")
    position["captured"][0]["plays"] = [
        {"seat": seat, "tile": tile}
        for seat, tile in (("B", "0-5"), ("C", "0-4"), ("D", "1-2"), ("A", "1-3"))
    ]
    assert played(position) == {"4-6"}


def test_partner_has_trumped_and_i_am_last_so_i_follow_with_the_count_tile():
    position = playing(trump="0", trick="1-4 0-2 2-4", hand="3-4 4-4 4-6 1-1", bidder="B")
    assert played(position) == {"4-6"}


def test_last_and_the_trick_is_my_partners_so_give_ten():
    position = playing(trump="6", trick="3-5 5-5 2-5", hand="1-1 4-6 1-2", bidder="A", you="D")
    assert played(position) == {"4-6"}


@pytest.mark.parametrize(
    ("gone", "thrown"),
    [
        ("0-2 1-2 2-3 2-5 2-6", "2-2"),
        ("0-3 1-3 2-3 3-5 3-6", "3-3"),
    ],
)
def test_void_throw_the_double_whose_suit_is_dead(gone, thrown):
    # Fours are trump; ones are led and taken; sixes have not been played yet.
    position = playing(trump="4", gone=gone, trick="1-1 0-1 0-4", hand="6-6 3-3 5-5 2-2", you="C")
    assert played(position) == {thrown}


def test_never_throw_ten_on_the_opponents_trick_when_something_idle_is_left():
    position = playing(trump="6", trick="1-1 0-1 6-6", hand="5-5 4-5 0-2", you="C", bidder="B")
    assert played(position) == {"0-2"}


def test_withhold_count_from_opponents_when_following():
    position = playing(trump="6", trick="5-5 3-5", hand="0-5 1-5 4-5", you="C", bidder="D")
    assert "0-5" not in played(position)


def test_forced_to_give_count_give_the_smaller():
    position = playing(trump="0", trick="1-5 2-5 5-5", hand="4-6 1-4", you="C", bidder="D")
    assert played(position) == {"1-4"}


def test_last_to_play_wins_cheaply():
    # Both trumps would win; the small one is enough.
    position = playing(trump="6", trick="5-5 0-5 1-5", hand="6-6 2-6 1-1", you="D", bidder="D")
    assert played(position) == {"2-6"}


def test_last_to_play_brings_its_own_count_home():
    position = playing(trump="6", trick="3-4 0-4 1-4", hand="4-5 4-4 1-1", you="D", bidder="D")
    assert played(position) <= {"4-5", "4-4"}
    position = playing(trump="6", trick="1-5 0-5 2-5", hand="5-5 3-5 1-1", you="D", bidder="D")
    assert played(position) == {"5-5"}


def test_do_not_overtake_a_partner_for_nothing():
    position = playing(trump="6", trick="0-4 4-4 1-4", hand="2-4 6-6 0-6", you="D", bidder="D")
    assert played(position) == {"2-4"}


def test_a_defender_does_not_trump_a_trick_without_count():
    position = playing(trump="6", trick="4-4 0-4 2-4", hand="1-6 0-1 1-2", you="D", bidder="A")
    assert "1-6" not in played(position)


def test_a_defender_trumps_a_trick_that_holds_count():
    position = playing(trump="6", trick="4-4 1-4 2-4", hand="1-6 0-1 1-2", you="D", bidder="A")
    assert played(position) == {"1-6"}


def test_with_three_trumps_and_the_double_draw_trump():
    position = playing(trump="3", hand="3-3 3-6 1-3 0-2 1-4", you="D", bidder="D")
    assert played(position) == {"3-3"}


def test_three_trumps_without_the_double_bring_it_down_with_a_small_one():
    position = playing(trump="3", hand="3-6 3-5 1-3 0-1 1-4", you="D", bidder="D")
    assert played(position) == {"1-3"}


def test_no_trump_left_with_opponents_so_lead_the_sure_double():
    gone = "3-3 0-3 1-3 2-3 3-4 3-5 0-0 1-1"
    position = playing(trump="3", gone=gone, hand="3-6 6-6 1-2", you="D", bidder="D")
    assert played(position) == {"6-6"}


def test_keep_the_last_trump_to_come_back_in():
    gone = "3-3 0-3 1-3 2-3 3-4 3-5 6-6 5-5"
    position = playing(trump="3", gone=gone, hand="3-6 0-1 2-4", you="D", bidder="D")
    assert "3-6" not in played(position)


def test_with_every_trick_needed_trump_goes_first():
    gone = "3-3 0-3 1-3 2-3 3-4 3-5 6-6 5-5"
    position = playing(trump="3", gone=gone, hand="3-6 0-1 2-4", you="D", bidder="D", marks=2)
    assert played(position) == {"3-6"}


def test_against_a_mark_bid_take_any_trick():
    position = playing(trump="6", trick="0-4 2-4 1-2", hand="4-4 5-5 3-4", you="D", marks=1)
    assert played(position) <= {"4-4", "3-4"}


def test_a_partner_of_the_declarer_returns_trump():
    position = playing(trump="3", hand="1-3 0-1 2-4", you="D", bidder="B")
    assert played(position) == {"1-3"}


def test_a_defender_leads_a_double_rather_than_a_loose_tile():
    position = playing(trump="3", hand="6-6 1-4 0-2", you="D", bidder="A")
    assert played(position) == {"6-6"}


def test_no_trump_the_double_of_the_suit_is_high():
    position = playing(trump="none", hand="6-6 1-4 0-2", you="D", bidder="D")
    assert played(position) == {"6-6"}


def test_blanks_are_trump_and_not_no_trump():
    position = playing(trump="0", trick="6-6 1-6 2-6", hand="0-1 2-3 1-1", you="D", bidder="D")
    assert played(position) == {"0-1"}
