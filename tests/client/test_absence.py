"""What the terminal sends and says when somebody stays away, whatever the server answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.client.conftest import Terminal, Typed
from tests.client.stub import Reply, Stub, problem, serving
from tests.client.tables import play
from texas42_client.exits import ExitStatus
from texas42_client.table.facts import Facts
from texas42_client.table.feed import sentences

MATCH = "7kyvllqwmbvods2dszjq76ff7a"
TAG = {"ETag": '"9-A-1"'}


def typed(home: Path, replies: Sequence[Reply], *words: str) -> tuple[Typed, Stub]:
    """What a command says when the server answers so, after a look at the table."""
    view = play(0).view("A", version=9)
    registered = Reply(201, {"player": "ann", "token": "t42_" + "x" * 43})
    with serving(registered, Reply(200, view, TAG), *replies) as stub:
        terminal = Terminal(home, stub.url)
        assert terminal.t42("register", "ann", "--server", stub.url).status == 0
        said = terminal.t42(*words)
    return said, stub


ASKED = [
    (["remind", MATCH], "POST", "reminder", Reply(202, {"told": True})),
    (["replace", "b", "-m", MATCH], "POST", "seats/B/replacement", Reply(202, {"needs": "B+D"})),
    (["close", MATCH], "POST", "close", Reply(201, play(0).view("A", version=9))),
    (["rematch", MATCH], "POST", "rematch", Reply(201, play(0).view("A", version=9))),
    (["cancel", MATCH], "DELETE", "", Reply(200, play(0).view("A", version=9))),
]


@pytest.mark.parametrize(("words", "method", "what", "reply"), ASKED)
def test_what_is_asked_holds_for_the_table_as_it_was_just_seen(
    tmp_path: Path, words: list[str], method: str, what: str, reply: Reply
) -> None:
    nothing_new = Reply(200, {"events": [], "version": 9})
    _, stub = typed(tmp_path, [reply, nothing_new], *words)
    asked = stub.asked[2]
    assert (asked.method, asked.path) == (method, f"/matches/{MATCH}/{what}".rstrip("/"))
    assert asked.headers["If-Match"] == '"9-A-1"'
    assert ("Idempotency-Key" in asked.headers) == (method == "POST")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "The match, which could not be read, is closed."),
        (["--json"], f'{{"id": "{MATCH}", "status": "closed"}}'),
    ],
)
def test_a_match_that_the_server_cannot_read_is_closed_all_the_same(
    tmp_path: Path, words: list[str], said: str
) -> None:
    registered = Reply(201, {"player": "ann", "token": "t42_" + "x" * 43})
    broken = problem("unreadable-match", 500)
    with serving(registered, broken, broken, Reply(204, b"")) as stub:
        terminal = Terminal(tmp_path, stub.url)
        assert terminal.t42("register", "ann", "--server", stub.url).status == 0
        shown = terminal.t42("show", MATCH)
        assert shown.status == ExitStatus.UNREADABLE_MATCH
        assert "t42 close" in shown.err
        assert terminal.t42("close", MATCH, *words).out == f"{said}\n"
    assert (stub.asked[-1].method, stub.asked[-1].path) == ("POST", f"/matches/{MATCH}/close")
    assert "If-Match" not in stub.asked[-1].headers


def test_who_is_reminded_is_named(tmp_path: Path) -> None:
    said, _ = typed(tmp_path, [Reply(202, {"told": True})], "remind", MATCH)
    view = play(0).view("A")
    turn = view["seats"][view["turn"]]["player"]
    assert said.out in (f"{turn} will be told.\n", "It is your own turn: t42 show\n")


def test_json_is_the_server_s_own(tmp_path: Path) -> None:
    reply = Reply(201, {"seat": "B", "invite": "k3jfq2m7zt5xw4ab"})
    said, _ = typed(tmp_path, [reply], "replace", "B", "-m", MATCH, "--json")
    assert said.json == {"seat": "B", "invite": "k3jfq2m7zt5xw4ab"}


def test_what_happened_to_the_seats_and_the_match_is_told() -> None:
    entries = [
        {"seq": 1, "type": "offered", "seat": "B"},
        {"seq": 2, "type": "replaced", "seat": "B", "player": "e\u202eve"},
        {"seq": 3, "type": "replaced", "seat": "A", "player": "ann"},
        {"seq": 4, "type": "cancelled"},
        {"seq": 5, "type": "closed"},
    ]
    assert sentences(entries, play(0).view("A")) == [
        "Seat B may be taken by somebody new.",
        "eve took seat B over.",
        "You took seat A over.",
        "The match was called off.",
        "The match was given up.",
    ]


@pytest.mark.parametrize(
    ("status", "said"),
    [("cancelled", "The match was called off."), ("closed", "The match was given up.")],
)
def test_a_match_that_was_given_up_says_so(status: str, said: str) -> None:
    assert Facts(play(0).view("A", status=status)).ending() == said
