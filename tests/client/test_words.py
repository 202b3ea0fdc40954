"""What players type, and what it means."""

from __future__ import annotations

import pytest

from tests.client.tables import first_to_bid_two_marks, play
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.reading import (
    interpret,
    parse_bid,
    parse_declaration,
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
    ],
)
def test_a_bid_is_points_or_marks(said, meant):
    assert parse_bid(said.split()) == {"type": "bid", **meant}


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
            "ann bid 2 marks (84), doubles are trump, the latest 1 trick face up",
        ),
    ],
)
def test_a_contract_is_said_in_words(contract, said):
    assert say_contract(contract, "ann") == said
