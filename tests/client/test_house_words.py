"""What house rules bring about, in sentences: draws, scores in points, sides of one seat."""

from __future__ import annotations

import re
from typing import Any

import pytest

import texas42
from tests.client.tables import Played, play, saying
from texas42_client.table import lists, render
from texas42_client.table.feed import sentences
from texas42_client.table.narrator import Narrator, score_lines
from texas42_client.table.people import People
from texas42_client.table.results import say_gain, say_score
from texas42_client.table.style import Style

PASSES = ("pass", "pass", "pass")
FOUR = play(0).view("A")
FIVE = play(0, seats=5).view("C")


def told(played: Played, seat: str | None, last: int) -> list[str]:
    return render.happened(played.feed(seat, last), played.view(seat))


@pytest.mark.parametrize(
    ("draws", "dealer", "said"),
    [
        (
            {"A": "3-3", "B": "5-6", "C": "0-0", "D": "1-6"},
            "B",
            "Drawn for the deal: you 3-3, bob 5-6, cal 0-0, dee 1-6. bob deals.",
        ),
        (
            {"A": "5-6", "B": "5-5", "C": "0-0", "D": "1-6"},
            "A",
            "Drawn for the deal: you 5-6, bob 5-5, cal 0-0, dee 1-6. You deal.",
        ),
        (
            {"A": "4-6", "B": "5-5", "C": "0-0", "D": "1-6"},
            None,
            "Drawn for the deal: you 4-6, bob 5-5, cal 0-0, dee 1-6. You and bob draw again.",
        ),
        (
            {"B": "4-6", "C": "5-5", "D": "4-6"},
            None,
            "Drawn for the deal: bob 4-6, cal 5-5, dee 4-6. bob, cal and dee draw again.",
        ),
    ],
)
def test_r1_3_the_draws_for_the_deal_are_told(draws, dealer, said):
    assert sentences([{"type": "drawn", "draws": draws, "dealer": dealer}], FOUR) == [said]


def test_r8_4_a_plunge_is_told_from_the_bid_to_the_trump():
    played = play(5, saying("plunge", *PASSES, "none low open 1"), preset="lechner", seed=9)
    assert told(played, "D", 5) == [
        "ann bid a plunge for 4 marks.",
        "bob passed.",
        "cal passed.",
        "You passed.",
        "ann won the auction with a plunge for 4 marks.",
        "cal named no trump, doubles low.",
    ]


def test_r4_1_the_first_tile_led_names_trump():
    words = ("30", *PASSES, "play 3-4")
    played = play(5, saying(*words), undeclared_trump="first_tile")
    assert told(played, "B", 1) == ["ann led 3-4: fours are trump."]
    narrated = Narrator(played.view(None), Style()).tell(played.feed(None, 99))
    assert "  ann bid 30, fours are trump." in narrated


def test_r4_1_the_trump_is_told_when_the_tile_that_named_it_is_collected():
    words = ("30", *PASSES, "play 3-4")
    played = play(9, saying(*words), undeclared_trump="first_tile")
    assert "The first tile named fours." in told(played, "B", 5)
    assert "ann led 3-4: fours are trump." not in told(played, "B", 5)


def test_r4_3_a_called_lower_end_is_told_while_the_trick_is_on_and_after_the_hand():
    words = ("30", *PASSES, "ones", "3-4 call 3")
    played = play(6, saying(*words), small_end_open=True)
    assert told(played, "B", 1) == ["ann led 3-4 and called threes."]
    over = play(40, saying(*words), small_end_open=True)
    record = {**over.view("A")["last_hand"], "tricks": tricks(over)}
    assert "  1  ann 3-4 (threes)  bob " in lists.hand_record(record, over.view("A"))


def tricks(played: Played) -> list[dict[str, Any]]:
    return list(texas42.hand_record(played.match, 1)["tricks"])


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"made": True, "side": "A+C", "marks": 1, "score": None}, "1 mark for you & cal"),
        (
            {"made": True, "side": "A+C", "marks": None, "score": {"A+C": 31, "B+D": 11}},
            "31 points for you & cal, 11 for bob & dee",
        ),
        (
            {"made": False, "side": "B+D", "marks": None, "score": {"A+C": 0, "B+D": 43}},
            "43 points for bob & dee",
        ),
        ({"made": False, "side": "B+D", "marks": None, "score": {"A+C": 0, "B+D": 0}}, "no points"),
    ],
)
def test_r8_8_what_a_hand_is_worth_to_each_side(result, said):
    assert say_gain(result, People(FOUR)) == said


