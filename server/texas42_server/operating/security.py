"""What browsers and proxies in front are told, and what is believed of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PAGE_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
)
"""For every page: nothing inline, nothing from another host, in no frame."""

ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
"""An origin as browsers send it (RFC 6454): small letters, no path, no default port."""

_METHODS = "GET, HEAD, POST, PUT, DELETE"
_ASKED = (
    "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID,"
    " Prefer, X-Request-Id"
)
_SHOWN = (
    "Accept, Allow, Content-Location, ETag, Idempotency-Replayed, Link, Location,"
    " Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"
)
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", _METHODS),
    ("Access-Control-Allow-Headers", _ASKED),
    ("Access-Control-Max-Age", "600"),
    ("Content-Length", "0"),
]
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


class CrossOrigin:
    """A WSGI application that scripts of the listed origins may use (CORS).

    Tokens are no cookies, so credentials in CORS' sense are never allowed.
    """

    def __init__(self, inner: WSGIApplication, origins: Iterable[str]) -> None:
        self._inner = inner
        self._origins = frozenset(origins)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, or the question whether it may be made (a preflight)."""
        origin = environ.get("HTTP_ORIGIN")
        if origin not in self._origins:
            told = [("Vary", "Origin")]
        else:
            told = [("Vary", "Origin"), ("Access-Control-Allow-Origin", origin)]
            if (
                environ["REQUEST_METHOD"] == "OPTIONS"
                and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
            ):
                start_response("204 No Content", [*told, *_PREFLIGHT])
                return [b""]
            told.append(("Access-Control-Expose-Headers", _SHOWN))

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            return start_response(status, [*headers, *told], *failure)

        return self._inner(environ, start)


def behind(proxies: int, inner: WSGIApplication) -> WSGIApplication:
    """The application as it stands behind this many proxies of ours.

    Each has added one address to `X-Forwarded-For`; whatever stands before those is the client's
    own claim, and not believed.
    """
    return ProxyFix(inner, x_for=proxies, x_proto=proxies, x_host=0) if proxies else inner


def is_this_machine(environ: WSGIEnvironment, proxies: int) -> bool:
    """Whether the request comes from a program on this machine, and not through a proxy on it."""
    if not proxies and any(name in environ for name in _FORWARDED):
        return False
    try:
        return ip_address(str(environ.get("REMOTE_ADDR")).removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
