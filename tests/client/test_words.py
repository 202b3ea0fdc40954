"""What players type, and what it means."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import texas42
from tests.client.tables import first_to_bid_two_marks, play
from texas42.presets import PRESETS
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.reading import (
    interpret,
    parse_bid,
    parse_declaration,
    parse_play,
    parse_tile,
)
from texas42_client.table.words import say_contract, say_move


@pytest.mark.parametrize("text", ["6-4", "4-6", "64", "46", "6|4", "[4|6]", "6:4", "6/4", "6 4"])
def test_a_tile_is_understood_in_either_order_and_many_forms(text):
    assert parse_tile(text) == "4-6"


@pytest.mark.parametrize("text", ["", "6", "6-4-2", "six-four", "٦-٤", "6-4\n5-5", "-64"])
def test_what_is_no_tile_is_told_how_to_write_one(text):
    with pytest.raises(ClientError, match="is no tile") as refused:
        parse_tile(text)
    assert refused.value.hint == "Write its two ends, as 6-4, 64 or 6|4."
    assert refused.value.exit_status is ExitStatus.USAGE


def test_ends_go_from_0_to_6():
    with pytest.raises(ClientError) as refused:
        parse_tile("7-1")
    assert str(refused.value) == "No such tile '7-1': ends go from 0 to 6."


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("31", {"points": 31}),
        ("31 points", {"points": 31}),
        ("1 mark", {"marks": 1}),
        ("1mark", {"marks": 1}),
        ("mark", {"marks": 1}),
        ("one mark", {"marks": 1}),
        ("42", {"marks": 1}),
        ("84", {"marks": 2}),
        ("2 marks", {"marks": 2}),
        ("Two Marks", {"marks": 2}),
        ("126", {"marks": 3}),
        ("plunge 4", {"marks": 4, "plunge": True}),
        ("plunge for 5 marks", {"marks": 5, "plunge": True}),
        ("splash 126", {"marks": 3, "splash": True}),
        ("Splash 2", {"marks": 2, "splash": True}),
    ],
)
def test_a_bid_is_points_or_marks(said, meant):
    assert parse_bid(said.split()) == {"type": "bid", **meant}


@pytest.mark.parametrize(
    ("said", "seats", "meant"),
    [
        ("42", 2, {"points": 42}),
        ("42", 3, {"points": 42}),
        ("42", 4, {"marks": 1}),
        ("42", 7, {"marks": 1}),
        ("84", 2, {"marks": 2}),
        ("126", 2, {"marks": 3}),
    ],
)
def test_r9_2_where_42_is_a_bid_of_points_it_means_that(said, seats, meant):
    assert parse_bid(said.split(), lambda: {"seats": seats}) == {"type": "bid", **meant}


def test_r8_4_a_plunge_is_for_the_marks_that_the_rules_of_the_match_say():
    rules = {"plunge_marks": 4, "splash_marks": [3, 3]}
    assert parse_bid(["plunge"], lambda: rules)["marks"] == 4
    assert parse_bid(["splash"], lambda: rules)["marks"] == 3
    with pytest.raises(ClientError, match="For how many marks do you splash") as refused:
        parse_bid(["splash"], lambda: {"splash_marks": [2, 3]})
    assert refused.value.hint == "Here it is 2 to 3: t42 bid splash 2"


def test_r8_5_where_none_is_played_the_rules_say_so_whatever_the_stake():
    rules = {"splash": False, "splash_marks": [2, 3]}
    assert parse_bid(["splash"], lambda: rules) == {"type": "bid", "marks": 2, "splash": True}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("3-5 call 3", {"tile": "3-5", "call": "3"}),
        ("53 call threes", {"tile": "3-5", "call": "3"}),
        ("3-5, calling 3", {"tile": "3-5", "call": "3"}),
        ("5|0 called blanks", {"tile": "0-5", "call": "0"}),
        ("3-5", {"tile": "3-5"}),
    ],
)
def test_r4_3_a_lead_may_call_its_lower_end(said, meant):
    assert parse_play(said.split()) == {"type": "play", **meant}


@pytest.mark.parametrize("said", ["3-5 call 4", "3-5 call doubles", "3-5 call nello"])
def test_only_an_end_of_the_tile_can_be_called(said):
    with pytest.raises(ClientError, match="is no end of 3-5") as refused:
        parse_play([said])
    assert refused.value.hint == "To call its lower end: t42 play 3-5 call 3"


@pytest.mark.parametrize(
    ("said", "trump", "doubles"),
    [
        ("nello", "nello", None),
        ("nel-o", "nello", None),
        ("low", "nello", None),
        ("nello high", "nello", "high"),
        ("nello low", "nello", "low"),
        ("nello own", "nello", "own_suit"),
        ("nello own suit", "nello", "own_suit"),
        ("nello own-low", "nello", "own_suit_low"),
        ("nello doubles own_suit_low", "nello", "own_suit_low"),
        ("none low", "none", "low"),
        ("no trump high", "none", "high"),
        ("follow me doubles own", "none", "own_suit"),
        ("sevens", "sevens", None),
        ("doubles", "doubles", None),
    ],
)
def test_r8_2_what_doubles_are_is_said_behind_the_trump(said, trump, doubles):
    move = {"type": "declare", "trump": trump}
    assert parse_declaration(said) == (move if doubles is None else {**move, "doubles": doubles})


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("0", "To make none: t42 pass"),
        ("1", "For marks say: t42 bid 1 mark"),
        ("2", "For marks say: t42 bid 2 marks"),
        ("lots", "Bid points, as 31, or marks, as '1 mark' or 84."),
        ("31 42", "Bid points, as 31, or marks, as '1 mark' or 84."),
        ("-31", "Bid points, as 31, or marks, as '1 mark' or 84."),
    ],
)
def test_an_unclear_bid_is_told_what_would_be_right(said, advice):
    with pytest.raises(ClientError) as refused:
        parse_bid(said.split())
    assert refused.value.hint == advice


@pytest.mark.parametrize(
    ("word", "trump"),
    [
        ("sixes", "6"),
        ("six", "6"),
        ("6", "6"),
        ("blanks", "0"),
        ("0", "0"),
        ("Zeros", "0"),
        ("aces", "1"),
        ("deuces", "2"),
        ("treys", "3"),
        ("three", "3"),
        ("doubles", "doubles"),
        ("none", "none"),
        ("no trump", "none"),
        ("no-trump", "none"),
        ("follow me", "none"),
    ],
)
def test_r4_1_trump_is_named_in_the_words_of_players(word, trump):
    assert parse_declaration(word) == {"type": "declare", "trump": trump}


def test_r6_5_the_open_tricks_go_with_the_declaration():
    assert parse_declaration("fives", 1) == {"type": "declare", "trump": "5", "open_tricks": 1}


def test_a_misspelt_trump_is_answered_with_the_nearest():
    with pytest.raises(ClientError, match="Did you mean sixes"):
        parse_declaration("sixs")


@pytest.mark.parametrize("moves", [4, 5, 7])
@pytest.mark.parametrize("seat", "ABCD")
@pytest.mark.parametrize("choose", [None, first_to_bid_two_marks])
def test_every_legal_move_is_understood_as_it_is_said(moves, seat, choose):
    played = play(moves) if choose is None else play(moves, choose)
    legal = played.view(seat)["legal_moves"]
    for move in legal:
        assert interpret(say_move(move), legal) == [move]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_r8_10_every_legal_move_of_every_preset_is_understood_as_it_is_said(preset, seed):
    assert every_move_is_understood(seed, preset=preset, small_end_open=True)


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r9_every_legal_move_at_every_table_is_understood_as_it_is_said(seats):
    assert every_move_is_understood(42, seats=seats, no_trump_doubles=["high", "low", "own_suit"])


def every_move_is_understood(seed: int, **settings: Any) -> int:
    """Look at every list of legal moves of the first moves of a match; how many lists."""
    chance = random.Random(seed)
    lists = 0

    def choose(match: texas42.Match, moves: Sequence[texas42.Move]) -> texas42.Move:
        nonlocal lists
        lists += 1
        legal = [texas42.move_body(move) for move in moves]
        for move in legal:
            assert interpret(say_move(move), legal, match.rules.as_dict()) == [move]
        return chance.choice(moves)

    play(60, choose, seed=seed, **settings)
    return lists


def test_a_number_means_the_move_in_the_list():
    legal = play(7).view("C")["legal_moves"]
    assert interpret("1", legal) == [legal[0]]
    assert interpret(str(len(legal) + 1), legal) == []


def test_a_number_that_could_be_two_moves_means_both():
    legal = play(4).view("A")["legal_moves"]
    both = interpret("2", legal)
    assert both == [legal[1], {"type": "declare", "trump": "2"}]
    assert interpret("twos", legal) == [both[1]]
    assert interpret("declare 2", legal) == [both[1]]


def test_trump_without_the_open_tricks_could_be_two_moves():
    legal = play(4, first_to_bid_two_marks).view("A")["legal_moves"]
    assert [move["open_tricks"] for move in interpret("fives", legal)] == [1, 2]
    assert interpret("fives 2", legal) == [{"type": "declare", "trump": "5", "open_tricks": 2}]
    assert interpret("fives, open 1", legal)[0]["open_tricks"] == 1


def test_what_is_not_allowed_means_nothing():
    legal = play(7).view("C")["legal_moves"]
    held = {move["tile"] for move in legal}
    missing = next(tile for tile in ("0-0", "6-6", "5-5") if tile not in held)
    assert interpret(f"play {missing}", legal) == []
    assert interpret("pass", legal) == []
    assert interpret("", legal) == []


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        ({"points": 31, "marks": None, "trump": "6"}, "ann bid 31, sixes are trump"),
        ({"points": 31, "marks": None, "trump": "0"}, "ann bid 31, blanks are trump"),
        ({"points": 30, "marks": None, "trump": None}, "ann bid 30, trump is not named yet"),
        ({"points": 30, "marks": None, "trump": "none"}, "ann bid 30, no trump"),
        (
            {"points": None, "marks": 2, "trump": "doubles", "open_tricks": 1},
            "ann bid 2 marks (84), doubles are trump, only the latest trick face up",
        ),
        (
            {"points": None, "marks": 2, "trump": "3", "open_tricks": 2},
            "ann bid 2 marks (84), threes are trump, only the latest 2 tricks face up",
        ),
        (
            {"points": 30, "marks": None, "trump": "none", "doubles": "low"},
            "ann bid 30, no trump, doubles low",
        ),
        (
            {"kind": "nello", "marks": 2, "trump": "nello", "doubles": "high"},
            "ann bid 2 marks (84), nello, doubles high",
        ),
        ({"kind": "sevens", "marks": 1, "trump": "sevens"}, "ann bid 1 mark (42), sevens"),
        (
            {"kind": "plunge", "marks": 4, "trump": None},
            "ann bid a plunge for 4 marks, the partner names trump",
        ),
        (
            {"kind": "splash", "marks": 3, "trump": "5"},
            "ann bid a splash for 3 marks, fives are trump",
        ),
    ],
)
def test_a_contract_is_said_in_words(contract, said):
    assert say_contract(contract, "ann") == said


@pytest.mark.parametrize(
    ("contract", "rules", "said"),
    [
        (
            {"points": 30, "trump": "none"},
            {"no_trump_doubles": ["own_suit"]},
            "ann bid 30, no trump, doubles a suit of their own",
        ),
        ({"points": 30, "trump": "none"}, {"no_trump_doubles": ["high"]}, "ann bid 30, no trump"),
        (
            {"kind": "nello", "marks": 1, "trump": "nello"},
            {"nello_doubles": ["own_suit_low"]},
            "ann bid 1 mark (42), nello, doubles a suit of their own with 0-0 highest",
        ),
        (
            {"marks": 2, "trump": "3"},
            {"covered_tricks": "from_two_marks"},
            "ann bid 2 marks (84), threes are trump, all tricks face down",
        ),
        (
            {"marks": 1, "trump": "3"},
            {"covered_tricks": "from_two_marks"},
            "ann bid 1 mark (42), threes are trump",
        ),
        ({"marks": 1, "trump": "3"}, {"seats": 5}, "ann bid 1 mark, threes are trump"),
    ],
)
def test_what_nobody_had_to_say_of_a_contract_is_in_the_rules(contract, rules, said):
    assert say_contract(contract, "ann", rules) == said
