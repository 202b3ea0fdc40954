"""The client's side of the HTTP contract: headers, retries, refusals, and where a token goes."""

from __future__ import annotations

import time

import pytest

from tests.client.stub import Reply, problem, serving
from texas42_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.wire.api import Client
from texas42_client.wire.secret import Secret

TOKEN = "t42_" + "x" * 43
MOVE = {"type": "play", "tile": "4-6"}


def test_a_move_carries_token_tag_and_key():
    with (
        serving(Reply(201, {"version": 9}, {"ETag": '"9-A"'})) as stub,
        Client(stub.url, TOKEN) as client,
    ):
        answer = client.move("m/1", MOVE, '"8-A"', "key")
    asked = stub.asked[0]
    assert (asked.method, asked.path, asked.body) == ("POST", "/matches/m%2F1/moves", MOVE)
    assert asked.headers["Authorization"] == f"Bearer {TOKEN}"
    assert asked.headers["If-Match"] == '"8-A"'
    assert asked.headers["Idempotency-Key"] == '"key"'
    assert (answer.status, answer.body, answer.etag) == (201, {"version": 9}, '"9-A"')


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.create_match({}),
        lambda client: client.take_seat("m", "A"),
        lambda client: client.move("m", MOVE, None),
    ],
    ids=["create", "seat", "move"],
)
def test_every_post_that_changes_a_match_carries_a_key_of_its_own(call):
    with serving(Reply(201)) as stub, Client(stub.url, TOKEN) as client:
        call(client)
        call(client)
    keys = [asked.headers["Idempotency-Key"] for asked in stub.asked]
    assert len(set(keys)) == 2
    assert all(3 <= len(key) <= 66 and key.isascii() for key in keys)


def test_a_lost_answer_is_asked_for_again_under_the_same_key():
    with (
        serving(Reply(hang_up=True), Reply(201, {"version": 9})) as stub,
        Client(stub.url) as client,
    ):
        assert client.move("m", MOVE, None).body == {"version": 9}
    assert len({asked.headers["Idempotency-Key"] for asked in stub.asked}) == 1
    assert len(stub.asked) == 2


def test_a_busy_server_is_asked_again_after_the_time_it_names():
    busy = problem("busy", 503, retry_after=0)
    with serving(busy, Reply(201, {"version": 9})) as stub, Client(stub.url) as client:
        assert client.move("m", MOVE, None).body == {"version": 9}
    assert len({asked.headers["Idempotency-Key"] for asked in stub.asked}) == 1


def test_a_server_that_stays_busy_is_a_refusal():
    with (
        serving(problem("busy", 503, retry_after=0)) as stub,
        Client(stub.url, retries=1) as client,
        pytest.raises(ApiProblem) as refused,
    ):
        client.view("m")
    assert (refused.value.exit_status, refused.value.retry_after) == (ExitStatus.BUSY, 0)
    assert len(stub.asked) == 2


def test_a_quota_is_no_reason_to_ask_again():
    with (
        serving(problem("quota-exceeded", 429, retry_after=1)) as stub,
        Client(stub.url) as client,
        pytest.raises(ApiProblem) as refused,
    ):
        client.view("m")
    assert refused.value.exit_status is ExitStatus.QUOTA_EXCEEDED
    assert len(stub.asked) == 1


def test_a_name_is_registered_once():
    with (
        serving(Reply(hang_up=True)) as stub,
        Client(stub.url) as client,
        pytest.raises(Unreachable),
    ):
        client.register("ann")
    assert len(stub.asked) == 1


def test_a_problem_is_typed():
    refusal = problem(
        "illegal-move",
        422,
        "Follow.",
        rule="R4.4",
        code="must_follow_suit",
        legal_moves=[MOVE],
    )
    with (
        serving(refusal) as stub,
        Client(stub.url, TOKEN) as client,
        pytest.raises(ApiProblem) as refused,
    ):
        client.move("m", MOVE, None)
    error = refused.value
    assert (error.slug, error.status, error.detail) == ("illegal-move", 422, "Follow.")
    assert (error.rule, error.members["legal_moves"]) == ("R4.4", [MOVE])


def test_nothing_new_is_not_modified():
    with serving(Reply(304, headers={"ETag": '"8"'})) as stub, Client(stub.url) as client:
        assert client.view("m", '"8"').not_modified
    assert stub.asked[0].headers["If-None-Match"] == '"8"'


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.view("m", '"8"', wait=50),
        lambda client: client.events("m", after=8, wait=50),
        lambda client: client.my_matches(turn="mine", wait=50),
    ],
    ids=["view", "events", "my_matches"],
)
def test_a_question_may_wait_at_the_server(ask):
    reply = Reply(200, {}, {"Preference-Applied": "wait=45"})
    with serving(reply) as stub, Client(stub.url, TOKEN) as client:
        assert ask(client).waited == 45
    assert stub.asked[0].headers["Prefer"] == "wait=50"


def test_where_the_server_lets_none_wait_that_is_told():
    with serving() as stub, Client(stub.url) as client:
        assert client.events("m", wait=50).waited is None
        assert client.events("m").waited is None
    assert "Prefer" not in stub.asked[1].headers


def test_a_question_that_waits_has_the_time_it_may_take_on_top():
    slow = Reply(before=lambda: time.sleep(0.3), headers={"Preference-Applied": "wait=1"})
    with serving(slow) as stub, Client(stub.url, timeout=(1, 0.1), retries=0) as client:
        assert client.events("m", wait=1).waited == 1
        with pytest.raises(Unreachable):
            client.events("m")


