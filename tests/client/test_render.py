"""The drawing and the plain table, against pages that a person can read (goldens/)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.client.tables import Played, first_to_bid_two_marks, play, saying
from texas42_client.table import render
from texas42_client.table.style import Style
from texas42_client.table.text import width

GOLDENS = Path(__file__).parent / "goldens"
DRAWN = Style(drawn=True)
PLAIN = Style()

PASSES = ("pass", "pass", "pass")

NELLO: dict[str, Any] = {"preset": "lechner", "covered_tricks": "none"}
LOW_NELLO: dict[str, Any] = {"preset": "lone-star", "nello": True, "nello_doubles": ["high", "low"]}


def bid(*words: str, **settings: Any) -> Played:
    """Just these said and played, as players type them."""
    return play(len(words), saying(*words), **settings)


SCENES: dict[str, tuple[Callable[[], Played], str | None, int]] = {
    "waiting-for-players": (lambda: play(0, seated=2), "A", 3),
    "bidding": (lambda: play(2), "C", 3),
    "naming-trump": (lambda: play(4), "A", 4),
    "naming-trump-for-marks": (lambda: play(4, first_to_bid_two_marks), "A", 2),
    "to-lead": (lambda: play(5), "A", 2),
    "to-follow": (lambda: play(7), "C", 3),
    "not-my-turn": (lambda: play(7), "A", 1),
    "later-trick": (lambda: play(16), "D", 6),
    "trick-before-kept": (lambda: play(18, attributed_tricks=1), "B", 3),
    "covered-tricks": (lambda: play(21, first_to_bid_two_marks, seed=11), "C", 3),
    "spectator": (lambda: play(16), None, 2),
    "hand-just-over": (lambda: play(29, seed=1), "B", 5),
    "match-over": (lambda: play(1000), "A", 6),
    "forced-to-bid": (lambda: bid("pass", "pass", "pass", preset="lechner"), "D", 3),
    "holder-of-0-1": (lambda: play(0, preset="lone-star"), "B", 1),
    "holder-of-0-1-spoke": (lambda: bid("pass", "30", preset="lone-star"), "A", 2),
    "drawn-for-the-deal": (lambda: play(0, preset="family"), "C", 3),
    "first-tile-may-name-trump": (lambda: bid("30", *PASSES, preset="family"), "A", 2),
    "small-end": (lambda: bid("30", *PASSES, "ones", small_end_open=True), "A", 2),
    "small-end-called": (
        lambda: bid("30", *PASSES, "ones", "3-4 call 3", "2-5", small_end_open=True),
        "C",
        3,
    ),
    "trump-must-be-led": (lambda: bid("30", *PASSES, "sixes", opening_lead="trump"), "A", 2),
    "no-trump-doubles-low": (
        lambda: bid("31", *PASSES, "none low", "6-6", no_trump_doubles=["high", "low"]),
        "B",
        2,
    ),
    "naming-nello": (lambda: bid("2 marks", *PASSES, preset="lechner"), "A", 2),
    "nello": (
        lambda: bid("2 marks", *PASSES, "nello", "3-3", "4-4", "3-6", "2-5", **NELLO),
        "D",
        6,
    ),
    "nello-sitting-out": (
        lambda: bid("pass", "2 marks", "pass", "pass", "nello low", "0-4", **LOW_NELLO),
        "C",
        2,
    ),
    "nello-watched": (
        lambda: bid("2 marks", *PASSES, "nello", "3-3", "4-4", "3-6", "2-5", **NELLO),
        None,
        2,
    ),
    "all-tricks-attributed": (
        lambda: play(17, attributed_tricks="all", first_dealer="highest_tile"),
        "B",
        1,
    ),
    "sevens": (lambda: bid("1 mark", *PASSES, "sevens", "3-4", preset="family"), "B", 2),
    "plunge-may-be-bid": (lambda: play(0, preset="lechner", seed=9), "A", 1),
    "plunge-names-trump": (lambda: bid("plunge", *PASSES, preset="lechner", seed=9), "C", 2),
    "plunge": (
        lambda: bid("plunge", *PASSES, "sixes open 1", "0-3", preset="lechner", seed=9),
        "D",
        2,
    ),
    "splash": (lambda: bid("splash", *PASSES, "twos open 2", preset="lechner", seed=9), "B", 3),
    "all-tricks-face-down": (
        lambda: play(14, saying("2 marks", *PASSES, "blanks"), preset="tournament"),
        "B",
        2,
    ),
    "for-points": (lambda: play(40, preset="points-250"), "A", 10),
    "for-points-over": (lambda: play(2000, preset="family-250", target=60), "B", 4),
    "win-by-two": (lambda: play(100, preset="lechner"), "B", 2),
    "played-on": (lambda: play(31, early_end=False, seed=1), "B", 2),
    "over-of-7": (lambda: play(4000, seats=7, target=3), "B", 2),
}
for size in (2, 3, 5, 6, 7):
    SCENES[f"bidding-of-{size}"] = (partial(play, size - 1, seats=size), "B", 2)
    SCENES[f"trick-of-{size}"] = (partial(play, 3 * size, seats=size), "C" if size > 2 else "A", 3)
    SCENES[f"spectator-of-{size}"] = (partial(play, size + 3, seats=size), None, 2)


def scene(name: str, style: Style) -> str:
    setting, seat, last = SCENES[name]
    played = setting()
    members = {}
    if name == "waiting-for-players":
        members = {"invites": {"C": "l2eq7j6xxug7cc3l", "D": "aomifar2bdd555hv"}}
    return render.table(played.view(seat, **members), events=played.feed(seat, last), style=style)


@pytest.mark.parametrize("style", [DRAWN, PLAIN], ids=["drawn", "plain"])
@pytest.mark.parametrize("name", SCENES)
def test_the_table_looks_as_on_the_page(name, style):
    page = GOLDENS / f"{name}.{'drawn' if style.drawn else 'plain'}.txt"
    shown = scene(name, style) + "\n"
    if os.environ.get("T42_WRITE_GOLDENS"):
        page.write_text(shown, encoding="utf-8")
    assert shown == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_the_drawing_keeps_to_80_columns(name):
    assert max(map(width, scene(name, DRAWN).splitlines())) <= 80


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("columns", [40, 60])
def test_sentences_keep_to_a_narrow_terminal_and_to_commands_that_can_be_copied(name, columns):
    told = scene(name, Style(columns=columns))
    lines = [line for line in told.splitlines() if ": t42 " not in line]
    assert max(map(width, lines)) <= columns
    assert " ".join(told.split()) == " ".join(scene(name, PLAIN).split())


def test_a_move_and_its_number_stay_on_one_line():
    told = render.moves(play(2).view("C"), Style(columns=30)).splitlines()
    assert told[:2] == ["You may: 1 pass; 2 bid 31;", "  3 bid 32; 4 bid 33;"]


@pytest.mark.parametrize("name", SCENES)
def test_colour_only_repeats_what_the_text_says(name):
    coloured = scene(name, Style(drawn=True, colour=True))
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == scene(name, DRAWN)


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_reader_hears_words_and_no_drawing(name):
    spoken = scene(name, PLAIN)
    assert not re.search(r"[\u2500-\u25ff\x1b]", spoken)


@pytest.mark.parametrize(
    "names",
    [("安娜", "ボブ太郎", "e\u0301lodie", "d" * 32), ("東京都千代田区一", "二" * 16, "三", "é")],
)
def test_wide_and_combining_names_keep_the_drawing_straight(names):
    played = play(7, names=names)
    drawn = render.table(played.view("A"), events=played.feed("A", 3), style=DRAWN).splitlines()
    for line in drawn[2:10]:
        edges = {width(line[:place]) for place in range(len(line)) if line[place:][:2] == " │"}
        assert 54 in edges
    assert max(map(width, drawn)) <= 80


def test_a_name_cannot_steer_the_terminal():
    view = play(7).view("A", name="fri\x1b[2Jday\nB: \u202egnorw")
    view["seats"]["B"]["player"] = "b\x1b]0;owned\x07ob\r\n"
    for style in (DRAWN, PLAIN):
        shown = render.table(view, style=style)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)
        assert "\nB: " not in shown


def test_moves_are_numbered_in_the_order_of_the_list():
    view = play(7).view("C")
    first = view["legal_moves"][0]["tile"]
    assert render.moves(view).startswith(f"You may: 1 play {first}")
    numbers = render.hand(view, DRAWN).splitlines()[-1].split()
    assert numbers == sorted(numbers) or set(numbers) == {str(n + 1) for n in range(len(numbers))}


def test_who_is_not_on_turn_sees_tiles_without_numbers():
    assert "└" in render.hand(play(7).view("A"), DRAWN).splitlines()[-1]


@pytest.mark.parametrize(("tile", "edge"), [("5-5", "└10─┘"), ("4-6", "└10─┘"), ("0-5", "└─5─┘")])
def test_r2_1_a_tile_that_counts_shows_it(tile, edge):
    assert edge in render.hand({"hand": [tile, "3-6"], "legal_moves": []}, DRAWN)
    assert render.hand({"hand": ["3-6", "0-0"], "legal_moves": []}, DRAWN).count("└───┘") == 2


def test_whoever_is_invited_is_told_where_and_how():
    codes = {"C": "l2eq7j6xxug7cc3l", "D": "aomifar2bdd555hv"}
    view = play(0, seated=2).view("A", invites=codes)
    told = render.table(view, server="https://42.example.org").splitlines()[-3:]
    assert told == [
        f"To invite somebody: t42 join {view['id']} {seat} {code} --server https://42.example.org"
        for seat, code in codes.items()
    ] + ["Whoever is new there registers first: t42 register NAME --server https://42.example.org"]


def test_in_the_lobby_anybody_may_sit_down():
    view = play(0, seated=2).view("A", invites={})
    told = render.table(view, server="http://127.0.0.1:8042").splitlines()[-3:]
    assert told == [
        f"Anybody sits down with: t42 join {view['id']} --server http://127.0.0.1:8042",
        "Whoever is new there registers first: t42 register NAME --server http://127.0.0.1:8042",
        "http://127.0.0.1:8042 is this computer: from another, the server's address differs.",
    ]


def test_a_side_without_players_is_named_once():
    told = render.table(play(0, seated=0).view(None))
    assert "Marks, 7 win: A+C 0, B+D 0." in told
