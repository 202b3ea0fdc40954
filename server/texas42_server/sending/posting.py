"""One signed POST to a webhook: to a vetted address, no further, and not for long.

The address that was vetted is the one that is connected to; name and certificate are those of the
URL. No redirect is followed, no proxy of the environment is used, and of the answer only the status
counts. By hand on urllib3's connections, because the libraries for this wrap other HTTP clients.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from typing import NamedTuple

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as HTTPTimeoutError

from texas42_server.sending.addresses import (
    AddressRefused,
    Resolve,
    Target,
    parse_target,
    resolve,
    vetted,
)
from texas42_server.version import VERSION

CONNECT_S = 5.0
"""How many seconds a connection may take, its encryption once more as long."""
ANSWER_S = 10.0
"""How many seconds the receiver has to take the request and to answer it."""
MAX_ANSWER = 16 * 1024
"""How many bytes of an answer's body are read at most, and thrown away."""
_ADDRESSES = 3
"""How many addresses of a name are tried."""


class Outcome(NamedTuple):
    """What became of an attempt: the receiver's status, or the reason why there is none."""

    answer: int | None
    reason: str | None = None
    retry_after: int | None = None
    """Seconds that the receiver asks for."""


def post(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    private: bool = False,
    ask: Resolve = resolve,
) -> Outcome:
    """Send, and say what came of it; never raises for anything that the network does."""
    try:
        target = parse_target(url, private)
        addresses = vetted(target, private, ask)
    except AddressRefused:
        return Outcome(None, "address_refused")
    except (OSError, UnicodeError):
        return Outcome(None, "name_not_resolved")
    outcome = Outcome(None, "no_connection")
    for address in addresses[:_ADDRESSES]:
        with closing(_connection(target, address)) as connection:
            try:
                connection.connect()
            except (OSError, HTTPError) as error:
                outcome = Outcome(None, _why(error))
            else:
                return _exchange(connection, target, headers, body)
    return outcome


def _connection(target: Target, address: str) -> HTTPConnection:
    """A connection to this address that, encrypted, demands a certificate for the URL's host."""
    if target.scheme == "http":
        return HTTPConnection(address, target.port, timeout=CONNECT_S)
    return HTTPSConnection(
        address,
        target.port,
        timeout=CONNECT_S,
        cert_reqs="CERT_REQUIRED",
        server_hostname=target.host,
    )


def _exchange(
    connection: HTTPConnection, target: Target, headers: Mapping[str, str], body: bytes
) -> Outcome:
    own = {
        "Host": target.authority,
        "User-Agent": f"texas42/{VERSION}",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
    }
    try:
        with _deadline(connection):
            connection.request("POST", target.path, body, {**own, **headers}, preload_content=False)
            response = connection.getresponse()
            response.read(MAX_ANSWER, decode_content=False)
    except (OSError, HTTPError, HTTPException) as error:
        return Outcome(None, _why(error))
    asked = response.headers.get("Retry-After", "")
    seconds = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
    return Outcome(response.status, None, seconds)


@contextmanager
def _deadline(connection: HTTPConnection) -> Iterator[None]:
    """End the exchange after `ANSWER_S`, even if the receiver keeps sending a byte now and then."""
    sock = connection.sock
    assert sock is not None
    sock.settimeout(ANSWER_S)
    late = threading.Event()

    def cut() -> None:
        late.set()
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(ANSWER_S, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, HTTPError, HTTPException):
        if not late.is_set():
            raise
    finally:
        timer.cancel()
    if late.is_set():  # what was read by then may look like an answer
        raise TimeoutError


def _why(error: Exception) -> str:
    """A word for the deliveries list; what the error says may tell of the operator's network."""
    if isinstance(error, NewConnectionError):
        return "no_connection"
    if isinstance(error, TimeoutError | HTTPTimeoutError):
        return "timeout"
    if isinstance(error, ssl.SSLError | SSLError):
        return "not_encrypted"
    return "no_connection"
