"""Display widths, padding, cleaning, strokes."""

from __future__ import annotations

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texas42_client.table.strokes import strokes
from texas42_client.table.style import Style
from texas42_client.table.text import broken, clean, fit, in_columns, pad, width, wrap


@pytest.mark.parametrize(
    ("text", "columns"), [("ann", 3), ("安娜", 4), ("e\u0301", 1), ("ｶ", 1), ("한", 2), ("", 0)]
)
def test_width_is_what_a_terminal_uses(text, columns):
    assert width(text) == columns


@given(st.text(), st.integers(1, 40), st.sampled_from("<^>"))
def test_padding_gives_exactly_the_columns_asked_for(text, columns, align):
    assert width(pad(clean(text), columns, align)) == columns


@given(st.text())
def test_nothing_that_steers_a_terminal_gets_through(text):
    assert all(character.isprintable() for character in clean(text))
    assert "\n" not in clean(text)


def test_a_long_text_is_cut_with_an_ellipsis():
    assert fit("abcdef", 4) == "abc…"
    assert fit("安娜安娜", 4) == "安…"
    assert fit("abcd", 4) == "abcd"


def test_items_are_set_in_columns():
    assert in_columns(["a", "bb", "c"], total=12, indent=2) == ["  a   bb", "  c"]
    assert in_columns([]) == []


def test_wrapped_items_stand_under_each_other():
    assert wrap("Us took ", ["aaaa", "bbbb", "cccc"], total=20) == [
        "Us took aaaa  bbbb",
        "        cccc",
    ]


@pytest.mark.parametrize("marks", range(8))
def test_marks_are_kept_in_the_strokes_of_all(marks):
    top, bottom = strokes(marks)
    drawn = top.count("╱") + top.count("╲") + top.count("│")
    assert drawn + bottom.count("──") + bottom.count("└") == marks


def test_a_sentence_is_broken_between_words_and_no_word_is_cut():
    line = "  Bids: Annie 30, Belle pass, Clyde 7kyvllqwmbvods2dszjq76ff7a."
    assert broken(line, 24, hang=8) == [
        "  Bids: Annie 30, Belle",
        "        pass, Clyde",
        "        7kyvllqwmbvods2dszjq76ff7a.",
    ]


def test_into_a_pipe_a_sentence_stays_whole():
    assert Style().laid("word " * 100) == "word " * 100
    assert Style(columns=14).laid("one two three\nand four") == "one two three\nand four"
    assert Style(columns=12).laid("one two three\nand four") == "one two\n  three\nand four"


@pytest.mark.parametrize(("marks", "word"), [(8, "ALL ╱"), (14, "ALL ╱──╲ └─ └─"), (15, "2×ALL ╱")])
def test_past_seven_marks_a_new_word_begins(marks, word):
    assert strokes(marks)[1] == word


class Terminal(io.TextIOWrapper):
    def __init__(self, terminal: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "environ", "plain", "style"),
    [
        (True, {}, False, Style(drawn=True, colour=True, columns=80)),
        (True, {"NO_COLOR": "1"}, False, Style(drawn=True, columns=80)),
        (True, {"NO_COLOR": ""}, False, Style(drawn=True, colour=True, columns=80)),
        (True, {"TERM": "dumb"}, False, Style(columns=80)),
        (True, {}, True, Style(columns=80)),
        (False, {}, False, Style()),
    ],
)
def test_colour_and_drawing_are_for_terminals_that_want_them(terminal, environ, plain, style):
    assert Style.of(Terminal(terminal), plain=plain, environ=environ) == style


@pytest.mark.parametrize(("columns", "drawn"), [(60, False), (79, False), (80, True), (0, True)])
def test_a_narrow_terminal_gets_sentences(monkeypatch, columns, drawn):
    monkeypatch.setattr(Terminal, "fileno", lambda self: 1)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    style = Style.of(Terminal(), environ={})
    assert style == Style(drawn=drawn, colour=drawn, columns=columns or 80)
