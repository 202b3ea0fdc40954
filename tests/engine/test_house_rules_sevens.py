"""R8.3: sevens, where the tile closest to seven pips wins."""

from __future__ import annotations

import pytest

from tests.engine.tables import Game, ending, game_at_play, tiles, winner_of
from texas42 import TILES, Trump, suits_for, view
from texas42.suits import ANY, NUMBERS, OWN, TRUMP, Suits
from texas42.tiles import mask_of

SEVENS = {"sevens": True}
AWAY = {
    0: "1-6 2-5 3-4",
    1: "0-6 1-5 2-4 3-3 2-6 3-5 4-4",
    2: "0-5 1-4 2-3 3-6 4-5",
    3: "0-4 1-3 2-2 4-6 5-5",
    4: "0-3 1-2 5-6",
    5: "0-2 1-1 6-6",
    6: "0-1",
    7: "0-0",
}
"""Pips away from seven -> the tiles."""


def sevens(bid: str = "1 mark", **hands: str) -> Game:
    """A has named sevens and leads; all tricks lie open."""
    return game_at_play("sevens", bid, SEVENS | {"covered_tricks": "none"}, **hands)


def test_r8_3_every_tile_is_so_far_away():
    assert sorted(" ".join(AWAY.values()).split()) == sorted(
        f"{low}-{high}" for low in range(7) for high in range(low, 7)
    )
    assert sevens(A="5-5 0-4 6-6 0-0 0-1 0-2 1-1").legal() == ["5-5", "0-4"]


def test_r8_3_there_are_no_suits_and_each_tile_ranks_by_how_close_it_is():
    away = {tile: pips for pips, some in AWAY.items() for tile in tiles(some)}
    closest_first = tuple(mask_of(tiles(AWAY[pips])) for pips in range(8))
    others = len((*NUMBERS, TRUMP, OWN))
    assert suits_for(Trump.SEVENS) == Suits(
        trumps=0,
        called=(ANY,) * len(TILES),
        members=(*(0,) * others, mask_of(TILES)),
        must=(closest_first,) * (others + 1),
        lead=closest_first,
        power=(*((0,) * len(TILES),) * others, tuple(8 - away[tile] for tile in TILES)),
    )


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        ("5-5 0-4 6-6 0-0", "5-5"),  # both 3 away, the earliest of equals
        ("0-4 5-5 6-6 0-0", "0-4"),
        ("0-0 6-6 5-5 0-4", "5-5"),
        ("0-5 1-6 2-5 3-4", "1-6"),
        ("6-6 5-6 4-6 3-6", "3-6"),
        ("0-0 0-1 0-2 0-3", "0-3"),
        ("4-4 3-3 2-6 6-6", "4-4"),
        ("0-0 0-1 1-1 0-2", "1-1"),
    ],
)
def test_r8_3_the_closest_tile_wins_and_the_earliest_of_equals(plays, wins):
    assert winner_of("sevens", plays) == wins


@pytest.mark.parametrize(
    ("held", "legal"),
    [
        ("3-4 0-6 5-5 0-0 6-6 0-1 0-2", "3-4"),
        ("3-4 1-6 2-5 5-5 6-6 0-1 0-2", "3-4 1-6 2-5"),
        ("5-5 0-4 0-0 6-6 0-1 0-2 0-3", "5-5 0-4"),
        ("0-0 0-1 6-6 0-2 1-1 5-6 0-3", "5-6 0-3"),
        ("0-6 1-5 2-4 3-3 2-6 3-5 4-4", "0-6 1-5 2-4 3-3 2-6 3-5 4-4"),
    ],
)
def test_r8_3_each_seat_the_leader_too_must_play_a_closest_tile(held, legal):
    leads = sevens(A=held)
    assert " ".join(leads.legal()) == legal
    rest = " ".join(t for away in AWAY.values() for t in away.split() if t not in held)
    follows = sevens(A=rest[-27:], B=held)
    follows.plays(follows.legal()[0])
    assert " ".join(follows.legal()) == legal


