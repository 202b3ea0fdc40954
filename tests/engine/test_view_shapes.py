"""The exact shape of a view in each phase, and of a finished hand: members, values and order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.engine.looking import (
    BY_ANY_RULES,
    DEFAULTS,
    FIVES,
    NOTHING_YET,
    as_json,
    shown,
    viewers_of,
)
from tests.engine.strategies import Recipe, recipes
from tests.engine.tables import A, B, C, D, Game, game_at_play
from texas42 import Created, Joined, hand_record, hand_summary, replay, resolve, view


def seats(left: int | dict[str, int], **players: str | None) -> dict[str, Any]:
    """The `seats` member of a view: everybody's name, and how many tiles each has left."""
    names_of = {"A": "ann", "B": "bob", "C": "cat", "D": "dan"} | players
    return {
        seat: {
            "player": names_of[seat],
            "kept_for": None,
            "side": "A+C" if seat in "AC" else "B+D",
            "tiles_left": left if isinstance(left, int) else left[seat],
        }
        for seat in "ABCD"
    }


POINT_BIDS = [{"type": "bid", "points": points} for points in range(30, 42)]
MARK_BIDS = [{"type": "bid", "marks": marks} for marks in (1, 2)]


def contract(**changed: Any) -> dict[str, Any]:
    """A contract of A's for 30, as a view shows it, but for what is changed."""
    return {
        "kind": "points",
        "bidder": "A",
        "declarer": "A",
        "points": 30,
        "marks": None,
        "trump": None,
        "doubles": None,
        "open_tricks": None,
    } | changed


NO_HAND: dict[str, Any] = {
    "dealer": None,
    "bids": [],
    "contract": None,
    "hand": None,
    "legal_moves": [],
    "current_trick": None,
    "captured": [],
    "tricks_taken": None,
    "points": None,
}
AUCTION_30 = [
    {"seat": "A", "type": "bid", "points": 30},
    {"seat": "B", "type": "pass"},
    {"seat": "C", "type": "pass"},
    {"seat": "D", "type": "pass"},
]


def expected(game: Game, **members: Any) -> dict[str, Any]:
    """A whole view in the order of its members; what is not given is as before the first trick."""
    return {
        "version": len(game.log),
        "status": members["status"],
        "rules": members.get("rules", DEFAULTS),
        "seats": members.get("seats", seats(7)),
        "you": members.get("you"),
        "turn": members.get("turn"),
        "hand_number": members.get("hand_number", 1),
        "dealer": members.get("dealer", "D"),
        "bids": members.get("bids", []),
        "contract": members.get("contract"),
        "hand": members.get("hand"),
        "legal_moves": members.get("legal_moves", []),
        "current_trick": members.get("current_trick"),
        "captured": members.get("captured", []),
        "tricks_taken": members.get("tricks_taken", NOTHING_YET),
        "points": members.get("points", NOTHING_YET),
        "marks": members.get("marks", NOTHING_YET),
        "score": None,
        "last_hand": members.get("last_hand"),
        "winner": members.get("winner"),
    }


def test_open_nobody_seated():
    game = Game()
    game.log = [Created("friday", "ann", resolve(), kept=((B, "bob"),))]
    game.match = replay(game.log)
    empty = seats(0, A=None, B=None, C=None, D=None)
    empty["B"]["kept_for"] = "bob"
    opened = expected(game, status="open", hand_number=0, seats=empty, **NO_HAND)
    assert as_json(shown(game)) == as_json(opened)


def test_open_one_seated_the_kept_seat_is_kept_no_longer():
    game = Game()
    game.log = [Created("friday", "ann", resolve(), kept=((B, "bob"),)), Joined(B, "bob")]
    game.match = replay(game.log)
    one = seats(0, A=None, B="bob", C=None, D=None)
    members = NO_HAND | {"hand": []}
    opened = expected(game, status="open", hand_number=0, seats=one, you="B", **members)
    assert as_json(shown(game, B)) == as_json(opened)


def test_bidding():
    game = Game().deal(**FIVES).go("A: 30")
    bids = AUCTION_30[:1]
    common: dict[str, Any] = {"status": "bidding", "turn": "B", "bids": bids}
    assert as_json(shown(game)) == as_json(expected(game, **common))
    own: dict[str, Any] = {"you": "A", "hand": FIVES["A"].split()}
    assert as_json(shown(game, A)) == as_json(expected(game, **common, **own))
    legal = [{"type": "pass"}, *POINT_BIDS[1:], *MARK_BIDS]
    own = {"you": "B", "hand": FIVES["B"].split(), "legal_moves": legal}
    assert as_json(shown(game, B)) == as_json(expected(game, **common, **own))


def test_declaring():
    game = Game().deal(**FIVES).go("A: 30  B: pass  C: pass  D: pass")
    common: dict[str, Any] = {
        "status": "declaring",
        "turn": "A",
        "bids": AUCTION_30,
        "contract": contract(),
    }
    assert as_json(shown(game)) == as_json(expected(game, **common))
    own: dict[str, Any] = {"you": "C", "hand": FIVES["C"].split()}
    assert as_json(shown(game, C)) == as_json(expected(game, **common, **own))
    trumps = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
    legal = [{"type": "declare", "trump": trump} for trump in trumps]
    own = {"you": "A", "hand": FIVES["A"].split(), "legal_moves": legal}
    assert as_json(shown(game, A)) == as_json(expected(game, **common, **own))


