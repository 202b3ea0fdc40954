"""Waits and streams of real servers: several processes, signals, and clients that are gone."""

from __future__ import annotations

import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.server.serving.conftest import Served, Start
from tests.server.waiting.watchers import LONG, eventually, prefer

QUICK_HEARTBEATS = """
import sys
from pathlib import Path
from texas42_server.edge import streams
from texas42_server.hosting import listening, serving
from texas42_server.app import create_app
from texas42_server.config import Config

streams.HEARTBEAT_S = 0.05
config = Config(port=0, database=Path(sys.argv[1]), threads=int(sys.argv[2]), limits="off")
listener = listening.bind(config.host, config.port)
say = lambda url: print("listening on", url, flush=True)
serving.serve(create_app(config), config, listener, say)
"""


class Table:
    """A match over HTTP, and who plays it; each call may name the server."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.tokens: dict[str, str] = {}
        for name in ("ann", "bob", "cid", "dee"):
            self.register(name)
        form = {"sit": "A", "invite": {"B": "bob", "C": "cid", "D": "dee"}}
        self.match_id = self.ask("POST", "/matches", "ann", json=form).json()["id"]
        self.here = f"/matches/{self.match_id}"
        for seat, name in (("B", "bob"), ("C", "cid"), ("D", "dee")):
            self.ask("POST", f"{self.here}/seats/{seat}", name)

    def register(self, name: str) -> None:
        answer = self.ask("POST", "/players", json={"name": name})
        self.tokens[name] = answer.json()["token"]

    def ask(
        self,
        method: str,
        path: str,
        name: str | None = None,
        server: Served | None = None,
        **kwargs: Any,
    ) -> requests.Response:
        headers = kwargs.pop("headers", {})
        if name is not None:
            headers = {**headers, "Authorization": f"Bearer {self.tokens[name]}"}
        url = (server or self.server).url + path
        return requests.request(method, url, headers=headers, timeout=60, **kwargs)

    def move(self, server: Served | None = None) -> int:
        """Some legal move; answers the version since."""
        view = self.ask("GET", self.here, server=server).json()
        name = view["seats"][view["turn"]]["player"]
        move = self.ask("GET", self.here, name, server).json()["legal_moves"][0]
        answer = self.ask("POST", f"{self.here}/moves", name, server, json=move)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["version"])


def open_waits(server: Served) -> int:
    """How many are open, as the server's own metrics tell."""
    found = re.search(r"^t42_open_waits (\d+)", server.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(70) as pool:
        yield pool


def sixty_waits(table: Table, pool: ThreadPoolExecutor, server: Served) -> list[Future[Any]]:
    """Sixty waits at a server: fifteen players with four each."""
    names = [f"watcher {number}" for number in range(15)]
    for name in names:
        table.register(name)
    tag = table.ask("GET", table.here).headers["ETag"]
    waits = [
        pool.submit(table.ask, "GET", table.here, name, server, headers=prefer(tag=tag))
        for name in names * 4
    ]
    eventually(lambda: open_waits(server) == 60)
    return waits


def test_a_move_in_one_process_wakes_the_waits_in_another(
    start: Start, pool: ThreadPoolExecutor
) -> None:
    moved_at, waited_at = start(), start()
    table = Table(moved_at)
    tag = table.ask("GET", table.here).headers["ETag"]
    last = table.ask("GET", table.here).json()["version"]
    mine = table.ask("GET", "/me/matches", "ann").headers["ETag"]
    waits = [
        pool.submit(table.ask, "GET", path, "ann", waited_at, headers=headers)
        for path, headers in (
            (table.here, prefer(tag=tag)),
            (table.here, prefer(tag=table.ask("GET", table.here, "ann").headers["ETag"])),
            (f"{table.here}/events?after={last}", prefer()),
            ("/me/matches", prefer(tag=mine)),
        )
    ]
    eventually(lambda: open_waits(waited_at) == 3)  # the first tag is a spectator's: no match
    stream = table.ask(
        "GET",
        f"{table.here}/events?after={last}",
        server=waited_at,
        headers={"Accept": "text/event-stream"},
        stream=True,
    )
    lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
    assert [next(lines), next(lines)] == ["retry: 2000", ""]
    version = table.move()
    assert [next(lines) for _ in range(2)][1] == f"id: {version}"
    stream.close()
    assert [wait.result().status_code for wait in waits] == [200] * 4
    assert waits[1].result().json()["version"] == version
    assert waits[2].result().json()["version"] == version
    assert waits[3].result().json()["matches"][0]["version"] == version


def test_sixty_wait_and_one_move_wakes_them_all_while_the_server_serves_on(
    start: Start, pool: ThreadPoolExecutor
) -> None:
    waited_at, moved_at = start(), start()
    table = Table(moved_at)
    waits = sixty_waits(table, pool, waited_at)
    assert waited_at.get("/healthz").status_code == 200
    assert table.ask("GET", table.here, "ann", waited_at).status_code == 200
    assert not any(wait.done() for wait in waits)
    version = table.move(waited_at)  # a write at the server where they all wait
    assert {wait.result().json()["version"] for wait in waits} == {version}
    waits = sixty_more(table, pool, waited_at)
    version = table.move(moved_at)
    assert {wait.result().json()["version"] for wait in waits} == {version}
    assert {wait.result().headers["Preference-Applied"] for wait in waits} == {"wait=30"}


def sixty_more(table: Table, pool: ThreadPoolExecutor, server: Served) -> list[Future[Any]]:
    names = [name for name in table.tokens if name.startswith("watcher")]
    tag = table.ask("GET", table.here).headers["ETag"]
    waits = [
        pool.submit(table.ask, "GET", table.here, name, server, headers=prefer(tag=tag))
        for name in names * 4
    ]
    eventually(lambda: open_waits(server) == 60)
    return waits


@pytest.mark.parametrize("order", [signal.SIGTERM, signal.SIGINT])
def test_sixty_open_waits_are_answered_when_the_server_is_told_to_stop(
    start: Start, pool: ThreadPoolExecutor, order: signal.Signals
) -> None:
    server, other = start(), start()
    table = Table(other)
    waits = sixty_waits(table, pool, server)
    server.process.send_signal(order)
    assert {wait.result().status_code for wait in waits} == {304}
    assert server.ended() == (0, "")


def test_a_stream_ends_when_the_server_is_told_to_stop(start: Start) -> None:
    server = start()
    table = Table(server)
    headers = {"Accept": "text/event-stream"}
    stream = table.ask("GET", f"{table.here}/events", "ann", headers=headers, stream=True)
    lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
    assert next(lines) == "retry: 2000"
    server.process.send_signal(signal.SIGTERM)
    assert "event: dealt" in list(lines), "and it ends as it should, not cut off"
    assert server.ended()[0] == 0


def raw(server: Served, path: str, *headers: str) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]
    client.sendall("\r\n".join(lines).encode())
    return client


