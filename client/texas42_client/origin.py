"""Addresses of servers: written one way, so that a token can be tied to where it came from."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = ["is_loopback", "normal_server", "plain_http_note"]

_PORTS = {"http": 80, "https": 443}


def normal_server(text: str) -> str:
    """``scheme://host[:port][/prefix]`` in lower case, without the default port or a final slash.

    A missing scheme is ``http`` for this computer and ``https`` for any other. Raises
    :class:`ClientError` for what is no address; a user name or password in it is refused.
    """
    address = text.strip()
    if "://" not in address:
        address = ("http://" if is_loopback(f"http://{address}") else "https://") + address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise _no_address(text) from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.query or parts.fragment:
        raise _no_address(text)
    if parts.username is not None or parts.password is not None:
        raise ClientError(
            "A server's address holds no user name and no password.",
            "Write it as https://host or http://127.0.0.1:8042.",
            ExitStatus.USAGE,
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown_port = "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{shown_port}{parts.path.rstrip('/')}"


def is_loopback(address: str) -> bool:
    """True when the address names this computer."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.\d{1,3}){3}", host) is not None


def plain_http_note(server: str) -> str | None:
    """A warning for a server that is spoken to without encryption over a network."""
    if not server.startswith("http://") or is_loopback(server):
        return None
    return "Note: this server is spoken to without encryption; others may read your token."


def _no_address(text: str) -> ClientError:
    return ClientError(
        f"{text!r} is no server's address.",
        "Write it as https://host or http://127.0.0.1:8042.",
        ExitStatus.USAGE,
    )
