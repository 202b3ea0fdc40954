"""`t42 bot`: bots as ordinary clients, through restarts and refusals."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.e2e.terminal import PROGRAM, end, home
from texas42_client.errors import Unreachable
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.wire.api import Client

PATIENCE_S = 60.0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.1)


@pytest.fixture
def start_bot(tmp_path):
    started = []

    def start(*arguments, server, user="bots"):
        process = subprocess.Popen(
            [*PROGRAM, "bot", *arguments, "--server", server],
            env=home(tmp_path / user),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            end(process)
        if process.stdout is not None:
            process.stdout.close()


def owner_of(server):
    with Client(server) as stranger:
        return Client(server, stranger.register("Olga").body["token"])


def test_bots_finish_their_match_through_a_killed_server(tmp_path, start_bot):
    server = EmbeddedServer(tmp_path / "table.db", port=free_port())
    with server, owner_of(server.url) as owner:
        view = owner.create_match({"name": "friday", "rules": {"target": 1}}).body
        match = view["id"]
        bots = [
            start_bot(
                *("simple", "--name", f"bot {seat}", "--match", match, "--seat", seat),
                *("--code", code, "--delay", "0"),
                server=server.url,
                user=seat,
            )
            for seat, code in view["invites"].items()
        ]
        wait_for(lambda: owner.view(match).body["version"] > 15)
        server.kill()
        with pytest.raises(Unreachable):
            Client(server.url, retries=0).index()
        server.start()
        wait_for(lambda: owner.view(match).body["status"] == "finished")
        for bot in bots:
            said, _ = bot.communicate(timeout=PATIENCE_S)
            assert bot.returncode == 0, said
            assert "friday: finished" in said
            assert "t42_" not in said


def test_a_bot_takes_the_seats_kept_for_it_and_leaves_when_told(tmp_path, start_bot):
    with EmbeddedServer(tmp_path / "table.db") as server, owner_of(server.url) as owner:
        bot = start_bot("random", "--name", "Hal", "--accept", "--stay", server=server.url)
        assert bot.stdout.readline() == f"random plays as Hal on {server.url}.\n"
        match = owner.create_match({"name": "friday", "sit": "A", "invite": {"B": "Hal"}}).body
        wait_for(lambda: owner.view(match["id"]).body["seats"]["B"]["player"] == "Hal")
        bot.send_signal(signal.SIGTERM)
        said, _ = bot.communicate(timeout=PATIENCE_S)
        assert bot.returncode == 0
        assert said == "friday: took seat B.\nTold to stop; the seats are kept.\n"

        again = start_bot("random", "--name", "Hal", server=server.url)
        again.stdout.readline()
        end(again, signal.SIGINT)
        assert again.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("simple", "--name", "Hal", "--match", "nowhere", "--seat", "A"), 13),
        (("simple", "--name", "Hal", "--seat", "A"), 2),
        (("clever",), 2),
        (("simple",), 11),
    ],
)
def test_what_cannot_work_is_said_at_once(tmp_path, start_bot, arguments, status):
    with EmbeddedServer(tmp_path / "table.db") as server:
        bot = start_bot(*arguments, server=server.url)
        bot.communicate(timeout=PATIENCE_S)
        assert bot.returncode == status


def test_no_server_is_said_at_once(start_bot):
    bot = start_bot("simple", "--name", "Hal", server=f"http://127.0.0.1:{free_port()}")
    said, _ = bot.communicate(timeout=PATIENCE_S)
    assert bot.returncode == 3
    assert "No connection" in said


def test_the_own_server_ends_with_a_killed_parent_and_starts_again_on_its_database(tmp_path):
    script = (
        "import sys, time; from pathlib import Path\n"
        "from texas42_client.home.embedded import EmbeddedServer\n"
        "with EmbeddedServer(Path(sys.argv[1])) as server:\n"
        "    print(server.url, flush=True); time.sleep(60)\n"
    )
    database = tmp_path / "own.db"
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(database)], stdout=subprocess.PIPE, text=True
    )
    with parent:
        assert parent.stdout is not None
        url = parent.stdout.readline().strip()
        token = Client(url).register("Ann").body["token"]
        os.kill(parent.pid, signal.SIGKILL)
    wait_for(lambda: not _answers(url))
    with EmbeddedServer(database) as server, Client(server.url, token) as ann:
        assert ann.me().body["player"] == "Ann"
    assert not _answers(server.url)


def _answers(url):
    try:
        with Client(url, retries=0) as client:
            client.index()
    except Unreachable:
        return False
    return True