def test_a_stream_whose_client_is_gone_frees_its_place_at_the_next_heartbeat(
    start: Start, tmp_path: Path
) -> None:
    server = start(sys.executable, "-c", QUICK_HEARTBEATS, str(tmp_path / "t42.db"), "16")
    table = Table(server)
    clients = [
        raw(server, f"{table.here}/events?after=99", "Accept: text/event-stream") for _ in range(4)
    ]
    for client in clients:
        assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
    eventually(lambda: open_waits(server) == 4)
    for client in clients:
        client.close()
    eventually(lambda: open_waits(server) == 0)


def test_clients_that_are_gone_or_never_finish_do_not_stop_the_server(
    start: Start, tmp_path: Path
) -> None:
    """Closed waits hold their thread until they end; there are threads enough besides."""
    server = start(sys.executable, "-c", QUICK_HEARTBEATS, str(tmp_path / "t42.db"), "6")
    table = Table(server)
    tag = table.ask("GET", table.here).headers["ETag"]
    half_open = socket.create_connection(("127.0.0.1", server.port))
    half_open.sendall(b"GET / HTTP/1.1\r\nHost:")
    for _ in range(12):
        raw(server, table.here, f"If-None-Match: {tag}", "Prefer: wait=60").close()
    eventually(lambda: open_waits(server) >= 1)
    full = table.ask("GET", table.here, "ann", headers=prefer(1, "*"))
    assert server.get("/healthz").status_code == 200
    assert full.status_code == 304
    table.move()
    eventually(lambda: open_waits(server) == 0)
    half_open.close()


def test_others_write_while_sixty_wait(start: Start, pool: ThreadPoolExecutor) -> None:
    server, other = start(), start()
    table = Table(server)
    waits = sixty_waits(table, pool, server)
    watched = table.match_id
    elsewhere = table.ask("POST", "/matches", "ann", other, json={"sit": "A"}).json()
    seats = f"/matches/{elsewhere['id']}/seats"
    for _ in range(5):
        assert table.ask("DELETE", f"{seats}/A", "ann", other).status_code == 200
        code = table.ask("GET", f"/matches/{elsewhere['id']}", "ann").json()["invites"]["A"]
        body = {"invite": code}
        assert table.ask("POST", f"{seats}/A", "ann", json=body).status_code == 201
    assert not any(wait.done() for wait in waits), f"nothing has happened in {watched}"
    table.move(other)
    assert {wait.result().status_code for wait in waits} == {200}


def test_a_token_that_dies_in_one_process_ends_its_waits_in_another(
    start: Start, pool: ThreadPoolExecutor
) -> None:
    server, other = start(), start()
    table = Table(server)
    path, headers = "/me/matches?status=open", prefer()
    wait = pool.submit(table.ask, "GET", path, "ann", server, headers=headers)
    eventually(lambda: open_waits(server) == 1)
    table.tokens["ann"] = table.ask("POST", "/me/token", "ann", other).json()["token"]
    assert table.ask("GET", "/me", "ann", other).status_code == 200
    assert wait.result().status_code == 401


def test_streams_are_flushed_event_by_event(start: Start) -> None:
    server = start()
    table = Table(server)
    headers = {"Accept": "text/event-stream"}
    stream = table.ask("GET", f"{table.here}/events", headers=headers, stream=True)
    lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.extend(lines))
    reader.start()
    for _ in range(3):
        version = table.move()
        eventually(lambda: f"id: {version}" in came)  # noqa: B023 - asked at once
    server.process.send_signal(signal.SIGTERM)
    reader.join()
    stream.close()
