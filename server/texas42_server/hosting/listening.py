"""The address that the server listens on: bound for it alone, or refused with a sentence."""

from __future__ import annotations

import errno
import socket
import sys
from ipaddress import ip_address

BACKLOG = 1024


class CannotListen(Exception):  # noqa: N818 - what happened
    """The address is taken, not allowed or unknown; `str()` says which and what to do."""


class PortTaken(CannotListen):
    """Another program listens there."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket that no other server can share; port 0 picks a free one.

    Raises `CannotListen`, `PortTaken`.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise CannotListen(
            f"The host {host!r} is unknown here ({error}). Use 127.0.0.1 for this machine alone."
        ) from error
    listener = socket.socket(family, kind, protocol)
    try:
        _set_options(listener)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _refused(host, port, error) from error
    return listener


def url_of(listener: socket.socket, host: str) -> str:
    """The URL of a socket that was bound to `host`, with its real port."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"


def reachable_address(listener: socket.socket) -> tuple[str, int]:
    """Host and port at which this machine itself reaches the socket."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port


def is_local(listener: socket.socket) -> bool:
    """Whether only this machine itself can reach the socket."""
    return ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def _set_options(listener: socket.socket) -> None:
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setblocking(False)


def _refused(host: str, port: int, error: OSError) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(
            f"Port {port} on {host} is taken by another program."
            " Name another with --port, or 0 for any free one."
        )
    if error.errno == errno.EACCES:
        return CannotListen(
            f"This user may not listen on port {port}. Name one above 1023 with --port."
        )
    return CannotListen(f"Cannot listen on {host}, port {port}: {error.strerror}.")
