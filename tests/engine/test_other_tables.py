"""R9: tables of two, three, five, six and seven, each seat for itself."""

from __future__ import annotations

import pytest

from tests.engine.tables import WINNERS, Game, ending, game_at_play
from tests.engine.worlds import entries_of
from texas42 import (
    PRESETS,
    TILES,
    RulesInvalid,
    deal,
    hand_record,
    redact,
    resolve,
    table_for,
    tile_label,
    view,
)

SIZES = (2, 3, 5, 6, 7)
TILES_EACH = {2: 14, 3: 9, 4: 7, 5: 5, 6: 4, 7: 4}
MOST_POINTS = {2: 48, 3: 43, 4: 41, 5: 39, 6: 38, 7: 38}
each_size = pytest.mark.parametrize("seats", SIZES)


@each_size
def test_r9_1_every_seat_plays_for_itself(seats):
    table = table_for(seats)
    assert table.labels == tuple("ABCDEFG"[:seats])
    assert table.sides == table.labels
    assert table.partners == ()


def test_r1_1_at_four_seats_partners_sit_opposite():
    table = table_for(4)
    assert table.sides == ("A+C", "B+D")
    assert [table.labels[seat] for seat in table.partners] == ["C", "D", "A", "B"]


@pytest.mark.parametrize("seats", TILES_EACH)
def test_r9_1_each_is_dealt_as_many_tiles_and_the_rest_lie_out_of_play(seats):
    game = Game({"seats": seats})
    game.record(deal(game.match, TILES, game.table.seat("B")))
    hands = game.hand.dealt
    assert [len(hand) for hand in hands] == [TILES_EACH[seats]] * seats
    dealt = [tile for hand in hands for tile in hand]
    assert sorted(dealt) == list(TILES[: seats * TILES_EACH[seats]])


def test_r9_6_one_tile_at_a_time_clockwise_from_the_dealers_left():
    game = Game({"seats": 3})
    game.record(deal(game.match, TILES, game.table.seat("A")))
    firsts = [tile_label(game.hand.dealt[seat][0]) for seat in game.table.seats]
    assert firsts == ["0-2", "0-0", "0-1"]


@each_size
def test_r9_1_what_lies_out_of_play_is_told_to_nobody(seats):
    """Not in a view, not in the feed, not in the record of the hand."""
    hand = TILES_EACH[seats]
    game = Game({"seats": seats}).deal().auction("A", "30").go("A: trump 6")
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    in_play = {tile for some in game.last.dealt for tile in some}
    out = {tile_label(tile) for tile in TILES if tile not in in_play}
    assert len(out) == 28 - seats * hand
    for viewer in (None, *game.table.seats):
        told = [view(game.match, viewer), redact(entries_of(game.log), viewer)]
        assert not any(f"'{tile}'" in str(told) for tile in out)
    assert not any(tile in str(hand_record(game.match, 1)) for tile in out)


@pytest.mark.parametrize("seats", TILES_EACH)
def test_r9_2_a_point_bid_is_30_to_one_less_than_the_total(seats):
    game = Game({"seats": seats}).deal()
    most = MOST_POINTS[seats]
    assert game.legal() == ["pass", *map(str, range(30, most + 1)), "1 mark", "2 marks"]
    assert game.refused(f"{game.turn}: {most + 1}") == ("R3.2", "bid_out_of_range")
    assert game.refused(f"{game.turn}: 29") == ("R3.2", "bid_out_of_range")


@each_size
def test_r9_2_a_hand_has_as_many_tricks_as_tiles_and_a_mark_bid_needs_them_all(seats):
    game = Game({"seats": seats, "target": 1}).lay_down("A", "1 mark")
    assert len(game.last.tricks) == TILES_EACH[seats]
    assert ending(game.match.hands[0]) == "marks made at the last trick"
    assert game.match.winner == 0


def test_r9_2_at_two_seats_all_28_tiles_are_played_for_49_points():
    game = Game({"seats": 2, "early_end": False}).lay_down("A", "48")
    assert game.points == {"A": 49, "B": 0}


@pytest.mark.parametrize(
    ("seats", "bid", "against", "over"),
    [
        (3, "30", 14, False),  # 44 - 30: what the others may take
        (3, "30", 15, True),
        (2, "48", 1, False),
        (2, "48", 2, True),
        (5, "39", 1, False),
        (5, "39", 2, True),
        (7, "30", 9, False),
        (7, "30", 10, True),
    ],
)
def test_r9_3_set_when_the_others_have_more_than_the_total_leaves(seats, bid, against, over):
    game = game_at_play("6", bid, {"seats": seats})
    hand = game.hand
    contract = hand.contract
    assert contract is not None
    captured = [0] * seats
    captured[-1] = against
    left = hand.table.hand_size - 1
    made = contract.kind.judge(contract, captured, [0] * seats, left)
    assert made is (False if over else None)


def test_r9_3_the_points_of_all_others_together_set_it():
    game = game_at_play("6", "30", {"seats": 3})
    contract = game.hand.contract
    assert contract is not None
    assert contract.kind.judge(contract, [0, 7, 7], [0, 1, 1], 7) is None
    assert contract.kind.judge(contract, [0, 7, 8], [0, 1, 1], 7) is False


