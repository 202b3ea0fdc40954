"""R6.8: what an open wait or stream is sent, and what a later fetch is not."""

from __future__ import annotations

from typing import Any

from tests.server.http.house import told
from tests.server.waiting.watchers import Watchers, prefer


def at_the_last_tile_of_a_trick(watchers: Watchers) -> tuple[str, int, dict[str, Any]]:
    """A match, its version, and the view of whose tile completes the first trick."""
    match_id = watchers.house.match()

    def fourth(view: dict[str, Any]) -> bool:
        trick = view["current_trick"]
        return trick is not None and trick["number"] == 1 and len(trick["plays"]) == 3

    view = watchers.house.play(match_id, until=fourth)
    return match_id, view["version"], view


def page(watchers: Watchers, match_id: str, after: int) -> list[dict[str, Any]]:
    path = f"/matches/{match_id}/events?after={after}"
    return list(told(watchers.house.stranger.get(path))["events"])


def test_r6_8_an_open_wait_is_sent_the_tile_that_completes_a_trick(watchers: Watchers) -> None:
    match_id, version, view = at_the_last_tile_of_a_trick(watchers)
    path = f"/matches/{match_id}/events?after={version}"
    answer = watchers.waiting(watchers.house.stranger, path, prefer())
    tile = view["legal_moves"][0]["tile"]
    watchers.house.move(match_id, view["legal_moves"][0])
    [play] = told(answer.result())["events"]
    assert (play["type"], play["seat"], play["tile"]) == ("play", view["you"], tile)
    assert [event["type"] for event in play["then"]] == ["trick_taken"]
    [later] = page(watchers, match_id, version)
    assert (later["seat"], later["tile"]) == (None, None), "whoever asks afterwards"
    at_once = watchers.house.stranger.get(path, headers=prefer())
    assert told(at_once)["events"] == [later], "a wait that is opened afterwards, too"


def test_r6_8_an_open_stream_is_sent_every_play_and_a_resumed_one_is_not(
    watchers: Watchers,
) -> None:
    match_id = watchers.house.match()
    last = watchers.house.play(match_id, until=lambda view: view["status"] == "playing")["version"]
    path = f"/matches/{match_id}/events?after={last}"
    stream = watchers.stream(watchers.house.stranger, path)
    for _ in range(5):
        watchers.move(match_id)
    sent = [stream.event().data for _ in range(5)]
    assert None not in [event["tile"] for event in sent]
    stream.close()
    resumed = watchers.stream(watchers.house.stranger, path, {"Last-Event-ID": str(last)})
    told_later = [resumed.event().data for _ in range(5)]
    assert [event["tile"] for event in told_later] == [None] * 4 + [sent[4]["tile"]]
    assert told_later == page(watchers, match_id, last)
    resumed.close()


def test_r6_8_a_stream_opened_in_mid_trick_is_not_sent_what_was_played_before(
    watchers: Watchers,
) -> None:
    match_id, version, view = at_the_last_tile_of_a_trick(watchers)
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after=0")
    shown = [stream.event() for _ in range(version)]
    assert [event.data["tile"] for event in shown[-3:]].count(None) == 0, "on the table still"
    stream.close()
    watchers.house.move(match_id, view["legal_moves"][0])
    stream = watchers.stream(watchers.house.stranger, f"/matches/{match_id}/events?after=0")
    shown = [stream.event() for _ in range(version + 1)]
    assert [event.data["tile"] for event in shown[-4:]] == [None] * 4, "collected"
    watchers.move(match_id)
    assert stream.event().data["tile"] is not None
    stream.close()


def test_r6_8_a_wait_on_the_view_is_answered_with_the_table_as_it_stands(
    watchers: Watchers,
) -> None:
    match_id, _, view = at_the_last_tile_of_a_trick(watchers)
    stranger = watchers.house.stranger
    headers = prefer(tag=watchers.tag(match_id))
    answer = watchers.waiting(stranger, f"/matches/{match_id}", headers)
    watchers.house.move(match_id, view["legal_moves"][0])
    later = stranger.get(f"/matches/{match_id}")
    assert answer.result().get_data() == later.get_data(), "a tag stands for these very bytes"
