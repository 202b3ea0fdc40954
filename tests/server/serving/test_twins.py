"""Equal requests under one key, sent to several servers at once and across a kill: one event."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import requests

from tests.server.http.fuzz.run import Scene
from tests.server.serving.conftest import SERVE, Start

TWINS = 8


class Table:
    """A match that is on, and its next move with a key."""

    def __init__(self, url: str) -> None:
        self.scene = Scene(url)
        self.path = f"/matches/{self.scene.on}"
        view = self.look(url)
        seat = view["seats"][view["turn"]]["player"]
        self.version = view["version"]
        self.headers = {"Authorization": f"Bearer {self.scene.tokens[seat]}"}
        legal = requests.get(url + self.path, headers=self.headers, timeout=10).json()
        self.move = legal["legal_moves"][0]
        self.headers["Idempotency-Key"] = '"twin"'

    def look(self, url: str) -> dict[str, Any]:
        return dict(requests.get(url + self.path, timeout=10).json())

    def post(self, url: str) -> requests.Response:
        where = f"{url}{self.path}/moves"
        return requests.post(where, json=self.move, headers=self.headers, timeout=20)


def shown(answer: requests.Response) -> tuple[Any, ...]:
    headers = {name: answer.headers[name] for name in ("ETag", "Location", "Content-Location")}
    return answer.status_code, headers, answer.content


def at_once(ask: Callable[[int], Any]) -> list[Any]:
    barrier = Barrier(TWINS)

    def wait_and_ask(number: int) -> Any:
        barrier.wait(timeout=20)
        return ask(number)

    with ThreadPoolExecutor(TWINS) as pool:
        return list(pool.map(wait_and_ask, range(TWINS)))


def test_twins_at_two_servers_are_one_event_and_equal_answers(start: Start) -> None:
    urls = [start().url, start().url]
    table = Table(urls[0])
    answers = at_once(lambda number: table.post(urls[number % 2]))
    assert answers[0].status_code == 201
    assert len({repr(shown(answer)) for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert table.look(urls[1])["version"] == _after(answers[0]) > table.version


def _after(answer: requests.Response) -> int:
    return int(answer.json()["version"])


def test_a_twin_after_a_kill_and_a_restart_is_answered_alike(start: Start) -> None:
    first = start()
    table = Table(first.url)
    answered = table.post(first.url)
    assert answered.status_code == 201
    first.process.kill()
    first.process.wait()
    second = start()
    again = table.post(second.url)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert shown(again) == shown(answered)
    assert table.look(second.url)["version"] == _after(answered)


@pytest.mark.parametrize("after", [0.0, 0.005, 0.02, 0.06])
def test_twins_cut_off_by_a_kill_are_one_event_when_sent_again(
    start: Start, tmp_path: Path, after: float
) -> None:
    first = start(*SERVE, "--database", str(tmp_path / "t42.db"))
    table = Table(first.url)

    def ask(number: int) -> requests.Response | None:
        if number == 0:
            time.sleep(after)
            first.process.kill()
            return None
        try:
            return table.post(first.url)
        except requests.RequestException:
            return None

    answers = [answer for answer in at_once(ask) if answer is not None]
    first.process.wait()
    second = start(sys.executable, *SERVE[1:], "--database", str(tmp_path / "t42.db"))
    again = table.post(second.url)
    assert again.status_code == 201
    assert {repr(shown(answer)) for answer in answers} <= {repr(shown(again))}
    assert table.look(second.url)["version"] == _after(again)
    feed = requests.get(f"{second.url}{table.path}/events?after={table.version}", timeout=10).json()
    moves = [e for e in feed["events"] if e["type"] in ("bid", "pass", "declare", "play")]
    assert len(moves) == 1
