"""Requests on their way: retries, time-outs, the token, the pace that the server allows."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError, ReadTimeoutError
from urllib3.util.retry import Retry

from texas42_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.origin import is_loopback, normal_server
from texas42_client.wire.answers import JSON, TEXT, Answer, read_answer
from texas42_client.wire.pacing import Kind, Pacing, kind_of
from texas42_client.wire.secret import Secret, conceal

__all__ = ["Transport"]

USUAL_PORT = 8042
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")  # RFC 6750, 2.1
TIMEOUT = (5.0, 30.0)
"""Seconds to connect, and to wait for the next byte of an answer."""
LONGEST_PAUSE = 60.0
"""Seconds that a request may be held back for the server's limits without being refused here."""


class Transport:
    """A session with one server. ``call`` is the only way out, and adds the token."""

    def __init__(
        self,
        server: str,
        token: Secret | None,
        timeout: tuple[float, float],
        retries: int,
        trace: Callable[[str], None] | None,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self.server = normal_server(server)
        self._timeout = timeout
        self._trace = trace
        self._pause = pause
        self._pacing = Pacing()
        self._bearer = _Bearer(token)
        self._session = self._open(retries)
        self._waiting = self._open(0) if retries else self._session

    def _open(self, retries: int) -> requests.Session:
        session = requests.Session()
        session.trust_env = not is_loopback(self.server)
        session.auth = self._bearer
        session.headers.update({"Accept": JSON, "User-Agent": "t42"})
        session.mount(self.server + "/", HTTPAdapter(max_retries=_PoliteRetry.of(retries)))
        # A name registered by a request whose answer was lost is taken: repeating cannot help.
        session.mount(
            self.server + "/players", HTTPAdapter(max_retries=_PoliteRetry.of(retries, read=0))
        )
        return session

    def close(self) -> None:
        """Give the connections back."""
        self._session.close()
        self._waiting.close()

    def call(  # noqa: PLR0913 - what a request may say, each by its name
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
        wait: int | None = None,
        as_text: bool = False,
    ) -> Answer:
        """One request; ``key`` is the idempotency key, the conditions are entity tags.

        With ``wait`` the server is asked to hold its answer for so many seconds (RFC 7240); such a
        request is never repeated by itself. A request is held back while the server's limits do
        not allow it. With ``as_text`` plain text is asked for in place of JSON. Raises what
        :class:`texas42_client.wire.api.Client` raises.
        """
        headers = {
            "Accept": TEXT if as_text else None,
            "If-Match": if_match,
            "If-None-Match": if_none_match,
            "Idempotency-Key": None if key is None else f'"{key}"',
            "Prefer": None if wait is None else f"wait={wait}",
        }
        kind = kind_of(method, path, wait is not None)
        self._keep_pace(kind)
        self._say(f"> {method} {path}{_shown(body)}")
        connecting, reading = self._timeout
        session = self._session if wait is None else self._waiting
        try:
            response = session.request(
                method,
                self.server + path,
                json=body,
                params=_given(query or {}),
                headers=_given(headers),
                timeout=(connecting, reading + (wait or 0)),
                allow_redirects=False,
            )
        except requests.RequestException as error:
            self._say(f"< nothing: {type(error).__name__}")
            raise _unreachable(self.server, error) from None
        self._say(f"< {response.status_code} {response.headers.get('Content-Type', '')}".rstrip())
        self._pacing.heard(kind, response.status_code, response.headers)
        return read_answer(response, TEXT if as_text else JSON)

    def _keep_pace(self, kind: Kind) -> None:
        """Wait until the server's limits allow such a request; refuse it when that takes long."""
        seconds = self._pacing.pause(kind)
        if seconds > LONGEST_PAUSE:
            raise ApiProblem(
                "quota-exceeded",
                429,
                "Too many requests",
                "The server's limits allow no more of this for now.",
                retry_after=ceil(seconds),
            )
        if seconds:
            self._say(f"(the server's limits: waiting {ceil(seconds)} s)")
            self._pause(seconds)

    def _say(self, line: str) -> None:
        if self._trace is not None:
            self._trace(conceal(line))


class _Bearer(requests.auth.AuthBase):
    """Sends the token, or nothing; either way keeps requests from looking into ``~/.netrc``."""

    def __init__(self, token: Secret | None) -> None:
        if token is not None and not _TOKEN.fullmatch(token.reveal()):
            raise ClientError(
                "This is no token: it has characters that none has.",
                "A token begins with t42_ and is a single word.",
                ExitStatus.UNAUTHENTICATED,
            )
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token is not None:
            request.headers["Authorization"] = f"Bearer {self._token.reveal()}"
        return request


class _PoliteRetry(Retry):
    """Tries again after a broken connection or a 503, never after a 429 or a redirect."""

    RETRY_AFTER_STATUS_CODES = frozenset({503})
    LONGEST_WAIT = 15.0

    @classmethod
    def of(cls, times: int, read: int = 2) -> _PoliteRetry:
        return cls(
            total=times,
            read=read,
            redirect=0,
            other=0,
            allowed_methods=None,
            status_forcelist=(503,),
            backoff_factor=0.2,
            backoff_max=5,
            raise_on_status=False,
            raise_on_redirect=False,
        )

    def get_retry_after(self, response: Any) -> float | None:
        seconds = super().get_retry_after(response)
        return None if seconds is None else min(seconds, self.LONGEST_WAIT)


def _given(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _shown(body: Mapping[str, Any] | None) -> str:
    """The body for a trace, without what is as good as a key: an invite, a webhook's address."""
    if not body:
        return ""
    secret = {name: "…" for name in ("invite", "url") if isinstance(body.get(name), str)}
    return " " + json.dumps({**body, **secret}, ensure_ascii=False)


def _unreachable(server: str, error: requests.RequestException) -> ClientError:
    if isinstance(error, requests.exceptions.SSLError):
        if "CERTIFICATE" in str(error):
            return BadAnswer(f"The certificate of {server} cannot be trusted; nothing was sent.")
        return BadAnswer(
            f"{server} does not speak TLS; nothing was sent.",
            "If it is a server of yours without TLS, write http:// before its name.",
        )
    cause = getattr(error.args[0], "reason", None) if error.args else None
    connected = not isinstance(cause, ConnectTimeoutError | NewConnectionError)
    if isinstance(error, requests.Timeout) or isinstance(cause, ReadTimeoutError):
        hint = "Try again in a moment."
        return Unreachable(f"{server} did not answer in time.", hint, sent=connected)
    if connected:
        return Unreachable(f"{server} broke off without an answer.", "Try again in a moment.")
    return Unreachable(f"No connection to {server}.", _where_to_turn(server), sent=False)


def _where_to_turn(server: str) -> str:
    """What to do when nobody listens there."""
    others = "Another server: --server URL. A game at home: t42 play."
    if not is_loopback(server):
        return f"Is the address right, and the server running? {others}"
    port = urlsplit(server).port
    option = "" if port in (None, USUAL_PORT) else f" --port {port}"
    return f"Start one on this computer: t42-server serve{option}. {others}"
