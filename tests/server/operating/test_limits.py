"""Limits: floods are refused, who honours what the answers say never is, and reading is free."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.server.http.contract import contract
from tests.server.http.house import Person, told
from tests.server.operating.conftest import Build, Clock
from texas42_server.operating.limits import POLICIES, Limits, chosen, described, neighbourhood

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"
WRONG = "t42_" + "0" * 43


def left(answer: TestResponse) -> tuple[int, int]:
    """Requests and seconds, as `RateLimit` tells them."""
    found = re.fullmatch(r'"[a-z-]+";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
    assert found
    return int(found[1]), int(found[2])


def test_a_client_that_honours_the_answers_never_sees_429(build: Build, clock: Clock) -> None:
    house = build(limits="moves=5/60,waits=5/60,matches=3/60")
    ann = house.person("ann")
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", "/me/token", {}),
        ("GET", "/me/matches", {"headers": {"Prefer": "wait=1", "If-None-Match": '"other"'}}),
        ("POST", "/matches", {"json": {}}),
    )
    for method, path, rest in asked:
        for _ in range(23):
            answer = ann.ask(method, path, **rest)
            assert answer.status_code in (200, 201)
            remaining, seconds = left(answer)
            clock.sleep(seconds if remaining == 0 else 0.01)


def test_a_flood_is_refused_and_changes_nothing_until_the_window_ends(
    build: Build, clock: Clock
) -> None:
    house = build(limits="matches=3/60")
    ann = house.person("ann")
    clock.sleep(30)
    answers = [ann.post("/matches") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    before = house.rows()
    refused = ann.post("/matches")
    assert house.rows() == before
    assert told(refused)["type"] == "/problems/quota-exceeded"
    assert told(refused)["violated_policies"] == ["matches"]
    assert refused.headers["RateLimit-Policy"] == '"matches";q=3;w=60'
    assert refused.headers["RateLimit"] == '"matches";r=0;t=60'
    assert refused.headers["Retry-After"] == "60"
    clock.sleep(59.5)
    assert ann.post("/matches").headers["Retry-After"] == "1"
    clock.sleep(0.5)
    assert left(ann.post("/matches")) == (2, 60)


def test_a_player_s_limit_is_no_other_player_s(build: Build) -> None:
    house = build(limits="moves=1/60")
    ann, bob = house.person("ann"), house.person("bob")
    assert [ann.post("/me/token").status_code for _ in range(2)] == [201, 429]
    assert bob.post("/me/token").status_code == 201


def test_plain_reading_is_never_counted(build: Build) -> None:
    house = build(limits=",".join(f"{name}=1/600" for name in POLICIES))
    ann = house.person("ann")
    for _ in range(5):
        for path in ("/me", "/me/matches", "/matches", "/rules", "/healthz"):
            answer = ann.get(path)
            assert answer.status_code == 200
            assert "RateLimit" not in answer.headers


def test_registrations_are_limited_for_each_address(build: Build) -> None:
    house = build(limits="registrations=2/3600")

    def register(name: str, address: str) -> int:
        return house.stranger.post(
            "/players", {"name": name}, environ_overrides={"REMOTE_ADDR": address}
        ).status_code

    assert [register(name, "192.0.2.1") for name in ("ann", "ANN", "bob")] == [201, 409, 429]
    assert register("bob", "192.0.2.2") == 201
    assert register("cid", "2001:db8::1") == 201
    assert register("dee", "2001:db8::2:1") == 201
    assert register("eve", "2001:db8::3") == 429
    assert register("eve", "2001:db8:0:1::3") == 201


def test_guessing_tokens_ends_and_players_at_the_same_address_play_on(
    build: Build, clock: Clock
) -> None:
    house = build(limits="failed-tokens=3/600")
    ann, bob = house.person("ann"), house.person("bob")
    assert ann.get("/me").status_code == 200
    guesser = Person(house.stranger.client, WRONG)
    statuses = [guesser.get(path).status_code for path in ("/me", "/matches", "/none", "/me")]
    assert statuses == [401, 401, 401, 429]
    # A right guess is told no better than a wrong one.
    assert bob.get("/me").status_code == 429
    assert ann.get("/me").status_code == 200
    assert bob.get("/me", environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200
    assert house.stranger.get("/matches").status_code == 200
    clock.sleep(600)
    assert bob.get("/me").status_code == 200


def test_a_token_that_died_is_known_no_more(build: Build) -> None:
    house = build(limits="failed-tokens=2/600")
    ann = house.person("ann")
    assert ann.get("/me").status_code == 200
    fresh = told(ann.post("/me/token"))["token"]
    assert Person(ann.client, fresh).get("/me").status_code == 200
    assert [ann.get("/me").status_code for _ in range(3)] == [401, 401, 429]
    assert Person(ann.client, fresh).get("/me").status_code == 200


def test_waits_without_a_token_are_counted_by_address(build: Build) -> None:
    house = build(limits="waits=1/60")
    asked = {"headers": {"Prefer": "wait=1"}}
    assert house.stranger.get("/matches", **asked).status_code == 200
    assert house.stranger.get("/matches", **asked).status_code == 429
    assert house.stranger.get("/matches", headers={"Prefer": "Wait=9"}).status_code == 429
    streamed = {"headers": {"Accept": "Text/Event-Stream"}}
    assert house.stranger.get("/matches/none/events", **streamed).status_code == 429
    assert house.stranger.get("/matches", headers={"Prefer": "waiter"}).status_code == 200
    assert house.person("ann").get("/matches", **asked).status_code == 200


def test_off_is_off(build: Build) -> None:
    house = build(limits="off")
    for number in range(60):
        assert house.stranger.post("/players", {"name": f"p{number}"}).status_code == 201


def test_memory_is_bounded_whoever_asks() -> None:
    clock = Clock()
    limits = Limits(chosen(""), clock, capacity=100)
    for number in range(10_000):
        clock.sleep(0.001)
        limits.take("registrations", number)
        limits.take("moves", number)
        limits.token_worked("192.0.2.1", number.to_bytes(32))
    assert limits.remembered() <= 200
    assert len(limits._good) <= 100
    clock.sleep(3600)
    limits.take("registrations", "new")
    limits.take("moves", "new")
    assert limits.remembered() == 2


@pytest.mark.parametrize(
    ("text", "policies"),
    [
        ("", POLICIES),
        ("off", {}),
        ("moves=1/2", POLICIES | {"moves": POLICIES["moves"]._replace(quota=1, window=2)}),
        (
            "waits=off, moves=off",
            {n: p for n, p in POLICIES.items() if n not in ("waits", "moves")},
        ),
    ],
)
def test_limits_are_chosen_and_described_alike(text: str, policies: dict[str, object]) -> None:
    assert chosen(text) == policies
    assert chosen(described(chosen(text))) == policies


@pytest.mark.parametrize(
    "text", ["on", "moves", "moves=0/60", "moves=5", "bids=5/60", "moves=-1/2"]
)
def test_a_wrong_limit_is_told_the_right_form(text: str) -> None:
    with pytest.raises(ValueError, match="NAME=QUOTA/SECONDS"):
        chosen(text)


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("no:address", "no:address"),
    ],
)
def test_an_address_is_what_one_customer_has(address: str, whole: str) -> None:
    assert neighbourhood(address) == whole


def test_the_document_and_the_operator_s_page_name_the_same_policies() -> None:
    violated = contract().document["components"]["schemas"]["QuotaExceededProblem"]["properties"]
    assert violated["violated_policies"]["items"]["enum"] == list(POLICIES)
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([\d,]+) in ([\d,]+) s \| (.+?) \| (.+?) \|$",
        OPERATING.read_text(encoding="utf-8").replace(",600 s", "600 s"),
        re.MULTILINE,
    )
    assert [(n, int(q), int(w), per, covers.replace("`", "")) for n, q, w, per, covers in rows] == [
        tuple(policy) for policy in POLICIES.values()
    ]


def test_every_operation_documents_429() -> None:
    for (method, path), operation in contract().operations().items():
        assert "429" in operation["responses"], (method, path)
