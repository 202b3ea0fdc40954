"""Readers take turns; nobody else waits for them, and no reader for long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from texas42_server.edge.turns import InTurn

READ = {"REQUEST_METHOD": "GET"}
LONG = 60


class Room:
    """An application: who came in, who left; the first stays until told."""

    def __init__(self, patience):
        self.seen, self.inside, self.leave = [], Event(), Event()
        self.application = InTurn(self._answer, patience)

    def _answer(self, environ, _start):
        name = environ["PATH_INFO"]
        self.seen.append(f"{name} in")
        if name == "first":
            self.inside.set()
            assert self.leave.wait(LONG)
        self.seen.append(f"{name} out")
        return [name.encode()]

    def ask(self, name, request):
        return self.application({**request, "PATH_INFO": name}, start)


def start(*_):
    raise AssertionError("nobody answers here")


def test_a_reader_waits_until_the_one_before_is_done():
    room = Room(patience=LONG)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(room.ask, "first", READ)
        assert room.inside.wait(LONG)
        second = threads.submit(room.ask, "second", READ)
        room.leave.set()
        assert (first.result(LONG), second.result(LONG)) == ([b"first"], [b"second"])
    assert room.seen == ["first in", "first out", "second in", "second out"]


@pytest.mark.parametrize(
    ("patience", "request_"),
    [
        (LONG, {"REQUEST_METHOD": "POST"}),
        (LONG, {"REQUEST_METHOD": "DELETE"}),
        (LONG, {"REQUEST_METHOD": "GET", "HTTP_PREFER": "wait=60"}),
        (0.001, READ),
        (0.001, {"REQUEST_METHOD": "HEAD"}),
    ],
    ids=["a move", "a change", "a wait", "a reader out of patience", "so with HEAD"],
)
def test_a_reader_that_does_not_end_holds_nobody_up(patience, request_):
    room = Room(patience)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(room.ask, "first", READ)
        assert room.inside.wait(LONG)
        assert room.ask("second", request_) == [b"second"]
        assert not first.done()
        room.leave.set()
        first.result(LONG)


def test_a_reader_that_fails_gives_its_turn_back():
    def fail(_environ, _start):
        raise LookupError

    application = InTurn(fail, LONG)
    for _ in range(2):
        with pytest.raises(LookupError):
            application(READ, start)
