"""Entity tags and conditions (RFC 9110, 8.8.3 and 13)."""

from __future__ import annotations

import pytest

from tests.server.http.house import House, told
from texas42_server.asking.conditions import parse_tags
from texas42_server.asking.strictjson import Malformed


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("*", "*"),
        (" * ", "*"),
        ('"a"', ((False, '"a"'),)),
        ('W/"a"', ((True, '"a"'),)),
        ('"a", W/"b","c"', ((False, '"a"'), (True, '"b"'), (False, '"c"'))),
        (', "a" ,, "b",', ((False, '"a"'), (False, '"b"'))),
        ('"a,b"', ((False, '"a,b"'),)),
        ('""', ((False, '""'),)),
    ],
)
def test_lists_of_tags_are_read(header: str, tags: object) -> None:
    assert parse_tags(header) == tags


@pytest.mark.parametrize(
    "header",
    ["", "a", '"a', '"a" "b"', 'w/"a"', '"a", *', '"a b"', "," * 5000 + "x", '"a"' * 3000],
)
def test_what_is_no_list_of_tags_is_refused(header: str) -> None:
    with pytest.raises(Malformed):
        parse_tags(header)


def test_tags_are_strong_and_differ_by_version_and_viewer(house: House) -> None:
    match_id = house.open_match()
    people = [house.seat("A"), house.seat("B"), house.stranger]
    tags = [person.get(f"/matches/{match_id}").headers["ETag"] for person in people]
    assert not any(tag.startswith("W/") for tag in tags)
    assert tags[1] == tags[2], "not seated yet, bob sees what a stranger sees"
    house.seat("B").post(f"/matches/{match_id}/seats/B")
    tags += [person.get(f"/matches/{match_id}").headers["ETag"] for person in people]
    assert len(set(tags)) == 5


def test_an_owner_who_does_not_sit_has_a_tag_of_its_own(house: House) -> None:
    answer = house.person("ann").post("/matches")
    here = answer.headers["Location"]
    assert told(answer)["invites"]
    owner = house.person("ann").get(here)
    stranger = house.stranger.get(here)
    assert owner.headers["ETag"] == answer.headers["ETag"]
    assert owner.headers["ETag"] != stranger.headers["ETag"]
    assert told(stranger)["invites"] is None


def test_a_view_says_how_it_may_be_cached(house: House) -> None:
    match_id = house.match()
    seat = house.seat("A").get(f"/matches/{match_id}")
    tag = seat.headers["ETag"]
    same = house.seat("A").get(f"/matches/{match_id}", headers={"If-None-Match": tag})
    for answer in (seat, same):
        assert answer.headers["Vary"] == "Authorization, Accept, Prefer"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["ETag"] == tag
    assert (same.status_code, same.get_data()) == (304, b"")
    of_a_body = {"Content-Type", "Content-Length"}
    assert not of_a_body & set(same.headers.keys()), "caches take them over (RFC 9111, 3.2)"


@pytest.mark.parametrize("form", ["{0}", "W/{0}", '"x", {0}', "*"])
def test_if_none_match_compares_weakly_and_answers_304(house: House, form: str) -> None:
    match_id = house.match()
    tag = house.stranger.get(f"/matches/{match_id}").headers["ETag"]
    condition = {"If-None-Match": form.format(tag)}
    assert house.stranger.get(f"/matches/{match_id}", headers=condition).status_code == 304
    assert house.seat("A").get(f"/matches/{match_id}", headers=condition).status_code == (
        304 if form == "*" else 200
    )
    house.move(match_id, {"type": "pass"})
    assert house.stranger.get(f"/matches/{match_id}", headers=condition).status_code == (
        304 if form == "*" else 200
    )


@pytest.mark.parametrize(
    ("form", "status"), [("{0}", 201), ('"x", {0}', 201), ("*", 201), ("W/{0}", 412), ('"x"', 412)]
)
def test_if_match_compares_strongly_and_guards_a_move(house: House, form: str, status: int) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    tag = mover.get(f"/matches/{match_id}").headers["ETag"]
    before = house.rows()
    answer = mover.post(
        f"/matches/{match_id}/moves", {"type": "pass"}, headers={"If-Match": form.format(tag)}
    )
    assert answer.status_code == status
    if status == 412:
        assert told(answer)["version"] == house.view(match_id)["version"]
        assert house.rows() == before


def test_a_newer_version_is_refused_as_much_as_an_older_one(house: House) -> None:
    match_id = house.match()
    view = house.view(match_id, house.view(match_id)["turn"])
    mover = house.seat(view["you"])
    tag = mover.get(f"/matches/{match_id}").headers["ETag"]
    for version in (view["version"] - 1, view["version"] + 1):
        other = tag.replace(str(view["version"]), str(version), 1)
        answer = mover.post(
            f"/matches/{match_id}/moves", {"type": "pass"}, headers={"If-Match": other}
        )
        assert answer.status_code == 412


def test_another_viewers_tag_does_not_guard_my_move(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    tag = house.stranger.get(f"/matches/{match_id}").headers["ETag"]
    answer = mover.post(f"/matches/{match_id}/moves", {"type": "pass"}, headers={"If-Match": tag})
    assert answer.status_code == 412


def test_if_none_match_that_matches_is_412_on_a_move(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    tag = mover.get(f"/matches/{match_id}").headers["ETag"]
    for condition, status in ((tag, 412), ("*", 412), ('"other"', 201)):
        answer = mover.post(
            f"/matches/{match_id}/moves", {"type": "pass"}, headers={"If-None-Match": condition}
        )
        assert answer.status_code == status


def test_the_answer_to_a_move_carries_the_tag_of_the_next_view(house: House) -> None:
    match_id = house.match()
    label = house.view(match_id)["turn"]
    answer = house.move(match_id, {"type": "pass"}, label)
    view = house.seat(label).get(f"/matches/{match_id}")
    assert answer.headers["ETag"] == view.headers["ETag"]
    assert answer.get_data() == view.get_data()
    assert answer.headers["Content-Location"] == f"/matches/{match_id}"
    entry = told(house.seat(label).get(answer.headers["Location"]))
    assert (entry["type"], entry["seat"]) == ("pass", label)


def test_the_list_of_my_matches_has_a_tag_that_changes_with_it(house: House) -> None:
    match_id = house.match()
    ann = house.seat("A")
    tag = ann.get("/me/matches").headers["ETag"]
    assert ann.get("/me/matches", headers={"If-None-Match": tag}).status_code == 304
    house.move(match_id, {"type": "pass"})
    assert ann.get("/me/matches", headers={"If-None-Match": tag}).status_code == 200


def test_finished_hands_are_cacheable_for_ever_and_the_feed_never(house: House) -> None:
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    hand = house.stranger.get(f"/matches/{match_id}/hands/1")
    assert hand.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    feed = house.stranger.get(f"/matches/{match_id}/events")
    assert feed.headers["Cache-Control"] == "no-store"
    missing = house.stranger.get(f"/matches/{match_id}/hands/2")
    assert missing.headers["Cache-Control"] == "no-store"
