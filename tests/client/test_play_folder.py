"""Where `t42 play` keeps its match."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

from texas42_client.bots import BOTS
from texas42_client.environment import Environment
from texas42_client.home.play import Game, data_folder
from texas42_client.thinking.chance import Chance


def test_the_match_lies_in_the_users_data_folder():
    assert data_folder({}) == Path.home() / ".local" / "share" / "t42" / "play"
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/t42/play")
    assert data_folder({"XDG_DATA_HOME": "/data", "T42_HOME": "/mine"}) == Path("/mine/play")


def test_the_bots_at_home_have_the_same_chances_every_evening(tmp_path, monkeypatch):
    given: list[Chance] = []
    monkeypatch.setitem(BOTS, "simple", given.append)
    seats: Any = dict.fromkeys("ABCD")
    for evening in range(2):
        Game(Environment(), tmp_path, seats, "m", fast=True, bots="simple")
        assert len(given) == 3 * (evening + 1)
    assert len({chance.secret for chance in given}) == 1
    assert stat.S_IMODE((tmp_path / "chances.json").stat().st_mode) == 0o600