def test_r8_3_another_tile_than_a_closest_is_refused():
    game = sevens(A="3-4 0-6 5-5", B="0-5 6-6")
    assert game.refused("A: 0-6") == ("R8.3", "must_play_closest")
    game.go("A: 3-4")
    assert game.refused("B: 6-6") == ("R8.3", "must_play_closest")
    assert game.refused("B: 0-6") == ("R4.7", "tile_not_held")


def test_r8_3_the_winner_of_a_trick_leads_the_next_the_partner_too():
    game = sevens(
        A="0-6 0-0 0-1 0-2 1-1 6-6 0-3",
        B="3-3 5-6 1-2 0-4 1-3 2-2 4-6",
        C="1-6 2-5 3-4 1-5 2-6 3-5 4-4",
        D="2-4 5-5 0-5 1-4 2-3 3-6 4-5",
    )
    game.go("A: 0-6  B: 3-3  C: 1-6  D: 2-4")
    assert game.turn == "C"


ALL_SEVEN = "1-6 2-5 3-4 0-6 1-5 2-4 3-3"


def test_r8_3_all_seven_tricks_make_it():
    game = sevens(A=ALL_SEVEN)
    while game.match.hand is not None:
        assert (len(game.hand.trick) > 0) or game.turn == "A"
        game.plays(game.legal()[0])
    assert ending(game.match.hands[0]) == "sevens made at the last trick"
    assert game.marks == {"A+C": 1, "B+D": 0}


@pytest.mark.parametrize("early_end", [True, False])
def test_r8_3_the_first_trick_lost_sets_it_under_every_setting(early_end):
    rules = SEVENS | {"early_end": early_end}
    game = game_at_play("sevens open 1", "2 marks", rules, A="0-6 0-0 0-1 0-2 1-1 6-6 0-3", D="3-4")
    game.plays("0-6")
    while game.match.hand is not None:
        assert not game.hand.tricks
        game.plays(game.legal()[0])
    assert ending(game.match.hands[0]) == "sevens set early"
    assert game.marks == {"A+C": 0, "B+D": 2}


@pytest.mark.parametrize(
    ("rules", "bid", "why"),
    [
        ({}, "1 mark", ("R8.3", "not_played_here")),
        (SEVENS, "30", ("R8.3", "not_in_this_contract")),
        (SEVENS, "41", ("R8.3", "not_in_this_contract")),
        (SEVENS | {"sevens_min_marks": 2}, "1 mark", ("R8.3", "not_in_this_contract")),
    ],
)
def test_r8_3_sevens_is_refused_where_it_is_not_played_or_too_little_is_bid(rules, bid, why):
    game = Game(rules).deal(dealer="D").auction("A", bid)
    assert not [word for word in game.legal() if "sevens" in word]
    assert game.refused("A: trump sevens open 1") == why


@pytest.mark.parametrize(("least", "bid"), [(1, "1 mark"), (1, "2 marks"), (2, "2 marks")])
def test_r8_3_a_bidder_of_enough_marks_may_name_sevens(least, bid):
    game = Game(SEVENS | {"sevens_min_marks": least}).deal(dealer="D").auction("A", bid)
    assert game.legal()[-2:] == ["trump sevens open 1", "trump sevens open 2"]


def test_r8_3_there_are_no_suits_to_see_and_none_to_call():
    game = game_at_play("sevens open 1", "1 mark", SEVENS | {"small_end_open": True}, A="3-4")
    assert game.legal() == ["3-4"]
    game.plays("3-4")
    assert view(game.match, None)["current_trick"]["suit"] is None


def test_r8_3_at_tables_without_partners_too():
    game = game_at_play("sevens open 1", "1 mark", SEVENS | {"seats": 5}, A="3-4 2-5 1-6 0-6 1-5")
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    assert ending(game.match.hands[0]) == "sevens made at the last trick"
