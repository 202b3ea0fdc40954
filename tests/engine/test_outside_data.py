"""What engines of other people answer, answered by ours without one difference.

`tests/data/README.md` says where the data comes from.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.tables import TABLE, Game, after_each_move, game_at_play, tiles
from texas42 import (
    Bid,
    BidMade,
    Dealt,
    Declare,
    Declared,
    Match,
    Passed,
    Seat,
    Trump,
    legal_moves,
)

HERE = Path(__file__).parents[1] / "data"
ORIGINALS = Path(__file__).parents[3] / "shared" / "data"


def rows(name: str) -> list[list[Any]]:
    return json.loads((HERE / name).read_text("utf-8"))


def original(name: str) -> Path:
    path = ORIGINALS / name
    if not path.exists():
        pytest.skip(f"the original {name} is not beside this checkout")
    return path


def answer(trump: str, held: str, place: int, plays: str) -> list[Any]:
    """What the engine says of a position: the follower's legal tiles, who wins, the points."""
    hands = [tiles(tile) for tile in plays.split()]
    hands[place] = tiles(held)
    game = Game({"early_end": False})
    leader, *others = TABLE.seats
    game.record(Dealt(TABLE.seats[-1], tuple(hands)))
    game.record(BidMade(leader, Bid(points=30)))
    for seat in others:
        game.record(Passed(seat))
    game.record(Declared(leader, Declare(Trump(trump))))
    legal = []
    for at, tile in enumerate(plays.split()):
        if at == place:
            legal = game.legal()
        game.plays(tile)
    (trick,) = game.hand.tricks
    return [" ".join(legal), trick.winner, trick.points]


def test_2000_positions_on_which_four_engines_agree():
    positions = rows("positions.json")
    assert len(positions) == 2000
    for trump, held, place, plays, *theirs in positions:
        assert answer(trump, held, place, plays) == theirs, (trump, held, place, plays)


def can_end_at(match: Match, watched: Seat, points: list[int], dead: set[Any]) -> bool:
    """Whether some way to play the hand out ends at these points.

    The seat that was watched decides no more: wherever it comes to its turn it has one legal tile.
    `dead` are the tables from which no way has been found.
    """
    hand = match.hand
    if hand is None:
        return match.hands[-1].hand.captured == points
    key = (hand.turn, *hand.captured, *hand.trick, *map(tuple, map(hand.held, TABLE.seats)))
    if key in dead:
        return False
    for after in after_each_move(match):
        decides = after.turn == watched and len(legal_moves(after, watched)) > 1
        if not decides and can_end_at(after, watched, points, dead):
            return True
    dead.add(key)
    return False


def walt_table(row: list[Any], early_end: bool) -> Game:
    """Walt's deal; whoever leads first has bid 30 and named the trump."""
    trump, dealt, record, *_ = row
    held = dict(zip(TABLE.labels, dealt, strict=True))
    return game_at_play(trump, "30", {"early_end": early_end}, record[0], **held)


def test_300_hands_of_walt_have_our_legal_tiles_and_our_results():
    """The record stops at the last decision of the seat that was watched.

    Where several ways lead on from there, walt's result must be that of one of them.
    """
    for row in rows("walt-hands.json"):
        game = walt_table(row, early_end=False)
        _, _, record, legal_at, *points = row
        watched: set[Any] = set()
        for before, play in enumerate([*record.split(), None]):
            if str(before) in legal_at:
                assert sorted(game.legal()) == sorted(legal_at[str(before)].split()), row
                watched.add(game.match.turn)
            if play is not None:
                game.go(f"{play[0]}: {play[1:]}")
        (seat,) = watched
        assert can_end_at(game.match, seat, points, set()), row


def test_walts_hands_are_made_and_set_as_we_decide_them():
    decided: Counter[bool | None] = Counter()
    for row in rows("walt-hands.json"):
        game = walt_table(row, early_end=True)
        bidders = TABLE.side_of[TABLE.seat(row[2][0])]
        for play in row[2].split():
            if game.match.hand is not None:
                game.go(f"{play[0]}: {play[1:]}")
        if game.match.hands:
            made = row[4 + bidders] >= 30
            assert game.last.made is made, row
            decided[made] += 1
    assert decided == {True: 31, False: 65}


def test_the_positions_are_those_of_the_original():
    theirs = json.loads(original("positions.json").read_text("utf-8"))["positions"]
    assert rows("positions.json") == [
        [
            row["trump"],
            " ".join(row["hand"]),
            row["pos"],
            " ".join(row["plays"]),
            " ".join(row["legal"]),
            row["winner"],
            row["points"],
        ]
        for row in theirs
    ]


def test_walts_hands_are_those_of_the_original():
    with gzip.open(original("walt-hands-000-299.jsonl.gz"), "rt", encoding="utf-8") as lines:
        theirs = [json.loads(line) for line in lines]
    ours = rows("walt-hands.json")
    assert [row["hand"] for row in theirs if row.get("summary")] == list(range(len(ours)))
    for row in theirs:
        trump, dealt, record, legal_at, *points = ours[row["hand"]]
        assert str(row["trump"]) == trump
        if row.get("summary"):
            assert [_tiles(held) for held in row["hands"]] == dealt
            assert [row["banked_t0"], row["banked_t1"]] == points
            assert row["made"] == (points[1] >= 30)
        else:
            plays = [f"{'ABCD'[p['seat']]}{_tiles([p['tile']])}" for p in row["record"]]
            assert record.split()[: len(plays)] == plays
            assert legal_at.pop(str(len(plays))) == _tiles(tile for tile, *_ in row["l1"])
    assert [left for *_, left, _, _ in ours if left] == []


def _tiles(theirs: Any) -> str:
    """Walt writes the higher end first and no dash: `64` is our `4-6`."""
    return " ".join(f"{low}-{high}" for high, low in theirs)
