"""The engine beside the naive second reading of the rules: random hands, every pair of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine import naive
from tests.engine.strategies import decks
from tests.engine.tables import EACH_TRUMP, Game, game_at_play, names, winner_of
from texas42 import BIT, COUNT, TILES, Doubles, Tile, Trump, playable, suits_for, tile_label

DOUBLES = ("high", "low", "own_suit", "own_suit_low")
BIDS = ("30", "31", "34", "38", "41", "1 mark", "2 marks")


@dataclass(frozen=True)
class Setup:
    """A hand at the first lead, in the words of the naive reading."""

    trump: str
    bid: str
    bidder: str
    seats: int = 4
    early_end: bool = True
    doubles: str = "high"
    small_ends: bool = False
    lead_trump: bool = False

    @property
    def rules(self) -> dict[str, Any]:
        """The settings by which the engine plays it."""
        doubles = self.doubles if self.doubles in {"high", "low", "own_suit"} else "high"
        return {
            "seats": self.seats,
            "target": 50,
            "early_end": self.early_end,
            "nello": self.trump == "nello",
            "nello_min_marks": 1,
            "sevens": True,
            "nello_doubles": [self.doubles],
            "no_trump_doubles": [doubles],
            "small_end_open": self.small_ends,
            "opening_lead": "trump" if self.lead_trump else "any",
        }


def setups(trumps: tuple[str, ...] = naive.TRUMPS, seats: int = 4) -> st.SearchStrategy[Setup]:
    """Hands of one of these trumps at a table of so many."""
    special = {"nello": ("1 mark", "2 marks"), "sevens": ("1 mark", "2 marks")}
    kinds = {"nello": DOUBLES, "none": DOUBLES[:3]}
    bids = [bid for bid in BIDS if "mark" in bid or int(bid) <= naive.HIGHEST_POINTS[seats]]
    return st.sampled_from(trumps).flatmap(
        lambda trump: st.builds(
            Setup,
            trump=st.just(trump),
            bid=st.sampled_from(special.get(trump, bids)),
            bidder=st.sampled_from("ABCDEFG"[:seats]),
            seats=st.just(seats),
            early_end=st.booleans(),
            doubles=st.sampled_from(kinds.get(trump, ("high",))),
            small_ends=st.booleans(),
            lead_trump=st.booleans(),
        )
    )


def tables_for(deck: Sequence[Tile], setup: Setup) -> tuple[Game, naive.NaiveHand]:
    """The same hand at the engine's table and at the naive one, the bidder to lead."""
    size = naive.TILES_EACH[setup.seats]
    labels = "ABCDEFG"[: setup.seats]
    held = {s: names(deck[i * size : i * size + size]) for i, s in enumerate(labels)}
    named = f"{setup.trump} open 1" if "mark" in setup.bid else setup.trump
    game = game_at_play(named, setup.bid, setup.rules, setup.bidder, **held)
    plain = naive.NaiveHand(
        {seat: text.split() for seat, text in held.items()},
        setup.trump,
        setup.bid,
        setup.bidder,
        setup.early_end,
        doubles=setup.doubles,
        small_ends=setup.small_ends,
        lead_trump=setup.lead_trump,
    )
    return game, plain


def play_both(game: Game, plain: naive.NaiveHand, chance: Random) -> None:
    """Play the hand out at random; both tables must agree after every tile."""
    hand = game.hand
    while not plain.over:
        assert game.match.hand is hand, "the engine ended the hand too early"
        assert game.turn == plain.turn
        assert game.legal() == plain.legal()
        said = chance.choice(plain.legal())
        game.go(f"{plain.turn}: {said}")
        plain.play(said)
        assert game.points == plain.points
        assert len(hand.tricks) == len(plain.tricks)
    assert game.match.hand is None, "the engine went on too long"
    assert hand.made is plain.made
    assert game.marks == plain.marks()
    for trick, played in zip(hand.tricks, plain.tricks, strict=True):
        seats = [game.table.labels[seat] for seat in trick.seats]
        assert list(zip(seats, map(tile_label, trick.tiles), strict=True)) == played
        assert trick.points == naive.worth([tile for _, tile in played])


SEEDS = st.integers(0, 2**32 - 1)


@given(decks(), setups(), SEEDS)
def test_a_random_hand_goes_as_the_naive_reading_has_it(deck, setup, seed):
    play_both(*tables_for(deck, setup), Random(seed))


@given(decks(), setups(("nello", "sevens", "none", "nello")), SEEDS)
def test_r8_1_r8_3_nello_sevens_and_no_trump_go_as_the_naive_reading_has_them(deck, setup, seed):
    play_both(*tables_for(deck, setup), Random(seed))


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data(), deck=decks(), seed=SEEDS)
def test_r9_a_random_hand_at_other_tables_goes_as_the_naive_reading_has_it(seats, data, deck, seed):
    setup = data.draw(setups((*naive.TRUMPS, "sevens"), seats))
    play_both(*tables_for(deck, setup), Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_random_hands_go_as_the_naive_reading_has_them(block):
    for seed in range(block * 1000, block * 1000 + 1000):
        chance = Random(seed)
        deck = chance.sample(TILES, len(TILES))
        trump = chance.choice((*naive.TRUMPS, "nello", "sevens"))
        bid = chance.choice(BIDS if trump in naive.TRUMPS else BIDS[-2:])
        doubles = chance.choice({"nello": DOUBLES, "none": DOUBLES[:3]}.get(trump, ("high",)))
        flags = [chance.random() < 0.5 for _ in range(3)]
        setup = Setup(trump, bid, chance.choice("ABCD"), 4, flags[0], doubles, *flags[1:])
        print("seed", seed, setup)  # noqa: T201 - shown when it fails
        play_both(*tables_for(deck, setup), chance)


KINDS = [
    *(("none", doubles) for doubles in ("low", "own_suit")),
    *(("nello", doubles) for doubles in ("high", "low", "own_suit", "own_suit_low")),
    ("sevens", "high"),
]


@pytest.mark.parametrize(("trump", "doubles"), KINDS)
def test_r8_2_every_two_tiles_beat_each_other_as_the_naive_reading_has_it(trump, doubles):
    for led in map(tile_label, TILES):
        for other in map(tile_label, TILES):
            if other != led:
                best = [led, other][naive.winner([led, other], trump, doubles)]
                assert winner_of(trump, f"{led} {other}", doubles) == best


@pytest.mark.parametrize(("trump", "doubles"), KINDS)
def test_r8_2_r8_3_what_may_be_played_of_two_tiles_is_as_the_naive_reading_has_it(trump, doubles):
    suits = suits_for(Trump(trump), Doubles(doubles))
    for led in TILES:
        suit = naive.called(tile_label(led), trump, doubles)
        for held in combinations(TILES, 2):
            may = playable(suits.must[suits.called[led]], BIT[held[0]] | BIT[held[1]])
            plain = naive.may_play([*map(tile_label, held)], suit, trump, doubles)
            assert [tile_label(tile) for tile in held if BIT[tile] & may] == plain


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
