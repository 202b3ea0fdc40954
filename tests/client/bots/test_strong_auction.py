"""How `strong` bids and declares: by what its hand makes in worlds that fit what has been said."""

from __future__ import annotations

from random import Random

import pytest

from tests.client.bots.seats import bidding, declaring, names, seated, shown_to, shuffled, step
from texas42 import TILES, Bid, Seat, Special, Trump, deal, parse_tile, tile_label
from texas42_client.bots import StrongBot
from texas42_client.bots.strong.auction import End, Speaker, Table, likelihood
from texas42_client.bots.strong.estimate import FOR_ALL_TRICKS, FOR_POINTS, chance_of
from texas42_client.bots.strong.others import Others
from texas42_client.bots.strong.payoff import Payoff
from texas42_client.bots.strong.playout import Playout
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.naming import Naming
from texas42_client.thinking.reading import mask, rules_of

LAYDOWN = "6-6 5-6 4-6 3-6 2-6 5-5 4-4"
ALMOST = "6-6 5-6 4-6 2-6 1-6 5-5 3-5"
FIVE_TRUMPS_TWO_LOOSE_OFFS = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
FAIR = "6-6 4-6 1-6 0-6 2-3 1-2 3-5"
POOR = "0-1 1-2 2-6 3-4 4-5 0-6 1-3"
LOW = "0-1 0-2 0-3 1-2 1-3 2-3 0-4"
SEVENS = "1-6 2-5 3-4 0-6 1-5 2-6 3-5"
SIX_DOUBLES = "6-6 5-5 4-4 3-3 2-2 1-1 0-1"
WORLDS = 40


def strong(seed=0, worlds=WORLDS):
    return StrongBot(Chance.of_seed(seed), worlds=worlds)


def words(body):
    if body["type"] == "pass":
        return "pass"
    if body.get("plunge") or body.get("splash"):
        return "plunge" if body.get("plunge") else "splash"
    return str(body["points"]) if "points" in body else f"{body['marks']} marks"


def said(hand, *before, score=(0, 0), worlds=WORLDS, **rules):
    """What `strong` says with this hand; the score is its own side's and the opponents'."""
    view = auction(hand, *before, **rules) if rules else bidding(hand, *before)
    ours, theirs = score
    return words(strong(worlds=worlds).choose(view | {"marks": {"B+D": ours, "A+C": theirs}}))


def auction(hand, *before, **rules):
    """The view of D, on turn after what was said before, by these rules."""
    match = seated(rules)
    tiles = [parse_tile(label) for label in names(hand)]
    rest = [tile for tile in TILES if tile not in tiles]
    first = (3 - len(before)) % 4
    around = [(first + place) % 4 for place in range(4)]
    piles = {s: tiles if s == 3 else [rest.pop() for _ in tiles] for s in around}
    match.apply(deal(match, [piles[s][n] for n in range(7) for s in around], Seat((first - 1) % 4)))
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
    assert 0.2 < bids / 40 < 0.9


def test_a_fair_hand_leaves_the_bid_to_its_partner_but_not_to_an_opponent():
    assert said(FAIR, "31", "pass", worlds=100) == "pass"
    assert said(FAIR, "31", "pass", "pass", worlds=100) == "32"


def test_others_who_still_speak_are_shut_out_by_more_than_the_cheapest_bid():
    assert int(said("6-6 5-6 4-6 3-6 5-5 4-4 1-3", "30")) > 32


@pytest.mark.parametrize("seed", range(3))
def test_the_same_chance_and_worlds_bid_the_same(seed):
    view = bidding(FAIR, "30", "pass")
    assert strong(seed).choose(view) == strong(seed).choose(view)


def test_at_six_marks_each_any_made_contract_wins_so_the_surest_is_bid():
    assert said(ALMOST, "pass", "pass", "pass") == "2 marks"
    assert said(ALMOST, "pass", "pass", "pass", score=(6, 6)) == "30"


def test_behind_at_the_opponents_last_mark_a_hand_of_doubles_plunges():
    assert said(SIX_DOUBLES, plunge=True) != "plunge"
    assert said(SIX_DOUBLES, score=(3, 6), plunge=True) == "plunge"


def test_nello_and_sevens_are_bid_where_they_are_played():
    assert said(LOW, nello=True) == "2 marks"
    assert said(SEVENS) == "pass"
    assert said(SEVENS, sevens=True) == "2 marks"


def test_whoever_must_bid_bids_the_least_with_a_poor_hand():
    assert said(POOR, "pass", "pass", "pass", all_pass="dealer_must_bid") in ("30", "31")


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
    assert strong(worlds=150).choose(declaring(hand, "30")) == {"type": "declare", "trump": trump}


