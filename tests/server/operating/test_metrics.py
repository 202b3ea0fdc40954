"""`/metrics`: it counts, only its operator reads it, and it tells of nobody."""

from __future__ import annotations

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.http.house import PLAYERS, House
from tests.server.operating.conftest import Build
from texas42_server.operating.metrics import Metrics

TOKEN = "prometheus-of-the-house"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def values(house: House) -> dict[tuple[str, tuple[str, ...]], float]:
    """Sample by name and values of its labels, sorted by label name."""
    text = house.stranger.get("/metrics").text
    return {
        (sample.name, tuple(sample.labels[name] for name in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_requests_are_counted_by_template_method_and_class(build: Build) -> None:
    house = build(limits="matches=1/60")
    match_id = house.match()
    looks = ("GET", "/matches/<match_id>", "2xx")
    before = values(house).get(("t42_requests_total", looks), 0)
    for _ in range(3):
        house.view(match_id, "A")
    house.stranger.get("/no/such/place")
    house.stranger.ask("BREW", "/matches")
    house.seat("A").post("/matches")
    seen = values(house)
    assert seen["t42_requests_total", looks] == before + 3
    assert seen["t42_request_seconds_count", looks] == before + 3
    assert seen["t42_requests_total", ("POST", "/matches/<match_id>/seats/<seat>", "2xx")] == 3
    assert seen["t42_requests_total", ("GET", "none", "4xx")] == 1
    assert seen["t42_requests_total", ("other", "none", "4xx")] == 1
    assert seen["t42_quota_exceeded_total", ()] == 1
    assert seen["t42_database_busy_total", ()] == 0


def test_appended_events_are_counted(build: Build) -> None:
    house = build()
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    assert values(house)["t42_events_appended_total", ()] == house.view(match_id)["version"]


def test_metrics_tell_of_no_match_seat_move_rule_or_name(build: Build) -> None:
    house = build()
    match_id = house.match(name="friday", rules={"preset": "straight", "target": 2})
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    house.seat("A").get(f"/matches/{match_id}/hands/1")
    house.seat("A").get("/rules/straight")
    house.seat("A").get("/problems/busy")
    text = house.stranger.get("/metrics").text
    for secret in (match_id, "friday", "straight", *PLAYERS.values()):
        assert secret not in text
    assert not re.search(r"\b[0-6]-[0-6]\b", text)
    labels = {
        name
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        for name in sample.labels
    }
    assert labels == {"route", "method", "status", "le"}
    routes = {rule.rule for rule in house.app.url_map.iter_rules()} | {"none"}
    assert set(re.findall(r'route="([^"]*)"', text)) <= routes
    assert set(re.findall(r'status="([^"]*)"', text)) <= {"2xx", "3xx", "4xx", "5xx"}


def test_metrics_are_for_this_machine(build: Build) -> None:
    house = build()
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        answer = house.stranger.get("/metrics", environ_overrides={"REMOTE_ADDR": address})
        assert answer.status_code == 200
    for address in ("192.0.2.7", "10.0.0.1", "", "unix"):
        answer = house.stranger.get("/metrics", environ_overrides={"REMOTE_ADDR": address})
        assert answer.status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_a_proxy_on_this_machine_is_not_this_machine(build: Build, header: str) -> None:
    assert build().stranger.get("/metrics", headers={header: "x"}).status_code == 403


def test_behind_a_proxy_the_client_s_address_counts(build: Build) -> None:
    house = build(proxy_hops=1)
    assert house.stranger.get("/metrics").status_code == 200
    for claimed in ("192.0.2.7", "127.0.0.1, 192.0.2.7"):
        answer = house.stranger.get("/metrics", headers={"X-Forwarded-For": claimed})
        assert answer.status_code == 403


def test_with_the_operator_s_token_from_anywhere(build: Build) -> None:
    house = build(metrics_token=TOKEN)

    def status(authorization: str) -> int:
        headers = {"Authorization": authorization}
        answer = house.stranger.get("/metrics", headers=headers, environ_overrides=ELSEWHERE)
        return answer.status_code

    assert status(f"Bearer {TOKEN}") == 200
    for wrong in (f"Bearer {TOKEN}x", "Bearer ", TOKEN, "Bearer \xe9", "Basic x"):
        assert status(wrong) == 401
    assert (
        house.stranger.get("/me", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 401
    )


def test_no_token_is_right_where_none_is_set(build: Build) -> None:
    answer = build().stranger.get("/metrics", headers={"Authorization": "Bearer "})
    assert answer.status_code == 401


def test_guessing_the_operator_s_token_is_limited(build: Build) -> None:
    house = build(metrics_token=TOKEN, limits="failed-tokens=2/600")
    guess = {"headers": {"Authorization": "Bearer guess"}, "environ_overrides": ELSEWHERE}
    assert [house.stranger.get("/metrics", **guess).status_code for _ in range(3)] == [
        401,
        401,
        429,
    ]


def test_open_waits_are_asked_for_when_read() -> None:
    metrics = Metrics()
    waits = [1, 2, 3]
    metrics.count_waits(lambda: len(waits))
    assert b"\nt42_open_waits 3.0\n" in metrics.text()
    waits.pop()
    assert b"\nt42_open_waits 2.0\n" in metrics.text()
