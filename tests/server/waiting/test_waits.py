"""Waits on the view, the feed and my matches, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.http.house import told
from tests.server.waiting.watchers import Watchers, eventually, prefer

APPLIED = "Preference-Applied"


def version(answer: Any) -> int:
    return int(told(answer)["version"])


def test_a_view_waits_until_the_tag_no_longer_matches(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    tag = watchers.tag(match_id)
    answer = watchers.waiting(watchers.house.stranger, f"/matches/{match_id}", prefer(tag=tag))
    moved = watchers.move(match_id)
    told_since = answer.result()
    assert told_since.status_code == 200
    assert version(told_since) == moved["version"]
    assert told_since.headers["ETag"] == watchers.tag(match_id) != tag
    assert told_since.headers[APPLIED] == "wait=30"
    assert len(watchers.waits) == 0


def test_a_seated_player_is_woken_with_the_seats_own_view(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    turn = watchers.house.view(match_id)["turn"]
    other = next(label for label in "ABCD" if label != turn)
    who = watchers.house.seat(other)
    tag = watchers.tag(match_id, who)
    answer = watchers.waiting(who, f"/matches/{match_id}", prefer(tag=tag))
    watchers.move(match_id)
    assert told(answer.result())["you"] == other
    assert len(told(answer.result())["hand"]) == 7


def test_when_the_time_is_up_the_answer_is_304(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    tag = watchers.tag(match_id)
    answer = watchers.waiting(watchers.house.stranger, f"/matches/{match_id}", prefer(1, tag))
    late = answer.result()
    assert (late.status_code, late.headers[APPLIED], late.headers["ETag"]) == (304, "wait=1", tag)


def test_a_tag_that_does_not_match_is_answered_at_once(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    headers = prefer(99, '"1-spectator-0"')
    answer = watchers.house.stranger.get(f"/matches/{match_id}", headers=headers)
    assert (answer.status_code, answer.headers[APPLIED]) == (200, "wait=60")


def test_without_if_none_match_a_wait_on_a_match_is_not_applied(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    answer = watchers.house.stranger.get(f"/matches/{match_id}", headers=prefer())
    assert answer.status_code == 200
    assert APPLIED not in answer.headers


@pytest.mark.parametrize("preference", ["wait=0", "wait=soon", "respond-async"])
def test_what_is_no_wait_is_ignored(watchers: Watchers, preference: str) -> None:
    match_id = watchers.house.match()
    headers = {"If-None-Match": watchers.tag(match_id), "Prefer": preference}
    answer = watchers.house.stranger.get(f"/matches/{match_id}", headers=headers)
    assert answer.status_code == 304
    assert APPLIED not in answer.headers


def test_head_does_not_wait(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    headers = prefer(tag=watchers.tag(match_id))
    assert (
        watchers.house.stranger.ask("HEAD", f"/matches/{match_id}", headers=headers).status_code
        == 304
    )


def test_refusals_come_before_any_wait(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    ask = watchers.house.stranger.get
    tag = watchers.tag(match_id)
    assert ask("/matches/none", headers=prefer(tag=tag)).status_code == 404
    assert ask("/me/matches", headers=prefer()).status_code == 401
    assert ask(f"/matches/{match_id}?colour=red", headers=prefer(tag=tag)).status_code == 422
    stale = {**prefer(tag=tag), "If-Match": '"1-A-0"'}
    assert ask(f"/matches/{match_id}", headers=stale).status_code == 412


def test_the_feed_waits_until_there_is_an_entry_past_after(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    here = f"/matches/{match_id}/events"
    answer = watchers.waiting(watchers.house.stranger, f"{here}?after={last}", prefer())
    watchers.move(match_id)
    page = told(answer.result())
    assert [entry["seq"] for entry in page["events"]] == [last + 1]
    assert page["version"] == last + 1
    assert answer.result().headers[APPLIED] == "wait=30"
    assert answer.result().headers["Link"] == f'<{here}?after={last + 1}&limit=100>; rel="next"'
    at_once = watchers.house.stranger.get(f"{here}?after={last}", headers=prefer())
    assert told(at_once) == page
    assert at_once.headers[APPLIED] == "wait=30"


def test_the_feed_waits_past_entries_that_are_not_asked_for(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    path = f"/matches/{match_id}/events?after={last + 1}"
    answer = watchers.waiting(watchers.house.stranger, path, prefer())
    watchers.move(match_id)
    assert not answer.done()
    watchers.move(match_id)
    assert [entry["seq"] for entry in told(answer.result())["events"]] == [last + 2]


def test_a_feed_without_news_is_an_empty_page_when_the_time_is_up(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    path = f"/matches/{match_id}/events?after={last}"
    late = watchers.waiting(watchers.house.stranger, path, prefer(1)).result()
    assert (late.status_code, late.headers[APPLIED]) == (200, "wait=1")
    assert told(late) == {"events": [], "version": last}


def test_a_waited_page_has_at_most_limit_entries(watchers: Watchers) -> None:
    match_id = watchers.house.open_match()
    for label in "BC":
        watchers.house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    last = watchers.house.view(match_id)["version"]
    path = f"/matches/{match_id}/events?after={last}&limit=1"
    answer = watchers.waiting(watchers.house.stranger, path, prefer())
    watchers.house.seat("D").post(f"/matches/{match_id}/seats/D")  # joined and dealt
    assert [entry["type"] for entry in told(answer.result())["events"]] == ["joined"]
    assert told(answer.result())["version"] == last + 2


def test_my_matches_wait_until_the_tag_changes(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    ann = watchers.house.seat("A")
    tag = ann.get("/me/matches").headers["ETag"]
    answer = watchers.waiting(ann, "/me/matches", prefer(tag=tag))
    version = watchers.move(match_id)["version"]
    assert told(answer.result())["matches"][0]["version"] == version
    assert answer.result().headers[APPLIED] == "wait=30"
    tag = answer.result().headers["ETag"]
    late = watchers.waiting(ann, "/me/matches", prefer(1, tag)).result()
    assert (late.status_code, late.headers[APPLIED]) == (304, "wait=1")


def test_without_a_tag_my_matches_wait_until_there_is_one(watchers: Watchers) -> None:
    for name in ("ann", "bob", "cid", "dee"):
        watchers.house.person(name)
    bob = watchers.house.person("bob")
    answer = watchers.waiting(bob, "/me/matches", prefer())
    watchers.house.open_match()
    assert told(answer.result())["matches"][0]["kept_for_me"] == "B"
    at_once = bob.get("/me/matches", headers=prefer())
    assert at_once.get_data() == answer.result().get_data()
    late = watchers.waiting(bob, "/me/matches?turn=mine", prefer(1)).result()
    assert (late.status_code, told(late), late.headers[APPLIED]) == (200, {"matches": []}, "wait=1")


def test_one_wait_serves_any_number_of_matches_until_one_is_mine_to_move(
    watchers: Watchers,
) -> None:
    house = watchers.house
    started = [house.match() for _ in range(3)]
    ann = house.seat("A")
    for match_id in started:
        house.play(match_id, until=lambda view: view["turn"] != "A" and view["status"] == "bidding")
    assert all(house.view(match_id)["turn"] != "A" for match_id in started)
    answer = watchers.waiting(ann, "/me/matches?turn=mine", prefer())
    house.play(started[1], until=lambda view: view["turn"] == "A")
    assert [match["id"] for match in told(answer.result())["matches"]] == [started[1]]


def test_a_seat_given_back_wakes_who_waits_for_the_list(watchers: Watchers) -> None:
    match_id = watchers.house.open_match()
    bob = watchers.house.seat("B")
    bob.post(f"/matches/{match_id}/seats/B")
    tag = bob.get("/me/matches").headers["ETag"]
    answer = watchers.waiting(bob, "/me/matches", prefer(tag=tag))
    bob.delete(f"/matches/{match_id}/seats/B")
    assert told(answer.result())["matches"] == []


def test_other_matches_wake_nobody(watchers: Watchers) -> None:
    match_id, other = watchers.house.match(), watchers.house.match()
    headers = prefer(1, watchers.tag(match_id))
    answer = watchers.waiting(watchers.house.stranger, f"/matches/{match_id}", headers)
    watchers.move(other)
    assert answer.result().status_code == 304


def test_many_wait_and_one_move_wakes_them_all(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    watching = [watchers.house.person(f"watcher {number}") for number in range(15)]
    headers = prefer(tag=watchers.tag(match_id))
    answers = [watchers.waiting(who, f"/matches/{match_id}", headers) for who in watching * 4]
    assert len(watchers.waits) == 60
    watchers.house.seat("A").get("/healthz")
    moved = watchers.move(match_id)
    assert {version(answer.result()) for answer in answers} == {moved["version"]}
    eventually(lambda: len(watchers.waits) == 0)


def test_who_waits_holds_no_lock_and_no_snapshot(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    who = watchers.house.stranger
    answer = watchers.waiting(who, f"/matches/{match_id}/events?after={last + 40}", prefer())
    stream = watchers.stream(watchers.house.seat("A"), f"/matches/{match_id}/events?after={last}")
    database = watchers.house.app.extensions["texas42"].database
    for _ in range(5):  # each a write transaction of its own
        watchers.move(match_id)
    # A snapshot that somebody still reads would keep the log from being folded back.
    for kept in database._all:
        assert not kept.connection.conn.in_transaction
    assert stream.event().id == last + 1
    stream.close()
    watchers.house.app.extensions["stopping"].set()
    assert told(answer.result())["events"] == []


@pytest.mark.parametrize("path", ["", "/events?after=5"])
def test_a_wait_on_a_match_that_is_called_off_ends(watchers: Watchers, path: str) -> None:
    from texas42 import Cancelled

    match_id = watchers.house.open_match()
    for label in "BC":
        watchers.house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    last = watchers.house.view(match_id)["version"]
    headers = prefer(tag=watchers.tag(match_id))
    where = f"/matches/{match_id}{path}".replace("=5", f"={last}")
    answer = watchers.waiting(watchers.house.stranger, where, headers)
    watchers.tell(match_id, Cancelled())
    assert answer.result().status_code == 200
    assert version(answer.result()) == last + 1
