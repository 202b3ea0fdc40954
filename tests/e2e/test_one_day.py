"""One day of four `t42` users: lost answers, crashes, a server that is killed, somebody away.

Every command is a process of its own, behind a line that cuts what passes. In the end the log
holds what the four decided, each move once, in the order in which they decided it.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests

from texas42_client.table.words import say_move

PLAYERS = ("ann", "bob", "cal", "dee")
T42 = (sys.executable, "-m", "texas42_client")
SERVE = (sys.executable, "-m", "texas42_server", "serve", "--exit-with-parent")
PATIENCE = 40
"""How often somebody tries again, at most."""


class BadLine:
    """A line to the server that now and then loses a request, or an answer that was on its way."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self.port, self.chance = port, chance
        self.lost = {"request": 0, "answer": 0}
        self.loses = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._pass, args=(near,), daemon=True).start()

    def _pass(self, near: socket.socket) -> None:
        losing = self.chance.choice(["request", "answer", None, None, None]) if self.loses else None
        with contextlib.suppress(OSError), _hung_up(near):
            far = socket.create_connection(("127.0.0.1", self.port))
            with _hung_up(far):
                if losing == "request":
                    near.recv(65536)
                    self.lost["request"] += 1
                    return
                threading.Thread(target=_copy, args=(near, far), daemon=True).start()
                while data := far.recv(65536):
                    if losing == "answer":
                        self.lost["answer"] += 1
                        return
                    near.sendall(data)

    def close(self) -> None:
        self._listener.close()


@contextlib.contextmanager
def _hung_up(end: socket.socket) -> Iterator[None]:
    """In the end nobody waits for this end any more, in other threads neither."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


def _copy(near: socket.socket, far: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := near.recv(65536):
            far.sendall(data)


class Server:
    """A server that is killed and started again, on the same port and database."""

    def __init__(self, folder: Path) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        settings = ("--absent-after", "1", "--limits", "off", "--log-level", "error")
        self._command = [*SERVE, "--port", str(self.port), *settings]
        self._command += ["--database", str(folder / "t42.db")]
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert "listening" in self.process.stdout.readline()
        self.starts += 1

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Day:
    """The four at their terminals."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.home = folder / "home"
        self.chance = random.Random(seed)
        self.server = Server(folder)
        self.line = BadLine(self.server.port, random.Random(seed))
        self.decided: list[tuple[str, dict[str, Any]]] = []

    def close(self) -> None:
        self.line.close()
        self.server.kill()

    def start(self, player: str, *words: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("T42_")}
        return subprocess.Popen(
            [*T42, "--profile", player, *words],
            env={**kept, "T42_HOME": str(self.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def t42(self, player: str, *words: str) -> int:
        """The exit status of a command."""
        with self.start(player, *words) as process:
            process.communicate(timeout=60)
        return process.returncode

    def insist(self, player: str, *words: str) -> None:
        """Type a command until it ends well."""
        for _ in range(PATIENCE):
            if self.t42(player, *words) == 0:
                return
        raise AssertionError(f"{player} gave up: {words}")

    def ask(self, path: str, player: str | None = None) -> dict[str, Any]:
        """What the server says, asked on a good line."""
        headers = {}
        if player is not None:
            profile = json.loads((self.home / "profiles" / f"{player}.json").read_text())
            headers = {"Authorization": f"Bearer {profile['token']}"}
        answer = requests.get(self.server.url + path, headers=headers, timeout=30)
        assert answer.ok, answer.text
        return dict(answer.json())

    def sit_down(self) -> None:
        """Everybody gets a name and a seat, while the line is still good."""
        self.line.loses = False
        for name in PLAYERS:
            self.insist(name, "register", name, "--server", self.line.url)
        kept = [f"--invite={seat}={name}" for seat, name in zip("BCD", PLAYERS[1:], strict=True)]
        self.insist("ann", "new", "friday", *kept)
        self.match = str(self.ask("/me/matches", "ann")["matches"][0]["id"])
        for name in PLAYERS[1:]:
            self.insist(name, "join", self.match)
        self.line.loses = True

    def decide(self) -> tuple[str, dict[str, Any]] | None:
        """Whose turn it is, and what that player makes of it."""
        here = f"/matches/{self.match}"
        turn = self.ask(here)["turn"]
        if turn is None:
            return None
        player = PLAYERS["ABCD".index(turn)]
        moves = self.ask(here, player)["legal_moves"]
        quiet = [move for move in moves if "marks" not in move] or moves
        move = self.chance.choice(quiet)
        self.decided.append((turn, move))
        return player, move

    def make(self, player: str, move: dict[str, Any]) -> None:
        """Type the move; when no answer came look, and type it again if it does not stand yet.

        A look settles what was under way, so a move that a crashed command sent may stand already.
        """
        for _ in range(PATIENCE):
            if self.t42(player, *say_move(move).split(), "-m", self.match) == 0:
                return
            self.insist(player, "show", self.match)
            if len(self.told()) == len(self.decided):
                return
        raise AssertionError(f"{player} gave up: {move}")

    def crash(self, player: str, move: dict[str, Any]) -> None:
        """The player's machine dies while the move is on its way."""
        process = self.start(player, *say_move(move).split(), "-m", self.match)
        time.sleep(self.chance.uniform(0.2, 0.9))
        process.send_signal(signal.SIGKILL)
        process.communicate()

    def be_away(self, player: str) -> None:
        """Everybody waits; two of them remind, and want somebody new, until the player is back."""
        others = [name for name in PLAYERS if name != player]
        self.t42(others[0], "remind", "-m", self.match)
        time.sleep(1.1)
        seat = "ABCD"[PLAYERS.index(player)]
        for name in others[:2]:
            self.t42(name, "replace", seat, "-m", self.match)

    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """The moves of the log, in order."""
        bodies = _events(self.home.parent / "t42.db")
        return [_move(*body) for body in bodies if body[0] in ("bid", "pass", "declare", "play")]


def _events(database: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute("SELECT body FROM events ORDER BY seq").fetchall()
    return [json.loads(body) for (body,) in rows]


def _move(kind: str, seat: str, what: Any = None) -> tuple[str, dict[str, Any]]:
    said = {"play": lambda: {"tile": what}, "pass": dict}.get(kind, lambda: dict(what))()
    return seat, {"type": kind, **said}


def _live(folder: Path, seed: int, moves: int) -> None:
    with closing(Day(folder, seed)) as day:
        day.sit_down()
        for number in range(moves):
            decided = day.decide()
            if decided is None:
                break
            player, move = decided
            if number % 9 == 4:
                day.be_away(player)
            if number % 7 == 2:
                day.crash(player, move)
            if number % 6 == 3:
                day.server.kill()
                threading.Timer(0.5, day.server.start).start()
                while day.t42(player, "show", day.match) != 0:
                    time.sleep(0.1)
            day.make(player, move)
        assert day.told() == day.decided
        assert day.server.starts > 1
        assert day.line.lost["answer"] > 0
        feed = day.ask(f"/matches/{day.match}/events?limit=1000")
        assert [entry["seq"] for entry in feed["events"]] == list(range(1, feed["version"] + 1))


def test_in_one_day_of_losses_and_crashes_every_move_counts_once(tmp_path: Path) -> None:
    _live(tmp_path, seed=42, moves=14)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_in_a_long_day_every_move_counts_once(tmp_path: Path, seed: int) -> None:
    _live(tmp_path, seed, moves=1000)
