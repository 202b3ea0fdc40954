"""The feed as server-sent events."""

from __future__ import annotations

import pytest

from tests.server.http.house import told
from tests.server.waiting.watchers import STREAM, Watchers, parsed
from texas42 import Closed
from texas42_server import service
from texas42_server.edge import streams


def feed(watchers: Watchers, match_id: str) -> list[dict[str, object]]:
    path = f"/matches/{match_id}/events?limit=1000"
    return list(told(watchers.house.stranger.get(path))["events"])


def test_a_stream_sends_what_has_happened_and_then_what_happens(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events")
    assert stream.retry == b"retry: 2000\n\n"
    before = feed(watchers, match_id)
    sent = [stream.event() for _ in before]
    assert [event.data for event in sent] == before
    for _ in range(3):
        watchers.move(match_id)
        event = stream.event()
        assert event.data == feed(watchers, match_id)[-1]
        assert (event.id, event.event) == (event.data["seq"], event.data["type"])
    stream.close()
    assert len(watchers.waits) == 0


def test_a_streams_headers_let_nobody_keep_it_back(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after=3")
    headers = stream.answer.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Vary"] == "Authorization, Accept, Prefer"
    assert "Content-Length" not in headers
    stream.close()


def test_data_is_one_line(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events")
    part = stream.part()
    assert part.count(b"\n") == 4
    assert part.endswith(b"\n\n")
    stream.close()


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream; charset=utf-8", "text/event-stream"),
        ("text/event-stream, */*;q=0.1", "text/event-stream"),
        ("application/json, text/event-stream;q=0.5", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
    ],
)
def test_accept_chooses_between_a_page_and_a_stream(
    watchers: Watchers, accept: str, media_type: str
) -> None:
    match_id = watchers.house.match()
    asked = {"headers": {"Accept": accept}, "buffered": False}
    answer = watchers.house.stranger.ask("HEAD", f"/matches/{match_id}/events", **asked)
    assert answer.mimetype == media_type


def test_nothing_else_can_be_streamed(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    for path in (f"/matches/{match_id}", "/me/matches", f"/matches/{match_id}/events/1"):
        assert watchers.house.seat("A").get(path, headers=STREAM).status_code == 406


def test_last_event_id_resumes_and_wins_over_after(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    path = f"/matches/{match_id}/events?after=2"
    stream = watchers.stream(watchers.house.stranger, path, {"Last-Event-ID": str(last - 1)})
    assert stream.event().id == last
    watchers.move(match_id)
    assert stream.event().id == last + 1
    stream.close()
    stream = watchers.stream(watchers.house.stranger, path, {"Last-Event-ID": ""})
    assert stream.event().id == 3
    stream.close()


def test_a_page_does_not_look_at_last_event_id(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    path = f"/matches/{match_id}/events?after=2&limit=1"
    page = watchers.house.stranger.get(path, headers={"Last-Event-ID": "4"})
    assert told(page)["events"][0]["seq"] == 3


@pytest.mark.parametrize("odd", ["yesterday", "-1", "1.5", "9" * 16, "\u0661"])
def test_a_last_event_id_that_was_never_sent_is_refused(watchers: Watchers, odd: str) -> None:
    match_id = watchers.house.match()
    headers = {**STREAM, "Last-Event-ID": odd.encode().decode("latin-1")}
    answer = watchers.house.stranger.get(f"/matches/{match_id}/events", headers=headers)
    assert answer.status_code == 400


def test_a_stream_is_refused_like_a_page(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    ask = watchers.house.stranger.get
    assert ask("/matches/none/events", headers=STREAM).status_code == 404
    assert ask(f"/matches/{match_id}/events?after=x", headers=STREAM).status_code == 422
    guess = {**STREAM, "Authorization": "Bearer t42_guess"}
    assert ask(f"/matches/{match_id}/events", headers=guess).status_code == 401


def test_the_stream_of_a_match_ends_with_it_and_reconnecting_is_204(watchers: Watchers) -> None:
    match_id = watchers.house.match(rules={"target": 1})
    last = watchers.house.view(match_id)["version"]
    here = f"/matches/{match_id}/events"
    stream = watchers.stream(watchers.house.stranger, f"{here}?after={last}")
    end = watchers.house.play(match_id)["version"]
    sent = stream.rest()
    assert [event.id for event in sent] == list(range(last + 1, end + 1))
    assert sent[-1].data["then"][-1]["type"] == "match_over"
    headers = {**STREAM, "Last-Event-ID": str(sent[-1].id)}
    again = watchers.house.stranger.get(here, headers=headers)
    assert (again.status_code, again.get_data()) == (204, b"")
    whole = watchers.stream(watchers.house.stranger, here)
    assert [event.id for event in whole.rest()] == list(range(1, end + 1))


def test_the_stream_of_a_closed_match_ends(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after={last}")
    watchers.tell(match_id, Closed())
    assert [event.event for event in stream.rest()] == ["closed"]
    path = f"/matches/{match_id}/events?after={last + 1}"
    assert watchers.house.stranger.get(path, headers=STREAM).status_code == 204


def test_silence_is_broken_by_comments(watchers: Watchers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.02)
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after={last}")
    assert [stream.part() for _ in range(3)] == [b":\n\n"] * 3
    watchers.move(match_id)
    while (part := stream.part()) == b":\n\n":
        pass
    assert parsed(part).id == last + 1
    stream.close()


def test_a_fault_in_mid_stream_ends_it_and_is_logged_without_what_it_says(
    watchers: Watchers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after={last}")

    secret = watchers.house.view(match_id, "D")["hand"][0]

    def fail(*_: object) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr(service, "follow", fail)
    assert stream.rest() == []
    assert "mistake: RuntimeError" in caplog.text
    assert secret not in caplog.text
    assert len(watchers.waits) == 0


def test_each_seat_is_streamed_its_own_tiles_alone(watchers: Watchers) -> None:
    match_id = watchers.house.open_match()
    for label in "BC":
        watchers.house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    last = watchers.house.view(match_id)["version"]
    here = f"/matches/{match_id}/events?after={last}"
    seats = {label: watchers.stream(watchers.house.seat(label), here) for label in "ABC"}
    watching = watchers.stream(watchers.house.stranger, here)
    watchers.house.seat("D").post(f"/matches/{match_id}/seats/D")
    for label, stream in seats.items():
        _, dealt = stream.event(), stream.event()
        assert dealt.data["tiles"] == watchers.house.view(match_id, label)["hand"]
        stream.close()
    assert watching.event().event == "joined"
    assert watching.event().data["tiles"] is None
    watching.close()
