"""`t42 verify` at a real server, and at one that does not keep to what it sealed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.client.conftest import Terminal
from texas42_client.config import Store
from texas42_client.exits import ExitStatus
from texas42_client.wire.answers import Answer
from texas42_client.wire.api import Client


def play_hand(terminal: Terminal, match: str, players: list[str]) -> None:
    """Play until the next hand is dealt, or the match is over."""
    number = terminal.view(players[0], match)["hand_number"]
    while True:
        view = terminal.view(players[0], match)
        if view["turn"] is None or view["hand_number"] != number:
            return
        mover = players["ABCD".index(view["turn"])]
        profile = Store(terminal.home).load(mover)
        with Client(profile.server, profile.token) as client:
            table = client.view(match)
            bids = [move for move in table.body["legal_moves"] if move.get("points") == 30]
            client.move(match, (bids or table.body["legal_moves"])[0], table.etag)


def tampered(monkeypatch: pytest.MonkeyPatch, bend: Callable[[dict[str, Any]], None]) -> None:
    """A server whose seals are bent on their way."""
    honest = Client.seal

    def bent(client: Client, match: str, number: int) -> Answer:
        answer = honest(client, match, number)
        bend(answer.body)
        return answer

    monkeypatch.setattr(Client, "seal", bent)


def test_every_hand_is_checked_and_its_root_remembered(terminal: Terminal) -> None:
    match, players = terminal.table()
    ann = players[0]
    first = terminal.t42("--profile", ann, "verify", match)
    assert first.status == 0
    assert "Hand 1, not over: 7 tiles checked; the root is remembered from now on." in first.out
    root = first.out.split("root ")[2].strip()
    play_hand(terminal, match, players)
    after = terminal.t42("--profile", ann, "verify", match)
    assert after.status == 0
    assert f"the root is the one remembered.\n  root {root}" in after.out
    assert "Hand 2, not over: 7 tiles checked" in after.out
    [one, two] = terminal.t42("--profile", ann, "verify", match, "--json").json["hands"]
    assert (one["root"], one["over"], one["in_time"], one["faults"]) == (root, True, True, [])
    assert one["tiles"] > 7
    assert (two["tiles"], two["over"]) == (7, False)


def test_whoever_plays_remembers_roots_without_thinking_of_it(terminal: Terminal) -> None:
    """A root that is first asked for after the hand binds nobody."""
    match, players = terminal.table()
    first = terminal.on_turn(match, players)
    assert terminal.t42("--profile", first, "use", match).status == 0
    play_hand(terminal, match, players)
    checked = terminal.t42("--profile", first, "verify", match, "1")
    assert "the root is the one remembered." in checked.out


def test_one_hand_alone(terminal: Terminal) -> None:
    match, players = terminal.table()
    play_hand(terminal, match, players)
    checked = terminal.t42("--profile", players[1], "verify", match, "1", "--json")
    assert [row["hand"] for row in checked.json["hands"]] == [1]


def test_a_root_that_was_first_seen_after_the_hand_says_so(terminal: Terminal) -> None:
    match, players = terminal.table()
    play_hand(terminal, match, players)
    for words in ("first seen after the hand.", "first seen after the hand, as before."):
        assert words in terminal.t42("--profile", players[2], "verify", match, "1").out


def test_a_spectator_checks_what_was_played(terminal: Terminal) -> None:
    match, players = terminal.table()
    watcher = terminal.player("eve")
    assert "no tile is open to you yet" in terminal.t42("--profile", watcher, "verify", match).out
    play_hand(terminal, match, players)
    [one, _] = terminal.t42("--profile", watcher, "verify", match, "--json").json["hands"]
    assert one["tiles"] % 4 == 0
    assert one["tiles"] > 0
    assert one["in_time"]


def test_another_root_is_found_out_and_the_first_one_is_kept(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = terminal.table()
    first = terminal.t42("--profile", players[0], "verify", match, "--json").json["hands"][0]
    with monkeypatch.context() as cheating:
        tampered(cheating, lambda body: body.update(root="0" * 64))
        typed = terminal.t42("--profile", players[0], "verify", match)
    assert typed.status == ExitStatus.SEAL_BROKEN
    assert "Hand 1: NOT as it was sealed." in typed.out
    assert f"The root is not the one seen before, {first['root']}." in typed.out
    assert "1 hand not as sealed: 1." in typed.err
    assert terminal.t42("--profile", players[0], "verify", match).status == 0


def test_with_json_the_faults_are_told_as_words_for_programs(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = terminal.table()
    tampered(monkeypatch, lambda body: body["openings"][0].update(salt="0" * 64))
    typed = terminal.t42("--profile", players[0], "verify", match, "--json")
    assert typed.status == ExitStatus.SEAL_BROKEN
    [hand] = typed.json["hands"]
    assert "not-sealed" in {fault["code"] for fault in hand["faults"]}


def test_a_seal_that_is_gone_is_found_out(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = terminal.table()
    assert terminal.t42("--profile", players[0], "verify", match).status == 0
    honest = Client.seal
    monkeypatch.setattr(Client, "seal", lambda client, name, number: honest(client, name, 99))
    typed = terminal.t42("--profile", players[0], "verify", match)
    assert typed.status == ExitStatus.SEAL_BROKEN
    assert "The server has no seal of this hand any more." in typed.out


def test_what_the_server_says_cannot_steer_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = terminal.table()
    tampered(monkeypatch, lambda body: body.update(root="\x1b[2J"))
    typed = terminal.t42("--profile", players[0], "verify", match)
    assert typed.status == ExitStatus.SEAL_BROKEN
    assert "\x1b" not in typed.out + typed.err


def test_before_the_deal_there_is_nothing_to_check(terminal: Terminal) -> None:
    ann = terminal.player("ann")
    match = terminal.t42("--profile", ann, "new", "lonely", "--json").json["id"]
    typed = terminal.t42("--profile", ann, "verify", match)
    assert typed.status == ExitStatus.MATCH_NOT_STARTED
    assert "Nothing has been dealt" in typed.err


def test_a_hand_without_a_seal_says_why(terminal: Terminal) -> None:
    match, players = terminal.table()
    typed = terminal.t42("--profile", players[0], "verify", match, "9")
    assert typed.status == ExitStatus.NOT_FOUND
    assert "Hand 9: No hand of this number has been dealt in this match." in typed.out


def test_a_removed_profile_forgets_its_roots(terminal: Terminal) -> None:
    match, players = terminal.table()
    assert terminal.t42("--profile", players[0], "verify", match).status == 0
    file = terminal.home / "roots" / f"{players[0]}.json"
    assert json.loads(file.read_text(encoding="utf-8"))["roots"][match]
    assert file.stat().st_mode & 0o777 == 0o600
    Store(terminal.home).remove(players[0])
    assert not file.exists()