def test_r9_4_a_set_bid_is_worth_the_marks_to_each_of_the_others():
    people = People(FIVE)
    marks = {"made": False, "side": None, "marks": 2, "score": None}
    assert say_gain(marks, people) == "2 marks for each of the others"
    points = {"A": 0, "B": 36, "C": 31, "D": 30, "E": 30}
    gained = {"made": False, "side": None, "marks": None, "score": points}
    assert say_gain(gained, people) == "36 points for bob, 31 for you, 30 for dee, 30 for eve"


def test_r9_1_the_score_of_many_sides_says_whose_it_is():
    score = {"A": 1, "B": 0, "C": 3, "D": 2, "E": 0}
    assert say_score(score, "B", People(FIVE)) == "you 3, dee 2, eve 0, ann 1, bob 0"
    assert say_score(score) == "1 0 3 2 0"
    assert say_score({"A+C": 30, "B+D": 90}, "B+D", People(FOUR)) == "90 to 30"


def test_a_hand_for_points_is_told_in_points():
    played = play(33, preset="points-250")
    (line,) = [line for line in told(played, "A", 6) if line.startswith("The bid was")]
    assert line == "The bid was set: 44 points for bob & dee (44 to 0)."
    assert lists.hands([played.view("A")["last_hand"]], played.view("A")).endswith(
        "ann bid 30, blanks are trump: set, 44 points for bob & dee (44 to 0)"
    )


def test_a_match_for_points_is_told_to_its_end():
    played = play(2000, preset="family-250", target=60)
    lines = Narrator(played.view(None), Style(drawn=True)).tell(played.feed(None, 9999))
    assert any(line.startswith("Drawn for the deal: ann ") for line in lines)
    assert "  Made: 30 points for ann & cal, 60 to 30." in lines
    assert lines[-1] == "ann & cal won the match."


def test_strokes_are_for_the_marks_of_two_sides_alone():
    drawn = Style(drawn=True)
    assert score_lines(None, People(FOUR), drawn) == []
    assert score_lines({"A": 1, "B": 0, "C": 3, "D": 2, "E": 0}, People(FIVE), drawn) == []


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r9_1_at_other_tables_everybody_is_told_by_name(seats):
    view = play(seats + 3, seats=seats).view("A")
    spoken = render.table(view)
    assert "Marks, 7 win: You 0, bob 0" in spoken
    assert "Us" not in spoken.split()
    assert f"others 0 of {36 + 28 // seats - 30} to set" in spoken.lower()


def test_r9_1_a_seat_that_is_free_has_no_name_in_the_score():
    assert "Marks, 7 win: You 0, seat B 0, seat C 0." in render.table(
        play(0, seats=3, seated=1).view("A")
    )


def test_r8_1_who_sits_out_is_told_to_it():
    words = ("2 marks", *PASSES, "nello", "3-3")
    played = play(6, saying(*words), preset="lechner", covered_tricks="none")
    assert "You sit out." in render.table(played.view("C"))
    assert "Seat C: cal, partner, sits out, 7 tiles." in render.table(played.view("A"))


def test_the_viewer_is_you_in_every_sentence_and_has_a_name_in_a_record():
    people = People(play(0).view("C"))
    assert [people.team(side) for side in people.sides] == ["you & ann", "bob & dee"]
    assert people.team("A+C", first=True) == "You & ann"
    assert People(play(0, seated=1).view("A")).team("A+C") == "A+C"
    assert People(FIVE).team("C") == "you"
    assert People(play(0).view(None)).team("A+C") == "ann & cal"
    played = play(29, seed=1)
    view = played.view("B")
    assert "set, 1 mark for you & dee (1 to 0)" in render.table(view)
    assert lists.hands([view["last_hand"]], view).endswith("set, 1 mark for bob & dee (1 to 0)")


def test_whoever_is_called_you_at_home_is_so_called_with_a_small_letter():
    played = play(16, names=("You", "Belle", "Clyde", "Dusty"), attributed_tricks="all")
    shown = render.table(played.view("A"), events=played.feed("A", 9))
    assert "Bids: you 30, Belle pass, Clyde pass, Dusty pass." in shown
    assert re.search(r"Trick \d went to you & Clyde", shown)
    assert not re.search("(went to|for|Bids:) You", shown)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, ""),
        ({"nello": True, "target": 3}, ""),
        ({"preset": "family"}, "family rules"),
        ({"preset": "family", "nello": False}, "family rules"),
    ],
)
def test_r8_10_the_title_tells_the_preset_unless_it_is_straight(settings, named):
    title = render.table(play(0, **settings).view("A")).splitlines()[0]
    assert title == ", ".join(filter(None, ["friday", named, "hand 1."]))