@pytest.mark.parametrize("lost", [Reply(hang_up=True), problem("busy", 503, retry_after=0)])
def test_a_question_that_waits_is_never_repeated_by_itself(lost):
    with (
        serving(lost) as stub,
        Client(stub.url, retries=4) as client,
        pytest.raises((Unreachable, ApiProblem)),
    ):
        client.events("m", wait=50)
    assert len(stub.asked) == 1


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed_so_the_token_stays(status):
    with (
        serving() as other,
        serving(Reply(status, headers={"Location": other.url + "/x"})) as stub,
        Client(stub.url, TOKEN) as client,
        pytest.raises(BadAnswer, match="not followed"),
    ):
        client.view("m")
    assert not other.asked
    assert len(stub.asked) == 1


@pytest.mark.parametrize("path", ["//evil.example/x", "https://evil.example/x", "evil"])
def test_the_next_page_is_only_fetched_from_the_same_server(path):
    with Client("http://127.0.0.1:1", TOKEN) as client, pytest.raises(BadAnswer):
        client.page(path)


def test_passwords_of_netrc_are_not_sent(tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ann password secret\n", encoding="utf-8")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with serving() as stub, Client(stub.url) as client:
        client.view("m")
    assert "Authorization" not in stub.asked[0].headers


def test_proxies_do_not_see_what_goes_to_this_computer(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with serving() as stub, Client(stub.url, TOKEN) as client:
        client.view("m")
    assert stub.asked


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, b"<html>hello</html>", kind="text/html"),
        Reply(200, [1], kind="application/json"),
        Reply(404, b"<html>no</html>", kind="text/html"),
        Reply(502, b"bad gateway", kind="text/plain"),
        Reply(422, b"{", kind="application/problem+json"),
    ],
)
def test_what_is_no_answer_of_a_42_server_is_said_to_be_none(reply):
    with serving(reply) as stub, Client(stub.url) as client, pytest.raises(BadAnswer) as refused:
        client.view("m")
    assert refused.value.exit_status is ExitStatus.BAD_ANSWER


def test_no_server_is_unreachable():
    with Client("http://127.0.0.1:1", retries=0) as client, pytest.raises(Unreachable):
        client.view("m")


def test_a_silent_server_is_unreachable_in_time():
    with (
        serving(Reply(before=lambda: time.sleep(0.5))) as stub,
        Client(stub.url, timeout=(1, 0.05), retries=0) as client,
        pytest.raises(Unreachable, match="in time"),
    ):
        client.view("m")


@pytest.mark.parametrize("token", ["", "t42_a b", "t42_a\r\nX: y", "t42_é", "t42_ü💥"])
def test_what_is_no_token_is_refused_before_it_is_sent_and_not_shown(token):
    with pytest.raises(ClientError, match="no token") as refused:
        Client("http://127.0.0.1:1", token)
    assert refused.value.exit_status is ExitStatus.UNAUTHENTICATED
    assert not token or token not in f"{refused.value} {refused.value.hint}"


def test_the_trace_and_the_reprs_hold_no_secret():
    lines: list[str] = []
    echo = Reply(200, {"echo": TOKEN})
    with serving(echo) as stub, Client(stub.url, TOKEN, trace=lines.append) as client:
        answer = client.take_seat("m", "B", "secretinvite")
        client.move("m", MOVE, None)
        client.register(TOKEN)
        shown = "\n".join([*lines, repr(client), str(vars(client)), repr(Secret(TOKEN))])
    assert answer.body["echo"] == TOKEN
    assert "secretinvite" not in shown
    assert TOKEN not in shown
    assert '> POST /matches/m/moves {"type": "play", "tile": "4-6"}' in lines


def test_a_token_does_not_show_itself():
    secret = Secret(TOKEN)
    assert TOKEN not in f"{secret} {secret!r} {[secret]} {secret.__class__}"
    assert secret == Secret(TOKEN)
    assert secret.reveal() == TOKEN


@pytest.mark.parametrize(
    ("server", "hint"),
    [
        ("http://127.0.0.1:1", "Start one on this computer: t42-server serve --port 1."),
        ("http://[::1]:1", "Start one on this computer: t42-server serve --port 1."),
        ("http://nowhere.invalid", "Is the address right, and the server running?"),
    ],
)
def test_where_nobody_listens_the_next_step_is_named(server, hint):
    with Client(server, retries=0) as client, pytest.raises(Unreachable) as refused:
        client.index()
    assert not refused.value.sent
    assert refused.value.message == f"No connection to {server}."
    assert (refused.value.hint or "").startswith(hint)
    assert (refused.value.hint or "").endswith(
        "Another server: --server URL. A game at home: t42 play."
    )


def test_a_connection_that_breaks_may_have_carried_the_request():
    with (
        serving(Reply(hang_up=True)) as stub,
        Client(stub.url) as client,
        pytest.raises(Unreachable) as refused,
    ):
        client.register("ann")
    assert refused.value.sent
    assert refused.value.message == f"{stub.url} broke off without an answer."
    assert len(stub.asked) == 1


def test_a_server_without_tls_is_told_from_one_that_cannot_be_trusted():
    with serving() as stub:
        server = stub.url.replace("http:", "https:")
        with Client(server, TOKEN) as client, pytest.raises(BadAnswer) as refused:
            client.index()
    assert refused.value.message == f"{server} does not speak TLS; nothing was sent."
    assert "write http:// before its name" in (refused.value.hint or "")
    assert stub.asked == []
