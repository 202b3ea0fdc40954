"""R8, the play: trump named by a lead, leads that are asked for, small ends, doubles, covers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import Game, ending, game_at_play, winner_of
from texas42 import Declared, Played, view

FIRST_TILE = {"undeclared_trump": "first_tile"}
SMALL_ENDS = {"small_end_open": True}
TRUMPS = [*"0123456", "doubles", "none"]


def declaring(rules: Any, bid: str = "30", bidder: str = "A", **hands: str) -> Game:
    """The auction is over; with these hands."""
    return Game(rules).deal(dealer="D", **hands).auction(bidder, bid)


# undeclared_trump


@pytest.mark.parametrize(
    ("led", "trump"),
    [("4-6", "6"), ("0-6", "6"), ("3-3", "3"), ("0-0", "0"), ("0-1", "1"), ("6-6", "6")],
)
def test_r8_first_tile_names_its_higher_end_as_trump(led, trump):
    game = declaring(FIRST_TILE, A=led).go(f"A: {led}")
    told = view(game.match, None)
    assert (told["status"], told["contract"]["trump"]) == ("playing", trump)
    assert told["current_trick"]["suit"] == "trump"
    assert told["turn"] == "B"


def test_r8_first_tile_lists_the_plays_after_the_declarations():
    hand = "4-6 3-3 0-0 0-1 0-2 0-3 0-4"
    game = declaring(FIRST_TILE, A=hand)
    assert game.legal() == [*(f"trump {trump}" for trump in TRUMPS), *hand.split()]


def test_r8_first_tile_leaves_the_declarer_free_to_declare_first():
    game = declaring(FIRST_TILE, A="4-6").go("A: trump 3  A: 4-6")
    assert view(game.match, None)["current_trick"]["suit"] == "6"


def test_r8_first_tile_stands_in_the_log_as_a_play_alone():
    game = declaring(FIRST_TILE, A="4-6").go("A: 4-6")
    assert isinstance(game.log[-1], Played)
    assert not any(isinstance(event, Declared) for event in game.log)


def test_r8_first_tile_opens_one_trick_where_the_declarer_would_choose():
    game = declaring(FIRST_TILE, bid="1 mark", A="4-6").go("A: 4-6")
    assert view(game.match, None)["contract"]["open_tricks"] == 1
    plain = declaring(FIRST_TILE | {"covered_tricks": "none"}, bid="1 mark", A="4-6").go("A: 4-6")
    assert view(plain.match, None)["contract"]["open_tricks"] is None


def test_r8_first_tile_is_for_a_declarer_who_leads():
    four = "6-6 5-5 4-4 3-3 0-1 0-2 0-3"
    rules = FIRST_TILE | {"plunge": True}
    game = declaring(rules | {"plunge_lead": "bidder"}, bid="plunge 4", A=four, C="4-6")
    assert game.legal() == [f"trump {trump} open {n}" for trump in TRUMPS for n in (1, 2)]
    assert game.refused("C: 4-6") == ("R4.1", "not_the_time")
    game = declaring(rules, bid="plunge 4", A=four, C="4-6").go("C: 4-6")
    assert view(game.match, None)["contract"]["trump"] == "6"


def test_r8_first_tile_is_refused_when_not_held_and_takes_no_call():
    game = declaring(FIRST_TILE | SMALL_ENDS, A="4-6 0-0")
    assert game.refused("A: 5-6") == ("R4.7", "tile_not_held")
    assert game.refused("A: 4-6 calls 4") == ("R4.3", "call_refused")
    assert game.refused("B: 5-6") == ("R3.1", "not_your_turn")


def test_r4_1_by_default_trump_is_declared_first():
    assert declaring({}, A="4-6").refused("A: 4-6") == ("R4.1", "not_the_time")


# opening_lead


@pytest.mark.parametrize(
    ("trump", "held", "legal"),
    [
        ("6", "6-6 0-1 4-6 5-5 0-0 0-2 0-3", "6-6 4-6"),
        ("6", "5-5 0-1 4-5 0-5 0-0 0-2 0-3", "5-5 0-1 4-5 0-5 0-0 0-2 0-3"),
        ("0", "0-0 1-1 2-2 3-3 4-4 5-5 6-6", "0-0"),
        ("doubles", "0-0 1-1 2-3 2-4 2-5 2-6 3-4", "0-0 1-1"),
        ("none", "6-6 0-1 4-6 5-5 0-0 0-2 0-3", "6-6 0-1 4-6 5-5 0-0 0-2 0-3"),
    ],
)
def test_r8_opening_lead_is_a_trump_if_one_is_held(trump, held, legal):
    game = game_at_play(trump, rules={"opening_lead": "trump"}, A=held)
    assert " ".join(game.legal()) == legal


def test_r8_opening_lead_of_another_tile_is_refused_at_trick_1_alone():
    hands = {"A": "6-6 5-6 0-0", "B": "1-6", "C": "2-6", "D": "3-6"}
    game = game_at_play("6", rules={"opening_lead": "trump"}, **hands)
    assert game.refused("A: 0-0") == ("R4.7", "must_lead_trump")
    assert game.refused("A: 1-1") == ("R4.7", "tile_not_held")
    game.go("A: 6-6  B: 1-6  C: 2-6  D: 3-6  A: 0-0")


def test_r8_opening_lead_binds_whoever_leads_in_a_plunge():
    rules = {"opening_lead": "trump", "plunge": True}
    game = game_at_play("6 open 1", "plunge 4", rules, A="6-6 5-5 4-4 3-3", C="5-6 0-1")
    assert game.refused("C: 0-1") == ("R4.7", "must_lead_trump")
    game = game_at_play(
        "6 open 1", "plunge 4", rules | {"plunge_lead": "bidder"}, A="6-6 5-5 4-4 3-3"
    )
    assert game.legal() == ["6-6"]


@pytest.mark.parametrize("trump", ["nello open 1", "sevens open 1"])
def test_r8_opening_lead_is_without_effect_in_nello_and_sevens(trump):
    rules = {"nello": True, "sevens": True}
    hand = "3-4 0-0 5-5 6-6 0-1 0-2 0-3"
    usual = game_at_play(trump, "2 marks", rules, A=hand)
    asked = game_at_play(trump, "2 marks", rules | {"opening_lead": "trump"}, A=hand)
    assert asked.legal() == usual.legal()


# small_end_open


def test_r8_small_end_open_adds_the_lower_end_of_tiles_that_have_one():
    game = game_at_play("5", rules=SMALL_ENDS, A="4-6 5-6 3-3 0-1 0-0 5-5 2-3")
    assert game.legal() == [
        "4-6", "5-6", "3-3", "0-1", "0-0", "5-5", "2-3",
        "4-6 calls 4", "0-1 calls 0", "2-3 calls 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lead", "suit", "b_must", "winner"),
    [("4-6", "6", "2-6", "D"), ("4-6 calls 4", "4", "4-5", "A")],
)
def test_r8_small_end_open_makes_the_lower_end_the_called_suit(lead, suit, b_must, winner):
    hands = {"A": "4-6 0-0", "B": "4-5 2-6 0-1", "C": "1-1 1-2", "D": "6-6 1-4"}
    game = game_at_play("3", rules=SMALL_ENDS, **hands).go(f"A: {lead}")
    trick = view(game.match, None)["current_trick"]
    assert trick["suit"] == suit
    assert trick["plays"][0].get("call") == ("4" if "calls" in lead else None)
    assert game.refused("B: 0-1") == ("R4.4", "must_follow_suit")
    follow = "6-6" if suit == "6" else "1-4"
    game.plays(b_must).plays(game.legal()[0]).plays(follow)
    assert game.turn == winner


def test_r8_small_end_open_is_for_trick_1():
    hands = {"A": "6-6 4-5 5-6", "B": "1-6", "C": "2-6", "D": "3-6"}
    game = game_at_play("6", rules=SMALL_ENDS, **hands).go("A: 6-6  B: 1-6  C: 2-6  D: 3-6")
    assert not [word for word in game.legal() if "calls" in word]
    assert game.refused("A: 4-5 calls 4") == ("R4.3", "call_refused")


def test_r8_small_end_open_is_for_the_leader():
    game = game_at_play("6", rules=SMALL_ENDS, A="4-5", B="3-5").go("A: 4-5")
    assert game.refused("B: 3-5 calls 3") == ("R4.3", "call_refused")


@pytest.mark.parametrize(
    ("rules", "trump", "word"),
    [
        ({}, "6", "A: 4-5 calls 4"),
        (SMALL_ENDS, "6", "A: 4-6 calls 4"),
        (SMALL_ENDS, "6", "A: 4-5 calls 5"),
        (SMALL_ENDS, "6", "A: 3-3 calls 3"),
        (SMALL_ENDS, "none", "A: 3-3 calls 3"),
    ],
)
def test_r8_small_end_open_refuses_other_calls(rules, trump, word):
    game = game_at_play(trump, rules=rules, A="4-5 4-6 3-3")
    assert game.refused(word) == ("R4.3", "call_refused")


@pytest.mark.parametrize("trump", ["nello open 1", "sevens open 1"])
def test_r8_small_end_open_is_not_for_nello_and_sevens(trump):
    rules = SMALL_ENDS | {"nello": True, "sevens": True}
    game = game_at_play(trump, "2 marks", rules, A="3-4")
    assert game.refused("A: 3-4 calls 3") == ("R4.3", "call_refused")


def test_r8_small_end_open_is_for_a_leader_who_is_declarer():
    rules = SMALL_ENDS | {"plunge": True}
    hands = {"A": "6-6 5-5 4-4 3-3 0-1", "C": "4-5"}
    game = game_at_play("6 open 1", "plunge 4", rules, **hands)
    assert "4-5 calls 4" in game.legal()
    game = game_at_play("6 open 1", "plunge 4", rules | {"plunge_lead": "bidder"}, **hands)
    assert game.refused("A: 0-1 calls 0") == ("R4.3", "call_refused")


def test_r8_small_end_open_in_no_trump():
    game = game_at_play("none", rules=SMALL_ENDS, A="4-6", B="4-4 6-6").go("A: 4-6 calls 4")
    assert "6-6" not in game.legal()


# no_trump_doubles


@pytest.mark.parametrize(
    ("doubles", "plays", "wins"),
    [
        ("high", "5-6 6-6 0-6 1-1", "6-6"),
        ("high", "1-3 3-3 3-6 0-0", "3-3"),
        ("low", "5-6 6-6 0-6 1-1", "5-6"),
        ("low", "6-6 0-6 5-5 1-1", "0-6"),
        ("low", "6-6 5-5 1-1 0-0", "6-6"),
        ("own_suit", "5-6 6-6 0-6 1-1", "5-6"),
        ("own_suit", "1-1 5-6 6-6 5-5", "6-6"),
        ("own_suit", "0-0 5-6 4-5 3-5", "0-0"),
    ],
)
def test_r8_no_trump_doubles_say_what_wins(doubles, plays, wins):
    assert winner_of("none", plays, doubles) == wins


@pytest.mark.parametrize(
    ("doubles", "led", "legal"),
    [("high", "3-6", "6-6"), ("low", "3-6", "6-6"), ("own_suit", "3-6", "6-6 0-0 1-2"),
     ("high", "4-4", "6-6 0-0 1-2"), ("own_suit", "4-4", "6-6 0-0")],
)  # fmt: skip
def test_r8_no_trump_doubles_say_what_follows(doubles, led, legal):
    fill = "1-3 1-5 2-3 2-5"
    game = game_at_play(
        "none", rules={"no_trump_doubles": [doubles]}, A=led, B=f"6-6 0-0 1-2 {fill}"
    ).plays(led)
    assert [tile for tile in game.legal() if tile not in fill] == legal.split()


def test_r8_no_trump_doubles_are_chosen_where_there_is_a_choice():
    game = declaring({"no_trump_doubles": ["own_suit", "low"]})
    assert game.legal() == [
        *(f"trump {trump}" for trump in TRUMPS[:-1]),
        "trump none doubles low",
        "trump none doubles own_suit",
    ]
    assert game.refused("A: trump none") == ("R4.6", "doubles_required")
    assert game.refused("A: trump none doubles high") == ("R4.6", "doubles_required")
    assert game.refused("A: trump 6 doubles low") == ("R4.6", "doubles_refused")
    game.go("A: trump none doubles low")
    contract = view(game.match, None)["contract"]
    assert (contract["trump"], contract["doubles"]) == ("none", "low")


def test_r8_no_trump_doubles_are_not_said_where_there_is_none():
    game = declaring({"no_trump_doubles": ["low"]})
    assert game.refused("A: trump none doubles low") == ("R4.6", "doubles_refused")
    game.go("A: trump none")
    assert view(game.match, None)["contract"]["doubles"] is None


def test_r8_with_any_trump_doubles_are_high_whatever_no_trump_has():
    rules = {"no_trump_doubles": ["low"], "early_end": False}
    game = game_at_play("6", rules=rules, A="4-5", B="5-5", C="0-5", D="2-5").go(
        "A: 4-5  B: 5-5  C: 0-5  D: 2-5"
    )
    assert game.turn == "B"


# covered_tricks


def after_two_tricks(rules: dict[str, Any], bid: str, declared: str) -> dict[str, Any]:
    """What is shown to all after the bidder's sixes took two tricks."""
    game = game_at_play(declared, bid, rules, A="6-6 5-6 4-6 3-6 2-6 1-6 0-6")
    while len(game.hand.tricks) < 2:
        game.plays(game.legal()[0])
    return view(game.match, None)


