"""405, 413, 415, 406, 401, 404, 403, idempotency, 412, form, turn and state, the rules.

Each request below has the faults of its row and of every later row as well; the first one answers.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.http.house import House, told

JSON = "application/json"
FAULTS: list[tuple[int, str, dict[str, Any]]] = [
    (405, "method-not-allowed", {"method": "PATCH"}),
    (413, "too-large", {"data": "{" * 70_000}),
    (415, "unsupported-media-type", {"content_type": "text/plain"}),
    (406, "not-acceptable", {"Accept": "text/csv"}),
    (401, "unauthenticated", {"Authorization": "Bearer t42_nobody"}),
    (404, "not-found", {"match": "nowhere"}),
    (403, "forbidden", {"who": "eve"}),
    (400, "malformed", {"Idempotency-Key": "naked"}),
    (422, "idempotency-key-reused", {"Idempotency-Key": '"used"'}),
    (412, "stale-version", {"If-Match": '"1-A-0"'}),
    (400, "malformed", {"data": '{"type": '}),
    (422, "validation", {"data": '{"type": "bid"}'}),
    (409, "not-your-turn", {"data": '{"type": "play", "tile": "0-0"}', "off_turn": True}),
    (422, "illegal-move", {"data": '{"type": "play", "tile": "0-0"}'}),
]


@pytest.mark.parametrize("row", range(len(FAULTS)))
def test_of_a_move_with_every_later_fault_the_first_is_told(house: House, row: int) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    off_turn = "ABCD"["ABCD".index(turn) - 1]
    for label in (turn, off_turn):
        # The key is used for something else by both, in matches of their own.
        used = {"Idempotency-Key": '"used"'}
        assert house.seat(label).post("/matches", headers=used).status_code == 201
    faults: dict[str, Any] = {}
    for _, _, fault in reversed(FAULTS[row:]):
        faults |= fault
    who = house.seat(off_turn if faults.get("off_turn") else turn)
    if "who" in faults:
        who = house.person("eve")
    names = ("Accept", "Authorization", "Idempotency-Key", "If-Match")
    before = house.rows()
    answer = who.ask(
        faults.get("method", "POST"),
        f"/matches/{faults.get('match', match_id)}/moves",
        data=faults.get("data", "{}"),
        content_type=faults.get("content_type", JSON),
        headers={name: faults[name] for name in names if name in faults},
    )
    status, slug, _ = FAULTS[row]
    assert (answer.status_code, told(answer)["type"]) == (status, f"/problems/{slug}")
    assert house.rows() == before


SEAT_FAULTS: list[tuple[int, str, dict[str, Any]]] = [
    (401, "unauthenticated", {"Authorization": "Bearer t42_nobody"}),
    (404, "not-found", {"seat": "E"}),
    (403, "forbidden", {"who": "eve"}),
    (400, "malformed", {"Idempotency-Key": "naked"}),
    (422, "idempotency-key-reused", {"Idempotency-Key": '"used"'}),
    (412, "stale-version", {"If-Match": '"1-A-0"'}),
    (400, "malformed", {"data": '{"invite": '}),
    (422, "validation", {"data": '{"invite": 7}'}),
    (409, "seat-taken", {"data": "{}", "seat": "A"}),
]


@pytest.mark.parametrize("row", range(len(SEAT_FAULTS)))
def test_of_a_seat_with_every_later_fault_the_first_is_told(house: House, row: int) -> None:
    """The seat taken in the last row is in a listed match, where nobody needs a code."""
    match_id = house.open_match(listed=SEAT_FAULTS[row][1] == "seat-taken")
    bob = house.person("bob")
    bob.post("/matches", headers={"Idempotency-Key": '"used"'})
    faults: dict[str, Any] = {}
    for _, slug, fault in reversed(SEAT_FAULTS[row:]):
        if slug != "seat-taken" or row == len(SEAT_FAULTS) - 1:
            faults |= fault
    who = house.person(faults["who"]) if "who" in faults else bob
    answer = who.post(
        f"/matches/{match_id}/seats/{faults.get('seat', 'B')}",
        data=faults.get("data", "{}"),
        content_type=JSON,
        headers={
            n: faults[n] for n in ("Authorization", "Idempotency-Key", "If-Match") if n in faults
        },
    )
    status, slug, _ = SEAT_FAULTS[row]
    assert (answer.status_code, told(answer)["type"]) == (status, f"/problems/{slug}")


ABSENCE_FAULTS: list[tuple[int, str, dict[str, Any]]] = [
    (405, "method-not-allowed", {"method": "PUT"}),
    (413, "too-large", {"data": "{" * 70_000}),
    (415, "unsupported-media-type", {"content_type": "text/plain"}),
    (406, "not-acceptable", {"Accept": "text/csv"}),
    (401, "unauthenticated", {"Authorization": "Bearer t42_nobody"}),
    (404, "not-found", {"match": "nowhere"}),
    (403, "forbidden", {"who": "eve"}),
    (400, "malformed", {"Idempotency-Key": "naked"}),
    (422, "idempotency-key-reused", {"Idempotency-Key": '"used"'}),
    (412, "stale-version", {"If-Match": '"1-A-0"'}),
    (400, "malformed", {"data": '{"sit": '}),
    (422, "validation", {"data": '{"sit": "A"}'}),
    (409, "too-early", {}),
]


@pytest.mark.parametrize("what", ["seats/B/replacement", "reminder", "close", "rematch"])
@pytest.mark.parametrize("row", range(len(ABSENCE_FAULTS)))
def test_of_what_is_asked_about_absence_the_first_fault_is_told(
    house: House, row: int, what: str
) -> None:
    match_id = house.match()
    while house.view(match_id)["turn"] == "A":
        house.move(match_id, {"type": "pass"})
    ann = house.seat("A")
    ann.post("/matches", headers={"Idempotency-Key": '"used"'})
    ann.post(f"/matches/{match_id}/reminder")
    faults: dict[str, Any] = {}
    for _, _, fault in reversed(ABSENCE_FAULTS[row:]):
        faults |= fault
    names = ("Accept", "Authorization", "Idempotency-Key", "If-Match")
    before = house.rows()
    answer = house.person(faults.get("who", "ann")).ask(
        faults.get("method", "POST"),
        f"/matches/{faults.get('match', match_id)}/{what}",
        data=faults.get("data", "{}"),
        content_type=faults.get("content_type", JSON),
        headers={name: faults[name] for name in names if name in faults},
    )
    status, slug, _ = ABSENCE_FAULTS[row]
    assert (answer.status_code, told(answer)["type"]) == (status, f"/problems/{slug}")
    assert house.rows() == before


def test_a_stranger_is_not_told_what_exists(house: House) -> None:
    match_id = house.match()
    for address in (match_id, "nowhere"):
        assert house.stranger.post(f"/matches/{address}/moves").status_code == 401
        assert house.stranger.post(f"/matches/{address}/seats/B").status_code == 401
        assert house.stranger.delete(f"/matches/{address}/seats/B").status_code == 401


def test_a_bad_token_is_told_before_a_missing_page_and_on_gets_that_need_none(
    house: House,
) -> None:
    bad = {"Authorization": "Bearer t42_nobody"}
    for path in ("/nowhere", "/matches/nowhere", "/rules", "/", "/healthz", "/matches"):
        answer = house.stranger.get(path, headers=bad)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_the_framework_refuses_in_problems_too(house: House) -> None:
    for answer, status, slug in (
        (house.stranger.get("/nowhere"), 404, "not-found"),
        (house.stranger.get("/matches/a/b/c"), 404, "not-found"),
        (house.stranger.ask("PUT", "/me"), 405, "method-not-allowed"),
        (house.stranger.ask("BREW", "/me"), 405, "method-not-allowed"),
    ):
        assert answer.status_code == status
        assert answer.content_type == "application/problem+json"
        assert told(answer)["type"] == f"/problems/{slug}"
    assert house.stranger.ask("PUT", "/me").headers["Allow"] == "GET, HEAD"


def test_a_wildcard_or_a_list_that_includes_json_is_acceptable(house: House) -> None:
    charset = "application/json; charset=utf-8"
    for accept in ("*/*", "application/*", "text/html, application/json;q=0.1", charset, ""):
        assert house.stranger.get("/rules", headers={"Accept": accept}).status_code == 200
    for accept in ("text/html", "application/json;q=0", f"{charset};q=0", "image/*"):
        assert house.stranger.get("/rules", headers={"Accept": accept}).status_code == 406
