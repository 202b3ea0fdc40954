"""Waiting instead of asking: one bot process at ten tables, a watcher who misses no play."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.e2e.terminal import PROGRAM, end, home
from tests.e2e.test_bots import free_port, wait_for
from texas42_client.bots import BOTS
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.serving.player import Player
from texas42_client.thinking.chance import Chance
from texas42_client.wire.api import Client

TABLES = 10


@contextlib.contextmanager
def running(*arguments: str, server: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`t42` with these arguments, ended when the block is left."""
    process = subprocess.Popen(
        [*PROGRAM, *arguments, "--server", server],
        env=home(folder) | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                end(process)


def players(server: str, *names: str) -> list[Client]:
    with Client(server) as stranger:
        return [Client(server, stranger.register(name).body["token"]) for name in names]


def sockets(process: subprocess.Popen[str], server: str) -> int:
    """How many connections the process holds to that server."""
    port = int(server.rpartition(":")[2])
    mine = set()
    for path in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since it was listed
            mine.add(os.readlink(path))
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    return sum(
        int(row[2].rpartition(":")[2], 16) == port and f"socket:[{row[9]}]" in mine for row in rows
    )


class Others:
    """The players at the other seats, who move whenever they can."""

    def __init__(self, clients: list[Client]) -> None:
        self._clients = clients
        self._seats: dict[tuple[Client, str], Player] = {}

    def move(self) -> None:
        """Make every move that is due."""
        for client in self._clients:
            for row in client.my_matches(turn="mine").body["matches"]:
                match = row["id"]
                player = Player(client, match, BOTS["random"](Chance.new()))
                self._seats.setdefault((client, match), player).take_turn()

    def play_until(self, reached: Callable[[Mapping[str, Any]], bool], count: int) -> None:
        """Play on until so many matches have come so far."""
        owner = self._clients[0]

        def all_there() -> bool:
            self.move()
            rows = owner.my_matches().body["matches"]
            return len(rows) == count and all(map(reached, rows))

        wait_for(all_there)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="/proc tells whose a socket is")
def test_one_process_plays_at_ten_tables_over_one_connection_and_through_a_restart(tmp_path):
    server = EmbeddedServer(tmp_path / "table.db", port=free_port())
    words = ("bot", "simple", "--name", "Hal", "--accept", "--stay", "--delay", "0", "--json")
    with server, running(*words, server=server.url, folder=tmp_path / "hal") as bot:
        clients = players(server.url, "ann", "bob", "cal")
        wait_for(lambda: sockets(bot, server.url) == 1)
        for number in range(TABLES):
            kept = {"B": "bob", "C": "cal", "D": "Hal"}
            table = {"name": f"m{number}", "sit": "A", "invite": kept}
            match = clients[0].create_match(table).body["id"]
            for client, seat in zip(clients[1:], "BC", strict=True):
                client.take_seat(match, seat)
        others = Others(clients)
        others.play_until(lambda row: row["version"] > 20, TABLES)
        assert sockets(bot, server.url) == 1
        server.kill()
        server.start()
        others.play_until(lambda row: row["version"] > 30, TABLES)
        assert sockets(bot, server.url) == 1


def test_a_bot_that_waits_leaves_when_told(tmp_path):
    with (
        EmbeddedServer(tmp_path / "table.db") as server,
        running("bot", "simple", "--name", "Hal", "--stay", "--debug", server=server.url,
                folder=tmp_path / "hal") as bot,
    ):  # fmt: skip
        assert bot.stdout is not None
        said = ""
        while "status=active" not in said and said.count("> GET /me/matches") < 3:
            said += bot.stdout.readline()
        sleep(0.5)  # the question that waits is on its way
        bot.send_signal(signal.SIGTERM)
        rest, _ = bot.communicate(timeout=20)
        assert bot.returncode == 0, rest
        assert rest.endswith("Told to stop; the seats are kept.\n")


def test_a_spectator_is_told_every_play_though_the_table_shows_them_no_more(tmp_path):
    server = EmbeddedServer(tmp_path / "table.db", port=free_port())
    with server:
        clients = players(server.url, "ann", "bob", "cal", "dee")
        whole_hands = {"listed": True, "rules": {"early_end": False}}
        match = clients[0].create_match(whole_hands).body["id"]
        for client, seat in zip(clients, "ABCD", strict=True):
            client.take_seat(match, seat)
        seats = {
            seat: Player(client, match, BOTS["simple"](Chance.of_seed(1)))
            for client, seat in zip(clients, "ABCD", strict=True)
        }
        with running("watch", match, server=server.url, folder=tmp_path / "eve") as watcher:
            _until(watcher, "turn to bid.")
            for plays in range(10):
                _play_once(clients[0], match, seats, watcher)
                if plays == 5:  # in the middle of a trick
                    server.kill()
                    server.start()
                    _until(watcher, "The server answers again.")
            end(watcher, signal.SIGINT)
            assert watcher.returncode == 130


def _play_once(
    owner: Client, match: str, seats: Mapping[str, Player], watcher: subprocess.Popen[str]
) -> None:
    """Whoever is on turn moves, up to one tile played; each time the watcher is told."""
    while True:
        turn = seats[owner.view(match).body["turn"]].take_turn()
        assert turn is not None
        if turn.move["type"] == "play":
            _until(watcher, f"played {turn.move['tile']}.")
            return
        _until(
            watcher, {"pass": "passed.", "bid": " bid ", "declare": " named "}[turn.move["type"]]
        )


def _until(process: subprocess.Popen[str], text: str) -> str:
    """The line that has this text; the test's time limit bounds the wait."""
    assert process.stdout is not None
    while line := process.stdout.readline():
        if text in line:
            return line
    raise AssertionError(f"it ended without saying {text!r}")


def test_who_keeps_to_the_limits_is_never_refused_by_them(tmp_path):
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        sleep(seconds)

    with serving(tmp_path / "table.db", "--limits", "moves=3/1,waits=3/1") as server:
        with Client(server) as stranger:
            tokens = [
                stranger.register(name).body["token"] for name in ("ann", "bob", "cal", "dee")
            ]
        clients = [Client(server, token, pause=pause) for token in tokens]
        match = clients[0].create_match({"listed": True}).body["id"]
        for client, seat in zip(clients, "ABCD", strict=True):
            client.take_seat(match, seat)
        seats = {
            seat: Player(client, match, BOTS["simple"](Chance.of_seed(1)))
            for client, seat in zip(clients, "ABCD", strict=True)
        }
        view = clients[0].view(match).body
        while view["hand_number"] == 1:
            assert seats[view["turn"]].take_turn() is not None
            view = clients[0].view(match).body
        for _ in range(10):
            assert clients[0].events(match, after=1, wait=1).waited == 1
    assert paused
    assert max(paused) <= 1


@contextlib.contextmanager
def serving(database: Path, *settings: str) -> Iterator[str]:
    """The address of a server with these settings."""
    command = [sys.executable, "-m", "texas42_server", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", str(database), "--log-level", "warning", *settings],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            assert said.startswith("listening on "), said
            yield said.removeprefix("listening on ").strip()
        finally:
            end(process, signal.SIGTERM)
