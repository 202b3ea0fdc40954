"""The random matches of the properties reach every way a hand and a match can end."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tests.engine.strategies import (
    BIDDERS,
    DEALS,
    DECLARERS,
    PLAYERS,
    SPECIAL_BIDDERS,
    SPECIAL_DEALS,
    Recipe,
)
from tests.engine.tables import ending
from tests.goldens.reach import KINDS, reached_by
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


HOUSE: dict[str, dict[str, Any]] = {
    "lechner": {"preset": "lechner", "nello_doubles": ["low", "own_suit"], "target": 2},
    "plunges": {"plunge": True, "plunge_doubles": 3, "splash": True, "early_end": False},
    "family": {"preset": "family", "scoring": "points"},
    "leads": {"undeclared_trump": "first_tile", "small_end_open": True, "opening_lead": "trump"},
    "three": {"seats": 3, "target": 2, "covered_tricks": "from_two_marks"},
}


def test_random_matches_by_house_rules_reach_every_contract_made_and_set_and_every_lead():
    found: set[object] = set()
    mixes = product(SPECIAL_DEALS, SPECIAL_BIDDERS, PLAYERS, DECLARERS)
    for seed, (deals, bidders, players, declarers) in enumerate(mixes):
        for body in HOUSE.values():
            recipe = Recipe(resolve(body), seed, deals, bidders, players, 6, declarers)
            found |= reached_by(tuple(recipe.play().log))
    kinds = {kind for kind in KINDS if kind not in {"points", "marks"}}
    ends = {f"{kind} made at the last trick" for kind in kinds}
    ends |= {f"{kind} set early" for kind in kinds}
    leads = {
        "trump named by a first tile",
        "a lower end called",
        "a trump that had to be led",
        "a tie at the target",
        "a draw with a tie",
        "a forced bid",
        "a plunge overcalled",
    }
    assert not (ends | leads) - found


def test_a_recipe_repeats_its_match():
    recipe = Recipe(STRAIGHT, seed=42, bidders="proud")
    assert recipe.play().log == recipe.play().log
    assert recipe.play().log != Recipe(STRAIGHT, seed=43, bidders="proud").play().log
