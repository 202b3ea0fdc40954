"""What house rules add to views, feeds and records: draws, calls, scores, who sits out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.looking import as_json
from tests.engine.tables import Game, game_at_play
from tests.engine.worlds import entries_of
from texas42 import Viewer, hand_record, hand_summary, redact, view

SMALL_ENDS = {"small_end_open": True, "early_end": False}


def feed(game: Game, viewer: Viewer = None) -> list[dict[str, Any]]:
    """The feed without what every entry has: seq and at."""
    told = redact(entries_of(game.log), viewer)
    return [{k: v for k, v in entry.items() if k not in {"seq", "at"}} for entry in told]


def test_the_draws_for_the_first_deal_are_told_to_all():
    game = Game({"first_dealer": "highest_tile"}).draw("0-5 1-4 0-0 2-2").draw("0-1 6-6")
    first, second = feed(game)[-2:]
    assert as_json(first) == as_json(
        {
            "type": "drawn",
            "draws": {"A": "0-5", "B": "1-4", "C": "0-0", "D": "2-2"},
            "dealer": None,
        }
    )
    assert as_json(second) == as_json(
        {"type": "drawn", "draws": {"A": "0-1", "B": "6-6"}, "dealer": "B"}
    )
    told = {as_json(feed(game, viewer)) for viewer in (None, *game.table.seats)}
    assert len(told) == 1


def test_a_plunge_is_told_as_it_was_said():
    rules = {"plunge": True}
    game = Game(rules).deal(dealer="D", A="6-6 5-5 4-4 3-3").go("A: plunge 4")
    said = {"seat": "A", "type": "bid", "marks": 4, "plunge": True}
    assert view(game.match, None)["bids"] == [said]
    assert feed(game)[-1] == said | {"then": []}
    game.go("B: pass  C: pass  D: pass")
    (over,) = feed(game)[-1]["then"]
    assert as_json(over["contract"]) == as_json(
        {
            "kind": "plunge",
            "bidder": "A",
            "declarer": "C",
            "points": None,
            "marks": 4,
            "trump": None,
            "doubles": None,
            "open_tricks": None,
        }
    )


def test_a_plunge_among_the_legal_moves_says_what_to_post():
    game = Game({"plunge": True}).deal(dealer="D", A="6-6 5-5 4-4 3-3")
    legal = view(game.match, game.table.seat("A"))["legal_moves"]
    assert legal[-1] == {"type": "bid", "marks": 4, "plunge": True}


def test_the_choice_of_doubles_is_told_in_contract_and_feed():
    rules = {"nello": True, "nello_doubles": ["low", "high"], "covered_tricks": "none"}
    game = game_at_play("nello doubles low", "2 marks", rules, A="3-3")
    assert view(game.match, None)["contract"]["doubles"] == "low"
    declare = feed(game)[-1]
    assert (declare["trump"], declare["doubles"]) == ("nello", "low")
    assert declare["then"] == [{"type": "trump_named", "trump": "nello"}]


def test_who_sits_out_is_shown_with_seven_tiles_and_the_trick_with_three_plays():
    rules = {"nello": True, "covered_tricks": "none", "early_end": False}
    game = game_at_play("nello", "2 marks", rules, A="0-1", B="1-6", D="1-5 1-4")
    game.go("A: 0-1  B: 1-6  D: 1-5")
    told = view(game.match, None)
    left = {seat: body["tiles_left"] for seat, body in told["seats"].items()}
    assert left == {"A": 6, "B": 6, "C": 7, "D": 6}
    assert told["captured"] == [
        {"number": 1, "side": "B+D", "tiles": ["0-1", "1-5", "1-6"], "points": 1}
    ]


def test_a_tile_that_names_trump_is_told_as_a_play_that_brought_it_about():
    game = Game({"undeclared_trump": "first_tile"}).deal(dealer="D", A="4-6").auction("A", "30")
    game.go("A: 4-6")
    assert feed(game)[-1] == {
        "type": "play",
        "seat": "A",
        "tile": "4-6",
        "then": [{"type": "trump_named", "trump": "6"}],
    }


def called(lead: str = "4-6 calls 4") -> Game:
    hands = {"A": "4-6 0-0", "B": "4-5 2-6 0-1", "C": "1-1 1-2", "D": "6-6 1-4"}
    return game_at_play("3", rules=SMALL_ENDS, **hands).go(f"A: {lead}")


def test_a_call_is_shown_while_its_trick_is_on_the_table():
    game = called().go("B: 4-5")
    plays = view(game.match, None)["current_trick"]["plays"]
    assert plays == [{"seat": "A", "tile": "4-6", "call": "4"}, {"seat": "B", "tile": "4-5"}]
    first, second = feed(game)[-2:]
    assert (first["tile"], first["call"]) == ("4-6", "4")
    assert (second["tile"], second["call"]) == ("4-5", None)


@pytest.mark.parametrize("lead", ["4-6 calls 4", "4-6"])
def test_a_call_is_collected_with_its_trick(lead):
    game = called(lead)
    for _ in range(3):
        game.plays(game.legal()[-1])
    plays = [entry for entry in feed(game) if entry["type"] == "play"]
    assert [(play["seat"], play["tile"], play["call"]) for play in plays] == [(None,) * 3] * 4
    (trick,) = view(game.match, None)["captured"]
    assert "call" not in as_json(trick)


def test_an_attributed_trick_keeps_its_call():
    rules = SMALL_ENDS | {"attributed_tricks": 1}
    game = game_at_play("3", rules=rules, A="4-6", B="4-5", C="1-1", D="1-4").go("A: 4-6 calls 4")
    game.go("B: 4-5").plays(game.legal()[0]).go("D: 1-4")
    (trick,) = view(game.match, None)["captured"]
    assert trick["plays"][0] == {"seat": "A", "tile": "4-6", "call": "4"}
    assert "call" not in trick["plays"][1]


def test_a_call_is_shown_with_its_own_trick_alone():
    rules = SMALL_ENDS | {"attributed_tricks": "all"}
    hands = {"A": "4-6 0-0 0-1", "B": "4-5", "C": "1-1", "D": "1-4"}
    game = game_at_play("3", rules=rules, **hands).go("A: 4-6 calls 4")
    game.go("B: 4-5").plays(game.legal()[0]).go("D: 1-4").go("A: 0-0")
    assert game.hand.may_call is False
    assert view(game.match, None)["current_trick"]["plays"] == [{"seat": "A", "tile": "0-0"}]
    while len(game.hand.tricks) < 2:
        game.plays(game.legal()[0])
    first, second = view(game.match, None)["captured"]
    assert first["plays"][0] == {"seat": "A", "tile": "4-6", "call": "4"}
    assert second["plays"][0] == {"seat": "A", "tile": "0-0"}


def test_a_call_stands_in_the_record_of_the_hand():
    game = called()
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    first, *others = hand_record(game.match, 1)["tricks"]
    assert first["plays"][0] == {"seat": "A", "tile": "4-6", "call": "4"}
    assert all("call" not in play for play in first["plays"][1:])
    assert "call" not in as_json(others)


def test_without_small_ends_no_play_in_the_feed_has_a_call():
    game = game_at_play("6", A="4-5").go("A: 4-5")
    assert "call" not in feed(game)[-1]


def test_points_are_told_as_score_in_view_feed_and_record():
    rules = {"scoring": "points", "points_award": "bid"}
    game = Game(rules).lay_down("A", "31")
    over = feed(game)[-1]["then"][-1]
    assert as_json(over) == as_json(
        {
            "type": "hand_over",
            "number": 1,
            "result": {"made": True, "side": "A+C", "marks": None, "score": {"A+C": 31, "B+D": 0}},
            "marks": None,
            "score": {"A+C": 31, "B+D": 0},
        }
    )
    for told in (hand_summary(game.match, 1), hand_record(game.match, 1)):
        assert (told["marks"], told["score"]) == (None, {"A+C": 31, "B+D": 0})


def test_other_tables_are_told_by_their_letters():
    game = Game({"seats": 5}).deal()
    told = view(game.match, None)
    assert list(told["seats"]) == list("ABCDE")
    assert {body["side"] for body in told["seats"].values()} == set("ABCDE")
    assert told["marks"] == dict.fromkeys("ABCDE", 0)
    assert told["tricks_taken"] == told["points"] == dict.fromkeys("ABCDE", 0)
    assert feed(game)[-1] == {"type": "dealt", "hand": 1, "dealer": "E", "tiles": None}


def test_match_over_names_the_seat_that_won():
    game = Game({"seats": 3, "target": 1}).lay_down("C", "1 mark")
    assert feed(game)[-1]["then"][-1] == {"type": "match_over", "winner": "C"}
    assert view(game.match, None)["winner"] == "C"
