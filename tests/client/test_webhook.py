"""`t42 webhook`: set, show, try, look back, switch off."""

from __future__ import annotations

import json

from tests.client.stub import Reply, serving
from texas42_client.exits import ExitStatus

URL = "https://example.org/a-secret-path"


def test_a_webhook_is_set_and_its_secret_shown_once(terminal):
    ann = terminal.player("ann")
    first = terminal.t42("webhook", "set", URL, "--profile", ann)
    assert first.status == 0
    assert f"Messages go to {URL}: your turn, hand over, match over." in first.out
    assert "The secret, shown this once: whsec_" in first.out
    for words in (("set", URL), ("show",)):
        again = terminal.t42("webhook", *words, "--profile", ann)
        assert again.status == 0
        assert "whsec_" not in again.out + again.err
    rotated = terminal.t42("webhook", "set", URL, "--rotate", "--json", "--profile", ann)
    assert rotated.json["secret"] not in first.out


def test_events_are_chosen_by_name(terminal):
    terminal.player("ann")
    chosen = terminal.t42("webhook", "set", URL, "--events", "match-over, your_turn", "--json")
    assert chosen.json["events"] == ["your_turn", "match_over"]


def test_an_event_that_there_is_not_is_named_before_anything_is_sent(terminal):
    terminal.player("ann")
    for listed in ("trick_over", "your_turn,trick_over", " , "):
        refused = terminal.t42("webhook", "set", URL, "--events", listed)
        assert refused.status == ExitStatus.USAGE
        assert "your_turn, hand_over, match_over" in refused.err
    assert terminal.t42("webhook", "show").status == ExitStatus.NOT_FOUND


def test_an_address_that_the_server_does_not_take_is_told(terminal):
    terminal.player("ann")
    refused = terminal.t42("webhook", "set", "http://127.0.0.1/")
    assert refused.status == ExitStatus.VALIDATION
    assert "url: must begin with https://" in refused.err


def test_a_test_is_sent_and_looked_back_on(terminal):
    terminal.player("ann")
    assert "Nothing has been sent yet." in terminal.t42("webhook", "deliveries").out
    terminal.t42("webhook", "set", URL)
    tried = terminal.t42("webhook", "test", "--json")
    assert (tried.json["type"], tried.json["status"]) == ("test", "pending")
    listed = terminal.t42("webhook", "deliveries")
    assert "test: " in listed.out
    assert URL not in listed.out


def test_off_is_off_and_once_more_is_no_error(terminal):
    terminal.player("ann")
    terminal.t42("webhook", "set", URL)
    assert "tells you nothing more" in terminal.t42("webhook", "off").out
    assert terminal.t42("webhook", "off", "--json").json == {}
    assert terminal.t42("webhook", "test").status == ExitStatus.NOT_FOUND


def test_what_became_of_a_message_is_said_in_words(terminal):
    def delivery(**members):
        return {
            "id": "msg_1",
            "type": "your_turn",
            "match": "9f1cabcdefgh",
            "hand": 1,
            "reminder": False,
            "created_at": "2026-11-30T01:01:10.438Z",
            "status": "pending",
            "reason": None,
            "answer": None,
            "attempts": 0,
            "last_attempt_at": None,
            "next_attempt_at": "2026-11-30T01:06:40.770Z",
            **members,
        }

    told = [
        delivery(),
        delivery(reminder=True, reason="refused", answer=500, attempts=2),
        delivery(type="match_over", status="delivered", answer=204, attempts=1),
        delivery(type="\x1b[31m", match=None, status="dropped", reason="turn_passed"),
    ]
    with serving(Reply(200, {"deliveries": told})) as stub:
        terminal.player("ann")
        token = {"T42_SERVER": stub.url, "T42_TOKEN": "t42_" + "a" * 43}
        listed = terminal.t42("webhook", "deliveries", environ=token)
    at = "2026-11-30T01:01:10.438Z"
    assert listed.out.splitlines() == [
        f"{at}  your turn in 9f1cab: pending",
        f"{at}  your turn (a reminder) in 9f1cab: pending, the receiver did not take it (500);"
        " 2 attempts; again at 2026-11-30T01:06:40.770Z",
        f"{at}  match over in 9f1cab: delivered",
        f"{at}  [31m: dropped, the turn had passed",
    ]


def test_debug_shows_neither_address_nor_secret(terminal):
    terminal.player("ann")
    shown = terminal.t42("webhook", "set", URL, "--debug")
    assert "PUT /me/webhook" in shown.err
    assert URL not in shown.err
    assert "whsec_" not in shown.err


def test_json_is_the_server_s_own(terminal):
    terminal.player("ann")
    terminal.t42("webhook", "set", URL)
    shown = json.loads(terminal.t42("webhook", "show", "--json").out)
    assert shown["links"]["deliveries"] == "/me/webhook/deliveries"
