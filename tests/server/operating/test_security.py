"""Other origins' scripts, and proxies in front: believed only as far as the operator says."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.server.http.house import House, told
from tests.server.operating.conftest import Build

ORIGIN = "https://forty-two.example"
PREFLIGHT = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}


def ask(house: House, method: str, path: str, **kwargs: Any) -> TestResponse:
    """Ask as a browser does: what the document says nothing of is not held to it."""
    return FlaskClient(house.app, house.app.response_class).open(path, method=method, **kwargs)


def cors(answer: TestResponse) -> dict[str, str]:
    return {n: v for n, v in answer.headers.items() if n.startswith("Access-Control-")}


def test_without_listed_origins_there_is_no_cors(build: Build) -> None:
    house = build()
    answer = ask(house, "GET", "/rules", headers={"Origin": ORIGIN})
    assert (answer.status_code, cors(answer)) == (200, {})
    assert ask(house, "OPTIONS", "/matches", headers=PREFLIGHT).status_code == 405


def test_a_listed_origin_may_ask_and_read_what_clients_need(build: Build) -> None:
    house = build(cors_origins=(ORIGIN,))
    asked = ask(house, "OPTIONS", "/matches", headers=PREFLIGHT)
    assert (asked.status_code, asked.get_data()) == (204, b"")
    told_of = cors(asked)
    assert told_of["Access-Control-Allow-Origin"] == ORIGIN
    assert {"GET", "POST", "PUT", "DELETE"} <= set(
        told_of["Access-Control-Allow-Methods"].split(", ")
    )
    assert {"Authorization", "If-Match", "Idempotency-Key", "Prefer"} <= set(
        told_of["Access-Control-Allow-Headers"].split(", ")
    )
    answer = ask(house, "GET", "/none", headers={"Origin": ORIGIN})
    assert answer.status_code == 404
    told_of = cors(answer)
    assert told_of["Access-Control-Allow-Origin"] == ORIGIN
    assert {"ETag", "Location", "RateLimit"} <= set(
        told_of["Access-Control-Expose-Headers"].split(", ")
    )
    assert "Access-Control-Allow-Credentials" not in told_of


def test_another_origin_may_not(build: Build) -> None:
    house = build(cors_origins=(ORIGIN,))
    for origin in ("https://forty-two.example.net", "http://forty-two.example", "null", "*"):
        answer = ask(house, "GET", "/rules", headers={"Origin": origin})
        assert cors(answer) == {}
        assert "Origin" in answer.headers.getlist("Vary")
        asked = ask(house, "OPTIONS", "/matches", headers=PREFLIGHT | {"Origin": origin})
        assert (asked.status_code, cors(asked)) == (405, {})


def test_forwarded_addresses_are_believed_for_so_many_proxies(build: Build) -> None:
    house = build(proxy_hops=2, limits="registrations=1/3600")

    def register(name: str, forwarded: str) -> int:
        headers = {"X-Forwarded-For": forwarded}
        return house.stranger.post("/players", {"name": name}, headers=headers).status_code

    assert register("ann", "192.0.2.1, 10.0.0.1") == 201
    assert register("bob", "192.0.2.1, 10.0.0.1") == 429
    assert register("bob", "203.0.113.9, 192.0.2.1, 10.0.0.1") == 429
    assert register("bob", "192.0.2.2, 10.0.0.1") == 201


def test_without_a_proxy_nobody_chooses_an_address(build: Build) -> None:
    house = build(limits="registrations=1/3600")
    statuses = [
        house.stranger.post("/players", {"name": name}, headers=headers).status_code
        for name, headers in (
            ("ann", {}),
            ("bob", {"X-Forwarded-For": "192.0.2.1"}),
            ("cid", {"Forwarded": "for=192.0.2.2"}),
        )
    ]
    assert statuses == [201, 429, 429]


def test_a_forwarded_host_goes_nowhere(build: Build) -> None:
    house = build(proxy_hops=1)
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    answer = house.person("ann").post("/matches", headers=headers)
    assert "evil.example" not in f"{answer.headers}{answer.text}"
    assert answer.headers["Location"] == f"/matches/{told(answer)['id']}"
