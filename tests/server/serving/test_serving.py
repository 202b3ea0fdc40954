"""`t42-server serve` as a process: it starts, keeps its port to itself, and ends when told."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import requests

from tests.server.serving.conftest import SERVE, Start

WAITING = """
import sys
from flask import Flask
from texas42_server.hosting import listening, serving
from texas42_server.config import Config

app = Flask("waiting")
open_waits = []

@app.get("/healthz")
def alive():
    return "ok"

@app.get("/count")
def count():
    return str(len(open_waits))

@app.get("/wait")
def wait():
    open_waits.append(1)
    app.extensions["stopping"].wait(60)
    return "stopped"

@app.get("/stuck")
def stuck():
    open_waits.append(1)
    __import__("time").sleep(60)
    return "late"

say = lambda url: print("listening on", url, flush=True)
serving.serve(app, Config(), listening.bind("127.0.0.1", 0), say)
"""
NEVER_WELL = """
from flask import Flask
from texas42_server.hosting import listening, serving
from texas42_server.config import Config

serving.START_S = 0.3
try:
    serving.serve(Flask("ill"), Config(), listening.bind("127.0.0.1", 0), print)
except serving.DidNotStart as error:
    print(error)
"""
PARENT = f"""
import subprocess, sys
child = subprocess.Popen([*{SERVE!r}, "--database", sys.argv[1], *sys.argv[2:]])
child.wait()
"""


def refuses(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) != 0


def eventually(true: object) -> None:
    """Wait until a question is answered with yes; the test's own time limit ends it."""
    assert callable(true)
    while not true():
        time.sleep(0.02)


def test_it_answers_from_the_moment_it_says_so(start: Start) -> None:
    server = start()
    assert server.port > 0
    assert server.get("/healthz").status_code == 200
    ready = server.get("/readyz")
    assert ready.status_code == 200
    assert ready.json()["journal_mode"] in {"wal", "delete"}


def test_a_second_server_on_a_taken_port_is_refused(start: Start, tmp_path: Path) -> None:
    first = start()
    second = subprocess.run(
        [*SERVE[:-1], str(first.port), "--database", str(tmp_path / "other.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert second.returncode == 9
    assert f"Port {first.port} on 127.0.0.1 is taken" in second.stderr
    assert second.stdout == ""
    assert not (tmp_path / "other.db").exists()
    assert first.get("/healthz").status_code == 200


def test_serving_other_machines_without_tls_is_warned_about(start: Start, tmp_path: Path) -> None:
    server = start(*SERVE, "--host", "0.0.0.0", "--database", str(tmp_path / "t42.db"))
    assert requests.get(f"http://127.0.0.1:{server.port}/healthz", timeout=10).ok
    server.process.send_signal(signal.SIGTERM)
    status, said = server.ended()
    assert status == 0
    assert "put a proxy with TLS in front" in said


def test_two_servers_may_share_a_database(start: Start) -> None:
    first, second = start(), start()
    assert first.port != second.port
    made = requests.post(first.url + "/players", json={"name": "ann"}, timeout=10)
    assert made.status_code == 201
    again = requests.post(second.url + "/players", json={"name": "ann"}, timeout=10)
    assert again.status_code == 409


@pytest.mark.parametrize("order", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_it_ends_well_when_told(start: Start, order: str) -> None:
    server = start()
    server.process.send_signal(getattr(signal, order))
    assert server.ended() == (0, "")


def test_orders_that_interrupt_each_other_end_it_all_the_same(start: Start) -> None:
    server = start()
    for _ in range(20):
        server.process.send_signal(signal.SIGINT)
    assert server.ended() == (0, "")


def test_idle_and_half_open_connections_do_not_hold_it(start: Start) -> None:
    server = start()
    idle = http.client.HTTPConnection("127.0.0.1", server.port)
    idle.request("GET", "/healthz")
    idle.getresponse().read()
    with socket.create_connection(("127.0.0.1", server.port)) as half:
        half.sendall(b"POST /players HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        server.process.send_signal(signal.SIGTERM)
        assert server.ended()[0] == 0
    idle.close()


def test_open_waits_are_answered_when_it_ends(start: Start) -> None:
    server = start(sys.executable, "-c", WAITING)
    answers: list[str] = []
    waits = [
        threading.Thread(target=lambda: answers.append(server.get("/wait").text)) for _ in range(48)
    ]
    for wait in waits:
        wait.start()
    eventually(lambda: server.get("/count").text == "48")
    server.process.send_signal(signal.SIGTERM)
    for wait in waits:
        wait.join()
    assert answers == ["stopped"] * 48
    assert server.ended()[0] == 0


def test_a_request_that_does_not_end_is_left(start: Start) -> None:
    server = start(sys.executable, "-c", WAITING)

    def ask() -> None:
        with pytest.raises(requests.ConnectionError):
            server.get("/stuck")

    stuck = threading.Thread(target=ask)
    stuck.start()
    eventually(lambda: server.get("/count").text == "1")
    server.process.send_signal(signal.SIGTERM)
    assert server.ended()[0] == 0
    stuck.join()


def test_a_server_that_is_never_well_says_so() -> None:
    run = subprocess.run(
        [sys.executable, "-c", NEVER_WELL], capture_output=True, text=True, check=True, timeout=30
    )
    assert "does not answer" in run.stdout


def test_nothing_serves_on_after_a_kill(start: Start) -> None:
    server = start()
    server.process.kill()
    server.process.wait()
    eventually(lambda: refuses(server.port))


def test_with_exit_with_parent_it_ends_with_its_parent(start: Start, tmp_path: Path) -> None:
    server = start(sys.executable, "-c", PARENT, str(tmp_path / "t42.db"), "--exit-with-parent")
    assert server.get("/healthz").status_code == 200
    os.kill(server.process.pid, signal.SIGKILL)
    eventually(lambda: refuses(server.port))


def test_a_thread_keeps_its_connection_between_requests(start: Start) -> None:
    server = start()
    session = requests.Session()
    for _ in range(30):
        assert session.get(server.url + "/readyz", timeout=10).status_code == 200
    files = os.listdir(f"/proc/{server.process.pid}/fd") if sys.platform == "linux" else []
    database = [
        name
        for name in files
        if os.readlink(f"/proc/{server.process.pid}/fd/{name}").endswith("t42.db")
    ]
    assert len(database) <= 8
    session.close()
