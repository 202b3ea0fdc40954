"""R8.8, R8.9 and the settings of the match: who deals first, points for marks, when it is won."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import Game, ending, game_at_play, state
from texas42 import Created, Drawn, Joined, deal, draw, replay, resolve, tile_label, view
from texas42.scoring import winner_of
from texas42.tiles import TILES

HIGHEST = {"first_dealer": "highest_tile"}
BID = {"scoring": "points", "points_award": "bid"}
CAPTURED = {"scoring": "points", "points_award": "captured"}
SIXES = "6-6 5-6 4-6 3-6 2-6 1-6 0-6"

RULEBOOK = {
    "A": "5-5 0-0 0-1 0-2 0-3 0-4 1-1",
    "B": "3-5 1-2 1-3 1-4 2-2 2-3 2-4",
    "C": "0-5 1-5 2-5 4-5 3-3 3-4 4-4",
    "D": "6-6 0-6 1-6 2-6 3-6 4-6 5-6",
}
"""A leads 5-5 with 6 trump: D takes that trick, 16 points, and all the others."""


# first_dealer


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("0-0 0-1 0-2 0-3", "D"),
        ("6-6 5-6 0-2 0-3", "A"),
        ("0-0 5-6 5-5 0-3", "B"),
        ("3-3 2-3 4-6 5-5 ", None),
        ("0-5 1-4 0-0 2-3", None),
    ],
)
def test_r8_highest_tile_who_draws_most_pips_deals(drawn, dealer):
    game = Game(HIGHEST).draw(drawn)
    first = game.match.next_dealer
    assert (None if first is None else game.table.labels[first]) == dealer
    assert game.match.awaits_deal == (dealer is not None)


def test_r8_highest_tile_the_tied_ones_draw_again_from_a_fresh_shuffle():
    game = Game(HIGHEST)
    assert (game.match.awaits_draw, game.match.awaits_deal) == (True, False)
    game.draw("0-5 1-4 0-0 2-3")
    assert [game.table.labels[seat] for seat in game.match.drawing] == ["A", "B", "D"]
    game.draw("2-3 0-5 0-0")
    assert [game.table.labels[seat] for seat in game.match.drawing] == ["A", "B"]
    game.draw("0-0 0-1")
    assert (game.match.awaits_draw, game.match.awaits_deal) == (False, True)
    assert game.match.next_dealer == game.table.seat("B")
    assert game.deal().turn == "C"


def test_r8_highest_tile_the_draws_are_events():
    game = Game(HIGHEST).draw("0-5 1-4 0-0 2-2").draw("0-1 6-6")
    assert [type(event) for event in game.log] == [Created, *[Joined] * 4, Drawn, Drawn]
    drawn = [
        {game.table.labels[seat]: tile_label(tile) for seat, tile in event.tiles}
        for event in game.log
        if isinstance(event, Drawn)
    ]
    assert drawn == [{"A": "0-5", "B": "1-4", "C": "0-0", "D": "2-2"}, {"A": "0-1", "B": "6-6"}]
    assert state(replay(game.log)) == state(game.match)


def test_r8_highest_tile_is_for_the_first_hand_alone():
    game = Game(HIGHEST).draw("0-0 6-6 0-2 0-3").deal().go("C: pass  D: pass  A: pass  B: pass")
    assert game.match.awaits_deal
    assert game.match.next_dealer == game.table.seat("C")


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r8_highest_tile_at_other_tables(seats):
    game = Game(HIGHEST | {"seats": seats})
    assert len(game.match.drawing) == seats
    assert game.draw("0-0 6-6 0-1 0-2 0-3 0-4 0-5").match.next_dealer == game.table.seat("B")


def test_r8_nobody_draws_or_deals_out_of_turn():
    game = Game(HIGHEST)
    with pytest.raises(ValueError, match="to deal"):
        deal(game.match, TILES, game.table.seat("A"))
    game.draw("6-6 0-0 0-1 0-2")
    with pytest.raises(ValueError, match="nobody draws"):
        draw(game.match, TILES)
    with pytest.raises(ValueError, match="to deal"):
        deal(game.match, TILES, game.table.seat("B"))
    with pytest.raises(ValueError, match="each of the 28"):
        draw(Game(HIGHEST).match, TILES[:4])


def test_r8_nobody_draws_where_the_lot_decides_or_a_rematch_names_the_dealer():
    assert not Game().match.awaits_draw
    rematch = Created("again", "ann", resolve(HIGHEST), first_dealer=Game().table.seat("C"))
    match = replay([rematch, *Game().log[1:]])
    assert (match.awaits_draw, match.awaits_deal) == (False, True)


# scoring, points_award


def played(rules: dict[str, Any], bid: str, declared: str = "6", **hands: str) -> Game:
    """A has won the auction; every seat plays the first tile that it may."""
    game = game_at_play(declared, bid, rules, **hands)
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    return game


ALL = {"A": SIXES}
NONE = {"D": SIXES, "A": "5-5 0-0 0-1 0-2 0-3 0-4 1-1"}


@pytest.mark.parametrize(
    ("award", "bid", "hands", "score"),
    [
        (BID, "31", ALL, (31, 0)),
        (BID, "31", NONE, (0, 31)),
        (CAPTURED, "31", ALL, (42, 0)),
        (CAPTURED, "31", NONE, (0, 42 + 31)),
        (CAPTURED, "31", RULEBOOK, (0, 42 + 31)),
    ],
)
def test_r8_points_award_of_a_point_contract(award, bid, hands, score):
    game = played(award, bid, **hands)
    assert tuple(game.score.values()) == score


@pytest.mark.parametrize("award", [BID, CAPTURED], ids=["bid", "captured"])
@pytest.mark.parametrize(("bid", "stake"), [("1 mark", 42), ("2 marks", 84)])
def test_r8_all_tricks_bids_are_worth_42_a_mark_all_or_nothing(award, bid, stake):
    declared = "6 open 1"
    assert played(award, bid, declared, **ALL).score == {"A+C": stake, "B+D": 0}
    assert played(award, bid, declared, **NONE).score == {"A+C": 0, "B+D": stake}


def test_r8_points_award_captured_gives_both_sides_theirs_when_made():
    hands = {"A": "6-6 5-6 4-6 3-6 2-6 1-6 0-1", "B": "1-1 0-6 2-2 0-2 0-3 0-4 0-5"}
    game = game_at_play("6", "30", CAPTURED, **hands)
    for lead in ("6-6", "5-6", "4-6", "3-6", "2-6", "1-6", "0-1"):
        game.plays(lead)
        while game.match.hand is not None and game.hand.trick:
            game.plays(game.legal()[-1])
    assert sum(game.points.values()) == 42
    assert game.points["B+D"] > 0
    assert game.score == game.points


def test_r8_points_award_bid_ends_when_it_is_decided():
    game = played(BID, "30", **NONE)
    assert ending(game.match.hands[0]) == "points set early"
    assert game.score == {"A+C": 0, "B+D": 30}


@pytest.mark.parametrize(
    ("special", "declared", "bid", "hands"),
    [
        ("nello", "nello open 1", "2 marks", {"A": "6-6 5-6", "B": "0-0", "D": "0-1"}),
        ("sevens", "sevens open 1", "2 marks", {"A": "0-0 0-1 0-2 0-3 1-1 6-6 5-6", "B": "3-4"}),
        ("plunge", "6 open 1", "plunge 2", {"A": "0-0 1-1 2-2 3-3 0-1 0-2 0-3", "D": SIXES}),
        ("splash", "6 open 1", "splash 2", {"A": "0-0 1-1 2-2 3-3 0-1 0-2 0-3", "D": SIXES}),
    ],
)
@pytest.mark.parametrize("award", [BID, CAPTURED], ids=["bid", "captured"])
def test_r8_special_contracts_move_the_stake_alone(award, special, declared, bid, hands):
    rules = award | {special: True, "plunge_marks": 2}
    game = played(rules, bid, declared, **hands)
    assert ending(game.match.hands[0]) == f"{special} set early"
    assert game.score == {"A+C": 0, "B+D": 84}


@pytest.mark.parametrize("early_end", [True, False])
def test_r8_8_with_captured_a_point_contract_is_played_to_its_last_trick(early_end):
    rules = CAPTURED | {"early_end": early_end}
    made, lost = (played(rules, "30", **hands) for hands in (ALL, NONE))
    assert ending(made.match.hands[0]) == "points made at the last trick"
    assert ending(lost.match.hands[0]) == "points set at the last trick"


@pytest.mark.parametrize(
    ("early_end", "ends"), [(True, "marks set early"), (False, "marks set at the last trick")]
)
def test_r8_8_with_captured_an_all_tricks_contract_ends_as_elsewhere(early_end, ends):
    game = played(CAPTURED | {"early_end": early_end}, "1 mark", "6 open 1", **NONE)
    assert ending(game.match.hands[0]) == ends


def test_r8_points_are_shown_as_score_and_marks_are_null():
    game = played(BID, "31", **ALL)
    told = view(game.match, None)
    assert (told["marks"], told["score"]) == (None, {"A+C": 31, "B+D": 0})
    result = told["last_hand"]["result"]
    assert result == {"made": True, "side": "A+C", "marks": None, "score": {"A+C": 31, "B+D": 0}}
    assert (told["last_hand"]["marks"], told["last_hand"]["score"]) == (None, {"A+C": 31, "B+D": 0})


def test_r8_250_points_win_the_family_game():
    """001: first to 7 marks or to 250 points; who makes a bid scores it."""
    game = Game("family-250")
    while game.match.awaits_draw:
        game.draw("0-0 0-1 0-2 6-6")
    for hand in range(1, 7):
        assert game.match.winner is None
        game.lay_down("A", "40")
        assert game.score == {"A+C": 40 * hand, "B+D": 0}
    game.lay_down("B", "30").lay_down("A", "30")
    assert game.score == {"A+C": 270, "B+D": 30}
    assert game.match.winner == 0


# target, win_by, ties


@pytest.mark.parametrize(
    ("rules", "score", "winner"),
    [
        ({}, (6, 5), None),
        ({}, (7, 6), 0),
        ({}, (6, 8), 1),
        ({"target": 1}, (1, 0), 0),
        ({"target": 50}, (49, 48), None),
        ({"target": 50}, (49, 50), 1),
        ({"win_by": 2}, (7, 6), None),
        ({"win_by": 2}, (7, 5), 0),
        ({"win_by": 2}, (8, 7), None),
        ({"win_by": 2}, (9, 7), 0),
        ({"win_by": 2}, (6, 0), None),
        (CAPTURED, (249, 240), None),
        (CAPTURED, (250, 249), 0),
        (CAPTURED, (260, 270), 1),
        (CAPTURED, (260, 260), None),
        (CAPTURED | {"target": 42}, (42, 0), 0),
        (CAPTURED | {"target": 1000}, (999, 0), None),
        ({"seats": 3}, (6, 7, 7), None),
        ({"seats": 3}, (6, 8, 7), 1),
        ({"seats": 3, "win_by": 2}, (6, 8, 7), None),
        ({"seats": 3, "win_by": 2}, (6, 9, 7), 1),
        ({"seats": 5}, (7, 7, 7, 7, 0), None),
        ({"seats": 2}, (7, 0), 0),
    ],
)
def test_r8_9_who_has_won(rules, score, winner):
    assert winner_of(resolve(rules), score) == winner


def test_r8_9_win_by_two_plays_on_at_one_ahead():
    game = Game({"win_by": 2, "target": 2})
    game.lay_down("A", "1 mark").lay_down("B", "1 mark").lay_down("A", "1 mark")
    assert (game.marks, game.match.winner) == ({"A+C": 2, "B+D": 1}, None)
    game.lay_down("B", "1 mark").lay_down("B", "1 mark")
    assert (game.marks, game.match.winner) == ({"A+C": 2, "B+D": 3}, None)
    game.lay_down("B", "1 mark")
    assert (game.marks, game.match.winner) == ({"A+C": 2, "B+D": 4}, 1)
    assert game.match.status == "finished"


def test_r8_9_a_tie_at_the_target_plays_another_hand():
    """Three at the table: both opponents of a bidder who is set come to the target at once."""
    game = Game({"seats": 3, "target": 1}).deal(
        A="0-0 0-1 0-2 0-3 0-4 1-1 1-2 1-3 1-4", B="6-6 5-6 4-6 3-6 2-6 1-6 0-6 5-5 4-5"
    )
    game.auction("A", "1 mark").go("A: trump 6 open 1")
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    assert game.score == {"A": 0, "B": 1, "C": 1}
    assert (game.match.winner, game.match.awaits_deal) == (None, True)
    game.lay_down("C", "1 mark")
    assert game.match.winner == 2


def test_r8_9_nobody_moves_once_the_match_is_won():
    game = Game({"target": 1}).lay_down("A", "30")
    assert game.match.status == "finished"
    assert game.refused("A: 30") == ("R5.6", "match_over")
    assert not game.match.awaits_deal
