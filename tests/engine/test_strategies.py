"""The random matches of the properties reach every way a hand and a match can end."""

from __future__ import annotations

from collections import Counter
from itertools import product

from tests.engine.strategies import BIDDERS, DEALS, PLAYERS, Recipe
from tests.engine.tables import ending
from texas42 import resolve

STRAIGHT = resolve()
ENDINGS = {
    "passed out",
    "points made early",
    "points made at the last trick",
    "points set early",
    "points set at the last trick",
    "marks made at the last trick",
    "marks set early",
    "marks set at the last trick",
}


def test_random_matches_reach_every_end_of_a_hand_and_of_a_match():
    hands: Counter[str] = Counter()
    winning_marks: Counter[str] = Counter()
    for seed, mix in enumerate(product(DEALS, BIDDERS, PLAYERS)):
        game = Recipe(STRAIGHT, seed, *mix, most_hands=25).play()
        hands.update(map(ending, game.match.hands))
        if game.match.winner is not None:
            most = game.match.score[game.match.winner]
            winning_marks["exactly 7" if most == 7 else "past 7"] += 1
    assert set(hands) == ENDINGS, hands
    assert set(winning_marks) == {"exactly 7", "past 7"}, winning_marks


def test_a_recipe_repeats_its_match():
    recipe = Recipe(STRAIGHT, seed=42, bidders="proud")
    assert recipe.play().log == recipe.play().log
    assert recipe.play().log != Recipe(STRAIGHT, seed=43, bidders="proud").play().log
