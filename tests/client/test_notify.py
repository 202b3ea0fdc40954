"""`t42 watch --notify`: whose turn it is in which match, through apprise, and nothing else."""

from __future__ import annotations

import json
import sys

import pytest

from tests.client.stub import Reply, serving
from tests.client.tables import play
from texas42_client.exits import ExitStatus

# What apprise itself still imports on older Pythons.
pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")

MATCH = "7kyvllqwmbvods2dszjq76ff7a"


def view(moves: int) -> Reply:
    shown = play(moves).view("A")
    return Reply(200, shown, {"ETag": f'"{shown["version"]}"'})


def feed(moves: int, last: int) -> Reply:
    played = play(moves)
    return Reply(200, {"events": played.feed("A", last), "version": played.match.version})


@pytest.fixture
def watch(terminal):
    """Watch until A's turn comes, with these options."""

    def typed(*words: str):
        with serving(view(1), feed(1, 6), feed(4, 3), view(4)) as stub:
            return terminal.t42("--server", stub.url, "watch", MATCH, *words)

    return typed


def test_when_the_turn_comes_it_says_whose_and_where_and_no_more(watch):
    pytest.importorskip("apprise")
    with serving(Reply(200, {})) as channel:
        address = f"json://{channel.url.removeprefix('http://')}/topic"
        assert watch("--notify", address).status == 0
    (told,) = channel.asked
    said = {name: told.body[name] for name in ("title", "message")}
    assert said == {"title": "Texas 42", "message": "It is ann's turn in friday."}
    assert not [tile for tile in play(4).view("A")["hand"] if tile in json.dumps(told.body)]


def test_a_channel_that_fails_does_not_end_the_watch_nor_show_its_address(watch):
    pytest.importorskip("apprise")
    with serving(Reply(500, {})) as channel:
        host = channel.url.removeprefix("http://")
        result = watch("--notify", f"json://ann:password@{host}/topic")
    assert result.status == 0
    assert "The notification did not go out." in result.err
    assert "password" not in result.out + result.err


def test_an_address_that_apprise_does_not_know_is_refused_without_repeating_it(watch):
    pytest.importorskip("apprise")
    result = watch("--notify", "carrier-pigeon://password")
    assert result.status == ExitStatus.USAGE
    assert "none that apprise knows" in result.err
    assert "password" not in result.out + result.err


def test_without_apprise_it_is_said_how_to_get_it(watch, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    result = watch("--notify", "ntfy://topic")
    assert result.status == ExitStatus.USAGE
    assert "pip install 'texas42[notify]'" in result.err


def test_without_notify_nothing_of_it_is_loaded(watch, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    assert watch().status == 0
