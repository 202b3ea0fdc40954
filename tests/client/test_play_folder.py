"""Where `t42 play` keeps its match."""

from __future__ import annotations

from pathlib import Path

from texas42_client.home.play import data_folder


def test_the_match_lies_in_the_users_data_folder():
    assert data_folder({}) == Path.home() / ".local" / "share" / "t42" / "play"
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/t42/play")
    assert data_folder({"XDG_DATA_HOME": "/data", "T42_HOME": "/mine"}) == Path("/mine/play")
