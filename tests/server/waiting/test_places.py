"""How many waits and streams may be open, and what ends one early."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.server.http.house import House, Person, told
from tests.server.waiting.watchers import Answer, Watchers, eventually, prefer
from texas42 import Offered, Replaced, Seat
from texas42_server.config import Config

APPLIED = "Preference-Applied"


def view_waits(watchers: Watchers, match_id: str, who: Person, number: int) -> list[Answer]:
    headers = prefer(tag=watchers.tag(match_id, who))
    return [watchers.waiting(who, f"/matches/{match_id}", headers) for _ in range(number)]


def test_a_players_fifth_wait_ends_the_oldest(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    ann = watchers.house.seat("A")
    oldest, *others = view_waits(watchers, match_id, ann, 4)
    newest = watchers.ask(ann, f"/matches/{match_id}", prefer(tag=watchers.tag(match_id, ann)))
    ended = oldest.result()
    assert (ended.status_code, ended.headers[APPLIED]) == (304, "wait=30")
    eventually(lambda: len(watchers.waits) == 4)
    assert not any(answer.done() for answer in (*others, newest))
    watchers.move(match_id)
    assert {answer.result().status_code for answer in (*others, newest)} == {200}


def test_waits_and_streams_count_together(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    ann = watchers.house.seat("A")
    last = watchers.house.view(match_id)["version"]
    stream = watchers.stream(ann, f"/matches/{match_id}/events?after={last}")
    view_waits(watchers, match_id, ann, 3)
    newest = watchers.ask(ann, "/me/matches?turn=mine&status=open", prefer())
    assert stream.rest() == []
    assert len(watchers.waits) == 4
    assert not newest.done()


def test_other_players_waits_are_not_touched(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    anns = view_waits(watchers, match_id, watchers.house.seat("A"), 4)
    view_waits(watchers, match_id, watchers.house.seat("B"), 4)
    assert len(watchers.waits) == 8
    assert not any(answer.done() for answer in anns)


def test_an_address_without_a_token_has_four_and_the_fifth_is_answered_at_once(
    watchers: Watchers,
) -> None:
    match_id = watchers.house.match()
    stranger = watchers.house.stranger
    waits = view_waits(watchers, match_id, stranger, 4)
    headers = prefer(tag=watchers.tag(match_id))
    fifth = stranger.get(f"/matches/{match_id}", headers=headers)
    assert fifth.status_code == 304
    assert APPLIED not in fifth.headers
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    here = f"/matches/{match_id}"
    answer = watchers._pool.submit(stranger.get, here, headers=headers, **elsewhere)
    eventually(lambda: len(watchers.waits) == 5)
    watchers.move(match_id)
    assert {wait.result().status_code for wait in (*waits, answer)} == {200}
    again = watchers.waiting(stranger, here, prefer(tag=watchers.tag(match_id)))
    assert not again.done(), "a place is free again"


def test_all_ipv6_addresses_of_one_network_count_as_one(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    headers = prefer(tag=watchers.tag(match_id))
    stranger, here = watchers.house.stranger, f"/matches/{match_id}"
    for place in range(4):
        address = {"environ_base": {"REMOTE_ADDR": f"2001:db8:1:2::{place}"}}
        watchers._pool.submit(stranger.get, here, headers=headers, **address)
    eventually(lambda: len(watchers.waits) == 4)
    for elsewhere, applied in (("2001:db8:1:2:ffff::1", False), ("2001:db8:1:3::1", True)):
        base = {"REMOTE_ADDR": elsewhere}
        short = {**headers, "Prefer": "wait=1"}
        answer = stranger.get(here, headers=short, environ_base=base)
        assert (APPLIED in answer.headers) is applied


@pytest.mark.parametrize(("threads", "waits"), [(4, 2), (64, 42), (96, 64), (512, 341)])
def test_waits_leave_a_third_of_the_threads_to_others(threads: int, waits: int) -> None:
    assert Config(threads=threads).waits == waits


def test_where_no_place_is_free_the_answer_comes_at_once(tmp_path: Path) -> None:
    watchers = Watchers(House(tmp_path, threads=4))
    with closing(watchers):
        match_id = watchers.house.match()
        last = watchers.house.view(match_id)["version"]
        ann, bob = watchers.house.seat("A"), watchers.house.seat("B")
        view_waits(watchers, match_id, ann, 2)
        headers = prefer(tag=watchers.tag(match_id, bob))
        full = bob.get(f"/matches/{match_id}", headers=headers)
        assert (full.status_code, APPLIED in full.headers) == (304, False)
        for path in ("/me/matches?status=open", f"/matches/{match_id}/events?after={last}"):
            full = bob.get(path, headers=prefer())
            assert (full.status_code, APPLIED in full.headers) == (200, False)
        stream = watchers.stream(bob, f"/matches/{match_id}/events?after={last - 1}")
        assert stream.retry == b"retry: 15000\n\n"
        assert [event.id for event in stream.rest()] == [last], "what is there, and no more"


def test_a_stream_that_nobody_reads_holds_no_place(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    who = watchers.house.seat("A")
    headers = {"Accept": "text/event-stream"}
    answer = who.ask("HEAD", f"/matches/{match_id}/events", headers=headers)
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert len(watchers.waits) == 0


def test_all_waits_end_when_the_server_stops(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    ann, bob = watchers.house.seat("A"), watchers.house.seat("B")
    waits = view_waits(watchers, match_id, ann, 3)
    waits.append(watchers.waiting(bob, "/me/matches?status=open", prefer()))
    feed = watchers.waiting(bob, f"/matches/{match_id}/events?after={last}", prefer())
    stream = watchers.stream(bob, f"/matches/{match_id}/events?after={last}")
    watchers.house.app.extensions["stopping"].set()
    assert [wait.result().status_code for wait in waits] == [304, 304, 304, 200]
    assert told(feed.result()) == {"events": [], "version": last}
    assert stream.rest() == []
    at_once = ann.get("/me/matches?status=open", headers=prefer())
    assert APPLIED not in at_once.headers, "no new one is opened then"


def test_the_waits_of_a_token_die_with_it_when_the_new_one_is_first_used(
    watchers: Watchers,
) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    bob = watchers.house.seat("B")
    view = view_waits(watchers, match_id, bob, 1)[0]
    feed = watchers.waiting(bob, f"/matches/{match_id}/events?after={last}", prefer())
    mine = watchers.waiting(bob, "/me/matches?status=open", prefer())
    stream = watchers.stream(bob, f"/matches/{match_id}/events?after={last}")
    renewed = Person(watchers.house.app.test_client(), told(bob.post("/me/token"))["token"])
    assert bob.get("/me").status_code == 200
    assert len(watchers.waits) == 4
    assert not any(answer.done() for answer in (view, feed, mine)), "an unused token ends nothing"
    assert renewed.get("/me").status_code == 200
    for answer in (view, feed, mine):
        assert answer.result().status_code == 401
        assert 'error="invalid_token"' in answer.result().headers["WWW-Authenticate"]
    assert stream.rest() == []
    assert len(watchers.waits) == 0


def test_a_dead_token_is_told_nothing_of_a_move_made_meanwhile(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"]
    bob = watchers.house.seat("B")
    stream = watchers.stream(bob, f"/matches/{match_id}/events?after={last}")
    renewed = Person(watchers.house.app.test_client(), told(bob.post("/me/token"))["token"])
    assert renewed.get("/me").status_code == 200
    watchers.house.seat("B").token = renewed.token
    watchers.move(match_id)
    assert stream.rest() == []


def test_a_replaced_players_waits_and_streams_end_and_tell_what_a_spectator_sees(
    watchers: Watchers,
) -> None:
    match_id = watchers.house.match()
    watchers.house.person("eve")
    last = watchers.house.view(match_id)["version"]
    bob = watchers.house.seat("B")
    stream = watchers.stream(bob, f"/matches/{match_id}/events?after={last}")
    watchers.tell(match_id, Offered(Seat(1)))
    assert stream.event().event == "offered"
    view = view_waits(watchers, match_id, bob, 1)[0]
    mine = watchers.waiting(bob, "/me/matches?status=open", prefer())
    tag = bob.get("/me/matches").headers["ETag"]
    listed = watchers.waiting(bob, "/me/matches", prefer(tag=tag))
    watchers.tell(match_id, Replaced(Seat(1), "eve"))
    assert [event.event for event in stream.rest()] == ["replaced"]
    seen = told(view.result())
    assert (seen["you"], seen["hand"], seen["seats"]["B"]["player"]) == (None, None, "eve")
    assert told(listed.result())["matches"] == []
    assert not mine.done()


def test_a_replaced_player_does_not_wait_on_for_what_is_far_ahead(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    watchers.house.person("eve")
    ahead = watchers.house.view(match_id)["version"] + 100
    feed = f"/matches/{match_id}/events?after={ahead}"
    bobs = watchers.waiting(watchers.house.seat("B"), feed, prefer())
    anns = watchers.waiting(watchers.house.seat("A"), feed, prefer())
    watchers.tell(match_id, Offered(Seat(1)), Replaced(Seat(1), "eve"))
    assert told(bobs.result()) == {"events": [], "version": ahead - 98}
    assert not anns.done()


def test_nobody_misses_a_move_in_a_crowd_that_comes_and_goes(watchers: Watchers) -> None:
    match_id = watchers.house.match()
    last = watchers.house.view(match_id)["version"] + 20
    people = [watchers.house.person(f"watcher {number}") for number in range(4)]
    seen = dict.fromkeys(range(len(people)), 0)

    def keep_watching(number: int) -> None:
        same = Person(watchers.house.app.test_client(), people[number].token)
        tag = '"0"'
        while seen[number] < last:
            answer = same.get(f"/matches/{match_id}", headers=prefer(tag=tag))
            assert answer.status_code == 200
            tag, seen[number] = answer.headers["ETag"], told(answer)["version"]

    watching = [watchers._pool.submit(keep_watching, number) for number in seen]
    for number in range(20):
        version = watchers.move(match_id)["version"]
        if number % 2:
            eventually(lambda: min(seen.values()) >= version)  # noqa: B023 - asked at once
    for watched in watching:
        watched.result()