@pytest.mark.parametrize(
    ("covered", "bid", "declared", "shown", "points"),
    [
        ("declarer_chooses", "30", "6", [1, 2], True),
        ("declarer_chooses", "1 mark", "6 open 1", [2], False),
        ("declarer_chooses", "2 marks", "6 open 2", [1, 2], False),
        ("from_two_marks", "30", "6", [1, 2], True),
        ("from_two_marks", "1 mark", "6", [1, 2], True),
        ("from_two_marks", "2 marks", "6", [], False),
        ("none", "30", "6", [1, 2], True),
        ("none", "2 marks", "6", [1, 2], True),
    ],
)
def test_r8_covered_tricks(covered, bid, declared, shown, points):
    told = after_two_tricks({"covered_tricks": covered, "early_end": False}, bid, declared)
    assert [trick["number"] for trick in told["captured"]] == shown
    assert (told["points"] is not None) == points
    assert told["tricks_taken"] == {"A+C": 2, "B+D": 0}


@pytest.mark.parametrize("covered", ["from_two_marks", "none"])
@pytest.mark.parametrize("bid", ["1 mark", "2 marks"])
def test_r6_5_open_tricks_are_refused_where_nothing_is_asked(covered, bid):
    game = declaring({"covered_tricks": covered}, bid)
    assert game.legal() == [f"trump {trump}" for trump in TRUMPS]
    assert game.refused("A: trump 6 open 1") == ("R6.5", "open_tricks_refused")
    game.go("A: trump 6")
    assert view(game.match, None)["contract"]["open_tricks"] is None


