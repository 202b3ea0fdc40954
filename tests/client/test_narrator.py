"""A match told as `t42 demo` tells it."""

from __future__ import annotations

import re
from typing import Any

from tests.client.tables import play
from texas42_client.table.narrator import Narrator, score_lines
from texas42_client.table.people import People
from texas42_client.table.style import Style

VIEW: dict[str, Any] = {
    "you": None,
    "seats": {
        seat: {"player": name, "kept_for": None, "side": side}
        for seat, name, side in (
            ("A", "Annie", "A+C"),
            ("B", "Belle", "B+D"),
            ("C", "Clyde", "A+C"),
            ("D", "Dusty", "B+D"),
        )
    },
}
CONTRACT = {"bidder": "A", "points": 30, "marks": None, "trump": None, "open_tricks": None}
AUCTION: list[dict[str, Any]] = [
    {"type": "dealt", "hand": 1, "dealer": "D"},
    {"type": "bid", "seat": "A", "points": 30},
    {"type": "pass", "seat": "B"},
    {"type": "pass", "seat": "C"},
    {"type": "pass", "seat": "D", "then": [{"type": "auction_over", "contract": CONTRACT}]},
]
TRICK: list[dict[str, Any]] = [
    {"type": "declare", "seat": "A", "trump": "6", "then": [{"type": "trump_named", "trump": "6"}]},
    {"type": "play", "seat": "A", "tile": "4-6"},
    {"type": "play", "seat": "B", "tile": "6-6"},
    {"type": "play", "seat": "C", "tile": "0-6"},
    {
        "type": "play",
        "seat": "D",
        "tile": "2-3",
        "then": [
            {"type": "trick_taken", "number": 1, "side": "B+D"},
            {
                "type": "hand_over",
                "number": 1,
                "result": {"made": False, "side": "B+D", "marks": 1},
                "marks": {"A+C": 6, "B+D": 7},
            },
            {"type": "match_over", "winner": "B+D"},
        ],
    },
]


def test_an_auction_in_two_lines_and_a_trick_in_one():
    assert Narrator(VIEW, Style()).tell([*AUCTION, *TRICK]) == [
        "",
        "Hand 1, Dusty dealt.",
        "  Bids: Annie 30, Belle pass, Clyde pass, Dusty pass.",
        "  Annie bid 30, sixes are trump.",
        "  1  Annie 4-6, Belle 6-6, Clyde 0-6, Dusty 2-3        Belle & Dusty +16",
        "  Set: 1 mark for Belle & Dusty, 7 to 6.",
        "",
        "Belle & Dusty won the match.",
    ]


def test_entries_may_come_one_by_one():
    narrator = Narrator(VIEW, Style())
    lines = [line for entry in [*AUCTION, *TRICK] for line in narrator.tell([entry])]
    assert lines == Narrator(VIEW, Style()).tell([*AUCTION, *TRICK])


def test_a_hand_that_all_passed():
    over = {"type": "hand_over", "number": 1, "result": None, "marks": {"A+C": 0, "B+D": 0}}
    then = [{"type": "auction_over", "contract": None}, over]
    lines = Narrator(VIEW, Style()).tell([AUCTION[0], {"type": "pass", "seat": "A", "then": then}])
    assert lines[-2:] == ["  Bids: Annie pass.", "  Everybody passed."]


def test_on_a_narrow_screen_a_line_is_broken_and_the_winner_of_a_trick_stands_below_it():
    lines = Narrator(VIEW, Style(columns=50)).tell([*AUCTION, *TRICK])
    assert lines[2:7] == [
        "  Bids: Annie 30, Belle pass, Clyde pass, Dusty",
        "        pass.",
        "  Annie bid 30, sixes are trump.",
        "  1  Annie 4-6, Belle 6-6, Clyde 0-6, Dusty 2-3",
        "     Belle & Dusty +16",
    ]


def test_r9_2_fourteen_tricks_of_two_stand_in_one_column():
    played = play(1000, seats=2, target=1, early_end=False)
    told = Narrator(played.view(None), Style()).tell(played.feed(None, 9999))
    tricks = [line for line in told if line.lstrip()[:1].isdigit()]
    assert {line.index("ann ") for line in tricks if "ann " in line[:10]} == {6}
    assert [line[:6] for line in tricks[8:10]] == ["   9  ", "  10  "]


def test_r9_1_the_score_of_two_says_whose_it_is():
    played = play(1000, seats=2, target=1)
    told = Narrator(played.view(None), Style()).tell(played.feed(None, 9999))
    assert re.fullmatch("  ann [01], bob [01]\\.", told[-3])


def test_r3_1_who_holds_0_1_is_said_to_speak_first():
    played = play(5, preset="lone-star")
    told = Narrator(played.view(None), Style()).tell(played.feed(None, 99))
    at = next(n for n, line in enumerate(told) if line.startswith("  Bids: "))
    speaker = told[at].split()[1]
    assert told[at - 1] == f"  {speaker} holds 0-1, so speaks first."


def test_the_marks_are_the_word_all():
    drawn = score_lines({"A+C": 3, "B+D": 7}, People(VIEW), Style(drawn=True))
    assert drawn == [
        "  Annie & Clyde 3   ╱╲             Belle & Dusty 7   ╱╲  │  │",
        "                   ╱──╲                             ╱──╲ └─ └─",
    ]