def test_r9_3_set_when_the_tricks_run_out_below_the_bid():
    """Five at the table; counters lie out of play, so that nobody comes to 30."""
    out = {"5-5", "4-6", "1-4"}
    rest = [t for t in map(tile_label, TILES) if t not in out and "6" not in t]
    hands = {"A": "6-6 5-6 3-6 2-6 1-6", "B": f"0-6 {' '.join(rest[:4])}"}
    hands |= {seat: " ".join(rest[4 + 5 * i : 9 + 5 * i]) for i, seat in enumerate("CDE")}
    game = game_at_play("6", "30", {"seats": 5}, **hands)
    while game.match.hand is not None:
        assert game.hand.made is None
        game.plays(game.legal()[0])
    assert game.points == {"A": 15, "B": 0, "C": 0, "D": 0, "E": 0}
    assert ending(game.match.hands[0]) == "points set at the last trick"
    assert game.score == {"A": 0, "B": 1, "C": 1, "D": 1, "E": 1}


def set_game(rules: dict, bid: str, declared: str) -> Game:
    """A is set: B holds all the highest tiles, and every seat plays the first that it may."""
    game = game_at_play(declared, bid, rules, B=WINNERS[: 4 * TILES_EACH[rules["seats"]]])
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    return game


@each_size
@pytest.mark.parametrize(
    ("bid", "declared", "marks"),
    [("30", "6", 1), ("1 mark", "6 open 1", 1), ("2 marks", "6 open 1", 2)],
)
def test_r9_4_set_every_opponent_scores_the_marks(seats, bid, declared, marks):
    game = set_game({"seats": seats}, bid, declared)
    assert game.score == {label: 0 if label == "A" else marks for label in game.table.labels}
    told = view(game.match, None)["last_hand"]["result"]
    assert told == {
        "made": False,
        "side": "B" if seats == 2 else None,
        "marks": marks,
        "score": None,
    }


@each_size
def test_r9_4_made_the_bidder_alone_scores(seats):
    game = Game({"seats": seats}).lay_down("A", "1 mark")
    assert game.score == {label: 1 if label == "A" else 0 for label in game.table.labels}


@each_size
def test_r9_4_captured_set_gives_each_opponent_its_own_points_and_the_bid(seats):
    rules = {"seats": seats, "scoring": "points"}
    game = set_game(rules, "30", "6")
    own = game.points
    assert game.score == {who: 0 if who == "A" else own[who] + 30 for who in game.table.labels}


def test_r9_4_bid_set_gives_each_opponent_the_bid():
    game = set_game({"seats": 3, "scoring": "points", "points_award": "bid"}, "31", "6")
    assert game.score == {"A": 0, "B": 31, "C": 31}


def test_r9_4_captured_made_gives_every_seat_its_own():
    game = Game({"seats": 3, "scoring": "points"}).lay_down("A", "30")
    assert game.score == game.points


@each_size
@pytest.mark.parametrize("preset", PRESETS)
def test_r9_5_a_preset_is_refused_with_what_needs_a_partner_until_that_is_off(seats, preset):
    partnered = [
        special
        for special in ("nello", "plunge", "splash")
        if PRESETS[preset].overrides.get(special)
    ]
    body = {"preset": preset, "seats": seats}
    if not partnered:
        assert resolve(body).seats == seats
        return
    with pytest.raises(RulesInvalid) as caught:
        resolve(body)
    assert [pointer for pointer, _ in caught.value.errors] == [f"/{s}" for s in partnered]
    assert all("four seats" in detail for _, detail in caught.value.errors)
    assert resolve(body | dict.fromkeys(partnered, False)).seats == seats


@each_size
def test_r9_6_the_auction_is_one_round_of_all_seats_and_the_last_is_forced(seats):
    game = Game({"seats": seats, "all_pass": "dealer_must_bid"}).deal(dealer="B")
    order = [game.table.labels[(2 + i) % seats] for i in range(seats)]
    for seat in order[:-1]:
        assert game.turn == seat
        game.go(f"{seat}: pass")
    assert order[-1] == "B"
    assert game.refused("B: pass") == ("R3.4", "must_bid")
    assert game.go("B: 30").match.status == "declaring"


@each_size
def test_r9_6_all_pass_deals_anew_and_the_deal_passes_clockwise(seats):
    game = Game({"seats": seats}).deal(dealer="A")
    while game.match.hand is not None:
        game.go(f"{game.turn}: pass")
    assert game.match.next_dealer == game.table.seat("B")


@each_size
def test_r9_6_the_others_follow_clockwise_and_the_winner_leads(seats):
    game = game_at_play("6", "30", {"seats": seats, "early_end": False}, A="0-0", B="6-6")
    order = "ABCDEFG"[:seats]
    for seat in order:
        assert game.turn == seat
        game.plays("6-6" if seat == "B" and "6-6" in game.legal() else game.legal()[0])
    assert len(game.hand.tricks[0].tiles) == seats
    assert game.turn == game.table.labels[game.hand.tricks[0].winner]
