"""The engine beside the naive second reading of the rules: random hands, every pair of tiles."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine import naive
from tests.engine.strategies import dealt_hands, trumps
from tests.engine.tables import EACH_TRUMP, TABLE, Game, game_at_play, names, winner_of
from texas42 import BIT, COUNT, TILES, Trump, suits_for, tile_label

BIDS = ("30", "31", "34", "38", "41", "1 mark", "2 marks")


def held_by_seat(dealt) -> dict[str, str]:
    return {label: names(held) for label, held in zip(TABLE.labels, dealt, strict=True)}


def tables_for(dealt, trump, bid, bidder, early_end) -> tuple[Game, naive.NaiveHand]:
    """The same hand at the engine's table and at the naive one, the bidder to lead."""
    held = held_by_seat(dealt)
    named = f"{trump} open 1" if "mark" in bid else trump
    game = game_at_play(named, bid, {"early_end": early_end, "target": 50}, bidder, **held)
    plain = {seat: text.split() for seat, text in held.items()}
    return game, naive.NaiveHand(plain, trump, bid, bidder, early_end)


def play_both(game: Game, plain: naive.NaiveHand, chance: Random) -> None:
    """Play the hand out at random; both tables must agree after every tile."""
    hand = game.hand
    while not plain.over:
        assert game.match.hand is hand, "the engine ended the hand too early"
        assert game.match.turn == TABLE.seat(plain.turn)
        assert game.legal() == plain.legal()
        tile = chance.choice(plain.legal())
        game.plays(tile)
        plain.play(tile)
        assert dict(zip(TABLE.sides, hand.captured, strict=True)) == plain.points
        assert len(hand.tricks) == len(plain.tricks)
    assert game.match.hand is None, "the engine went on too long"
    assert hand.made is plain.made
    assert game.marks == plain.marks()
    for trick, played in zip(hand.tricks, plain.tricks, strict=True):
        assert [
            (TABLE.labels[s], tile_label(t)) for s, t in zip(trick.seats, trick.tiles, strict=True)
        ] == played
        assert trick.points == naive.worth([tile for _, tile in played])


@given(
    dealt=dealt_hands(),
    trump=trumps(),
    bid=st.sampled_from(BIDS),
    bidder=st.sampled_from("ABCD"),
    early_end=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_random_hand_goes_as_the_naive_reading_has_it(dealt, trump, bid, bidder, early_end, seed):
    play_both(*tables_for(dealt, trump.value, bid, bidder, early_end), Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_random_hands_go_as_the_naive_reading_has_them(block):
    for seed in range(block * 1000, block * 1000 + 1000):
        chance = Random(seed)
        deck = list(TILES)
        chance.shuffle(deck)
        dealt = [deck[place * 7 : place * 7 + 7] for place in range(4)]
        setup = chance.choice(naive.TRUMPS), chance.choice(BIDS), chance.choice("ABCD")
        print("seed", seed, *setup)  # noqa: T201 - shown when it fails
        play_both(*tables_for(dealt, *setup, early_end=chance.random() < 0.5), chance)


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_every_tile_follows_every_lead_as_the_naive_reading_has_it(trump):
    for led in TILES:
        called = naive.called(tile_label(led), trump.value)
        for tile in TILES:
            suits = suits_for(trump)
            follows = bool(BIT[tile] & suits.members[suits.called[led]])
            assert follows == naive.follows(tile_label(tile), called, trump.value), (led, tile)


@pytest.mark.parametrize("trump", EACH_TRUMP)
def test_every_two_tiles_beat_each_other_as_the_naive_reading_has_it(trump: Trump):
    for led in map(tile_label, TILES):
        for other in map(tile_label, TILES):
            if other != led:
                best = [led, other][naive.winner([led, other], trump.value)]
                assert winner_of(trump.value, f"{led} {other}") == best


def test_every_tile_counts_as_the_naive_reading_has_it():
    assert [COUNT[tile] for tile in TILES] == [naive.worth([tile_label(t)]) - 1 for t in TILES]
