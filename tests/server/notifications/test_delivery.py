"""Delivering: signed, looked at once more, tried again, and never by two at a time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from dataclasses import replace

import pytest

from tests.server.http.contract import contract
from tests.server.http.house import House
from tests.server.http.test_unreadable import damage
from tests.server.notifications.conftest import Hook, deliveries, drain
from tests.server.notifications.receiver import Received, Receiver
from texas42_server.delivery import ATTEMPTS, DELIVERERS, GAPS_S, JITTER, LEASE_MS, Deliverer, start
from texas42_server.sending import posting
from texas42_server.sending.signatures import signature
from texas42_server.service import Context, Positions
from texas42_server.storage import outbox

MINUTE = 60_000


def context_of(house: House) -> Context:
    context: Context = house.app.extensions["texas42"]
    return context


def turn_of_ann(house: House, hook: Hook, **form: object) -> str:
    """A match in which ann is on turn and told so; her webhook."""
    hook("A", **form)
    match_id = house.match()
    while house.view(match_id)["turn"] != "A":
        house.move(match_id, {"type": "pass"})
    return match_id


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """RFC 2104, without the library that signs."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def verified(received: Received, secret: str) -> bool:
    """What a receiver does, written from the standard's text."""
    headers = received.headers
    key = base64.b64decode(secret.split("_", 1)[1])
    signed = ".".join((headers["webhook-id"], headers["webhook-timestamp"], ""))
    mac = hmac_by_hand(key, signed.encode() + received.body)
    return headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


def test_the_signature_is_that_of_the_standard_s_own_example() -> None:
    assert (
        signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1614265330,
            b'{"test": 2432232314}',
        )
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


