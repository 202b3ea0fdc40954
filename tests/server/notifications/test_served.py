"""Delivered by real processes: by the server itself, or by `t42-server notify`."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.server.notifications.receiver import Receiver, receiving
from texas42_server.exits import Exit
from texas42_server.storage.database import Database

COMMAND = (sys.executable, "-m", "texas42_server")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


class Served:
    """A database, and processes round it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.database = folder / "t42.db"
        self.stack = stack
        self.url = ""
        self.tokens: dict[str, str] = {}

    def start(self, command: str, *options: str) -> subprocess.Popen[str]:
        """Start `t42-server` and wait for its first line."""
        process = self.stack.enter_context(
            subprocess.Popen(
                [*COMMAND, command, "--database", str(self.database), *options],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        self.stack.callback(process.kill)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        if command == "serve":
            self.url = line.removeprefix("listening on ").strip()
        return process

    def serve(self, *options: str) -> subprocess.Popen[str]:
        return self.start("serve", "--port", "0", "--allow-private-webhooks", *options)

    def ask(self, who: str | None, method: str, path: str, body: Any = None) -> Any:
        headers = {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}
        answer = requests.request(
            method, self.url + path, json=body, headers=headers, timeout=20, allow_redirects=False
        )
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def match(self, webhook: str) -> str:
        """Four players with this webhook, and a match that has been dealt."""
        for name in ("ann", "bob", "cid", "dee"):
            self.tokens[name] = self.ask(None, "POST", "/players", {"name": name})["token"]
            self.ask(name, "PUT", "/me/webhook", {"url": webhook, "events": ["your_turn"]})
        invite = {"B": "bob", "C": "cid", "D": "dee"}
        match_id = self.ask("ann", "POST", "/matches", {"sit": "A", "invite": invite})["id"]
        for seat, name in invite.items():
            self.ask(name, "POST", f"/matches/{match_id}/seats/{seat}")
        return str(match_id)

    def move(self, match_id: str) -> None:
        """The first legal move of whoever is on turn."""
        view = self.ask(None, "GET", f"/matches/{match_id}")
        name = view["seats"][view["turn"]]["player"]
        legal = self.ask(name, "GET", f"/matches/{match_id}")["legal_moves"]
        self.ask(name, "POST", f"/matches/{match_id}/moves", legal[0])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as stack:
        yield Served(tmp_path, stack)


def test_the_server_itself_sends(served: Served, receiver: Receiver) -> None:
    process = served.serve()
    match_id = served.match(receiver.url)
    receiver.await_(1)
    served.move(match_id)
    receiver.await_(2)
    first, second = (received.said["data"] for received in receiver.got)
    assert (first["match"], second["match"]) == (match_id, match_id)
    assert first["player"] != second["player"]
    process.terminate()
    assert process.wait(20) == 0


def test_what_was_committed_before_a_crash_is_sent_after_the_restart(
    served: Served, receiver: Receiver
) -> None:
    process = served.serve("--no-deliver")
    match_id = served.match(receiver.url)
    process.send_signal(signal.SIGKILL)
    process.wait(20)
    assert receiver.got == []
    served.serve()
    receiver.await_(1)
    assert receiver.got[0].said["data"]["match"] == match_id


def test_a_process_of_its_own_sends_until_it_is_told_to_stop(
    served: Served, receiver: Receiver
) -> None:
    served.serve("--no-deliver")
    sender = served.start("notify", "--allow-private-webhooks")
    match_id = served.match(receiver.url)
    receiver.await_(1)
    served.move(match_id)
    receiver.await_(2)
    sender.terminate()
    assert sender.wait(20) == 0


def test_servers_and_senders_beside_each_other_send_nothing_twice(
    served: Served, receiver: Receiver
) -> None:
    served.serve()
    for _ in range(2):
        served.start("notify", "--allow-private-webhooks")
    match_id = served.match(receiver.url)
    for count in range(1, 7):
        receiver.await_(count)
        served.move(match_id)
    receiver.await_(7)
    ids = [received.headers["webhook-id"] for received in receiver.got]
    assert len(set(ids)) == len(ids) == 7


def test_once_sends_what_is_due_and_ends(served: Served, receiver: Receiver) -> None:
    served.serve("--no-deliver")
    served.match(receiver.url)
    command = [*COMMAND, "notify", "--once", "--database", str(served.database)]
    subprocess.run([*command, "--allow-private-webhooks"], check=True, timeout=30)
    assert len(receiver.got) == 1


def test_without_leave_nothing_is_sent_to_a_private_address(
    served: Served, receiver: Receiver
) -> None:
    served.serve("--no-deliver")
    served.match(receiver.url)
    command = [*COMMAND, "notify", "--once", "--database", str(served.database)]
    subprocess.run(command, check=True, timeout=30)
    assert receiver.got == []
    with Database(served.database).read() as db:
        rows = db.execute("SELECT status, reason FROM deliveries").fetchall()
    assert rows == [("pending", "address_refused")]


def test_a_database_that_cannot_be_had_is_told_by_its_exit_status(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*COMMAND, "notify", "--database", str(tmp_path / "none" / "t42.db")],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ended.returncode == Exit.MISSING_FOLDER
    assert "does not exist" in ended.stderr