@pytest.mark.parametrize("special", ["nello", "sevens"])
def test_r6_5_84_is_played_face_down_in_nello_and_sevens_too(special):
    rules = {"covered_tricks": "from_two_marks", "nello": True, "sevens": True}
    hands = {"A": "0-1 0-2 0-3 1-2 1-3 2-3 0-4", "B": "1-6 2-6 3-6 4-6 5-6 1-5 2-5"}
    if special == "sevens":
        hands = {"A": "3-4 2-5 1-6 0-6 1-5 2-4 3-3"}
    game = game_at_play(special, "2 marks", rules, **hands)
    while len(game.hand.tricks) < 1:
        game.plays(game.legal()[-1])
    told = view(game.match, None)
    assert (told["captured"], told["points"]) == ([], None)


@pytest.mark.parametrize(
    ("kept", "covered", "bid", "declared", "attributed"),
    [
        (0, "none", "2 marks", "6", []),
        (1, "none", "2 marks", "6", [2]),
        ("all", "none", "2 marks", "6", [1, 2]),
        (1, "declarer_chooses", "2 marks", "6 open 2", [2]),
        ("all", "declarer_chooses", "2 marks", "6 open 1", [2]),
        ("all", "from_two_marks", "2 marks", "6", []),
        ("all", "from_two_marks", "30", "6", [1, 2]),
    ],
)
def test_r8_attributed_tricks_keep_seat_and_order_of_face_up_tricks_alone(
    kept, covered, bid, declared, attributed
):
    rules = {"attributed_tricks": kept, "covered_tricks": covered, "early_end": False}
    told = after_two_tricks(rules, bid, declared)
    assert [trick["number"] for trick in told["captured"] if "plays" in trick] == attributed


