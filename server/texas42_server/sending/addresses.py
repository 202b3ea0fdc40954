"""Which addresses the server may send to on behalf of a player: public ones, denied by default.

A player chooses the URL, so without this a webhook could reach into the operator's own network
(server-side request forgery). What is allowed is decided on the IP address that is connected to,
never on the name: names are resolved by whoever owns them.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

MAX_URL = 2048
PORTS = {"https": 443, "http": 80}

_VISIBLE = re.compile(r"[\x21-\x7e]+")
_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")

# Everything outside 2000::/3 is not handed out for the public: loopback, private (fc00::/7),
# link-local, site-local, multicast, IPv4-mapped and -translated, discard-only, segment routing.
_PUBLIC_V6 = IPv6Network("2000::/3")
_SPECIAL_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID …
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address inside
            "3fff::/20",  # documentation
        ),
    )
)
# IANA's registry of special-purpose IPv4 addresses (RFC 6890), and multicast.
_SPECIAL_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)

Resolve = Callable[[str, int], list[str]]
"""(name, port) to IP addresses as text; raises `OSError` when there are none."""


class AddressRefused(ValueError):  # noqa: N818 - what happened
    """The server may not send there; the message says what would be right."""


class Target(NamedTuple):
    """A URL taken apart: `path` includes the query, `host` has no brackets."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def is_public(address: str) -> bool:
    """Whether an IP address, as text, is one of the public internet."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    if isinstance(known, IPv4Address):
        return not any(known in network for network in _SPECIAL_V4)
    return (
        known.scope_id is None
        and known in _PUBLIC_V6
        and not any(known in network for network in _SPECIAL_V6)
    )


def parse_target(url: str, private: bool = False) -> Target:
    """What a webhook's URL names. No name is resolved here.

    `private` also allows http and addresses that are not public. Raises `AddressRefused`.
    """
    if len(url) > MAX_URL or not _VISIBLE.fullmatch(url) or "\\" in url:
        raise AddressRefused(
            f"must be a URL of at most {MAX_URL} characters, ASCII without spaces"
            " (a name in other letters as xn--…)"
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("must be a URL such as https://example.org/hook") from None
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise AddressRefused("must begin with https://")
    if parts.username is not None or parts.password is not None:
        raise AddressRefused("must hold no user name and no password")
    if "#" in url:
        raise AddressRefused("must have no fragment (#…)")
    host = parts.hostname or ""
    if "[" in parts.netloc and not isinstance(_literal(host), IPv6Address):
        raise AddressRefused("must have an IPv6 address, and nothing else, in brackets")
    _demand_host(host, private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if port == 0:
        raise AddressRefused("must name a port from 1 to 65535, or none")
    return Target(parts.scheme, host, PORTS[parts.scheme] if port is None else port, path)


def _demand_host(host: str, private: bool) -> None:
    literal = _literal(host)
    if literal is not None:
        if not private and not is_public(str(literal)):
            raise AddressRefused("must be a public address, not one of a private network")
        return
    labels = host.removesuffix(".").split(".")
    # A last label of digits is an IPv4 address in one of its odd forms: 127.1, 0x7f000001, 017…
    if not all(map(_LABEL.fullmatch, labels)) or len(host) > 253 or _NUMBER.fullmatch(labels[-1]):
        raise AddressRefused("must name a host, or an IP address in its usual form")
    if not private and (len(labels) == 1 or labels[-1].lower() in ("localhost", "local")):
        raise AddressRefused("must name a host of the public internet, such as example.org")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def resolve(name: str, port: int) -> list[str]:
    """What the system's resolver knows of a name (the default `Resolve`)."""
    found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def vetted(target: Target, private: bool = False, ask: Resolve = resolve) -> list[str]:
    """The IP addresses that may be connected to for this target, resolved now.

    One that is not public spoils them all: an honest name has none. Raises `AddressRefused`, or
    `OSError` when the name cannot be resolved.
    """
    literal = _literal(target.host)
    found = [str(literal)] if literal is not None else ask(target.host, target.port)
    if not found:
        raise OSError("no address")
    if not private and not all(map(is_public, found)):
        raise AddressRefused("the name leads to an address that is not public")
    return found
