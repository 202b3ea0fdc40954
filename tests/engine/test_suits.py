"""R4: trump, suits, following and rank."""

from __future__ import annotations

import pytest

from tests.engine import naive
from tests.engine.tables import EACH_TRUMP, Game, game_at_play, names, tiles, winner_of
from texas42 import (
    BIT,
    TILES,
    Doubles,
    Trump,
    denied,
    parse_tile,
    playable,
    suit_label,
    suits_for,
    tile_label,
)
from texas42.suits import ANY, NUMBERS, OWN, TRUMP
from texas42.tiles import mask_of


def members(trump: str, suit: str) -> str:
    """The tiles of a suit, highest first."""
    suits = suits_for(Trump(trump))
    at = [suit_label(number) for number in (*NUMBERS, TRUMP)].index(suit)
    of_suit = [tile for tile in TILES if BIT[tile] & suits.members[at]]
    return names(sorted(of_suit, key=suits.power[at].__getitem__, reverse=True))


def follow(trump: str, led: str, held: str) -> str:
    """Which of the held tiles follow the lead."""
    suits = suits_for(Trump(trump))
    mask = suits.members[suits.called[parse_tile(led)]]
    return names(tile for tile in tiles(held) if BIT[tile] & mask)


def test_r4_1_the_bidder_names_a_number_doubles_or_no_trump():
    game = Game().deal().go("A: 30  B: pass  C: pass  D: pass")
    assert game.legal() == [
        "trump 0", "trump 1", "trump 2", "trump 3", "trump 4", "trump 5", "trump 6",
        "trump doubles", "trump none",
    ]  # fmt: skip


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_r4_1_whatever_is_named_is_trump(trump):
    game = game_at_play(trump.value)
    assert game.hand.suits == suits_for(trump)
    assert game.match.status == "playing"


def test_r4_1_blanks_are_trump_and_not_no_trump():
    assert winner_of("0", "5-6 6-6 0-1 5-5") == "0-1"
    assert winner_of("none", "5-6 6-6 0-1 5-5") == "6-6"
    assert members("0", "trump") == "0-0 0-6 0-5 0-4 0-3 0-2 0-1"


