"""Bots at whole matches, each shown its own seat's view and nothing else."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.bots.seats import new_bot, play_match, seated, shown_to, shuffled, step
from tests.engine.strategies import recipes
from texas42 import BIT, Match, Seat, deal
from texas42_client.bots import BOTS, Bot
from texas42_client.thinking.chance import Chance

KINDS = sorted(BOTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("attributed", [0, 1, "all"])
def test_every_move_is_in_the_legal_list_and_the_match_ends(kind, attributed):
    for seed in range(2 if kind == "strong" else 3):
        chance = Chance.of_seed(seed)
        bots = {seat: new_bot(kind, chance) for seat in "ABCD"}
        rules = {"attributed_tricks": attributed, "early_end": seed != 1}
        match = play_match(bots, Random(seed), rules)
        assert max(match.score) >= 7


@settings(max_examples=25)
@given(recipe=recipes(most_hands=2), seed=st.integers(0, 2**32 - 1))
def test_wherever_a_bot_is_put_its_move_is_legal(recipe, seed):
    bots: dict[tuple[str, str], Bot] = {}
    for game in recipe.steps():
        if game.match.turn is not None:
            shown = shown_to(game.match, game.match.turn)
            for kind in KINDS:
                who = kind, shown["you"]
                if who not in bots:
                    bots[who] = new_bot(kind, Chance.of_seed(seed))
                assert bots[who].choose(shown) in shown["legal_moves"]


def test_simple_beats_random_clearly_over_mirrored_deals():
    ours = theirs = 0
    for seed in range(10):
        for sides in (("simple", "random"), ("random", "simple")):
            chance = Chance.of_seed(seed)
            bots = {seat: BOTS[sides["ABCD".index(seat) % 2]](chance) for seat in "ABCD"}
            marks = play_match(bots, Random(seed)).score
            place = sides.index("simple")
            ours, theirs = ours + marks[place], theirs + marks[1 - place]
    assert ours > 6 * theirs


@pytest.mark.parametrize("kind", KINDS)
def test_swapping_hidden_hands_changes_no_decision(kind):
    for seed in range(12):
        chance = Random(seed)
        match = seated()
        match.apply(deal(match, shuffled(chance), Seat(chance.randrange(4))))
        steps = chance.randrange(32)
        bots = {seat: new_bot(kind, Chance.of_seed(seed)) for seat in "ABCD"}
        for _ in range(steps):
            if match.hand is None or match.turn is None:
                break
            shown = shown_to(match, match.turn)
            step(match, dict(bots[shown["you"]].choose(shown)))
        if match.hand is None or match.turn is None:
            continue
        here = shown_to(match, match.turn)
        there = shown_to(_redealt(match, chance), match.turn)
        assert here == there
        twin = deepcopy(bots[here["you"]])
        assert bots[here["you"]].choose(here) == twin.choose(there)


def _redealt(match: Match, chance: Random) -> Match:
    """The same match, but the tiles that the seat on turn does not see lie elsewhere."""
    other = match.copy()
    assert other.hand is not None
    hand, me = other.hand, other.hand.turn
    hidden = [
        tile
        for seat, dealt in enumerate(hand.dealt)
        for tile in dealt
        if seat != me and not BIT[tile] & hand.played
    ]
    chance.shuffle(hidden)
    hand.dealt = tuple(
        dealt
        if seat == me
        else tuple(tile if BIT[tile] & hand.played else hidden.pop() for tile in dealt)
        for seat, dealt in enumerate(hand.dealt)
    )
    return other