def test_your_turn_arrives_signed_and_says_where_to_move(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    secret = hook()["secret"]
    match_id = turn_of_ann(house, hook)
    drain(deliverer)
    (received,) = receiver.got
    assert verified(received, secret)
    assert not verified(replace(received, body=received.body + b" "), secret)
    assert received.path == "/42"
    assert received.headers["content-type"] == "application/json"
    assert received.headers["host"] == receiver.url.split("/")[2]
    said = received.said
    assert said["type"] == "your_turn"
    assert said["data"] == {
        "player": "ann",
        "match": match_id,
        "name": "ann's match",
        "hand": 1,
        "reminder": False,
        "links": {"self": f"/matches/{match_id}", "moves": f"/matches/{match_id}/moves"},
    }
    (delivery,) = deliveries(house)
    assert delivery["id"] == received.headers["webhook-id"]
    assert (delivery["status"], delivery["answer"], delivery["attempts"]) == ("delivered", 204, 1)
    assert delivery["next_attempt_at"] is None


def test_every_kind_of_message_is_as_documented(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    hook()
    house.seat("A").post("/me/webhook/test")
    house.play(house.match(rules={"preset": "straight", "target": 1}))
    turn_of_ann(house, hook)
    drain(deliverer)
    assert set(receiver.types()) == {"test", "hand_over", "match_over", "your_turn"}
    documented = contract().document["webhooks"]["notification"]["post"]
    schema = documented["requestBody"]["content"]["application/json"]["schema"]
    headers = {p["name"]: p["schema"] for p in documented["parameters"]}
    for received in receiver.got:
        assert contract().schema_faults(schema, received.said) == []
        for name, form in headers.items():
            assert contract().schema_faults(form, received.headers[name]) == []


def test_a_player_who_was_there_a_moment_ago_is_told_all_the_same(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    match_id = turn_of_ann(house, hook, events=["your_turn"])
    assert house.view(match_id, "A")["turn"] == "A"
    drain(deliverer)
    assert receiver.types() == ["your_turn"]


def test_a_turn_that_has_passed_is_not_told(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    match_id = turn_of_ann(house, hook, events=["your_turn"])
    house.move(match_id, house.view(match_id, "A")["legal_moves"][0])
    drain(deliverer)
    assert receiver.got == []
    (dropped,) = deliveries(house)
    assert (dropped["status"], dropped["reason"]) == ("dropped", "turn_passed")


def test_a_turn_that_came_again_is_told_once(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    match_id = turn_of_ann(house, hook, events=["your_turn"])
    house.move(match_id, house.view(match_id, "A")["legal_moves"][0])
    house.play(match_id, until=lambda view: view["you"] == "A")
    drain(deliverer)
    assert receiver.types() == ["your_turn"]
    assert [d["status"] for d in deliveries(house)] == ["dropped", "delivered"]


def test_what_is_over_is_told_however_late(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    hook(events=["hand_over", "match_over"])
    house.play(house.match(rules={"preset": "straight", "target": 1}))
    house.time += 3 * 24 * 60 * MINUTE
    drain(deliverer)
    assert receiver.types()[-1] == "match_over"
    assert receiver.got[-1].said["data"]["status"] == "finished"


def test_an_event_that_is_no_longer_wanted_is_dropped(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    turn_of_ann(house, hook)
    hook(events=["match_over"])
    drain(deliverer)
    assert receiver.got == []
    assert deliveries(house)[0]["reason"] == "not_subscribed"


def test_a_refused_message_is_tried_again_with_growing_gaps_for_three_days(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses = [500]
    turn_of_ann(house, hook)
    for attempt, gap in enumerate(GAPS_S, 1):
        assert drain(deliverer) == 1
        house.time += (gap - 10) * 1000
        assert drain(deliverer) == 0
        (waiting,) = deliveries(house)
        assert (waiting["status"], waiting["reason"]) == ("pending", "refused")
        assert (waiting["attempts"], waiting["answer"]) == (attempt, 500)
        house.time += 10_000
    assert drain(deliverer) == 1
    house.time += 100 * 24 * 60 * MINUTE
    assert drain(deliverer) == 0
    (failed,) = deliveries(house)
    assert (failed["status"], failed["attempts"]) == ("failed", len(GAPS_S) + 1)
    assert list(GAPS_S) == sorted(GAPS_S)
    assert 3 * 86400 < sum(GAPS_S) < 4 * 86400
    assert len({received.headers["webhook-id"] for received in receiver.got}) == 1
    assert len({received.body for received in receiver.got}) == 1
    assert len({received.headers["webhook-timestamp"] for received in receiver.got}) == 10


def test_chance_lengthens_a_gap_by_a_fifth_at_most(
    house: House, hook: Hook, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    turn_of_ann(house, hook)
    late = Deliverer(context_of(house), chance=lambda: 1.0)
    for gap in GAPS_S[:3]:
        assert drain(late) == 1
        house.time += int(gap * 1000 * (1 + JITTER)) - 4000
        assert drain(late) == 0
        house.time += 4000


def test_a_receiver_that_comes_back_gets_it(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses = [503, 204]
    turn_of_ann(house, hook)
    drain(deliverer)
    house.time += MINUTE
    drain(deliverer)
    (delivery,) = deliveries(house)
    assert (delivery["status"], delivery["reason"], delivery["attempts"]) == ("delivered", None, 2)


def test_retry_after_can_make_a_gap_longer_but_not_shorter(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses, receiver.headers = [429], {"Retry-After": "60"}
    turn_of_ann(house, hook)
    drain(deliverer)
    house.time += 30_000
    assert drain(deliverer) == 0
    house.time += 30_000
    assert drain(deliverer) == 1
    house.time += 61_000
    assert drain(deliverer) == 0


def test_410_switches_the_webhook_off_until_it_is_put_again(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses = [410, 204]
    turn_of_ann(house, hook)
    house.seat("A").post("/me/webhook/test")
    drain(deliverer)
    assert len(receiver.got) == 1
    gone, dropped = deliveries(house)
    assert (gone["status"], gone["reason"], gone["answer"]) == ("failed", "gone", 410)
    assert (dropped["status"], dropped["reason"]) == ("dropped", "switched_off")
    shown = house.seat("A").get("/me/webhook").get_json()
    assert (shown["active"], shown["switched_off_at"] is None) == (False, False)
    assert house.seat("A").post("/me/webhook/test").status_code == 404
    turn_of_ann_again = house.match()
    assert len(deliveries(house)) == 2, turn_of_ann_again
    assert hook()["active"]
    house.seat("A").post("/me/webhook/test")
    drain(deliverer)
    assert receiver.types()[-1] == "test"


def test_410_does_not_switch_off_what_was_changed_meanwhile(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses = [410]
    turn_of_ann(house, hook)

    def rotate() -> None:
        hook(rotate=True)

    receiver.before = rotate
    drain(deliverer)
    assert house.seat("A").get("/me/webhook").get_json()["active"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer, status: int
) -> None:
    receiver.statuses, receiver.headers = [status], {"Location": receiver.url}
    turn_of_ann(house, hook)
    drain(deliverer)
    assert len(receiver.got) == 1
    assert deliveries(house)[0]["reason"] == "redirected"


def test_nobody_at_home_is_tried_again_later(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    assert receiver.server is not None
    turn_of_ann(house, hook)
    receiver.server.socket.close()
    drain(deliverer)
    (waiting,) = deliveries(house)
    assert (waiting["status"], waiting["reason"]) == ("pending", "no_connection")


def test_an_answer_that_comes_drop_by_drop_is_cut_off(
    house: House,
    hook: Hook,
    receiver: Receiver,
    deliverer: Deliverer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posting, "ANSWER_S", 0.4)
    receiver.drip = True
    turn_of_ann(house, hook)
    drain(deliverer)
    assert deliveries(house)[0]["reason"] == "timeout"


def test_a_long_answer_is_not_read_to_its_end(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses, receiver.body = [200], b"x" * 50_000_000
    turn_of_ann(house, hook)
    drain(deliverer)
    assert deliveries(house)[0]["status"] == "delivered"


def test_what_a_dead_deliverer_had_claimed_is_sent_when_its_lease_has_run_out(
    house: House,
    hook: Hook,
    receiver: Receiver,
    deliverer: Deliverer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn_of_ann(house, hook)

    def die(*_: object, **__: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(posting, "post", die)
        with pytest.raises(SystemExit):
            deliverer.step()
    assert drain(deliverer) == 0
    house.time += LEASE_MS
    assert drain(deliverer) == 1
    (delivery,) = deliveries(house)
    assert (delivery["status"], delivery["attempts"]) == ("delivered", 2)


def test_a_message_that_ends_whoever_sends_it_is_given_up(
    house: House, hook: Hook, deliverer: Deliverer, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of_ann(house, hook)

    def die(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(posting, "post", die)
    for _ in range(ATTEMPTS):
        with pytest.raises(RuntimeError):
            deliverer.step()
        house.time += LEASE_MS
    assert drain(deliverer) == 1
    assert deliveries(house)[0]["status"] == "failed"


def test_a_deliverer_whose_lease_ran_out_does_not_settle_for_another(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    receiver.statuses = [500, 204]
    turn_of_ann(house, hook)

    def somebody_else() -> None:
        receiver.before = None
        house.time += LEASE_MS
        assert deliverer.step()

    receiver.before = somebody_else
    assert deliverer.step()
    (delivery,) = deliveries(house)
    assert (delivery["status"], delivery["attempts"]) == ("pending", 2)
    assert delivery["reason"] == "refused"


def test_of_a_match_that_cannot_be_read_no_turn_is_told_but_its_end(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    hook("A", events=["your_turn", "match_over"])
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    damage(house, match_id, '["no such event"]')
    drain(deliverer)
    assert receiver.got == []
    assert {d["reason"] for d in deliveries(house)} == {"unreadable_match"}
    assert house.seat("B").post(f"/matches/{match_id}/close").status_code == 204
    drain(deliverer)
    [received] = receiver.got
    assert received.said["type"] == "match_over"
    assert (received.said["data"]["match"], received.said["data"]["status"]) == (match_id, "closed")


def test_two_deliverers_send_everything_once(house: House, hook: Hook, receiver: Receiver) -> None:
    for label in "ABCD":
        hook(label, events=["hand_over"])
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 6)
    context, stopping = context_of(house), threading.Event()
    at_once: list[str] = []
    sending: set[str] = set()

    def note() -> None:
        player = receiver.got[-1].said["data"]["player"]
        if player in sending:
            at_once.append(player)
        sending.add(player)
        sending.discard(player)

    receiver.before = note
    threads = [
        *start(context, stopping),
        *start(replace(context, positions=Positions()), stopping),
    ]
    assert len(threads) == 2 * DELIVERERS
    receiver.await_(20)
    stopping.set()
    for thread in threads:
        thread.join(10)
    ids = [received.headers["webhook-id"] for received in receiver.got]
    assert (len(ids), len(set(ids))) == (20, 20)
    assert {d["status"] for label in "ABCD" for d in deliveries(house, label)} == {"delivered"}


def test_a_slow_receiver_holds_up_nobody_else(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    """While one of ann's messages is on its way, another deliverer takes bob's, none of ann's."""
    for label in "AB":
        hook(label)
    house.seat("A").post("/me/webhook/test")
    turn_of_ann(house, hook)
    house.seat("B").post("/me/webhook/test")
    meanwhile: list[str] = []

    def go_on() -> None:
        receiver.before = None
        drain(deliverer)
        meanwhile.extend(received.said["data"]["player"] for received in receiver.got[1:])

    receiver.before = go_on
    assert deliverer.step()
    assert receiver.got[0].said["data"]["player"] == "ann"
    assert set(meanwhile) == {"bob"}


def test_no_lock_is_held_while_a_message_is_on_its_way(
    house: House, hook: Hook, receiver: Receiver, deliverer: Deliverer
) -> None:
    match_id = turn_of_ann(house, hook)
    answered: list[int] = []

    def move() -> None:
        legal = house.view(match_id, "A")["legal_moves"]
        answered.append(house.move(match_id, legal[0], "A").status_code)
        db = context_of(house).database.connection()
        assert not outbox.is_due(db, house.time)  # nobody else need try for the lock meanwhile

    receiver.before = move
    drain(deliverer)
    assert answered == [201]


def test_a_fault_in_one_message_does_not_end_the_deliverer(
    house: House, hook: Hook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook()
    hook("B")
    house.seat("A").post("/me/webhook/test")
    house.seat("B").post("/me/webhook/test")
    real = posting.post

    def fail_first(*args: object, **kwargs: object) -> posting.Outcome:
        monkeypatch.setattr(posting, "post", real)
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(posting, "post", fail_first)
    stopping = threading.Event()
    threads = start(context_of(house), stopping)
    receiver.await_(1)
    stopping.set()
    for thread in threads:
        thread.join(10)
    # Either may be the one that fails: several threads take what is due.
    told = [received.said["data"]["player"] for received in receiver.got]
    assert told in (["ann"], ["bob"])


def test_no_tile_no_token_and_no_secret_is_ever_sent_listed_or_logged(
    house: House,
    hook: Hook,
    receiver: Receiver,
    deliverer: Deliverer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    secrets = [hook(label)["secret"] for label in "ABCD"]
    match_id = house.match(rules={"preset": "straight", "target": 1})

    def deliver(view: dict[str, object]) -> bool:
        drain(deliverer)
        return False

    house.play(match_id, until=deliver)
    drain(deliverer)
    shown = json.dumps([deliveries(house, label) for label in "ABCD"])
    sent = "".join(f"{r.headers} {r.body.decode()}" for r in receiver.got)
    assert {"your_turn", "hand_over", "match_over"} == set(receiver.types())
    db = context_of(house).database.connection()
    stored = str(db.execute("SELECT * FROM deliveries").fetchall())
    tokens = [person.token for person in house.people.values() if person.token]
    for text in (shown, sent, stored, caplog.text):
        assert not re.search(r'(?<![\w-])[0-6]-[0-6](?![\w-])|"(tile|hand_?tiles|plays)"', text)
        assert not [secret for secret in (*secrets, *tokens) if secret in text]
    assert receiver.url not in shown + stored + caplog.text
