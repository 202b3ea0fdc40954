"""Watching: one question that waits; where none does, growing pauses; patience when it is away."""

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


NOTHING_NEW = Reply(200, {"events": [], "version": 0})
HELD = {"Preference-Applied": "wait=50"}


def woken(moves: int, last: int, seat: str | None = "A") -> Reply:
    """A feed that answers when something has happened."""
    reply = feed(moves, last, seat)
    return Reply(200, reply.body, HELD)


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


def test_one_question_waits_at_the_server_until_something_has_happened(watch, pauses):
    result, stub = watch(
        view(1, "A"), feed(1, 6), woken(2, 1), view(2, "A"), woken(4, 2), view(4, "A")
    )  # fmt: skip
    assert result.status == 0
    assert pauses == []
    assert "bob passed." in result.out
    waiting = [asked for asked in stub.asked if "Prefer" in asked.headers]
    assert [asked.path.split("?")[1] for asked in waiting] == [
        f"after={play(moves).match.version}" for moves in (1, 2)
    ]
    assert {asked.headers["Prefer"] for asked in waiting} == {"wait=50"}


def test_when_the_server_has_been_away_it_is_soon_told_that_it_is_back(watch, pauses):
    _, stub = watch(
        view(1, "A"), feed(1, 6), Reply(hang_up=True), woken(2, 1), view(2, "A"),
        woken(4, 2), view(4, "A"),
    )  # fmt: skip
    waiting = [asked.headers["Prefer"] for asked in stub.asked if "Prefer" in asked.headers]
    assert waiting == ["wait=50", "wait=1", "wait=50"]


def test_whoever_waits_is_told_whose_turn_it_is_and_sees_the_table_when_it_is_theirs(watch):
    result, _ = watch(view(1, "A"), feed(1, 1), woken(4, 3), view(4, "A"))
    first, *_, last = result.out.splitlines()
    assert first == "You bid 30."
    assert "friday, hand 1. It is bob's turn to bid. Ctrl-C stops watching." in result.out
    assert result.out.count("Your tiles: ") == 1
    assert last.startswith("You may: ")


def test_a_spectator_sees_the_table_at_once(watch):
    result, _ = watch(view(16, None), feed(16, 2, None), woken(1000, 3, None), view(1000, None))
    assert result.out.startswith("friday, hand 1, trick 3 of 7.\nMatch ")


def test_pauses_grow_while_nothing_happens_and_shrink_when_something_does(watch, pauses):
    result, _ = watch(
        view(1, "A"), feed(1, 6), NOTHING_NEW, NOTHING_NEW, feed(2, 1), view(2, "A"), NOTHING_NEW,
        feed(4, 2), view(4, "A"),
    )  # fmt: skip
    assert result.status == 0
    assert pauses == [1, 1.5, 1, 1]
    assert "bob passed." in result.out


def test_a_pause_is_never_longer_than_a_quarter_of_a_minute(watch, pauses):
    watch(view(1, "A"), feed(1, 6), *[NOTHING_NEW] * 12, feed(4, 3), view(4, "A"))
    assert max(pauses) == 15


def test_a_server_that_is_busy_or_asks_for_patience_is_asked_again_later(watch, pauses):
    result, _ = watch(
        view(1, "A"), feed(1, 6), problem("quota-exceeded", 429), woken(4, 3), view(4, "A")
    )
    assert result.status == 0
    assert pauses == [0.4]


def test_a_server_that_says_when_to_come_back_is_asked_then(watch, pauses):
    refusal = problem("busy", 503, retry_after=1)
    watch(view(1, "A"), feed(1, 6), refusal, woken(4, 3), view(4, "A"))
    assert pauses[0] == 1


def test_a_server_that_goes_away_is_waited_for(watch, pauses):
    gone = Reply(hang_up=True)
    result, _ = watch(view(1, "A"), feed(1, 6), gone, gone, gone, woken(4, 3), view(4, "A"))
    assert result.status == 0
    assert result.err.splitlines()[-2:] == [
        next(line for line in result.err.splitlines() if "Trying on." in line),
        "The server answers again.",
    ]
    assert pauses == [0.4, 0.8, 1.6]


def test_what_happened_is_told_once_though_the_server_went_away_before_the_view(watch):
    busy = problem("internal", 500)
    result, _ = watch(
        view(1, "A"), feed(1, 1), woken(2, 1), busy, busy, view(4, "A"), woken(4, 2), view(4, "A")
    )  # fmt: skip
    assert result.status == 0
    assert result.out.count("bob passed.") == 1


def test_other_refusals_end_the_watch(watch):
    result, _ = watch(view(1, "A"), feed(1, 6), problem("not-found", 404))
    assert result.status == ExitStatus.NOT_FOUND


def test_a_spectator_watches_to_the_end_of_the_match(watch):
    result, _ = watch(view(16, None), feed(16, 2, None), woken(1000, 3, None), view(1000, None))
    assert "won the match" in result.out
    assert "The match is over: bob & dee won." in result.out


def test_watching_may_go_on_over_one_s_own_turn(watch, pauses):
    result, _ = watch(
        view(1, "A"), feed(1, 1), feed(4, 1), view(4, "A"), feed(1000, 1), view(1000, "A"),
        words=("--on", "--interval", "3"),
    )  # fmt: skip
    assert result.status == 0
    assert "It is your turn to name trump." in result.out
    assert pauses == [3]


def test_a_spectator_asks_for_the_view_only_when_the_entries_do_not_say_enough(watch):
    result, stub = watch(
        view(1, None), feed(1, 6, None), woken(2, 1, None), woken(4, 2, None),
        woken(1000, 1, None), view(1000, None),
    )  # fmt: skip
    assert result.status == 0
    assert len([asked for asked in stub.asked if "events" not in asked.path]) == 2


def test_plays_are_told_as_they_were_made_though_the_table_shows_them_no_more(watch):
    then = play(1000)
    last = then.feed(None, 1)[0]
    told = {**last, "seat": "B", "tile": "4-6"}
    answer = Reply(200, {"events": [told], "version": then.match.version}, HELD)
    result, _ = watch(view(16, None), feed(16, 2, None), answer, view(1000, None))
    assert "bob played 4-6." in result.out


def test_each_view_is_a_line_of_json(watch):
    result, _ = watch(view(1, "A"), feed(1, 1), woken(4, 3), view(4, "A"), words=("--json",))
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line["status"] for line in lines] == ["bidding", "declaring"]
