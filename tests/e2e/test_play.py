"""`t42 play`: somebody sits down at a terminal and plays, without having read anything."""

from __future__ import annotations

import os
import re
import signal
import stat
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, home

BID, TRUMP, TILE = "or pass (? explains): ", "trump (? explains): ", "tile (? explains): "
MOST_QUESTIONS = 800


def answer(shown: str) -> str:
    """What somebody says who bids whenever it costs 30, names sixes, and plays the first tile."""
    if shown.endswith(BID):
        refused = "You may say" in shown
        return "pass" if refused else "30"
    return "sixes" if shown.endswith(TRUMP) else "1"


def play_on(terminal, questions=MOST_QUESTIONS):
    """Answer so many questions; False when the match ended before."""
    for _ in range(questions):
        shown = terminal.until(BID, TRUMP, TILE)
        if not shown.endswith((BID, TRUMP, TILE)):
            return False
        terminal.type(answer(shown))
    return True


def test_a_newcomer_finishes_a_match_stopping_in_between(tmp_path):
    env = home(tmp_path)
    with Terminal("play", "--fast", env=env) as terminal:
        assert play_on(terminal, 12)
        terminal.until(BID, TRUMP, TILE)
        terminal.interrupt()
        terminal.rest()
        assert terminal.ended() == 130
        first = terminal.shown
    assert "You sit with Clyde, against Belle and Dusty" in first
    assert "The match is kept: t42 play goes on with it" in first

    with Terminal("play", "--fast", env=env) as terminal:
        assert not play_on(terminal)
        assert terminal.ended() == 0
        rest = terminal.shown
    assert "The match goes on." in rest
    ids = set(re.findall(r"match (\w{8})\b", first + rest))
    assert len(ids) == 1
    assert "won the match" in rest
    assert re.search(r"The bid was (made|set): 1 mark for", rest)
    assert re.search(r" led (trump|\w+s)\. You hold the suit, so follow\.", first + rest)


def test_the_tokens_lie_in_a_private_file(tmp_path):
    with Terminal("play", "--fast", env=home(tmp_path)) as terminal:
        terminal.until(BID)
        terminal.type("quit")
        assert terminal.ended() == 0
    kept = tmp_path / "play" / "play.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "t42_" in kept.read_text()
    assert "t42_" not in terminal.shown
    assert "t42_" not in (tmp_path / "play" / "play.log").read_text()


def test_questions_help_and_unclear_answers(tmp_path):
    with Terminal("play", "--fast", env=home(tmp_path)) as terminal:
        terminal.until(BID)
        terminal.type("?")
        assert "A bid promises points" in terminal.until(BID)
        terminal.type("1")
        assert "1 could be pass (number 1 in the list) or 1 mark" in terminal.until(BID)
        terminal.type("29")
        assert "from 30 to 41 (rule R3.2)" in terminal.until(BID)
        terminal.type("banana")
        assert "'banana' is no bid" in terminal.until(BID)
        terminal.type("table")
        assert "It is your turn to bid." in terminal.until(BID)
        terminal.type("q")
        assert terminal.ended() == 0


def test_plain_sentences_for_a_screen_reader(tmp_path):
    with Terminal("play", "--fast", "--plain", env=home(tmp_path)) as terminal:
        shown = terminal.until(BID)
        assert "Your tiles: " in shown
        assert not re.search(r"[│┌╱▯\x1b]", shown)
        terminal.type("q")
        assert terminal.ended() == 0


def test_on_a_low_screen_the_introduction_waits_to_be_read(tmp_path):
    with Terminal("play", "--fast", env=home(tmp_path), rows=24) as terminal:
        assert "Seven marks win." in terminal.until("Press Enter to begin. ")
        terminal.type("")
        terminal.until(BID)
        terminal.type("q")
        assert terminal.ended() == 0


def test_on_a_narrow_screen_the_table_is_told(tmp_path):
    with Terminal("play", "--fast", env=home(tmp_path), columns=60) as terminal:
        shown = terminal.until(BID)
        assert "Your tiles: " in shown
        introduction = shown.split("Hand 1")[0]
        assert max(map(len, introduction.splitlines())) < 60
        assert max(map(len, shown.splitlines())) <= 60
        terminal.type("q")
        assert terminal.ended() == 0


def test_a_server_that_dies_is_told_and_the_match_kept(tmp_path):
    env = home(tmp_path)
    with Terminal("play", "--fast", env=env) as terminal:
        terminal.until(BID)
        children = Path(f"/proc/{terminal.process.pid}/task/{terminal.process.pid}/children")
        if not children.exists():
            pytest.skip("needs /proc to find the server")
        os.kill(int(children.read_text()), signal.SIGKILL)
        terminal.type("pass")
        assert "The server on this computer has stopped. The match is kept." in terminal.rest()
        assert terminal.ended() == 3
    with Terminal("play", "--fast", env=env) as terminal:
        assert "The match goes on." in terminal.until(BID, TRUMP, TILE)
        terminal.type("q")
        assert terminal.ended() == 0


def test_one_game_at_a_time_and_a_new_one_when_asked(tmp_path):
    env = home(tmp_path)
    with Terminal("play", "--fast", env=env) as terminal:
        terminal.until(BID)
        with Terminal("play", env=env) as second:
            assert "Another t42 play is running" in second.rest()
            assert second.ended() == 6
        terminal.type("q")
        assert terminal.ended() == 0
    with Terminal("play", "--fast", "--new", env=env) as terminal:
        assert "You sit with Clyde" in terminal.until(BID)
        terminal.type("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seats", "3", "--set", "target=1"), "against Belle and Clyde. One mark wins."),
        (("--rules", "family", "--seats", "3"), "Nello and plunge need partners, so four"),
        (("--rules", "lechner"), "Seven marks win"),
        (("--rules", "points-250"), "250 points win"),
    ],
)
def test_a_game_by_any_rules_and_of_any_size(tmp_path, options, said):
    with Terminal("play", "--fast", *options, env=home(tmp_path)) as terminal:
        terminal.until(BID)
        terminal.type("pass")
        terminal.until(BID, TRUMP, TILE)
        terminal.type("quit")
        assert terminal.ended() == 0
    assert said in " ".join(terminal.shown.split())


def test_rules_are_chosen_for_a_new_game_alone(tmp_path):
    env = home(tmp_path)
    with Terminal("play", "--fast", env=env) as terminal:
        terminal.until(BID)
        terminal.type("quit")
        assert terminal.ended() == 0
    with Terminal("play", "--seats", "2", env=env) as terminal:
        terminal.rest()
        assert terminal.ended() == 2
        assert "with --new another begins" in " ".join(terminal.shown.split())
    with Terminal("play", "--fast", "--new", "--seats", "2", env=env) as terminal:
        terminal.until(BID)
        terminal.type("quit")
        assert terminal.ended() == 0
        assert "against Belle" in terminal.shown


def test_a_match_goes_on_against_the_bots_that_are_named_now(tmp_path):
    env = home(tmp_path)
    for bots in ("random", "strong@2w", None):
        named = ("--bots", bots) if bots else ()
        with Terminal("play", "--fast", *named, env=env) as terminal:
            assert play_on(terminal, 3)
            terminal.until(BID, TRUMP, TILE)
            terminal.type("quit")
            assert terminal.ended() == 0
        assert ("The match goes on." in terminal.shown) is (bots != "random")


def test_bots_are_named_for_a_game_against_bots(tmp_path):
    with Terminal("play", "6-4", "--bots", "strong", env=home(tmp_path)) as terminal:
        assert "--bots is for a game against bots, without a tile." in terminal.rest()
        assert terminal.ended() == 2
