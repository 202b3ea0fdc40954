"""Watching is polite: conditional requests, growing pauses, patience with a server that is away."""

from __future__ import annotations

import json
import time

import pytest

from tests.client.stub import Reply, problem, serving
from tests.client.tables import play
from texas42_client.exits import ExitStatus

MATCH = "7kyvllqwmbvods2dszjq76ff7a"


def view(moves: int, seat: str | None = "A", **members) -> Reply:
    shown = play(moves).view(seat, **members)
    return Reply(200, shown, {"ETag": f'"{shown["version"]}"'})


def feed(moves: int, last: int, seat: str | None = "A") -> Reply:
    played = play(moves)
    return Reply(200, {"events": played.feed(seat, last), "version": played.match.version})


NOTHING_NEW = Reply(304)


@pytest.fixture
def pauses(monkeypatch):
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    return slept


@pytest.fixture
def watch(terminal, pauses):
    """Watch a server that answers so, as a spectator."""

    def typed(*replies: Reply, words: tuple[str, ...] = ()):
        with serving(*replies) as stub:
            result = terminal.t42("--server", stub.url, "watch", MATCH, *words)
        return result, stub

    return typed


def test_whoever_is_on_turn_is_told_at_once(watch, pauses):
    result, stub = watch(view(0, "A"), feed(0, 6))
    assert result.status == 0
    assert "It is your turn to bid." in result.out
    assert pauses == []
    assert len(stub.asked) == 2


def test_pauses_grow_while_nothing_happens_and_shrink_when_something_does(watch, pauses):
    result, stub = watch(
        view(1, "A"), feed(1, 6), NOTHING_NEW, NOTHING_NEW, view(2, "A"), feed(2, 1), NOTHING_NEW,
        view(4, "A"), feed(4, 2),
    )  # fmt: skip
    assert result.status == 0
    assert pauses == [1, 1.5, 2.25, 1, 1.5]
    assert "bob passed." in result.out
    tags = [
        asked.headers.get("If-None-Match") for asked in stub.asked if "events" not in asked.path
    ]
    versions = [play(moves).match.version for moves in (1, 1, 1, 2, 2)]
    assert tags == [None, *(f'"{version}"' for version in versions)]


def test_a_pause_is_never_longer_than_a_quarter_of_a_minute(watch, pauses):
    watch(view(1, "A"), feed(1, 6), *[NOTHING_NEW] * 12, view(4, "A"), feed(4, 3))
    assert max(pauses) == 15


def test_a_server_that_is_busy_or_asks_for_patience_is_asked_again_later(watch, pauses):
    result, _ = watch(
        view(1, "A"), feed(1, 6), problem("quota-exceeded", 429), view(4, "A"), feed(4, 3)
    )
    assert result.status == 0
    assert pauses == [1, 1.5]


def test_a_server_that_goes_away_is_waited_for(watch, pauses):
    gone = Reply(hang_up=True)
    result, _ = watch(view(1, "A"), feed(1, 6), gone, gone, gone, view(4, "A"), feed(4, 3))
    assert result.status == 0
    assert "Trying on." in result.err
    assert (pauses[0], pauses[-1]) == (1, 1.5)


def test_other_refusals_end_the_watch(watch):
    result, _ = watch(view(1, "A"), feed(1, 6), problem("not-found", 404))
    assert result.status == ExitStatus.NOT_FOUND


def test_a_spectator_watches_to_the_end_of_the_match(watch):
    result, _ = watch(view(16, None), feed(16, 2, None), view(1000, None), feed(1000, 3, None))
    assert "won the match" in result.out
    assert "The match is over: bob & dee won." in result.out


def test_watching_may_go_on_over_one_s_own_turn(watch, pauses):
    result, _ = watch(
        view(0, "A"), feed(0, 1), view(1, "A"), feed(1, 1), view(1000, "A"), feed(1000, 1),
        words=("--on", "--interval", "3"),
    )  # fmt: skip
    assert result.status == 0
    assert pauses == [3, 3]


def test_each_view_is_a_line_of_json(watch):
    result, _ = watch(view(1, "A"), feed(1, 1), view(4, "A"), feed(4, 3), words=("--json",))
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line["status"] for line in lines] == ["bidding", "declaring"]