# early_end


@pytest.mark.parametrize(
    ("early_end", "bid", "declared", "ends"),
    [
        (True, "30", "6", "points made early"),
        (False, "30", "6", "points made at the last trick"),
        (True, "1 mark", "6 open 1", "marks made at the last trick"),
        (False, "1 mark", "6 open 1", "marks made at the last trick"),
    ],
)
def test_r8_early_end_made(early_end, bid, declared, ends):
    game = game_at_play(declared, bid, {"early_end": early_end}, A="6-6 5-6 4-6 3-6 2-6 1-6 0-6")
    while game.match.hand is not None:
        game.plays(game.legal()[-1])
    assert ending(game.match.hands[0]) == ends
    assert game.marks == {"A+C": 1, "B+D": 0}


@pytest.mark.parametrize(
    ("early_end", "bid", "declared", "ends"),
    [
        (True, "30", "6", "points set early"),
        (False, "30", "6", "points set at the last trick"),
        (True, "2 marks", "6 open 1", "marks set early"),
        (False, "2 marks", "6 open 1", "marks set at the last trick"),
    ],
)
def test_r8_early_end_set(early_end, bid, declared, ends):
    hands = {"A": "0-0 0-1 0-2 0-3 0-4 1-1 1-2", "B": "6-6 5-6 4-6 3-6 2-6 1-6 0-6"}
    game = game_at_play(declared, bid, {"early_end": early_end}, **hands)
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    assert ending(game.match.hands[0]) == ends
    assert game.marks == {"A+C": 0, "B+D": 2 if "marks" in bid else 1}


# hints


def test_r8_hints_are_shown_to_all_and_change_nothing_else():
    told, usual = (view(Game(rules).deal().match, None) for rules in ({"hints": True}, {}))
    assert told.pop("rules") == usual.pop("rules") | {"hints": True}
    assert told == usual