def test_declaring_all_tricks():
    game = Game().deal(**FIVES).go("A: 1 mark  B: pass  C: pass  D: pass")
    legal = shown(game, A)["legal_moves"]
    assert len(legal) == 18
    assert legal[:3] == [
        {"type": "declare", "trump": "0", "open_tricks": 1},
        {"type": "declare", "trump": "0", "open_tricks": 2},
        {"type": "declare", "trump": "1", "open_tricks": 1},
    ]
    marks = contract(kind="marks", points=None, marks=1)
    assert as_json(shown(game, A)["contract"]) == as_json(marks)
    assert shown(game)["points"] is None


def test_before_the_lead():
    game = game_at_play("6", **FIVES)
    trick = {"number": 1, "leader": "A", "suit": None, "plays": []}
    common: dict[str, Any] = {
        "status": "playing",
        "turn": "A",
        "bids": AUCTION_30,
        "contract": contract(trump="6"),
        "current_trick": trick,
    }
    assert as_json(shown(game)) == as_json(expected(game, **common))


def test_the_rulebooks_trick_after_two_tiles():
    game = game_at_play("6", **FIVES).plays("5-5 3-5")
    plays = [{"seat": "A", "tile": "5-5"}, {"seat": "B", "tile": "3-5"}]
    common: dict[str, Any] = {
        "status": "playing",
        "turn": "C",
        "seats": seats({"A": 6, "B": 6, "C": 7, "D": 7}),
        "bids": AUCTION_30,
        "contract": contract(trump="6"),
        "current_trick": {"number": 1, "leader": "A", "suit": "5", "plays": plays},
    }
    assert as_json(shown(game)) == as_json(expected(game, **common))
    own: dict[str, Any] = {"you": "A", "hand": ["0-0", "0-1", "0-2", "0-3", "0-4", "1-1"]}
    assert as_json(shown(game, A)) == as_json(expected(game, **common, **own))
    legal = [{"type": "play", "tile": tile} for tile in ("0-5", "1-5", "2-5", "4-5")]
    own = {"you": "C", "hand": FIVES["C"].split(), "legal_moves": legal}
    assert as_json(shown(game, C)) == as_json(expected(game, **common, **own))


def test_finished():
    game = game_at_play("6", rules={"target": 1}, **FIVES).plays("5-5 3-5 0-5 6-6")
    last = {
        "number": 1,
        "dealer": "D",
        "bids": AUCTION_30,
        "contract": contract(trump="6"),
        "points": {"A+C": 0, "B+D": 16},
        "result": {"made": False, "side": "B+D", "marks": 1, "score": None},
        "marks": {"A+C": 0, "B+D": 1},
        "score": None,
    }
    common = NO_HAND | {
        "status": "finished",
        "rules": DEFAULTS | {"target": 1},
        "seats": seats(0),
        "marks": {"A+C": 0, "B+D": 1},
        "last_hand": last,
        "winner": "B+D",
    }
    assert as_json(shown(game)) == as_json(expected(game, **common))
    own: dict[str, Any] = {"you": "D", "hand": []}
    assert as_json(shown(game, D)) == as_json(expected(game, **(common | own)))
    assert as_json(hand_summary(game.match, 1)) == as_json(last)


def test_the_record_of_a_finished_hand():
    game = game_at_play("6", **FIVES).plays("5-5 3-5 0-5 6-6")
    record = {
        "number": 1,
        "dealer": "D",
        "bids": AUCTION_30,
        "contract": contract(trump="6"),
        "tricks": [
            {
                "number": 1,
                "leader": "A",
                "plays": [
                    {"seat": "A", "tile": "5-5"},
                    {"seat": "B", "tile": "3-5"},
                    {"seat": "C", "tile": "0-5"},
                    {"seat": "D", "tile": "6-6"},
                ],
                "winner": "D",
                "side": "B+D",
                "points": 16,
            }
        ],
        "points": {"A+C": 0, "B+D": 16},
        "result": {"made": False, "side": "B+D", "marks": 1, "score": None},
        "marks": {"A+C": 0, "B+D": 1},
        "score": None,
    }
    assert as_json(hand_record(game.match, 1)) == as_json(record)


def test_a_hand_that_was_passed_out_is_numbered_and_listed():
    game = Game().deal(**FIVES).go("A: pass  B: pass  C: pass  D: pass").deal(**FIVES)
    passed = {
        "number": 1,
        "dealer": "D",
        "bids": [{"seat": seat, "type": "pass"} for seat in "ABCD"],
        "contract": None,
        "points": NOTHING_YET,
        "result": None,
        "marks": NOTHING_YET,
        "score": None,
    }
    now = expected(game, status="bidding", turn="B", hand_number=2, dealer="A", last_hand=passed)
    assert as_json(shown(game)) == as_json(now)
    played = [*passed.items()]
    record = dict([*played[:4], ("tricks", []), *played[4:]])
    assert as_json(hand_record(game.match, 1)) == as_json(record)


@pytest.mark.parametrize(
    ("trump", "led", "suit"),
    [
        ("6", "4-5", "5"),
        ("6", "4-6", "trump"),
        ("0", "0-0", "trump"),
        ("0", "0-4", "trump"),
        ("1", "0-0", "0"),
        ("doubles", "3-3", "trump"),
        ("doubles", "2-3", "3"),
        ("none", "3-3", "3"),
    ],
)
def test_the_suit_that_a_lead_calls(trump: str, led: str, suit: str):
    game = game_at_play(trump, A=led).plays(led)
    assert shown(game)["current_trick"]["suit"] == suit


@given(recipes(1, BY_ANY_RULES))
def test_every_view_has_the_same_members_in_the_same_order(recipe: Recipe):
    order = list(expected(Game(), status="open"))
    for game in recipe.steps():
        for viewer in viewers_of(game):
            assert list(view(game.match, viewer)) == order
