"""Matches over HTTP: bots of the house, and bots of which nothing is known but a command."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.client.arena.games import Raising
from tests.client.arena.test_command import arena
from tests.client.conftest import Terminal
from texas42_client.arena import over_http
from texas42_client.arena.strangers import Stranger
from texas42_client.bots import BOTS
from texas42_client.exits import ExitStatus

STRANGER = shlex.join([sys.executable, str(Path(__file__).with_name("stranger.py"))])
SHORT = ("--http", "--set", "target=1")


@pytest.fixture
def here(tmp_path) -> Terminal:
    return Terminal(tmp_path / "home", "")


def python(program: str) -> str:
    return shlex.join([sys.executable, "-c", program])


def test_matches_of_two_bots_of_the_house(here, tmp_path):
    kept = tmp_path / "matches.jsonl"
    found = arena(here, *SHORT, "--matches", 2, "--save", kept, "--rows", "--json").json
    assert (found["arena"]["plays"], found["played"], found["split"]) == ("matches", 2, None)
    assert [row["first"] for row in found["rows"]] == ["A+C", "B+D"]
    for row in found["rows"]:
        assert row["gained"][row["winner"]] >= 1
        assert sum(hand["contract"] is not None for hand in row["hands"]) >= 1
    assert sum(side["won"] for side in found["sides"]) == 2
    assert all(side["times"] is None for side in found["sides"])
    said = arena(here, *SHORT, "--matches", 2, "--save", kept).out
    assert "simple against random: 2 matches over HTTP, straight rules with target=1." in said
    assert "luck counts for more than in deals played twice." in " ".join(said.split())
    assert "Matches won" in said


def test_a_stranger_s_bot_plays_against_one_of_the_house(here):
    found = arena(here, *SHORT, "--matches", 2, bots=("simple", STRANGER))
    assert found.status == 0
    name = f"{Path(sys.executable).name} stranger.py"[:24]
    assert found.out.splitlines()[3].split() == ["simple", *name.split()]
    assert here.tokens() == []


def test_a_stranger_that_ends_with_the_last_move_has_not_ended_too_early(here, monkeypatch):
    """It is looked after when its match has just ended, and the arena does not know yet."""
    look_after, looks = Stranger.look_after, []

    def late(stranger: Stranger) -> None:
        stranger._process.wait(60)
        looks.append(stranger)
        look_after(stranger)

    monkeypatch.setattr(Stranger, "look_after", late)
    monkeypatch.setattr(over_http, "ASK_S", 0)
    found = arena(here, *SHORT, "--matches", 1, bots=("simple", STRANGER))
    assert found.status == 0
    assert len(looks) == 1


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit('no luck today')", "Its last words: no luck today"),
        ("raise SystemExit(3)", "ended before its match was over (status 3).\n  It said nothing."),
        (
            "import os; os.kill(os.getpid(), 9)",
            "ended before its match was over (killed by SIGKILL).",
        ),
    ],
)
def test_a_stranger_that_ends_too_early_is_told_with_its_last_words(here, program, told):
    failed = arena(here, *SHORT, bots=(python(program), "simple"))
    assert (failed.status, failed.out) == (ExitStatus.ERROR, "")
    assert told in failed.err


def test_a_bot_of_the_house_that_breaks_is_told(here, monkeypatch):
    monkeypatch.setitem(BOTS, "raising", Raising)
    failed = arena(here, *SHORT, bots=("raising", "simple"))
    assert (failed.status, failed.out) == (ExitStatus.ERROR, "")
    assert "raising at seat " in failed.err
    assert " of match 1 failed (KeyError: 'trump')." in failed.err


def test_a_stranger_that_makes_no_move_is_given_up(here, monkeypatch):
    monkeypatch.setattr(over_http, "PATIENCE_S", 0.5)
    failed = arena(here, *SHORT, bots=("simple", python("import time; time.sleep(600)")))
    assert failed.status == ExitStatus.ERROR
    assert "made no move for 0 seconds." in failed.err


def test_what_is_set_for_the_user_s_own_programs_is_not_told_to_a_stranger(here, monkeypatch):
    monkeypatch.setenv("T42_HOME_OF_SOMEBODY", "secret")
    program = "import os; raise SystemExit(' '.join(sorted(n for n in os.environ if 'T42' in n)))"
    failed = arena(here, *SHORT, bots=(python(program), "simple"))
    assert "Its last words: T42_MATCH T42_SEAT T42_SERVER T42_TOKEN" in failed.err
