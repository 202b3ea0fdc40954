"""Moves as JSON bodies: what a request says and what a legal list shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import EACH_TRUMP
from texas42 import (
    TILES,
    Bid,
    Declare,
    Doubles,
    Move,
    Pass,
    Play,
    Special,
    Trump,
    move_body,
    parse_move,
    parse_tile,
)
from texas42.suits import NUMBERS

BODIES: list[tuple[dict[str, Any], Move]] = [
    ({"type": "bid", "points": 31}, Bid(points=31)),
    ({"type": "bid", "marks": 2}, Bid(marks=2)),
    ({"type": "pass"}, Pass()),
    ({"type": "play", "tile": "4-6"}, Play(parse_tile("6-4"))),
    *(({"type": "declare", "trump": t.value}, Declare(t)) for t in EACH_TRUMP),
    ({"type": "declare", "trump": "0", "open_tricks": 1}, Declare(EACH_TRUMP[0], 1)),
    ({"type": "declare", "trump": "none", "open_tricks": 2}, Declare(EACH_TRUMP[-1], 2)),
    ({"type": "declare", "trump": "nello"}, Declare(Trump.NELLO)),
    ({"type": "declare", "trump": "sevens", "open_tricks": 1}, Declare(Trump.SEVENS, 1)),
    (
        {"type": "declare", "trump": "nello", "doubles": "low", "open_tricks": 1},
        Declare(Trump.NELLO, 1, Doubles.LOW),
    ),
    (
        {"type": "declare", "trump": "none", "doubles": "own_suit"},
        Declare(Trump.NONE, doubles=Doubles.OWN_SUIT),
    ),
    ({"type": "bid", "marks": 4, "plunge": True}, Bid(marks=4, special=Special.PLUNGE)),
    ({"type": "bid", "marks": 2, "splash": True}, Bid(marks=2, special=Special.SPLASH)),
    ({"type": "play", "tile": "4-6", "call": "4"}, Play(parse_tile("4-6"), NUMBERS[4])),
    ({"type": "play", "tile": "0-5", "call": "0"}, Play(parse_tile("0-5"), NUMBERS[0])),
    ({"type": "play", "tile": "0-5", "call": "5"}, Play(parse_tile("0-5"), NUMBERS[5])),
]


@pytest.mark.parametrize(("body", "move"), BODIES)
def test_a_move_and_its_body_say_the_same(body, move):
    assert move_body(move) == body
    assert parse_move(body) == move


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_may_be_said_from_either_end(tile):
    label = move_body(Play(tile))["tile"]
    assert label[0] <= label[2]
    for spelling in (label, label[::-1]):
        assert parse_move({"type": "play", "tile": spelling}) == Play(tile)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "no such move: None"),
        ({"type": "claim"}, "no such move: 'claim'"),
        ({"type": "bid"}, "either points or marks"),
        ({"type": "bid", "points": 30, "marks": 1}, "either points or marks"),
        ({"type": "declare"}, "not a valid Trump"),
        ({"type": "declare", "trump": "7"}, "not a valid Trump"),
        ({"type": "declare", "trump": "sixes"}, "not a valid Trump"),
        ({"type": "play"}, "no such tile"),
        ({"type": "play", "tile": "7-1"}, "no such tile"),
        ({"type": "play", "tile": "4-6", "call": "5"}, "call is an end of the tile"),
        ({"type": "play", "tile": "4-6", "call": 4}, "call is an end of the tile"),
        ({"type": "play", "tile": "4-6", "call": "trump"}, "call is an end of the tile"),
        ({"type": "bid", "points": 30, "plunge": True}, "a plunge is a bid of marks"),
        ({"type": "bid", "points": 30, "splash": True}, "a splash is a bid of marks"),
        ({"type": "bid", "plunge": True}, "either points or marks"),
        ({"type": "bid", "marks": 4, "plunge": True, "splash": True}, "not both"),
        ({"type": "declare", "trump": "none", "doubles": "middle"}, "not a valid Doubles"),
    ],
)
def test_a_body_that_says_no_move_is_refused(body, why):
    with pytest.raises(ValueError, match=why):
        parse_move(body)


@pytest.mark.parametrize("special", ["plunge", "splash"])
def test_a_plunge_that_is_false_or_null_is_none(special):
    for nothing in (False, None):
        assert parse_move({"type": "bid", "marks": 2, special: nothing}) == Bid(marks=2)


@pytest.mark.parametrize("both", [{}, {"points": 30, "marks": 1}])
def test_a_bid_names_points_or_marks_and_not_both(both):
    with pytest.raises(ValueError, match="either points or marks"):
        Bid(**both)
