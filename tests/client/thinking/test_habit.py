"""Hands that are played out by habit."""

from __future__ import annotations

from random import Random

import pytest

from texas42 import BIT, TILES, Doubles, Seat, Trump, parse_tile, suits_for
from texas42.solver import Game, Laid, Spot
from texas42_client.thinking.compiled import IN_PYTHON, compiled, is_installed
from texas42_client.thinking.playing_out import Playouts

NAMED = [
    *((Trump(str(number)), Doubles.HIGH) for number in range(7)),
    (Trump.DOUBLES, Doubles.HIGH),
    *((Trump.NONE, doubles) for doubles in (Doubles.HIGH, Doubles.LOW, Doubles.OWN_SUIT)),
    (Trump.SEVENS, Doubles.HIGH),
]
EVERYBODY = frozenset(map(Seat, range(4)))


def game(trump, doubles=Doubles.HIGH, wants=(0, 2), takes=None, counted=True):
    wanting = frozenset(map(Seat, wants))
    taking = wanting if takes is None else takes
    return Game(suits_for(trump, doubles), tuple(map(Seat, range(4))), wanting, taking, counted)


def deal(chance):
    order = chance.sample(TILES, len(TILES))
    return {Seat(s): sum(BIT[t] for t in order[s * 7 : s * 7 + 7]) for s in range(4)}


def points(played_for, spot, declarer=0, lacks=None, engine=IN_PYTHON):
    laid = Laid(played_for, engine.kernel.row)
    playouts = Playouts(laid, engine, Seat(declarer))
    playouts.know(lacks or {})
    return playouts.points(laid.lay(spot))


@pytest.mark.parametrize(("trump", "doubles"), NAMED)
def test_a_whole_hand_is_worth_42_to_both_sides_together(trump, doubles):
    for seed in range(10):
        spot = Spot(deal(Random(seed)), Seat(seed % 4))
        ours = points(game(trump, doubles), spot)
        theirs = points(game(trump, doubles, takes=frozenset({Seat(1), Seat(3)})), spot)
        assert ours + theirs == 42, f"seed {seed}"


def test_tricks_are_counted_where_every_trick_counts_alike():
    for seed in range(10):
        spot = Spot(deal(Random(seed)), Seat(0))
        assert points(game(Trump.FIVES, takes=EVERYBODY, counted=False), spot) == 7


@pytest.mark.skipif(not is_installed(), reason="numba, the extra texas42[strong], is not installed")
@pytest.mark.parametrize(("trump", "doubles"), NAMED)
def test_compiled_it_plays_the_same(trump, doubles):
    played_for = game(trump, doubles)
    laid = [Laid(played_for, engine.kernel.row) for engine in (IN_PYTHON, compiled())]
    both = [Playouts(on, e, Seat(0)) for on, e in zip(laid, (IN_PYTHON, compiled()), strict=True)]
    for seed in range(40):
        spot = Spot(deal(Random(seed)), Seat(seed % 4))
        found = [out.points(on.lay(spot)) for out, on in zip(both, laid, strict=True)]
        assert found[0] == found[1], f"seed {seed}"


def held(words):
    return sum(BIT[parse_tile(word)] for word in words.split())


HABITS = [
    # what a player says, trump, who led what, the tiles of A to D, what A and C take, what else
    ("give a partner's sure trick count", "0", "A 0-0", "1-2 / 2-2 3-6 / 5-5 3-3 / 1-3 3-4", 11, 1),
    ("keep count from the others", "0", "B 0-0", "2-2 6-6 / 1-2 / 5-5 3-3 / 3-4 4-4", 11, 1),
    ("draw trump before an off", "5", "A", "5-5 6-6 / 0-5 1-2 / 0-0 0-1 / 4-4 3-4", 17, 10),
]


@pytest.mark.parametrize(
    ("habit", "trump", "led", "dealt", "taken", "otherwise"),
    HABITS,
    ids=[h[0] for h in HABITS],
)
def test_a_habit(habit, trump, led, dealt, taken, otherwise):
    hands = {Seat(n): held(words) for n, words in enumerate(dealt.split(" / "))}
    leader, *trick = led.split()
    tiles = tuple(parse_tile(word) for word in trick)
    spot = Spot(hands, Seat("ABCD".index(leader)), tiles)
    found = points(game(Trump(trump)), spot)
    assert found == taken, f"{habit}; {otherwise} for who does not"


def test_a_seat_that_is_known_to_lack_a_suit_is_not_feared():
    # B and D have no six: 4-6 is sure then, and brings its count home before 1-2 is led.
    hands = {Seat(0): held("4-6 1-2"), Seat(1): held("2-2 0-0"),
             Seat(2): held("6-6 0-1"), Seat(3): held("3-3 0-3")}  # fmt: skip
    spot = Spot(hands, Seat(0))
    sixes = suits_for(Trump.NONE).members[6]
    assert points(game(Trump.NONE), spot) == 0
    assert points(game(Trump.NONE), spot, lacks={Seat(1): sixes, Seat(3): sixes}) == 12
