"""Moves as JSON bodies: what a request says and what a legal list shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import EACH_TRUMP
from texas42 import TILES, Bid, Declare, Move, Pass, Play, move_body, parse_move, parse_tile

BODIES: list[tuple[dict[str, Any], Move]] = [
    ({"type": "bid", "points": 31}, Bid(points=31)),
    ({"type": "bid", "marks": 2}, Bid(marks=2)),
    ({"type": "pass"}, Pass()),
    ({"type": "play", "tile": "4-6"}, Play(parse_tile("6-4"))),
    *(({"type": "declare", "trump": t.value}, Declare(t)) for t in EACH_TRUMP),
    ({"type": "declare", "trump": "0", "open_tricks": 1}, Declare(EACH_TRUMP[0], 1)),
    ({"type": "declare", "trump": "none", "open_tricks": 2}, Declare(EACH_TRUMP[-1], 2)),
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
    ],
)
def test_a_body_that_says_no_move_is_refused(body, why):
    with pytest.raises(ValueError, match=why):
        parse_move(body)


@pytest.mark.parametrize("both", [{}, {"points": 30, "marks": 1}])
def test_a_bid_names_points_or_marks_and_not_both(both):
    with pytest.raises(ValueError, match="either points or marks"):
        Bid(**both)
