"""Bots at tables of every size and under every preset: they play on, and they play to the point."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.client.bots.seats import bidding, new_bot, play_match, played, playing
from texas42 import PRESETS, parse_tile, resolve
from texas42.suits import Doubles
from texas42_client.bots import BOTS
from texas42_client.bots.simple.bidding import Prospects, choose_bid, choose_declaration
from texas42_client.bots.simple.special import chance_of_nello, chance_of_sevens
from texas42_client.thinking.chance import Chance

KINDS = sorted(BOTS)
PARTNERLESS = {"nello": False, "plunge": False, "splash": False}
TABLES: list[dict[str, Any]] = [{"preset": name} for name in PRESETS]
TABLES += [{"preset": "family", "seats": seats, **PARTNERLESS} for seats in (2, 3, 5, 6, 7)]
TABLES += [
    {"preset": "points-250", "seats": 3},
    {"preset": "lechner", "small_end_open": True, "opening_lead": "trump"},
    {"preset": "family", "nello_doubles": ["own_suit", "own_suit_low", "high", "low"]},
]
LOW_HAND = "0-1 0-2 0-3 1-2 1-3 2-3 0-4"
HIGH_HAND = "6-6 5-6 5-5 4-6 4-5 4-4 3-6"
CLOSE_HAND = "1-6 2-5 3-4 2-6 3-5 2-4 1-5"


def named(rules):
    return " ".join(f"{name}={value}" for name, value in rules.items())


def play(kind, rules, seed):
    seats = resolve(rules).table.labels
    return play_match(
        {seat: new_bot(kind, Chance.of_seed(seed)) for seat in seats}, Random(seed), rules
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_every_move_is_legal_and_the_match_ends(kind, rules):
    if kind == "strong":  # it thinks, so its matches are short
        rules = {**rules, "target": 84 if resolve(rules).scoring == "points" else 1}
    assert play(kind, rules, seed=1).winner is not None


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_every_move_is_legal_and_the_match_ends_hundreds_of_times(kind, rules):
    for seed in range(300):
        assert play(kind, rules, seed).winner is not None, f"seed {seed}"


def test_random_plays_every_contract_there_is():
    found: Counter[str | None] = Counter()
    for seed in range(100):
        for finished in play("random", {"preset": "lechner", "nello_min_marks": 1}, seed).hands:
            found[finished.hand.contract and finished.hand.contract.kind.name] += 1
    assert set(found) >= {"points", "marks", "nello", "sevens", "plunge", "splash"}, found


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_simple_beats_random_under_every_preset(preset):
    ours = theirs = 0
    for seed in range(4):
        for kinds in (("simple", "random"), ("random", "simple")):
            chance = Chance.of_seed(seed)
            bots = {seat: BOTS[kinds["ABCD".index(seat) % 2]](chance) for seat in "ABCD"}
            score = play_match(bots, Random(seed), {"preset": preset}).score
            place = kinds.index("simple")
            ours, theirs = ours + score[place], theirs + score[1 - place]
    assert ours > 2 * theirs


@pytest.mark.parametrize("doubles", list(Doubles))
def test_a_low_hand_is_one_for_nello_and_a_high_one_is_not(doubles):
    low, high = ([parse_tile(t) for t in hand.split()] for hand in (LOW_HAND, HIGH_HAND))
    assert chance_of_nello(low, doubles) > 0.45
    assert chance_of_nello(high, doubles) < 0.05


def test_a_close_hand_is_one_for_sevens_and_a_low_one_is_not():
    close, low = ([parse_tile(t) for t in hand.split()] for hand in (CLOSE_HAND, LOW_HAND))
    assert chance_of_sevens(close, 4) > 0.6
    assert chance_of_sevens(low, 4) < 0.05
    assert chance_of_sevens(low, 7) < chance_of_sevens(low, 4)


@pytest.mark.parametrize(("hand", "named"), [(LOW_HAND, "nello"), (CLOSE_HAND, "sevens")])
def test_a_special_hand_is_bid_and_declared(hand, named):
    rules = resolve({"nello": True, "sevens": True, "nello_min_marks": 1}).as_dict()
    shown = bidding(hand) | {"rules": rules}
    assert choose_bid(shown).get("marks") == 2
    words = [{"type": "declare", "trump": t} for t in (*"0123456", "none", "nello", "sevens")]
    contract = {"points": None, "marks": 2}
    declaring = shown | {"legal_moves": words, "contract": contract}
    assert choose_declaration(declaring)["trump"] == named


def test_without_partners_nobody_expects_the_help_of_one():
    hand = [parse_tile(t) for t in ["6-6", "5-6", "4-6", "5-5", "4-4", "0-2", "1-3"]]
    together = Prospects(hand, resolve()).of_points(30)
    alone = Prospects(hand, resolve({"seats": 5})).of_points(30)
    assert alone < together


def test_who_must_bid_bids_the_least():
    rules = {"all_pass": "dealer_must_bid"}
    shown = bidding("0-1 1-2 2-3 3-4 4-5 0-5 1-6", "pass", "pass", "pass")
    moves = [move for move in shown["legal_moves"] if move["type"] != "pass"]
    forced = shown | {"legal_moves": moves, "rules": resolve(rules).as_dict()}
    assert choose_bid(forced) == {"type": "bid", "points": 30}


def test_the_bidder_of_nello_throws_the_most_dangerous_tile_that_still_loses():
    shown = playing(trump="nello", trick="3-6 5-6", hand="0-6 4-6 6-6", bidder="D", marks=2)
    assert played(shown) == {"4-6"}


def test_the_bidder_of_nello_leads_what_others_can_be_made_to_take():
    assert played(playing(trump="nello", hand="0-1 5-6", bidder="D", marks=2)) == {"0-1"}


def test_a_defender_of_nello_stays_below_while_the_bidder_has_yet_to_play():
    shown = playing(trump="nello", trick="2-6", hand="0-6 4-6", you="C", bidder="D", marks=2)
    assert played(shown) == {"0-6"}


def test_a_defender_of_nello_lets_the_bidder_keep_the_trick():
    shown = playing(trump="nello", trick="3-6", hand="0-6 4-6", you="B", bidder="A", marks=2)
    assert played(shown) == {"0-6"}


def test_a_defender_of_nello_gets_rid_of_high_tiles_once_the_bidder_has_lost_the_trick():
    shown = playing(trump="nello", trick="0-6 4-6", hand="1-6 5-6", you="D", bidder="A", marks=2)
    assert played(shown) == {"5-6"}


def test_a_small_end_is_never_called():
    shown = playing(trump="6", hand="3-5", you="A", bidder="A")
    shown["legal_moves"] = [
        {"type": "play", "tile": "3-5", "call": "3"},
        {"type": "play", "tile": "3-5"},
    ]
    assert BOTS["simple"](Chance.of_seed(0)).choose(shown) == {"type": "play", "tile": "3-5"}
