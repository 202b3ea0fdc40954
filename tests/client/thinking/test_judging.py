"""What becomes of each legal tile, in the worlds that fit."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from tests.client.thinking.onlookers import decisions, worlds_of
from tests.engine.minimax import Minimax
from tests.engine.strategies import Recipe
from texas42 import Seat, Suit, parse_tile, resolve
from texas42_client.bots.strong.play import best_tile
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.compiled import IN_PYTHON
from texas42_client.thinking.judging import Budget, Estimate, Judge, Judgement
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.stakes import game_of, is_bidding, needed, spots_of

FEW = 12
TABLES = [
    ({}, 3),
    ({"preset": "family"}, 3),
    ({"preset": "lechner", "early_end": False}, 3),
    ({"seats": 3, "early_end": False}, 3),
    ({"seats": 6, "early_end": False}, 2),
]
"""Rules, and the tiles of each hand with which every play can be tried soon enough."""


def endings(rules, seeds, tiles):
    """Turns with a choice of so few tiles, and worlds: all of them, or some if they are many."""
    for seed in seeds:
        recipe = Recipe(resolve(rules), seed, most_hands=4)
        for game, there, memories in decisions(recipe):
            left = there["seats"][there["you"]]["tiles_left"]
            if there["status"] == "playing" and len(there["legal_moves"]) > 1 and left <= tiles:
                worlds = worlds_of(there, memories["watchful"], game)
                some = worlds.some(Chance.of_seed(seed).at(there), FEW)
                yield there, memories["watchful"], list(islice(some, FEW))


def made_by_minimax(there, move, world):
    """Whether the contract is made after this move, by trying every play there is."""
    spot, game = spots_of(there)(world), game_of(there)
    seats = game.seats
    seat = seats[(seats.index(spot.leader) + len(spot.trick)) % len(seats)]
    call = move.get("call")
    called = spot.called if call is None else Suit(int(call))
    hands = tuple(spot.hands.get(Seat(number), 0) for number in range(7))
    tile = parse_tile(move["tile"])
    return Minimax(game).after(hands, spot.leader, spot.trick, called, seat, tile) >= needed(there)


@pytest.mark.parametrize(("rules", "tiles"), TABLES, ids=str)
def test_each_tile_is_tried_in_every_world_to_its_end(rules, tiles):
    looked_at = 0
    judge = Judge(IN_PYTHON)
    for there, _, worlds in endings(rules, range(3), tiles):
        looked_at += 1
        judgement = judge(there, worlds, Budget())
        assert judgement.whole
        assert judgement.worlds == len(worlds)
        for estimate, move in zip(judgement.estimates, there["legal_moves"], strict=True):
            assert estimate.move == move
            assert estimate.worlds == len(worlds)
            assert estimate.made == sum(made_by_minimax(there, move, world) for world in worlds)
    assert looked_at >= 5


def choice(tried, habit, bidding=True):
    """What is played when these tiles came out so in 100 worlds: made, and made by habit."""
    moves = [{"type": "play", "tile": tile} for tile in tried]
    estimates = tuple(
        Estimate(move, made, worlds, by_habit, worlds)
        for move, (made, by_habit, worlds) in zip(moves, tried.values(), strict=True)
    )
    there, _ = next(first_leads())
    if not bidding:
        there = next(view for view, _ in first_leads() if not is_bidding(view))
    memory = Memory()
    memory.look(there)
    found = best_tile(
        there | {"legal_moves": moves},
        memory,
        {"type": "play", "tile": habit},
        lambda *_, **__: Judgement(estimates, 100, whole=False),  # type: ignore[arg-type]
        Budget(worlds=100),
        Random(1),
    )
    return found["tile"]


CHOICES = [
    ("the better by both", {"0-0": (70, 60, 100), "1-1": (50, 40, 100)}, "1-1", "0-0"),
    ("half by each", {"0-0": (70, 30, 100), "1-1": (60, 60, 100)}, "0-0", "1-1"),
    ("habit between equals", {"0-0": (60, 60, 100), "1-1": (60, 60, 100)}, "1-1", "1-1"),
    ("habit when it is close", {"0-0": (61, 60, 100), "1-1": (60, 60, 100)}, "1-1", "1-1"),
    ("not what was left alone", {"0-0": (9, 9, 10), "1-1": (60, 60, 100)}, "0-0", "1-1"),
]


@pytest.mark.parametrize(("name", "tried", "habit", "played"), CHOICES, ids=[c[0] for c in CHOICES])
def test_the_tile_of_most_worlds_is_played(name, tried, habit, played):
    assert choice(tried, habit) == played


def test_who_defends_plays_the_tile_of_fewest():
    assert choice({"0-0": (70, 60, 100), "1-1": (50, 40, 100)}, "0-0", bidding=False) == "1-1"


def first_leads():
    for game, there, memories in decisions(Recipe(resolve(), 5, most_hands=2)):
        if there["status"] == "playing" and len(there["legal_moves"]) > 4:
            yield there, worlds_of(there, memories["watchful"], game)


@pytest.mark.parametrize(
    ("budget", "least", "most"),
    [
        (Budget(worlds=3), 3, 3),
        (Budget(positions=1), 0, 0),
        (Budget(seconds=0.0), 0, 0),
        (Budget(worlds=2, positions=10**9), 2, 2),
    ],
)
def test_thought_ends_when_the_budget_does(budget, least, most):
    there, worlds = next(first_leads())
    judgement = Judge(IN_PYTHON)(there, worlds.some(Chance.of_seed(1).at(there), 0), budget)
    assert least <= judgement.worlds <= most
    assert not judgement.whole
    assert len(judgement.estimates) == len(there["legal_moves"])


def test_by_the_clock_it_stops_between_two_questions():
    there, worlds = next(first_leads())
    clock = count()
    judge = Judge(IN_PYTHON, clock=lambda: float(next(clock)))
    supply = worlds.some(Chance.of_seed(1).at(there), 0)
    moves = len(there["legal_moves"])
    assert judge(there, supply, Budget(seconds=moves * 2 + 0.5)).worlds == 2


def test_with_a_number_of_worlds_the_same_chance_plays_the_same_tile():
    there, worlds = next(first_leads())
    found = []
    for _ in range(2):
        supply = worlds.some(Chance.of_seed(9).at(there), 0)
        beside = worlds.some(Chance.of_seed(8).at(there), 0)
        found.append(Judge(IN_PYTHON)(there, supply, Budget(worlds=3), beside=beside))
    assert found[0] == found[1]


INTERVALS = [
    # Wilson's, as tables of it print them.
    (8, 10, 0.490, 0.943),
    (0, 10, 0.000, 0.278),
    (50, 100, 0.404, 0.596),
    (0, 0, 0.0, 1.0),
]


@pytest.mark.parametrize(("made", "worlds", "low", "high"), INTERVALS)
def test_the_interval_is_wilsons(made, worlds, low, high):
    assert Estimate({}, made, worlds).interval() == pytest.approx((low, high), abs=0.0006)


def test_nothing_tried_is_an_even_chance():
    assert Estimate({}, 0, 0).chance == 0.5
