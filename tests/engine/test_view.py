"""What may be seen, rule by rule of section 6, and never more."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given

from tests.engine.looking import (
    BY_ANY_RULES,
    FIVES,
    NOTHING_YET,
    VIEWERS,
    as_json,
    covers,
    each_viewer,
    shown,
    viewers_of,
)
from tests.engine.strategies import Recipe, recipes
from tests.engine.tables import A, Game, game_at_play, names
from texas42 import (
    Match,
    hand_record,
    hand_summary,
    legal_moves,
    move_body,
    tile_label,
    view,
)

ONGOING = {"bidding", "declaring", "playing"}


@each_viewer
def test_r6_1_everyone_sees_the_table(viewer):
    game = game_at_play("6", **FIVES)
    seen = shown(game.plays("0-4 2-4 4-5 4-6 0-6 0-0"), viewer)
    assert seen["turn"] == "B"
    assert (seen["dealer"], seen["bids"][0]["points"], seen["contract"]["trump"]) == ("D", 30, "6")
    counts = {seat: seen["seats"][seat]["tiles_left"] for seat in "ABCD"}
    assert counts == {"A": 5, "B": 6, "C": 6, "D": 5}
    assert seen["current_trick"] == {
        "number": 2,
        "leader": "D",
        "suit": "trump",
        "plays": [{"seat": "D", "tile": "0-6"}, {"seat": "A", "tile": "0-0"}],
    }
    assert (seen["marks"], seen["tricks_taken"]) == (NOTHING_YET, {"A+C": 0, "B+D": 1})


@each_viewer
def test_r6_1_everyone_sees_the_points_captured_where_no_trick_is_covered(viewer):
    early = {"early_end": False}
    points = game_at_play("6", rules=early, **FIVES).plays("5-5 3-5 0-5 6-6")
    assert shown(points, viewer)["points"] == {"A+C": 0, "B+D": 16}
    marks = game_at_play("6 open 2", bid="1 mark", rules=early, **FIVES).plays("5-5 3-5 0-5 6-6")
    assert shown(marks, viewer)["points"] is None
    assert shown(marks, viewer)["tricks_taken"] == {"A+C": 0, "B+D": 1}


@given(recipes(2, BY_ANY_RULES))
def test_r6_1_points_are_null_exactly_when_the_contract_covers_tricks(recipe: Recipe):
    for game in recipe.steps():
        told = view(game.match, None)
        assert (told["points"] is None) == (covers(told) or told["status"] not in ONGOING)


@given(recipes(2, BY_ANY_RULES))
def test_r6_2_a_seat_sees_its_own_tiles_and_legal_moves_and_nobody_elses(recipe: Recipe):
    for game in recipe.steps():
        match = game.match
        for viewer in viewers_of(game):
            told = view(match, viewer)
            if viewer is None:
                assert (told["you"], told["hand"], told["legal_moves"]) == (None, None, [])
                continue
            held = [] if match.hand is None else match.hand.held(viewer)
            assert told["hand"] == [tile_label(tile) for tile in held]
            legal = [move_body(move) for move in legal_moves(match, viewer)]
            assert told["legal_moves"] == legal
            assert bool(legal) == (match.turn == viewer)


TILE = re.compile(r"[0-6]-[0-6]")


@given(recipes(1, BY_ANY_RULES))
def test_r6_2_no_unplayed_tile_of_another_stands_anywhere_in_a_view(recipe: Recipe):
    for game in recipe.steps():
        if game.match.hand is None:
            continue
        held = [set(map(tile_label, game.hand.held(seat))) for seat in game.table.seats]
        for viewer in viewers_of(game):
            told = set(TILE.findall(json.dumps(view(game.match, viewer))))
            for seat in game.table.seats:
                assert seat == viewer or told.isdisjoint(held[seat])


# The three views of captured tricks in the rulebook: three tricks are complete, no trump.

TRICKS = "6-6 0-6 1-6 2-6  5-5 3-5 0-5 1-5  4-4 1-4 3-4 0-4"
STACKED = {"A": "6-6 5-5 4-4", "B": "0-6 3-5 1-4", "C": "1-6 0-5 3-4", "D": "2-6 1-5 0-4"}
SIXES = {"number": 1, "side": "A+C", "tiles": ["0-6", "1-6", "2-6", "6-6"], "points": 1}
FIVE_SET = {"number": 2, "side": "A+C", "tiles": ["0-5", "1-5", "3-5", "5-5"], "points": 16}
FOURS = {"number": 3, "side": "A+C", "tiles": ["0-4", "1-4", "3-4", "4-4"], "points": 6}

THREE_VIEWS = {
    "usual contract": ("30", "none", [SIXES, FIVE_SET, FOURS]),
    "one stack": ("1 mark", "none open 1", [FOURS]),
    "two stacks": ("1 mark", "none open 2", [FIVE_SET, FOURS]),
}


@each_viewer
@pytest.mark.parametrize(("bid", "trump", "captured"), THREE_VIEWS.values(), ids=THREE_VIEWS)
def test_r6_4_r6_5_the_three_views_of_captured_tricks(bid, trump, captured, viewer):
    game = game_at_play(trump, bid=bid, **STACKED).plays(TRICKS)
    seen = shown(game, viewer)
    assert as_json(seen["captured"]) == as_json(captured)
    assert {seat["tiles_left"] for seat in seen["seats"].values()} == {4}
    assert seen["current_trick"] == {"number": 4, "leader": "A", "suit": None, "plays": []}
    assert seen["tricks_taken"] == {"A+C": 3, "B+D": 0}
    assert seen["points"] == ({"A+C": 23, "B+D": 0} if bid == "30" else None)


@each_viewer
def test_r6_3_captured_tricks_are_sets_never_who_played_which_nor_in_what_order(viewer):
    game = game_at_play("none", **STACKED).plays(TRICKS)
    for trick in shown(game, viewer)["captured"]:
        assert list(trick) == ["number", "side", "tiles", "points"]
        assert trick["tiles"] == sorted(trick["tiles"])


def test_r6_3_a_trick_is_collected_as_soon_as_it_is_complete():
    game = game_at_play("none", **STACKED).plays("6-6 0-6 1-6")
    assert len(shown(game)["current_trick"]["plays"]) == 3
    assert shown(game)["captured"] == []
    game.plays("2-6")
    assert shown(game)["current_trick"]["plays"] == []
    assert shown(game)["captured"] == [SIXES]


def played(numbered: dict[str, Any], tiles: str) -> dict[str, Any]:
    """A captured trick that keeps seat and order; A led."""
    plays = [{"seat": seat, "tile": tile} for seat, tile in zip("ABCD", tiles.split(), strict=True)]
    return numbered | {"plays": plays}


SIXES_PLAYED = played(SIXES, "6-6 0-6 1-6 2-6")
FIVES_PLAYED = played(FIVE_SET, "5-5 3-5 0-5 1-5")
FOURS_PLAYED = played(FOURS, "4-4 1-4 3-4 0-4")

ATTRIBUTED = [
    (0, "30", "none", [SIXES, FIVE_SET, FOURS]),
    (1, "30", "none", [SIXES, FIVE_SET, FOURS_PLAYED]),
    ("all", "30", "none", [SIXES_PLAYED, FIVES_PLAYED, FOURS_PLAYED]),
    (0, "1 mark", "none open 1", [FOURS]),
    (1, "1 mark", "none open 1", [FOURS_PLAYED]),
    ("all", "1 mark", "none open 1", [FOURS_PLAYED]),
    (0, "1 mark", "none open 2", [FIVE_SET, FOURS]),
    (1, "1 mark", "none open 2", [FIVE_SET, FOURS_PLAYED]),
    ("all", "1 mark", "none open 2", [FIVES_PLAYED, FOURS_PLAYED]),
]


@each_viewer
@pytest.mark.parametrize(("kept", "bid", "trump", "captured"), ATTRIBUTED)
def test_r6_3_attributed_tricks_keep_seat_and_order(kept, bid, trump, captured, viewer):
    rules = {"attributed_tricks": kept}
    game = game_at_play(trump, bid=bid, rules=rules, **STACKED).plays(TRICKS)
    assert as_json(shown(game, viewer)["captured"]) == as_json(captured)


@each_viewer
@pytest.mark.parametrize("kept", [0, 1, "all"])
def test_r6_3_before_the_first_trick_nothing_is_captured(kept, viewer):
    rules = {"attributed_tricks": kept}
    for trump, bid in (("none", "30"), ("none open 2", "1 mark")):
        game = game_at_play(trump, bid=bid, rules=rules, **STACKED)
        assert shown(game, viewer)["captured"] == []


def test_r6_5_the_cover_moves_only_when_a_trick_completes():
    game = game_at_play("none open 1", bid="1 mark", **STACKED)
    seen = []
    for tile in TRICKS.split():
        seen.append([trick["number"] for trick in shown(game.plays(tile))["captured"]])
    assert seen == [[], [], [], [1], [1], [1], [1], [2], [2], [2], [2], [3]]


def test_r6_5_the_declarer_chooses_before_the_first_lead_and_everyone_sees_it():
    game = game_at_play("none open 2", bid="1 mark", **STACKED)
    assert shown(game)["contract"]["open_tricks"] == 2
    assert game_at_play("none", **STACKED).match.hand is not None
    assert shown(game_at_play("none", **STACKED))["contract"]["open_tricks"] is None


def test_r6_5_a_set_mark_contract_that_is_played_out_stays_covered():
    rules = {"early_end": False}
    game = game_at_play("none open 1", bid="1 mark", rules=rules, A="1-2 0-0", B="2-2 6-6")
    game.plays("1-2 2-2")
    while len(game.hand.tricks) < 3:
        seat = game.match.turn
        assert seat is not None
        game.move(seat, legal_moves(game.match, seat)[0])
    seen = shown(game)
    assert seen["tricks_taken"]["B+D"] >= 1
    assert [trick["number"] for trick in seen["captured"]] == [3]
    assert seen["points"] is None


@given(recipes(1, BY_ANY_RULES))
def test_r6_5_at_most_the_chosen_number_of_tricks_is_face_up(recipe: Recipe):
    for game in recipe.steps():
        told = view(game.match, None)
        if told["contract"] is None or told["contract"]["trump"] is None:
            continue
        numbers = [trick["number"] for trick in told["captured"]]
        done = list(range(1, told["current_trick"]["number"]))
        shown = told["contract"]["open_tricks"]
        face_down = done if shown is None else done[:-shown]
        assert numbers == ([n for n in done if n not in face_down] if covers(told) else done)


@given(recipes(3, BY_ANY_RULES))
def test_r6_6_after_the_hand_all_played_tiles_are_told_and_never_another(recipe: Recipe):
    match = recipe.play().match
    for number, (hand, *_) in enumerate(match.hands, start=1):
        record = hand_record(match, number)
        told = [play["tile"] for trick in record["tricks"] for play in trick["plays"]]
        assert told == [tile_label(tile) for trick in hand.tricks for tile in trick.tiles]
        text = as_json(record)
        for seat in match.table.seats:
            for tile in hand.held(seat):
                assert f'"{tile_label(tile)}"' not in text


@given(recipes(3, BY_ANY_RULES))
def test_r6_6_a_summary_is_the_record_without_its_tricks(recipe: Recipe):
    match = recipe.play().match
    for number in range(1, len(match.hands) + 1):
        record = hand_record(match, number)
        del record["tricks"]
        assert as_json(hand_summary(match, number)) == as_json(record)


def test_r6_6_tiles_that_were_never_played_stay_private_after_the_match():
    game = game_at_play("6", rules={"target": 1}, **FIVES).plays("5-5 3-5 0-5 6-6")
    for viewer in VIEWERS:
        text = as_json([shown(game, viewer), hand_record(game.match, 1)])
        assert "1-6" not in text
        assert "0-0" not in text


def test_r6_7_the_trick_that_ends_a_hand_is_shown_as_it_was_played():
    game = game_at_play("6", **FIVES).plays("5-5 3-5 0-5 6-6").deal(**FIVES)
    plays = hand_record(game.match, 1)["tricks"][-1]["plays"]
    assert " ".join(play["seat"] + play["tile"] for play in plays) == "A5-5 B3-5 C0-5 D6-6"


@pytest.mark.parametrize("number", [-1, 0, 1, 2, 3, 10**6])
@pytest.mark.parametrize("told", [hand_record, hand_summary])
def test_a_hand_that_is_on_and_one_that_never_was_are_refused_alike(told, number):
    def refusal(match: Match) -> tuple[type, str]:
        with pytest.raises(LookupError) as caught:
            told(match, number)
        return type(caught.value), str(caught.value)

    waiting = Game()
    on = Game().deal(**FIVES)
    playing = game_at_play("6", **FIVES).plays("5-5 3-5")
    expected = (LookupError, f"no finished hand has number {number}")
    assert refusal(waiting.match) == refusal(on.match) == refusal(playing.match) == expected


@pytest.mark.parametrize("number", [-1, 0, 2, 3])
@pytest.mark.parametrize("told", [hand_record, hand_summary])
def test_hands_are_numbered_from_1_to_the_last_that_is_over(told, number):
    game = game_at_play("6", **FIVES).plays("5-5 3-5 0-5 6-6").deal(**FIVES)
    assert told(game.match, 1)["number"] == 1
    with pytest.raises(LookupError, match=f"no finished hand has number {number}"):
        told(game.match, number)


def test_r1_4_the_view_keeps_the_order_in_which_a_seat_was_dealt():
    game = game_at_play("6", A="5-5 0-4 6-6 0-0 3-3 1-2 0-1").plays("3-3")
    assert shown(game, A)["hand"] == ["5-5", "0-4", "6-6", "0-0", "1-2", "0-1"]
    assert names(game.hand.held(A)) == "5-5 0-4 6-6 0-0 1-2 0-1"
