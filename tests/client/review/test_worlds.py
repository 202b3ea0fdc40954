"""The worlds of a review: true to the play, the true deal among them, nothing invented."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.client.review.games import played, redealt
from texas42.tiles import mask_of
from texas42_client.review.worlds import deals_of, hidden
from texas42_client.thinking.reading import mask

RULES: list[dict[str, Any]] = [
    {},
    {"preset": "lone-star", "kind": "random", "seed": 4},
    {"preset": "lechner", "kind": "random", "seed": 2, "hands": 6, "target": 50},
    {"seats": 3, "first_bidder": "holder_of_0_1"},
    {"seats": 6, "all_pass": "dealer_must_bid"},
]


@pytest.mark.parametrize("asker", [None, "A"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_world_fits_what_was_known(rules, asker):
    game = played(**rules)
    told = game.told()
    for number in range(1, told.hands + 1):
        hand = told.hand(number, asker, game.dealt(asker, number) if asker else ())
        for decision in hand.decisions if hand.contract else ():
            for world in islice(deals_of(hand, decision).draws(Random(number)), 3):
                _fits(world, hand, decision)


def _fits(world, hand, decision):
    seats = decision.view["seats"]
    assert set(world) == set(seats)
    held = 0
    for seat, tiles in world.items():
        assert tiles.bit_count() == seats[seat]["tiles_left"]
        assert not tiles & held
        held |= tiles
        if seat != decision.seat:
            assert not tiles & decision.memory.lacks.get(seat, 0)
    known = mask(decision.view["hand"])
    assert not known & ~world[decision.seat]
    rest = world[decision.seat] & ~known
    assert rest.bit_count() == decision.missing
    assert not rest & ~hand.unknown
    assert not held & decision.memory.seen & ~known


@pytest.mark.parametrize("asker", [None, "A"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_r6_6_the_true_deal_is_among_what_the_asker_reckons_with(rules, asker):
    game = played(**rules)
    told = game.told()
    for number in range(1, told.hands + 1):
        hand = told.hand(number, asker, game.dealt(asker, number) if asker else ())
        if hand.contract is None:
            continue
        endings = hidden(hand)
        if not hand.unknown or endings.count > 5000:
            continue
        over = game.match.hands[number - 1].hand
        true = {
            label: mask_of(over.dealt[seat]) & ~over.played
            for seat, label in enumerate(game.match.table.labels)
        }
        true = {label: tiles for label, tiles in true.items() if tiles or label == hand.asker}
        assert true in list(endings.every())


def test_what_a_seat_reckons_with_tells_nothing_of_tiles_that_were_never_played():
    game = played(hands=4)
    for number in range(1, 5):
        other = redealt(game, number, "C", seed=number)
        assert _drawn(game, number) == _drawn(other, number)


def _drawn(game, number):
    hand = game.told().hand(number, "C", game.dealt("C", number))
    if hand.contract is None:
        return []
    return [list(islice(deals_of(hand, d).draws(Random(7)), 3)) for d in hand.decisions]


def test_whoever_asks_reckons_at_the_own_seat_with_the_own_tiles():
    game = played()
    hand = game.told().hand(1, "A", game.dealt("A", 1))
    for decision in hand.decisions:
        if decision.seat == "A":
            (world,) = islice(deals_of(hand, decision).draws(Random(1)), 1)
            assert world["A"] == mask(decision.view["hand"])


def test_near_the_end_each_deal_is_looked_at_once_and_counts_by_the_auction():
    game = played(early_end=False)
    hand = game.told().hand(1)
    last = hand.decisions[-1]
    deals = deals_of(hand, last).few(100)
    assert deals
    worlds = [world for world, _ in deals]
    assert len({tuple(sorted(world.items())) for world in worlds}) == len(worlds)
    assert all(weight > 0 for _, weight in deals)
    assert deals_of(hand, hand.decisions[0]).few(100) is None


def test_where_some_of_a_seat_s_tiles_are_unknown_there_is_no_end_of_deals():
    hand = played(seed=11, hands=2).told().hand(2)
    partly = [decision for decision in hand.decisions if decision.missing]
    assert partly
    assert all(deals_of(hand, decision).few(10_000) is None for decision in partly)