@pytest.mark.parametrize(
    ("trump", "suit", "highest_first"),
    [
        ("6", "5", "5-5 4-5 3-5 2-5 1-5 0-5"),
        ("6", "6", ""),
        ("6", "trump", "6-6 5-6 4-6 3-6 2-6 1-6 0-6"),
        ("0", "6", "6-6 5-6 4-6 3-6 2-6 1-6"),
        ("doubles", "5", "5-6 4-5 3-5 2-5 1-5 0-5"),
        ("doubles", "trump", "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
        ("none", "5", "5-5 5-6 4-5 3-5 2-5 1-5 0-5"),
        ("none", "0", "0-0 0-6 0-5 0-4 0-3 0-2 0-1"),
        ("none", "trump", ""),
    ],
)
def test_r4_2_r4_6_the_tiles_of_a_suit_and_their_rank(trump, suit, highest_first):
    assert members(trump, suit) == highest_first


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_r4_2_a_trump_belongs_to_the_trump_suit_only(trump):
    suits = suits_for(trump)
    for tile in TILES:
        numbers = sum(bool(BIT[tile] & members) for members in suits.members[:7])
        if BIT[tile] & suits.trumps:
            assert numbers == 0
        else:
            assert numbers == len(set(names([tile]).split("-")))


@pytest.mark.parametrize(
    ("trump", "led", "calls"),
    [
        ("6", "4-6", "trump"),
        ("6", "3-5", "5"),
        ("6", "5-5", "5"),
        ("0", "0-5", "trump"),
        ("0", "1-2", "2"),
        ("doubles", "5-5", "trump"),
        ("doubles", "0-1", "1"),
        ("none", "0-0", "0"),
        ("none", "3-3", "3"),
        ("none", "0-6", "6"),
    ],
)
def test_r4_3_a_lead_calls_trump_or_its_higher_end(trump, led, calls):
    assert suit_label(suits_for(Trump(trump)).called[parse_tile(led)]) == calls


@pytest.mark.parametrize(
    ("trump", "led", "held", "legal"),
    [
        # either end of a non-trump tile may match
        ("6", "5-5", "3-5 0-5 0-0", "3-5 0-5"),
        ("none", "1-5", "5-6 4-4", "5-6"),
        ("none", "0-0", "0-6 5-5", "0-6"),
        # a trump is no member of a number suit
        ("6", "5-5", "5-6 1-5", "1-5"),
        ("6", "5-5", "5-6 1-1", "5-6 1-1"),
        ("doubles", "4-5", "5-5 4-4 0-1", "5-5 4-4 0-1"),
        # a called trump
        ("6", "0-6", "5-6 6-6 0-0", "5-6 6-6"),
        ("0", "0-5", "5-5 0-1", "0-1"),
        ("doubles", "0-0", "6-6 0-6", "6-6"),
        # void: anything, and nobody must trump
        ("6", "5-5", "6-6 4-6 0-0 1-2", "6-6 4-6 0-0 1-2"),
        ("6", "4-6", "5-5 0-0", "5-5 0-0"),
    ],
)
def test_r4_4_follow_the_called_suit_or_play_anything(trump, led, held, legal):
    called = naive.called(led, trump)
    off = [t for t in map(tile_label, TILES) if not naive.follows(t, called, trump) and t != led]
    fill = [t for t in off if t not in held.split()][: 7 - len(held.split())]
    game = game_at_play(trump, A=led, B=" ".join([held, *fill])).go(f"A: {led}")
    assert [tile for tile in game.legal() if tile not in fill] == legal.split()


def test_r4_4_not_following_is_refused_with_the_suit_and_what_would_follow():
    game = game_at_play("6", A="5-5", B="3-5 0-5 0-0 5-6").go("A: 5-5")
    assert game.legal() == ["3-5", "0-5"]
    for off in ("0-0", "5-6"):
        assert game.refused(f"B: {off}") == ("R4.4", "must_follow_suit")


@pytest.mark.parametrize(
    ("trump", "led", "tile", "lacks"),
    [
        ("6", "4-5", "3-5", ""),
        ("6", "4-5", "3-4", "0-5 1-5 2-5 3-5 4-5 5-5"),
        ("6", "4-5", "4-6", "0-5 1-5 2-5 3-5 4-5 5-5"),
        ("none", "0-2", "0-0", "0-2 1-2 2-2 2-3 2-4 2-5 2-6"),
        ("sevens", "3-4", "2-5", ""),
        ("sevens", "3-4", "3-3", "1-6 2-5 3-4"),
        ("sevens", "3-4", "4-5", "1-6 2-5 2-6 3-3 3-4 3-5 4-4 0-6 1-5 2-4"),
    ],
)
def test_r4_4_r8_3_a_play_shows_what_its_seat_does_not_hold(trump, led, tile, lacks):
    suits = suits_for(Trump(trump))
    lacking = denied(suits.must[suits.called[parse_tile(led)]], parse_tile(tile))
    assert names(t for t in TILES if BIT[t] & lacking) == names(sorted(tiles(lacks)))


@pytest.mark.parametrize(
    ("trump", "led", "held", "legal"),
    [
        ("6", "4-5", "3-5 3-4 4-6", "3-5"),
        ("6", "4-5", "3-4 4-6", "3-4 4-6"),
        ("6", "4-5", "", ""),
        ("sevens", "3-4", "3-3 4-4 0-0", "3-3 4-4"),
    ],
)
def test_r4_4_r8_3_a_hand_plays_from_the_first_tiles_of_which_it_holds_any(trump, led, held, legal):
    suits = suits_for(Trump(trump))
    may = playable(suits.must[suits.called[parse_tile(led)]], mask_of(tiles(held)))
    assert may == mask_of(tiles(legal))


@pytest.mark.parametrize(
    ("trump", "plays", "wins"),
    [
        ("6", "5-5 3-5 0-5 6-6", "6-6"),
        ("6", "5-5 3-5 0-5 0-6", "0-6"),
        ("6", "5-5 0-6 4-6 5-6", "5-6"),
        ("6", "0-6 5-5 1-6 4-4", "1-6"),
        ("5", "3-4 4-4 3-3 2-4", "4-4"),
        ("none", "1-3 3-6 3-3 2-3", "3-3"),
        ("none", "1-3 3-6 4-4 2-3", "3-6"),
        ("none", "0-1 6-6 5-5 4-4", "0-1"),
        ("doubles", "5-6 6-6 4-6 0-0", "6-6"),
        ("doubles", "0-0 5-6 1-1 4-5", "1-1"),
        ("doubles", "3-6 5-6 4-6 0-5", "5-6"),
        ("0", "0-1 6-6 5-5 0-2", "0-2"),
        ("0", "4-6 5-6 6-6 0-1", "0-1"),
    ],
)
def test_r4_5_highest_trump_else_highest_of_the_called_suit(trump, plays, wins):
    assert winner_of(trump, plays) == wins


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_r4_5_a_tile_of_neither_suit_never_wins(trump):
    suits = suits_for(trump)
    for led in TILES:
        power = suits.power[suits.called[led]]
        counts = suits.members[suits.called[led]] | suits.trumps
        assert [bool(power[t]) for t in TILES] == [bool(BIT[t] & counts) for t in TILES]


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_r4_5_no_two_tiles_that_can_win_a_trick_are_equal(trump):
    suits = suits_for(trump)
    for called, power in zip((*NUMBERS, TRUMP, OWN, ANY), suits.power, strict=True):
        able = [p for p in power if p]
        assert len(able) == len(set(able)), suit_label(called)


def test_r4_7_the_declarer_may_lead_any_tile():
    game = game_at_play("6", A="0-0 1-1 2-2 3-3 4-4 5-5 0-1")
    assert " ".join(game.legal()) == "0-0 1-1 2-2 3-3 4-4 5-5 0-1"


def test_r4_7_the_others_follow_clockwise_and_the_winner_leads_the_next():
    game = game_at_play(
        "6",
        A="5-5 1-1",
        B="3-5",
        C="0-5",
        D="6-6 1-6 0-0 0-1 0-2 0-3 0-4",
        rules={"early_end": False},
    )
    assert game.refused("B: 3-5") == ("R4.7", "not_your_turn")
    game.go("A: 5-5  B: 3-5  C: 0-5  D: 6-6")
    assert names(game.hand.tricks[0].tiles) == "5-5 3-5 0-5 6-6"
    assert game.refused("A: 1-1") == ("R4.7", "not_your_turn")
    game.go("D: 1-6")
    assert game.refused("D: 1-6") == ("R4.7", "not_your_turn")


def test_r4_7_a_tile_that_is_not_held_or_already_played_is_refused():
    game = game_at_play("6", A="5-5 6-6", B="3-5", C="0-5", D="4-5")
    assert game.refused("A: 3-5") == ("R4.7", "tile_not_held")
    game.go("A: 5-5  B: 3-5  C: 0-5  D: 4-5")
    assert game.refused("A: 5-5") == ("R4.7", "tile_not_held")


@pytest.mark.parametrize("said", ["pass", "30", "1 mark", "trump 6"])
def test_r3_1_r4_7_while_tiles_are_played_nothing_else_may_be_said(said):
    assert game_at_play("6").refused(f"A: {said}") == ("R4.7", "not_the_time")


@pytest.mark.parametrize("doubles", Doubles)
@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_r8_3_nothing_but_sevens_has_a_suit_of_every_tile(trump, doubles):
    suits = suits_for(trump, doubles)
    assert ANY not in suits.called
    assert suits.members[ANY] == 0
    able = [tile for tile in TILES if suits.power[ANY][tile]]
    assert able == [tile for tile in TILES if BIT[tile] & suits.trumps]
