"""Bots by name: a kind, and for those that think perhaps a limit."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from texas42_client.bots import BOTS, RandomBot
from texas42_client.bots.naming import make_ready, parse_bot
from texas42_client.cli import cli
from texas42_client.thinking.chance import Chance

KINDS = sorted(BOTS)


class Thinker(RandomBot):
    def __init__(self, chance: Chance, seconds: float = 1.0, worlds: int | None = None) -> None:
        super().__init__(chance)
        self.limits = seconds, worlds


@pytest.fixture(autouse=True)
def thinker(monkeypatch):
    monkeypatch.setitem(BOTS, "thinker", Thinker)


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("thinker", (1.0, None)),
        ("thinker@0.1s", (0.1, None)),
        ("thinker@2s", (2.0, None)),
        ("thinker@.5s", (0.5, None)),
        ("thinker@50w", (1.0, 50)),
    ],
)
def test_a_limit_is_seconds_or_worlds(name, limits):
    bot = parse_bot(name)(Chance.new())
    assert isinstance(bot, Thinker)
    assert bot.limits == limits


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_named_by_itself(kind):
    assert parse_bot(kind) is BOTS[kind]


@pytest.mark.parametrize("command", ["arena", "bot"])
def test_every_kind_is_named_in_the_help_of_what_takes_one(command):
    said = " ".join(CliRunner().invoke(cli, [command, "--help"]).stdout.split())
    assert not [kind for kind in KINDS if kind not in said]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("smart", "there is no bot 'smart'; there are "),
        ("", "there is no bot ''"),
        ("random@1s", "random needs no time to think"),
        ("thinker@", "a limit is seconds or worlds"),
        ("thinker@1", "such as 0.1s or 50w"),
        ("thinker@1m", "such as 0.1s or 50w"),
        ("thinker@-1s", "such as 0.1s or 50w"),
        ("thinker@0.5w", "such as 0.1s or 50w"),
        ("thinker@1s@2s", "such as 0.1s or 50w"),
        ("thinker@0s", "a limit is above nothing"),
        ("thinker@0w", "a limit is above nothing"),
    ],
)
def test_what_names_no_bot_is_refused_with_what_would(name, told):
    with pytest.raises(ValueError, match=r"bot|limit|time") as refused:
        parse_bot(name)
    assert told in str(refused.value)


def test_those_that_take_a_limit_are_listed_so():
    with pytest.raises(ValueError, match=r"random, simple.*, thinker \(also thinker@0\.1s"):
        parse_bot("smart")


@pytest.mark.parametrize(
    ("names", "compiles"),
    [
        (["simple", "random"], False),
        (["simple", "strong@5w"], True),
        (["careful"], True),
        (["python my_bot.py", "random"], False),
    ],
)
def test_what_bots_think_with_is_compiled_before_it_is_their_turn(monkeypatch, names, compiles):
    said: list[str] = []
    monkeypatch.setattr("texas42_client.bots.naming.fastest", lambda say: say("compiling"))
    make_ready(names, said.append)
    assert said == (["compiling"] if compiles else [])
