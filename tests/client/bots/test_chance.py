"""What a bot leaves to chance: its owner can have it again, and nobody else foresees it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.client.bots.hands import looks, told
from tests.client.bots.seats import bidding
from texas42_client.bots import BOTS
from texas42_client.bots.naming import parse_bot
from texas42_client.config import Store
from texas42_client.serving import command
from texas42_client.serving.keeper import SeatKeeper
from texas42_client.thinking.chance import Chance

HAND = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
TURN = {"id": "m", "you": "D", "version": 7}
AGAIN = """
import sys
from pathlib import Path
from texas42_client.config import Store
from texas42_client.thinking.chance import Chance
secret = Store(Path(sys.argv[1])).chances(sys.argv[2])
print(Chance.of_secret(secret.reveal()).at({"id": "m", "you": "D", "version": 7}).random())
"""


def to_lead():
    """The view of whoever won the auction and named sixes."""
    deal = {
        "A": HAND,
        "B": "0-0 0-1 0-2 0-3 0-4 0-5 1-1",
        "C": "1-2 1-4 1-5 2-2 2-3 2-4 2-6",
        "D": "3-3 3-4 3-5 4-4 4-5 4-6 5-5",
    }
    return looks(told(deal, "30 pass pass pass", "6", first="A"), "A")[-1]


def in_another_process(home, profile):
    run = [sys.executable, "-c", AGAIN, str(home), profile]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def chance_of(store, profile):
    return Chance.of_secret(store.chances(profile).reveal())


def test_the_same_profile_has_the_same_chances_in_another_process(tmp_path):
    store = Store(tmp_path)
    here = repr(chance_of(store, "ann").at(TURN).random())
    assert in_another_process(tmp_path, "ann") == here
    assert in_another_process(tmp_path, "bob") != here


@pytest.mark.parametrize("other", [{"id": "m2"}, {"you": "B"}, {"version": 8}])
def test_every_turn_of_every_match_has_chances_of_its_own(other):
    chance = Chance.of_seed(1)
    assert chance.at(TURN).random() == chance.at(dict(TURN)).random()
    assert chance.at(TURN).random() != chance.at({**TURN, **other}).random()


@pytest.mark.parametrize("name", ["random", "simple", "careful", "strong@6w"])
def test_a_bot_started_again_makes_the_same_move(tmp_path, name):
    """By the clock it might get further the second time, so `strong` counts worlds here."""
    bot, store = parse_bot(name), Store(tmp_path)
    for view in (bidding(HAND, "30"), to_lead()):
        first = bot(chance_of(store, "ann")).choose(view)
        assert bot(chance_of(Store(tmp_path), "ann")).choose(view) == first


def test_profiles_choose_differently(tmp_path):
    store = Store(tmp_path)
    views = [bidding(HAND) | {"version": version} for version in range(30)]
    ann, bob = ([BOTS["random"](chance_of(store, name)).choose(view) for view in views]
                for name in ("ann", "bob"))  # fmt: skip
    assert ann != bob


@pytest.fixture
def chances(monkeypatch):
    """The chance that each `t42 bot` was given."""
    given = []

    class Keeper(SeatKeeper):
        def __init__(self, client, kind, chance, **options):
            given.append(chance)
            super().__init__(client, kind, chance, **options)

    monkeypatch.setattr(command, "SeatKeeper", Keeper)
    return given


def test_t42_bot_chooses_by_its_profile_and_a_seed_overrides_it(terminal, chances):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    for words in ([ann], [ann], [bob], [ann, "--seed", "5"], [bob, "--seed", "5"]):
        assert terminal.t42("bot", "random", "--profile", *words).status == 0
    assert chances[0] == chances[1] == chance_of(Store(terminal.home), ann)
    assert chances[2] not in (chances[0], chances[3])
    assert chances[3] == chances[4] == Chance.of_seed(5)


def test_a_new_token_changes_no_choice(terminal, chances):
    ann = terminal.player("ann")
    terminal.t42("bot", "random", "--profile", ann)
    assert terminal.t42("token", "rotate", "--profile", ann).status == 0
    terminal.t42("bot", "random", "--profile", ann)
    assert chances[0] == chances[1]


def test_the_secret_is_never_shown(terminal, chances):
    ann = terminal.player("ann")
    terminal.t42("--debug", "bot", "random", "--profile", ann)
    terminal.t42("--json", "profile", "list")
    secret = Store(terminal.home).chances(ann)
    assert secret.reveal() not in terminal.said
    assert secret.reveal() not in f"{chances[0]!r} {secret!r} {secret}"
