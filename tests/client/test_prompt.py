"""What somebody types at the table of `t42 play`, and what it is taken for."""

from __future__ import annotations

from typing import Any

import pytest

from texas42_client.errors import ClientError
from texas42_client.home.prompt import help_text, options, read, spoken, unclear, which_one

BIDS: list[dict[str, Any]] = [
    {"type": "pass"},
    *({"type": "bid", "points": points} for points in range(30, 42)),
    {"type": "bid", "marks": 1},
    {"type": "bid", "marks": 2},
]
TRUMPS: list[dict[str, Any]] = [
    {"type": "declare", "trump": trump} for trump in [*"0123456", "doubles", "none"]
]
COVERED: list[dict[str, Any]] = [{**move, "open_tricks": n} for move in TRUMPS for n in (1, 2)]
TILES: list[dict[str, Any]] = [{"type": "play", "tile": tile} for tile in ("0-3", "4-6", "1-1")]


@pytest.mark.parametrize(
    ("text", "legal", "move"),
    [
        ("pass", BIDS, {"type": "pass"}),
        ("31", BIDS, {"type": "bid", "points": 31}),
        ("bid 31", BIDS, {"type": "bid", "points": 31}),
        ("1 mark", BIDS, {"type": "bid", "marks": 1}),
        ("84", BIDS, {"type": "bid", "marks": 2}),
        ("4", BIDS, {"type": "bid", "points": 32}),
        ("sixes", TRUMPS, {"type": "declare", "trump": "6"}),
        ("no trump", TRUMPS, {"type": "declare", "trump": "none"}),
        ("9", TRUMPS, {"type": "declare", "trump": "none"}),
        ("sixes open 2", COVERED, {"type": "declare", "trump": "6", "open_tricks": 2}),
        ("17", COVERED, {"type": "declare", "trump": "none", "open_tricks": 1}),
        ("2", TILES, {"type": "play", "tile": "4-6"}),
        ("6-4", TILES, {"type": "play", "tile": "4-6"}),
        ("64", TILES, {"type": "play", "tile": "4-6"}),
        ("play 6-4", TILES, {"type": "play", "tile": "4-6"}),
    ],
)
def test_a_number_of_the_list_or_the_move_itself(text, legal, move):
    assert read(text, legal) == [move]


@pytest.mark.parametrize(
    ("text", "legal", "question"),
    [
        ("1", BIDS, "1 could be pass (number 1 in the list) or 1 mark. Please write it out."),
        ("2", BIDS, "2 could be 30 (number 2 in the list) or 2 marks. Please write it out."),
        ("3", TRUMPS, "3 could be twos (number 3 in the list) or threes. Please write it out."),
        ("sixes", COVERED, "sixes could be sixes open 1 or sixes open 2. Please write it out."),
    ],
)
def test_what_could_mean_two_things_is_asked_again(text, legal, question):
    meant = read(text, legal)
    assert len(meant) > 1
    assert which_one(text, meant, legal) == question


@pytest.mark.parametrize(
    ("text", "answers"),
    [("3", ["twos", "threes"]), ("1", ["pass", "1 mark"]), ("2", ["30", "2 marks"])],
)
def test_every_answer_that_the_question_offers_is_understood(text, answers):
    legal = TRUMPS if text == "3" else BIDS
    assert [options([move]) for move in read(text, legal)] == answers
    for answer in answers:
        assert len(read(answer, legal)) == 1


def test_nothing_at_all_is_the_only_move_there_is():
    assert read("", TILES[:1]) == TILES[:1]
    assert read("", TILES) == []


@pytest.mark.parametrize(
    ("text", "status", "move"),
    [
        ("29", "bidding", {"type": "bid", "points": 29}),
        ("pass", "bidding", {"type": "pass"}),
        ("sixes", "declaring", {"type": "declare", "trump": "6"}),
        ("5-5", "playing", {"type": "play", "tile": "5-5"}),
    ],
)
def test_a_move_that_is_not_legal_is_still_understood(text, status, move):
    assert spoken(text, status) == move


@pytest.mark.parametrize("status", ["bidding", "declaring", "playing"])
def test_anything_else_is_told_what_would_be_right(status):
    legal = {"bidding": BIDS, "declaring": TRUMPS, "playing": TILES}[status]
    view = {"status": status, "legal_moves": legal}
    with pytest.raises(ClientError):
        spoken("banana", status)
    assert f"You may say: {options(legal)}." in unclear("banana", view)
    assert "Type a number from the list or the move itself" in help_text(view)


def test_a_row_of_bids_is_said_in_short():
    assert options(BIDS) == "pass, 30 to 41, 1 mark, 2 marks"
    assert options(BIDS[:1] + BIDS[-2:]) == "pass, 1 mark, 2 marks"


def test_open_tricks_are_explained_where_they_are_asked():
    asked = {"status": "declaring", "legal_moves": COVERED}
    assert "sixes open 1" in help_text(asked)
    assert "open" not in help_text({"status": "declaring", "legal_moves": TRUMPS})


def test_no_answer_is_answered_with_what_may_be_said():
    said = unclear(" ", {"status": "bidding", "legal_moves": BIDS})
    assert said == "You may say: pass, 30 to 41, 1 mark, 2 marks."
