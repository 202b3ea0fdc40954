"""Whoever sends bodies slowly, or never to their end, holds up nobody else."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from tests.server.serving.conftest import Served, Start

UNFINISHED = (
    b"POST /players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 60000\r\n\r\n{"name": "'
)
MORE_THAN_THREADS = 130


@contextmanager
def unfinished(served: Served) -> Iterator[None]:
    """More requests than there are threads, none of which sends its body to the end."""
    with ExitStack() as stack:
        for _ in range(MORE_THAN_THREADS):
            sender = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            sender.sendall(UNFINISHED)
        yield


def register(served: Served, name: str, address: str) -> tuple[int, str | None]:
    """Status and `Retry-After`."""
    host = ("127.0.0.1", served.port)
    with closing(http.client.HTTPConnection(*host, timeout=20, source_address=(address, 0))) as to:
        body = f'{{"name": "{name}"}}'
        to.request("POST", "/players", body, {"Content-Type": "application/json"})
        response = to.getresponse()
        response.read()
        return response.status, response.getheader("Retry-After")


def test_unfinished_bodies_leave_threads_for_everybody_else(start: Start) -> None:
    served = start()
    with unfinished(served):
        assert served.get("/healthz").status_code == 200
        assert register(served, "ann", "127.0.0.1") == (503, "1")
        assert register(served, "bob", "127.0.0.2") == (201, None)
    status = 503
    for _ in range(100):  # until the server has noticed that the others are gone
        if (status := register(served, "ann", "127.0.0.1")[0]) != 503:
            break
    assert status == 201


def test_a_body_that_breaks_off_is_no_request(start: Start) -> None:
    served = start()
    head = UNFINISHED.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    chunked = head.replace(b"Content-Length: 60000", b"Transfer-Encoding: chunked")
    for sent in (head, head + b'{"name": "ann"}', chunked, chunked + b"f\r\n"):
        with socket.create_connection(("127.0.0.1", served.port)) as sender:
            sender.sendall(sent)
            sender.shutdown(socket.SHUT_WR)
            sender.settimeout(20)
            assert sender.recv(12) == b"HTTP/1.1 400"
    assert register(served, "ann", "127.0.0.1")[0] == 201


def test_many_bodies_at_once_are_all_read(start: Start) -> None:
    served = start()
    with ExitStack() as stack:
        senders = []
        for number in range(25):
            sender = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            body = f'{{"name": "player {number}"}}'.encode()
            head = UNFINISHED.partition(b"\r\n\r\n")[0].replace(b"60000", b"%d" % len(body))
            senders.append((sender, head + b"\r\n\r\n" + body))
        for sender, sent in senders:
            sender.sendall(sent)
        assert [sender.recv(12) for sender, _ in senders] == [b"HTTP/1.1 201"] * 25
