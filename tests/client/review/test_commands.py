"""``t42 review`` and ``t42 hint`` as they are typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.client.conftest import Terminal
from tests.client.review.games import played
from texas42.record import record_of, to_text
from texas42_client.config import Store
from texas42_client.exits import ExitStatus
from texas42_client.wire.api import Client

FEW = ("--worlds", "1")


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for a few deals."""
    monkeypatch.setattr("texas42_client.thinking.compiled.is_installed", lambda: False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a match of five hands."""
    file = tmp_path / "friday.t42"
    match = played(seed=11, hands=5).match
    file.write_text(to_text(record_of(match, match_id="m")), encoding="utf-8")
    return file


def _clients(terminal: Terminal, players: list[str], stack: ExitStack) -> Iterator[Client]:
    for player in players:
        profile = Store(terminal.home).load(player)
        yield stack.enter_context(Client(profile.server, profile.token))


def _play(terminal: Terminal, match: str, players: list[str], moves: int) -> None:
    """So many moves: the first bid that there is, everybody else passes; then any tile."""
    with ExitStack() as stack:
        clients = dict(zip("ABCD", _clients(terminal, players, stack), strict=True))
        for _ in range(moves):
            seat = clients["A"].view(match).body["turn"]
            answer = clients[seat].view(match)
            legal, bids = answer.body["legal_moves"], answer.body["bids"]
            move = legal[1] if answer.body["status"] == "bidding" and not bids else legal[0]
            clients[seat].move(match, move, answer.etag)
            if len(answer.body["bids"]) == 4 and clients[seat].view(match).body["last_hand"]:
                return


def test_a_hand_is_reviewed_when_it_is_over_and_not_before(terminal: Terminal):
    match, players = terminal.table()
    me = ("--profile", players[0])
    early = terminal.t42(*me, "review", match)
    assert early.status == ExitStatus.TOO_EARLY
    assert "No hand is over yet" in early.err
    _play(terminal, match, players, 40)
    found = terminal.t42(*me, "review", match, *FEW, "--json")
    assert found.status == 0
    assert (found.json["hand"], found.json["asker"]) == (1, "A")
    assert all(d["unknown_tiles"] == 0 for d in found.json["decisions"] if d["seat"] == "A")
    again = terminal.t42(*me, "review", match, "1", *FEW, "--json")
    assert again.json == found.json
    on = terminal.t42(*me, "review", match, "2")
    assert on.status == ExitStatus.TOO_EARLY
    assert "Hand 2 is still being played" in on.err
    for number in ("0", "9"):
        none = terminal.t42(*me, "review", number)
        assert none.status == ExitStatus.NOT_FOUND
        assert f"There is no hand {number};" in none.err
    said = terminal.t42(*me, "review", "1", *FEW)
    assert said.out.startswith("Hand 1. ")
    assert "What decided it" in said.out


def test_r8_hints_are_given_where_the_rules_allow_them_and_nowhere_else(terminal: Terminal):
    match, players = terminal.table()
    refused = terminal.t42("--profile", players[0], "hint", match)
    assert refused.status == ExitStatus.NO_HINTS
    assert "its setting hints is off" in refused.err
    assert refused.out == ""
    match, players = terminal.table("--set", "hints=yes")
    _play(terminal, match, players, 5)
    mine = terminal.on_turn(match, players)
    other = next(player for player in players if player != mine)
    calm = terminal.t42("--profile", other, "hint", match)
    assert (calm.status, calm.err) == (0, "")
    assert calm.out == "It is not your turn, so there is nothing to hint at now.\n"
    waiting = terminal.t42("--profile", other, "hint", match, "--json").json
    assert waiting["turn"] == terminal.view(mine, match)["you"]
    assert waiting["you"] != waiting["turn"]
    assert waiting["choices"] == []
    assert waiting["because"] == calm.out.strip()
    found = terminal.t42("--profile", mine, "hint", match, *FEW, "--json").json
    legal = terminal.view(mine, match)["legal_moves"]
    assert sorted(c["move"]["tile"] for c in found["choices"]) == sorted(m["tile"] for m in legal)
    assert (
        "The chance to make the contract"
        in terminal.t42("--profile", mine, "hint", match, *FEW).out
    )


def test_a_record_needs_no_server(terminal: Terminal, record: Path):
    found = terminal.t42("review", "--record", str(record), "2", *FEW)
    assert found.status == 0
    assert found.out.startswith("Hand 2. dan bid 31, threes are trump: set")
    last = terminal.t42("review", "--record", str(record), *FEW, "--json").json
    assert (last["hand"], last["asker"]) == (5, None)
    assert terminal.t42("review", "friday", "2", "--record", str(record)).status == 2


def test_the_same_seed_and_worlds_say_the_same_again(terminal: Terminal, record: Path):
    def said(seed: str) -> str:
        words = ("--record", str(record), "2", *FEW, "--json", "--seed", seed)
        return terminal.t42("review", *words).out

    assert said("1") == said("1")
    assert said("1") != said("2")


def test_nobody_is_called_you_in_a_picture_since_it_may_be_sent_to_others(
    terminal: Terminal, tmp_path: Path
):
    match, players = terminal.table("--set", "target=1")
    _play(terminal, match, players, 400)
    file = tmp_path / "match.svg"
    done = terminal.t42("--profile", players[0], "review", match, *FEW, "--picture", str(file))
    assert done.status == 0
    words = ElementTree.parse(file).getroot().itertext()
    assert "you" not in " ".join(words).lower().replace("&", " ").split()


def test_a_picture_goes_into_a_file_or_on_the_screen(
    terminal: Terminal, record: Path, tmp_path: Path
):
    file = tmp_path / "friday.svg"
    words = ("review", "--record", str(record), "2", "--worlds", "1", "--picture")
    done = terminal.t42(*words, str(file))
    assert (done.status, done.out) == (0, "")
    assert str(file) in done.err
    ElementTree.parse(file)
    shown = terminal.t42(*words, "-")
    assert shown.out.startswith("The chance of ann & cat to win the match\n  1  ann bid 31")
    run = json.loads(terminal.t42(*words, "-", "--json").out)
    assert [hand["hand"] for hand in run["hands"]] == [1, 2]
    nowhere = terminal.t42(*words, str(tmp_path / "no" / "friday.svg"))
    assert nowhere.status == ExitStatus.USAGE
    assert "cannot be written" in nowhere.err


def test_what_is_no_record_is_refused(terminal: Terminal, tmp_path: Path):
    file = tmp_path / "no.t42"
    file.write_text("nothing", encoding="utf-8")
    assert terminal.t42("review", "--record", str(file)).status == ExitStatus.UNREADABLE_RECORD
