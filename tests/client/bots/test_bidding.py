"""How `simple` bids and declares: by its chance of making."""

from __future__ import annotations

from random import Random

import pytest

from tests.client.bots.seats import bidding, declaring, play_match, shuffled
from texas42 import Trump, parse_tile, resolve, tile_label
from texas42_client.bots import BOTS
from texas42_client.bots.simple.bidding import Prospects
from texas42_client.bots.simple.counting import count_hand
from texas42_client.thinking.chance import Chance

FIVE_TRUMPS_TWO_LOOSE_OFFS = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
LAYDOWN = "6-6 5-6 4-6 3-6 2-6 5-5 4-4"
FAIR = "6-6 5-6 1-6 5-5 4-4 0-2 1-3"
POOR = "0-1 1-2 2-3 3-4 4-5 0-5 1-6"


def said(hand, *before):
    """What `simple` says with this hand."""
    body = BOTS["simple"](Chance.of_seed(0)).choose(bidding(hand, *before))
    if body["type"] == "pass":
        return "pass"
    return str(body["points"]) if "points" in body else f"{body['marks']} marks"


def prospects(hand):
    return Prospects([parse_tile(label) for label in hand.split()], resolve())


def test_five_trumps_with_the_double_and_two_loose_offs_are_no_mark_bid():
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS) == "30"
    assert prospects(FIVE_TRUMPS_TWO_LOOSE_OFFS).of_marks(1) == 0.0


def test_a_laydown_is_bid_for_marks():
    assert said(LAYDOWN) == "2 marks"
    assert said(LAYDOWN, "2 marks") == "3 marks"


def test_a_poor_hand_passes_whoever_has_spoken():
    for before in ((), ("30",), ("pass", "pass", "pass"), ("30", "31", "1 marks")):
        assert said(POOR, *before) == "pass"


def test_the_standing_bid_is_considered():
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "30") == "31"
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "40") == "pass"
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "1 marks") == "pass"


def test_a_fair_hand_leaves_the_bid_to_its_partner_but_not_to_an_opponent():
    assert said(FAIR, "30") == "31"
    assert said(FAIR, "30", "pass") == "pass"


def test_with_nobody_bidding_it_neither_always_nor_never_bids():
    chance, bids = Random(42), 0
    for _ in range(400):
        hand = " ".join(map(tile_label, shuffled(chance)[:7]))
        bids += said(hand) != "pass"
    assert 0.25 < bids / 400 < 0.75


def test_what_it_bids_it_makes_more_often_than_not():
    deals, contracts = Random(1), []
    for seed in range(20):
        chance = Chance.of_seed(seed)
        bots = {seat: BOTS["simple"](chance) for seat in "ABCD"}
        match = play_match(bots, deals)
        contracts += [
            bool(finished.hand.made) for finished in match.hands if finished.hand.contract
        ]
    assert 0.5 < sum(contracts) / len(contracts) < 0.9


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        (FIVE_TRUMPS_TWO_LOOSE_OFFS, "6"),
        ("0-0 0-6 0-5 0-3 1-2 3-4 2-6", "0"),
        ("6-6 5-5 4-4 3-3 1-1 0-2 1-3", "doubles"),
        ("6-6 5-6 5-5 4-5 4-4 3-4 3-3", "none"),
    ],
)
def test_the_best_suit_is_declared_doubles_and_no_trump_among_them(hand, trump):
    body = BOTS["simple"](Chance.of_seed(0)).choose(declaring(hand, "30"))
    assert body == {"type": "declare", "trump": trump}


def test_after_a_mark_bid_open_tricks_are_named():
    body = BOTS["simple"](Chance.of_seed(0)).choose(declaring(LAYDOWN, "2 marks"))
    assert body == {"type": "declare", "trump": "6", "open_tricks": 1}


def test_trumps_doubles_and_offs_are_counted():
    hand = [parse_tile(label) for label in FIVE_TRUMPS_TWO_LOOSE_OFFS.split()]
    held = count_hand(hand, Trump.SIXES)
    assert (held.trumps, held.run, held.above, held.out) == (5, 2, 0, 2)
    assert (held.walkers, held.covered, held.loose, held.loose_count) == (0, 0, 2, 0)
