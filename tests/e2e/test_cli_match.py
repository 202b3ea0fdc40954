"""Players at their terminals, each command a process of its own, against a served instance."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.client.conftest import Terminal
from texas42_client.table.words import say_move

PLAYERS = ("ann", "bob", "cal", "dee")
COMMAND = [sys.executable, "-m", "texas42_client"]


class Wire:
    """A connection that can be watched: it passes everything on, or holds one direction back."""

    def __init__(self, port: int) -> None:
        self.hold: str | None = None
        self.held = threading.Event()
        self._upstream = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = [self._listener]
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._upstream))
            self._open += [near, far]
            for source, target, way in ((near, far, "request"), (far, near, "answer")):
                threading.Thread(target=self._pass, args=(source, target, way), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, way: str) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self.hold == way:
                    self.held.set()
                else:
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Home:
    """The terminals of four players who share a computer; remembers all that was printed.

    What a test is about runs as a process of its own (``start``, ``t42``); what only sets the scene
    (``json``) runs in this one.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.printed = ""
        self._near = Terminal(folder, url)
        for name in PLAYERS:
            self._near.t42("register", name, "--server", url)

    def start(self, player: str, *words: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("T42_")}
        return subprocess.Popen(
            [*COMMAND, "--debug", "--profile", player, *words],
            env={**kept, "T42_HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def t42(self, player: str, *words: str, status: int = 0) -> tuple[str, str]:
        """(standard output, standard error) of a command that ends with ``status``."""
        with self.start(player, *words) as process:
            out, err = process.communicate(timeout=60)
        self.printed += out + err
        assert process.returncode == status, err
        return out, err

    def json(self, player: str, *words: str) -> Any:
        typed = self._near.t42("--debug", "--profile", player, *words, "--json")
        self.printed += typed.out + typed.err
        return typed.json

    def deal(self) -> str:
        """Set a table for the four; its id."""
        kept = [f"--invite={seat}={name}" for seat, name in zip("BCD", PLAYERS[1:], strict=True)]
        match: str = self.json("ann", "new", "friday", *kept)["id"]
        for name in PLAYERS[1:]:
            self.json(name, "join", "friday")
        return match

    def on_turn(self) -> tuple[str, dict[str, Any]]:
        """The player on turn, having looked, and that player's view."""
        turn = self.json("ann", "show")["turn"]
        player = PLAYERS["ABCD".index(turn)]
        return player, self.json(player, "show")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "texas42_server", "serve", "--port", "0", "--exit-with-parent"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "t42.db")], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        said = process.stdout.readline()
        yield int(said.rsplit(":", 1)[1])
        process.terminate()


@pytest.fixture
def wire(port: int) -> Iterator[Wire]:
    wire = Wire(port)
    yield wire
    wire.close()


@pytest.fixture
def home(tmp_path: Path, wire: Wire) -> Iterator[Home]:
    home = Home(tmp_path / "home", wire.url)
    yield home
    tokens = [
        json.loads(file.read_text(encoding="utf-8"))["token"]
        for file in (home.folder / "profiles").iterdir()
    ]
    assert len(tokens) == 4
    assert not [token for token in tokens if token in home.printed]
    assert not re.search(r"t42_[A-Za-z0-9_-]{30}", home.printed)


def test_four_players_bid_declare_and_play_a_trick(home: Home) -> None:
    home.deal()
    for _ in range(9):
        player, view = home.on_turn()
        legal = view["legal_moves"]
        move = legal[1] if view["status"] == "bidding" and not view["bids"] else legal[0]
        home.t42(player, *say_move(move).split())
    told, _ = home.t42("ann", "show")
    assert "Toward the bid: " in told
    assert "trick 1 with" in told
    assert "Trick 2: nothing played yet." in told


@pytest.mark.parametrize(
    ("held", "told"), [("answer", "it had arrived."), ("request", "it has been made now.")]
)
def test_a_move_cut_off_by_a_crash_is_finished_once(
    home: Home, wire: Wire, held: str, told: str
) -> None:
    match = home.deal()
    player, _ = home.on_turn()
    wire.hold = held
    with home.start(player, "bid", "30") as process:
        assert wire.held.wait(30)
        process.send_signal(signal.SIGKILL)
    wire.hold = None
    assert len(list((home.folder / "outbox").rglob("*.json"))) == 1
    shown, noted = home.t42(player, "show")
    assert f"Your earlier move (bid 30) had not been answered; {told}" in noted
    assert "You bid 30." in shown
    assert not list((home.folder / "outbox").rglob("*.json"))
    assert len(home.json(player, "show", match)["bids"]) == 1


def test_repeating_a_move_cut_off_by_a_crash_makes_it_once(home: Home, wire: Wire) -> None:
    home.deal()
    player, _ = home.on_turn()
    wire.hold = "answer"
    with home.start(player, "bid", "30") as process:
        assert wire.held.wait(30)
        process.kill()
    wire.hold = None
    _, refused = home.t42(player, "bid", "31", status=9)
    assert "(bid 30) is made; bid 31 was not sent" in refused


def test_the_same_words_after_a_crash_are_the_same_move(home: Home, wire: Wire) -> None:
    home.deal()
    player, _ = home.on_turn()
    wire.hold = "answer"
    with home.start(player, "bid", "30") as process:
        assert wire.held.wait(30)
        process.kill()
    wire.hold = None
    shown, noted = home.t42(player, "bid", "30")
    assert "it had arrived" in noted
    assert "You bid 30." in shown


def test_watching_tells_what_happens_and_ends_on_one_s_turn(home: Home) -> None:
    home.deal()
    player, _ = home.on_turn()
    waiting = PLAYERS[(PLAYERS.index(player) + 1) % 4]
    with home.start(waiting, "watch", "--interval", "0.2") as watching:
        assert watching.stdout is not None
        first = watching.stdout.readline()
        home.t42(player, "bid", "30")
        out, err = watching.communicate(timeout=30)
    home.printed += first + out + err
    assert watching.returncode == 0
    assert f"{player} bid 30." in out
    assert out.rstrip().splitlines()[-1].startswith("You may: 1 pass; 2 bid 31;")
    assert "< 304" in err or err.count("> GET") <= 6, err


def test_ctrl_c_ends_watching(home: Home) -> None:
    home.deal()
    player, _ = home.on_turn()
    waiting = PLAYERS[(PLAYERS.index(player) + 1) % 4]
    with home.start(waiting, "watch") as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        _, err = watching.communicate(timeout=30)
    assert watching.returncode == 130
    assert "Traceback" not in err
