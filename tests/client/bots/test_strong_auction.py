"""How `strong` bids and declares: by what its hand makes in worlds that fit what has been said."""

from __future__ import annotations

from random import Random

import pytest

from tests.client.bots.seats import bidding, names, seated, shown_to, shuffled, step
from texas42 import TILES, Seat, deal, parse_tile, tile_label
from texas42_client.bots import StrongBot
from texas42_client.thinking.chance import Chance

LAYDOWN = "6-6 5-6 4-6 3-6 2-6 5-5 4-4"
ALMOST = "6-6 5-6 4-6 2-6 1-6 5-5 3-5"
FIVE_TRUMPS_TWO_LOOSE_OFFS = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
FAIR = "6-6 5-6 1-6 0-2 4-4 1-4 1-3"
POOR = "0-1 1-2 2-3 3-4 4-5 0-5 1-6"
LOW = "0-1 0-2 0-3 1-2 1-3 2-3 0-4"
SEVENS = "1-6 2-5 3-4 0-6 1-5 2-6 3-5"
DOUBLES = "6-6 5-5 4-4 3-3 2-2 0-1 1-3"
WORLDS = 40


def strong(seed=0, worlds=WORLDS):
    return StrongBot(Chance.of_seed(seed), worlds=worlds)


def words(body):
    if body["type"] == "pass":
        return "pass"
    if body.get("plunge") or body.get("splash"):
        return "plunge" if body.get("plunge") else "splash"
    return str(body["points"]) if "points" in body else f"{body['marks']} marks"


def said(hand, *before, score=(0, 0), seed=0, **rules):
    """What `strong` says with this hand; the score is its own side's and the opponents'."""
    view = auction(hand, *before, **rules) if rules else bidding(hand, *before)
    ours, theirs = score
    return words(strong(seed).choose(view | {"marks": {"B+D": ours, "A+C": theirs}}))


def auction(hand, *before, **rules):
    """The view of D, on turn after what was said before, by these rules."""
    match = seated(rules)
    tiles = [parse_tile(label) for label in names(hand)]
    rest = [tile for tile in TILES if tile not in tiles]
    first = (3 - len(before)) % 4
    around = [(first + place) % 4 for place in range(4)]
    piles = {s: tiles if s == 3 else [rest.pop() for _ in tiles] for s in around}
    match.apply(deal(match, [piles[s][n] for n in range(7) for s in around], Seat(first - 1) % 4))
    for word in before:
        number, _, unit = word.partition(" ")
        bid = {"type": "bid", ("marks" if unit else "points"): number.isdigit() and int(number)}
        step(match, {"type": "pass"} if word == "pass" else bid)
    return shown_to(match, Seat(3))


def test_a_laydown_is_bid_for_marks():
    assert said(LAYDOWN) == "2 marks"
    assert said(LAYDOWN, "30", "pass") == "2 marks"
    assert said(LAYDOWN, "2 marks") == "3 marks"


def test_five_trumps_with_the_double_and_two_loose_offs_are_no_mark_bid():
    for before in ((), ("30",), ("31", "pass"), ("pass", "pass", "pass")):
        assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, *before).isdigit()


def test_no_mark_bid_is_overcalled_with_a_hand_for_points():
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "2 marks") == "pass"


def test_a_poor_hand_passes_whoever_has_spoken():
    for before in ((), ("30",), ("pass", "pass", "pass"), ("30", "31", "1 marks")):
        assert said(POOR, *before) == "pass"


def test_nobody_left_to_outbid_means_the_cheapest_bid():
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "pass", "pass", "pass") == "30"
    assert said(FIVE_TRUMPS_TWO_LOOSE_OFFS, "30", "pass", "pass") == "31"


def test_with_nobody_bidding_it_neither_always_nor_never_bids():
    chance, bids = Random(42), 0
    for _ in range(40):
        hand = " ".join(map(tile_label, shuffled(chance)[:7]))
        bids += words(strong(worlds=12).choose(bidding(hand))) != "pass"
    assert 0.2 < bids / 40 < 0.8


@pytest.mark.parametrize("seed", range(3))
def test_the_same_chance_and_worlds_bid_the_same(seed):
    view = bidding(FAIR, "30", "pass")
    assert strong(seed).choose(view) == strong(seed).choose(view)


def test_at_six_marks_each_any_made_contract_wins_so_the_surest_is_bid():
    assert said(ALMOST, "pass", "pass", "pass") == "2 marks"
    assert said(ALMOST, "pass", "pass", "pass", score=(6, 6)) == "30"