def test_after_a_mark_bid_as_many_tricks_are_covered_as_can_be():
    body = strong().choose(declaring(LAYDOWN, "2 marks"))
    assert body["open_tricks"] == 1


@pytest.mark.parametrize("calibration", [FOR_POINTS, FOR_ALL_TRICKS])
def test_the_chance_grows_with_the_worlds_it_is_made_in_and_with_the_count(calibration):
    by_worlds = [chance_of(made, 40, 0.5, calibration) for made in range(41)]
    by_count = [chance_of(20, 40, n / 20, calibration) for n in range(21)]
    for chances in (by_worlds, by_count):
        assert chances == sorted(set(chances))
        assert all(0 < chance < 1 for chance in chances)


def test_a_few_worlds_do_not_decide_alone():
    low, high = (chance_of(made, 2, 0.6, FOR_POINTS) for made in (0, 2))
    assert 0.4 < low < high < 0.8


def test_a_hand_of_every_trump_makes_everything_in_every_world():
    view = bidding("6-6 5-6 4-6 3-6 2-6 1-6 0-6")
    playout = Playout(rules_of(view), Seat(3), Bid(points=30), Naming(Trump.SIXES))
    for seed in range(5):
        assert playout.points(world(view, seed)) == 42


def test_a_world_in_which_a_bidder_holds_nothing_is_unlikely():
    view = bidding(FAIR, "30", "pass")
    table = Table(view)

    def weight(partner):
        hands = {"B": partner, "C": POOR}
        speakers = {seat: Speaker(mask(names(h)), rules_of(view)) for seat, h in hands.items()}
        return likelihood(view, table, speakers)

    assert weight("5-5 4-5 3-5 2-5 1-5 3-3 2-2") > 10 * weight("0-1 0-3 2-3 2-4 0-4 1-5 2-6")


def test_who_would_overcall_is_heard():
    view = bidding(FAIR, "pass", "pass")
    good = "5-5 4-5 3-5 0-5 3-3 0-2 1-3"
    ends = [
        Table(view).end({"A": Speaker(mask(names(hand)), rules_of(view))}, End("D", Bid(points=30)))
        for hand in (good, POOR)
    ]
    assert [(end.bidder, end.bid) for end in ends] == [
        ("A", Bid(points=31)),
        ("D", Bid(points=30)),
    ]


@pytest.mark.parametrize(
    ("rules", "score"),
    [
        ({}, (0, 0)),
        ({}, (6, 5)),
        ({"preset": "points-250"}, (210, 100)),
        ({"scoring": "points", "points_award": "bid"}, (230, 240)),
        ({"win_by": 2}, (6, 6)),
    ],
)
def test_a_contract_made_is_worth_more_than_one_set_and_the_more_marks_the_more(rules, score):
    view = auction(FAIR, **rules)
    unit = "score" if view["rules"]["scoring"] == "points" else "marks"
    payoff = Payoff(view | {unit: {"B+D": score[0], "A+C": score[1]}})
    for bid in (Bid(points=30), Bid(marks=1), Bid(marks=2)):
        assert payoff.of("D", bid, True) > payoff.of_nothing() > payoff.of("D", bid, False)
        assert payoff.of("A", bid, True) < payoff.of_nothing() < payoff.of("A", bid, False)
    assert payoff.of("D", Bid(marks=2), True) >= payoff.of("D", Bid(marks=1), True)


def world(view, seed):
    """Any world that the viewer may be in."""
    own = mask(view["hand"])
    rest = Random(seed).sample([t for t in TILES if tile_label(t) not in view["hand"]], 21)
    others = {seat: mask(map(tile_label, rest[n * 7 : n * 7 + 7])) for n, seat in enumerate("ABC")}
    return others | {"D": own}


@pytest.mark.parametrize(
    "bid",
    [Bid(points=30), Bid(points=36), Bid(marks=2)],
    ids=["30", "36", "2 marks"],
)
def test_a_bid_is_likelier_made_with_us_than_against_us(bid):
    view = bidding(FAIR)
    hands = world(view, seed=1)
    speakers = {seat: Speaker(hands["B"], rules_of(view)) for seat in "ABC"}
    here, there = hands, hands | {"A": hands["B"], "B": hands["A"]}
    chances = [
        Others(view).chance(End(seat, bid, 0.6), tiles, speakers)
        for seat, tiles in (("B", here), ("A", there))
    ]
    assert 0 < chances[1] < chances[0] < 1


def test_a_plunge_is_expected_to_fail_more_often_than_not():
    view = auction(FAIR, plunge=True)
    plunge = Bid(marks=4, special=Special.PLUNGE)
    for seat in "AB":
        assert Others(view).chance(End(seat, plunge), world(view, seed=1), {}) < 0.5
