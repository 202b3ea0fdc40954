"""An address is bound for one server alone, or refused with a sentence."""

from __future__ import annotations

import errno
import socket

import pytest

from texas42_server.hosting.listening import (
    CannotListen,
    PortTaken,
    bind,
    is_local,
    reachable_address,
    url_of,
)


def test_port_0_is_told_by_its_real_number() -> None:
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert port > 0
        assert is_local(listener)
        assert url_of(listener, "127.0.0.1") == f"http://127.0.0.1:{port}"
        assert url_of(listener, "::1") == f"http://[::1]:{port}"


def test_a_port_is_never_shared_even_with_one_who_would() -> None:
    with bind("127.0.0.1", 0) as listener, socket.socket() as sharing:
        port = listener.getsockname()[1]
        if hasattr(socket, "SO_REUSEPORT"):
            sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        with pytest.raises(OSError, match="in use"):
            sharing.bind(("127.0.0.1", port))
        with pytest.raises(PortTaken, match=f"Port {port} on 127.0.0.1 is taken"):
            bind("127.0.0.1", port)


def test_everywhere_is_reached_over_loopback() -> None:
    with bind("0.0.0.0", 0) as listener:
        assert not is_local(listener)
        assert reachable_address(listener) == ("127.0.0.1", listener.getsockname()[1])


@pytest.mark.parametrize("host", ["no such host", "256.0.0.1", "a" * 300])
def test_an_unknown_host_is_named(host: str) -> None:
    with pytest.raises(CannotListen, match="is unknown here"):
        bind(host, 0)


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.EACCES, "may not listen on port 80"), (errno.EADDRNOTAVAIL, "Cannot listen on")],
)
def test_what_the_system_refuses_is_explained(
    code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: socket.socket, address: object) -> None:
        raise OSError(code, "…")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(CannotListen, match=words):
        bind("127.0.0.1", 80)
