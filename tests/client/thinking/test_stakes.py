"""What is played for, read off a view, is what the engine plays for."""

from __future__ import annotations

import pytest

from tests.client.thinking.onlookers import shown
from tests.engine.strategies import Recipe
from texas42 import PRESETS, resolve
from texas42.contracts import doubles_of
from texas42.solver import Game
from texas42.suits import suits_for
from texas42_client.thinking.stakes import game_of, is_bidding, needed, spots_of

TABLES = [
    *({"preset": preset} for preset in PRESETS),
    *({"seats": seats, "early_end": False} for seats in (2, 3, 5, 6, 7)),
    {"preset": "family", "nello_doubles": ["own_suit_low", "low"], "early_end": False},
    {"preset": "lechner", "small_end_open": True, "early_end": False},
]


def said(rules):
    return " ".join(f"{name}={value}" for name, value in rules.items())


def plays(rules, seeds):
    """Every turn at which a tile is played, of matches in which anything is named."""
    for seed in seeds:
        for declarers in ("usual", "special"):
            recipe = Recipe(resolve(rules), seed, most_hands=3, declarers=declarers)
            for game in recipe.steps():
                hand = game.match.hand
                if hand is not None and hand.suits is not None and game.match.turn is not None:
                    yield game, shown(game, game.match.turn)


@pytest.mark.parametrize("rules", TABLES, ids=said)
def test_the_game_of_a_view_is_the_contracts(rules):
    for game, there in plays(rules, range(4)):
        contract = game.hand.contract
        assert contract is not None
        assert contract.declaration is not None
        suits = suits_for(
            contract.declaration.trump, doubles_of(game.hand.rules, contract.declaration)
        )
        assert game_of(there) == Game.of(game.table, contract, suits)
        assert is_bidding(there) == (game.table.side_of[game.match.turn] == contract.side)


@pytest.mark.parametrize("rules", TABLES, ids=said)
def test_a_contract_is_made_when_nothing_is_needed_and_set_when_too_much_is(rules):
    decided = []
    for seed in range(6):
        recipe = Recipe(resolve(rules), seed, most_hands=3)
        before = None
        for game in recipe.steps():
            hand = game.match.hand
            if before is not None and (hand is None or hand is not before):
                for need, left in decided:
                    if need <= 0:
                        assert before.made is True
                    if need > left:
                        assert before.made is False
                decided = []
            before = hand
            if hand is not None and hand.suits is not None and game.match.turn is not None:
                there = shown(game, game.match.turn)
                decided.append((needed(there), _left(game, there)))


def _left(game, there):
    """The points that can still be taken by all together."""
    seats = [seat for seat in game.table.seats if seat in hand_seats(game)]
    tiles = [tile for seat in seats for tile in game.hand.held(seat)] + list(game.hand.trick)
    tricks = -(-len(tiles) // len(seats))
    return tricks + sum(map(game_of(there).worth, tiles))


def hand_seats(game):
    return set(game.hand.rounds[game.hand.order[0]])


@pytest.mark.parametrize("rules", TABLES, ids=said)
def test_the_spot_of_the_true_world_is_the_table(rules):
    for game, there in plays(rules, range(2)):
        labels = game.table.labels
        world = {labels[s]: sum(1 << tile for tile in game.hand.held(s)) for s in game.table.seats}
        spot = spots_of(there)(world)
        assert set(spot.hands) == hand_seats(game)
        assert spot.leader == game.hand.order[0]
        assert list(spot.trick) == game.hand.trick
        assert spot.called == game.hand.called
