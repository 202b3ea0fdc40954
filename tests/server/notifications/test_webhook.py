"""A player's own webhook: set, shown, tried, switched off, and nobody else's business."""

from __future__ import annotations

import base64

import pytest

from tests.server.http.house import House, told
from tests.server.notifications.conftest import Hook, deliveries, drain
from texas42_server.delivery import Deliverer
from texas42_server.storage.outbox import KEPT
from texas42_server.storage.webhooks import EVENTS


def test_the_secret_is_shown_when_it_is_new_and_never_again(house: House, hook: Hook) -> None:
    first = hook()
    assert len(base64.b64decode(first["secret"].removeprefix("whsec_"))) == 32
    assert hook(events=["your_turn"])["secret"] is None
    assert told(house.seat("A").get("/me/webhook"))["secret"] is None
    rotated = hook(rotate=True)
    assert rotated["secret"] not in {None, first["secret"]}
    assert hook()["secret"] is None


def test_everything_is_told_unless_events_are_chosen(hook: Hook) -> None:
    assert hook()["events"] == list(EVENTS)
    assert hook(events=["match_over", "your_turn", "your_turn"])["events"] == [
        "your_turn",
        "match_over",
    ]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/url"]),
        ({"url": 7}, ["/url"]),
        ({"url": "nowhere", "events": ["trick_over"]}, ["/events/0", "/url"]),
        ({"url": "https://example.org", "events": []}, ["/events"]),
        ({"url": "https://example.org", "events": "your_turn"}, ["/events"]),
        ({"url": "https://example.org", "rotate": "yes"}, ["/rotate"]),
        ({"url": "https://example.org", "secret": "mine"}, ["/secret"]),
    ],
)
def test_every_wrong_member_is_named_and_nothing_is_set(
    house: House, body: dict[str, object], pointers: list[str]
) -> None:
    ann = house.seat("A")
    answer = ann.ask("PUT", "/me/webhook", json=body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in told(answer)["errors"]] == pointers
    assert ann.get("/me/webhook").status_code == 404


def test_deleting_twice_is_as_good_as_once(house: House, hook: Hook) -> None:
    hook()
    ann = house.seat("A")
    assert ann.delete("/me/webhook").status_code == 204
    assert ann.delete("/me/webhook").status_code == 204
    assert ann.get("/me/webhook").status_code == 404
    assert ann.post("/me/webhook/test").status_code == 404


def test_what_waits_is_dropped_with_the_webhook(
    house: House, hook: Hook, deliverer: Deliverer
) -> None:
    hook()
    house.seat("A").post("/me/webhook/test")
    house.seat("A").delete("/me/webhook")
    assert drain(deliverer) == 0
    (dropped,) = deliveries(house)
    assert (dropped["status"], dropped["reason"]) == ("dropped", "switched_off")


def test_a_webhook_and_its_deliveries_are_their_owner_s_alone(house: House, hook: Hook) -> None:
    hook()
    house.seat("A").post("/me/webhook/test")
    bob = house.seat("B")
    assert bob.get("/me/webhook").status_code == 404
    assert deliveries(house, "B") == []
    for path in ("/me/webhook", "/me/webhook/deliveries"):
        assert house.stranger.get(path).status_code == 401


def test_a_test_that_waits_is_not_doubled(house: House, hook: Hook, deliverer: Deliverer) -> None:
    hook()
    ann = house.seat("A")
    first, second = (told(ann.post("/me/webhook/test")) for _ in range(2))
    assert first == second
    assert drain(deliverer) == 1
    assert told(ann.post("/me/webhook/test"))["id"] != first["id"]


def test_the_latest_hundred_are_remembered(house: House, hook: Hook, deliverer: Deliverer) -> None:
    hook()
    ann = house.seat("A")
    ids = []
    for _ in range(KEPT + 3):
        ids.append(told(ann.post("/me/webhook/test"))["id"])
        drain(deliverer)
    assert [delivery["id"] for delivery in deliveries(house)] == ids[3:]
    newest = told(ann.get("/me/webhook/deliveries?limit=2"))["deliveries"]
    assert [delivery["id"] for delivery in newest] == [ids[-1], ids[-2]]


def test_without_the_operator_s_leave_only_https_and_public_hosts_are_taken(
    house: House,
) -> None:
    object.__setattr__(house.app.extensions["texas42"], "private_webhooks", False)
    ann = house.seat("A")
    for url in ("http://example.org/", "https://127.0.0.1/", "https://localhost/"):
        answer = ann.ask("PUT", "/me/webhook", json={"url": url})
        assert answer.status_code == 422, url
    answer = ann.ask("PUT", "/me/webhook", json={"url": "https://example.org/hook?x=1"})
    assert answer.status_code == 201
