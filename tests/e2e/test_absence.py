"""Players who stay away, seen from the terminals of the others."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.conftest import Terminal
from texas42_client.exits import ExitStatus
from texas42_client.table.words import say_move

ABSENT_S = 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server where a second is a day."""
    command = [sys.executable, "-m", "texas42_server", "serve", "--port", "0", "--exit-with-parent"]
    settings = ["--database", str(tmp_path / "t42.db"), "--absent-after", str(ABSENT_S)]
    process = subprocess.Popen([*command, *settings], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
        process.terminate()


@pytest.fixture
def terminal(tmp_path: Path, server: str) -> Iterator[Terminal]:
    shown = Terminal(tmp_path / "home", server)
    yield shown
    assert not [token for token in shown.tokens() if token in shown.said]


def test_an_absent_player_is_reminded_and_replaced(terminal: Terminal) -> None:
    match, players = terminal.table()
    view = terminal.view(players[0], match)
    seat = view["turn"]
    absent = players["ABCD".index(seat)]
    partner, left, right = (players["ABCD".index(seat) - n] for n in (2, 3, 1))

    said = terminal.t42("--profile", left, "remind")
    assert said.out == f"{absent} has asked for no notifications, so nobody tells them but you.\n"
    refused = terminal.t42("--profile", right, "remind")
    assert refused.status == ExitStatus.TOO_EARLY
    assert re.search(r"Not before \d{4}-\d\d-\d\d \d\d:\d\d UTC\.", refused.err)

    time.sleep(ABSENT_S + 0.1)
    said = terminal.t42("--profile", left, "replace", seat.lower())
    assert said.out == f"Noted. A player of the other side ({_side(view, seat)}) must ask, too.\n"
    said = terminal.t42("--profile", partner, "replace", seat, "-m", match)
    sent = re.search(r"Send: t42 (join \S+ [A-D] \S{16} --server \S+)\n", said.out)
    assert sent is not None
    assert terminal.t42("--profile", right, "replace", seat, "--json").json["seat"] == seat

    old = terminal.view(absent, match)["hand"]
    stranger = terminal.player("eve")
    taken = terminal.t42("--profile", stranger, *sent[1].split())
    assert taken.status == 0
    assert f"You took seat {seat} over." in taken.out
    now = terminal.view(stranger, match)
    assert (now["you"], now["hand"]) == (seat, old)
    assert terminal.view(absent, match)["hand"] is None
    refused = terminal.t42("--profile", absent, "pass", "-m", match)
    assert refused.status == ExitStatus.FORBIDDEN
    told = terminal.t42("--profile", left, "log").out
    assert f"Seat {seat} may be taken by somebody new." in told
    assert f"{stranger} took seat {seat} over." in told


def _side(view: dict, seat: str) -> str:
    return " & ".join(
        row["player"]
        for row in view["seats"].values()
        if row["side"] == view["seats"][seat]["side"]
    )


def test_a_table_is_called_off_before_the_deal(terminal: Terminal) -> None:
    ann = terminal.player("ann")
    match = terminal.t42("--profile", ann, "new", "friday", "--json").json["id"]
    bob = terminal.player("bob")
    assert terminal.t42("--profile", bob, "cancel", match).status == ExitStatus.FORBIDDEN
    assert terminal.t42("--profile", ann, "cancel").out == "The match is called off.\n"
    assert "The match was called off." in terminal.t42("--profile", ann, "show", match).out
    again = terminal.t42("--profile", ann, "cancel", match)
    assert again.status == ExitStatus.MATCH_OVER


def test_a_match_is_not_given_up_before_a_fortnight(terminal: Terminal) -> None:
    match, players = terminal.table()
    refused = terminal.t42("--profile", players[0], "close", match)
    assert refused.status == ExitStatus.TOO_EARLY
    assert "fourteen days" in refused.err
    assert terminal.t42("--profile", players[1], "close", match).status == ExitStatus.FORBIDDEN


def test_the_same_four_play_again(terminal: Terminal) -> None:
    match, players = terminal.table("--set", "target=1")
    early = terminal.t42("--profile", players[0], "rematch")
    assert early.status == ExitStatus.TOO_EARLY
    while (view := terminal.view(players[0], match))["turn"] is not None:
        mover = players["ABCD".index(view["turn"])]
        legal = terminal.t42("--profile", mover, "show", match, "--json").json["legal_moves"]
        move = legal[1] if view["status"] == "bidding" and not view["bids"] else legal[0]
        made = terminal.t42("--profile", mover, *say_move(move).split(), "-m", match)
        assert made.status == 0, made.err
    again = {
        terminal.t42("--profile", name, "rematch", match, "--json").json["id"] for name in players
    }
    assert len(again) == 1
    [rematch] = again
    new = terminal.view(players[0], rematch)
    assert [row["player"] for row in new["seats"].values()] == players
    assert new["status"] == "bidding"
    assert "Hand 1" in terminal.t42("--profile", players[3], "log").out
