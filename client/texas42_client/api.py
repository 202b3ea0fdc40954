"""The HTTP contract in Python: one method an operation, one type of answer, typed refusals.

Requests are repeated on broken connections and on 503; every POST carries an idempotency key, so a
repetition never does a thing twice. Redirects are never followed, and the token travels to the
server it belongs to only.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from texas42_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from texas42_client.origin import is_loopback, normal_server
from texas42_client.secret import Secret, conceal

__all__ = ["Answer", "Client", "new_key"]

JsonObject = dict[str, Any]
TIMEOUT = (5.0, 30.0)
"""Seconds to connect, and to wait for the next byte of an answer."""


@dataclass(frozen=True)
class Answer:
    """What the server answered: ``body`` parsed, ``text`` as it came.

    ``etag`` goes into the next ``If-Match``. A 304 has ``not_modified`` true and an empty body.
    ``next`` is the path of the next page; ``replayed`` tells that this key had been used before.
    """

    status: int
    body: JsonObject
    text: str
    etag: str | None = None
    location: str | None = None
    next: str | None = None
    replayed: bool = False

    @property
    def not_modified(self) -> bool:
        """True for 304: what you have is what there is."""
        return self.status == 304


def new_key() -> str:
    """A fresh idempotency key."""
    return secrets.token_urlsafe(18)


class Client:
    """One server, seen by one player (or, without a token, by a spectator).

    Every method raises :class:`ApiProblem` for a refusal, :class:`Unreachable` when no answer came
    and :class:`BadAnswer` for anything that is not the contract. ``trace`` gets a line for every
    request and answer, without secrets.
    """

    def __init__(
        self,
        server: str,
        token: Secret | str | None = None,
        *,
        timeout: tuple[float, float] = TIMEOUT,
        retries: int = 4,
        trace: Callable[[str], None] | None = None,
    ) -> None:
        self.server = normal_server(server)
        self.has_token = token is not None
        self._timeout = timeout
        self._trace = trace
        self._session = requests.Session()
        self._session.trust_env = not is_loopback(self.server)
        self._session.auth = _Bearer(Secret(token) if isinstance(token, str) else token)
        self._session.headers.update({"Accept": "application/json", "User-Agent": "t42"})
        self._session.mount(self.server + "/", HTTPAdapter(max_retries=_PoliteRetry.of(retries)))
        # A name registered by a request whose answer was lost is taken: repeating cannot help.
        self._session.mount(
            self.server + "/players", HTTPAdapter(max_retries=_PoliteRetry.of(retries, read=0))
        )

    def close(self) -> None:
        """Give the connections back."""
        self._session.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # Players

    def index(self) -> Answer:
        """``GET /``: links, version, presets."""
        return self._call("GET", "/")

    def register(self, name: str) -> Answer:
        """``POST /players``: ``{player, token}``; the only time the token is shown."""
        return self._call("POST", "/players", body={"name": name})

    def me(self) -> Answer:
        """``GET /me``."""
        return self._call("GET", "/me")

    def rotate_token(self) -> Answer:
        """``POST /me/token``: a new token; the old one dies when the new one is first used."""
        return self._call("POST", "/me/token")

    def my_matches(
        self,
        *,
        turn: str | None = None,
        status: str | None = None,
        limit: int | None = None,
        etag: str | None = None,
    ) -> Answer:
        """``GET /me/matches``: those that wait for me first. ``turn`` is ``"mine"`` or None."""
        query = {"turn": turn, "status": status, "limit": limit}
        return self._call("GET", "/me/matches", query=query, if_none_match=etag)

    # Rules

    def rules(self, preset: str | None = None) -> Answer:
        """``GET /rules`` or ``GET /rules/{preset}``."""
        return self._call("GET", "/rules" if preset is None else f"/rules/{_part(preset)}")

    # Tables

    def create_match(self, body: Mapping[str, Any], key: str | None = None) -> Answer:
        """``POST /matches``: the view of the new match. ``body`` may be empty."""
        return self._call("POST", "/matches", body=body, key=key or new_key())

    def open_matches(self, *, limit: int | None = None) -> Answer:
        """``GET /matches?status=open``: the lobby."""
        return self._call("GET", "/matches", query={"status": "open", "limit": limit})

    def take_seat(
        self, match: str, seat: str, invite: str | None = None, key: str | None = None
    ) -> Answer:
        """``POST /matches/{id}/seats/{seat}``: the view from that seat."""
        body = {} if invite is None else {"invite": invite}
        path = f"/matches/{_part(match)}/seats/{_part(seat)}"
        return self._call("POST", path, body=body, key=key or new_key())

    def leave_seat(self, match: str, seat: str) -> Answer:
        """``DELETE /matches/{id}/seats/{seat}``, before the first deal."""
        return self._call("DELETE", f"/matches/{_part(match)}/seats/{_part(seat)}")

    def view(self, match: str, etag: str | None = None) -> Answer:
        """``GET /matches/{id}``: the table as this player may see it; 304 when ``etag`` holds."""
        return self._call("GET", f"/matches/{_part(match)}", if_none_match=etag)

    def move(
        self, match: str, move: Mapping[str, Any], etag: str | None, key: str | None = None
    ) -> Answer:
        """``POST /matches/{id}/moves``: the new view.

        ``etag`` is the tag of the view that the move was chosen from; if the table has moved on,
        the server refuses with ``stale-version``.
        """
        path = f"/matches/{_part(match)}/moves"
        return self._call("POST", path, body=move, key=key or new_key(), if_match=etag)

    def events(self, match: str, *, after: int = 0, limit: int | None = None) -> Answer:
        """``GET /matches/{id}/events``: ``{events, version}``, entries after that seq."""
        query = {"after": after, "limit": limit}
        return self._call("GET", f"/matches/{_part(match)}/events", query=query)

    def event(self, match: str, seq: int) -> Answer:
        """``GET /matches/{id}/events/{seq}``."""
        return self._call("GET", f"/matches/{_part(match)}/events/{seq}")

    def hands(self, match: str) -> Answer:
        """``GET /matches/{id}/hands``: the finished hands without their tricks."""
        return self._call("GET", f"/matches/{_part(match)}/hands")

    def hand(self, match: str, number: int) -> Answer:
        """``GET /matches/{id}/hands/{n}``: one finished hand with every played tile."""
        return self._call("GET", f"/matches/{_part(match)}/hands/{number}")

    def page(self, path: str) -> Answer:
        """The page that an :class:`Answer` names as its ``next``; a path on this server only."""
        if not path.startswith("/") or path.startswith("//"):
            raise BadAnswer(f"The next page lies on another server ({path}); it is not fetched.")
        return self._call("GET", path)

    # Serving

    def ready(self) -> Answer:
        """``GET /readyz``: which version and storage answer."""
        return self._call("GET", "/readyz")

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer:
        headers = {"If-Match": if_match, "If-None-Match": if_none_match}
        if key is not None:
            headers["Idempotency-Key"] = f'"{key}"'
        self._say(f"> {method} {path}" + (f" {json.dumps(body)}" if body else ""))
        try:
            response = self._session.request(
                method,
                self.server + path,
                json=body,
                params={name: value for name, value in (query or {}).items() if value is not None},
                headers={name: value for name, value in headers.items() if value is not None},
                timeout=self._timeout,
                allow_redirects=False,
            )
        except requests.RequestException as error:
            self._say(f"< nothing: {type(error).__name__}")
            raise _unreachable(self.server, error) from None
        self._say(f"< {response.status_code} {response.headers.get('Content-Type', '')}".rstrip())
        return _answer(response)

    def _say(self, line: str) -> None:
        if self._trace is not None:
            self._trace(conceal(line))


class _Bearer(requests.auth.AuthBase):
    """Sends the token, or nothing; either way keeps requests from looking into ``~/.netrc``."""

    def __init__(self, token: Secret | None) -> None:
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
    def of(cls, times: int, read: int | None = None) -> _PoliteRetry:
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


def _part(text: str) -> str:
    """One segment of a path, whatever the player typed."""
    return quote(text, safe="")


def _unreachable(server: str, error: requests.RequestException) -> ClientError:
    if isinstance(error, requests.exceptions.SSLError):
        return BadAnswer(f"The certificate of {server} cannot be trusted; nothing was sent.")
    if isinstance(error, requests.Timeout):
        return Unreachable(f"{server} did not answer in time.", "Try again in a moment.")
    return Unreachable(f"No connection to {server}.", "Is the server running, and the name right?")


def _answer(response: requests.Response) -> Answer:
    status, kind = response.status_code, response.headers.get("Content-Type", "")
    if 300 <= status < 400 and status != 304:
        target = response.headers.get("Location", "another place")
        raise BadAnswer(
            f"The server sends you to {target}. That is not followed, your token could go astray.",
            "If you trust it, register there: t42 register NAME --server URL",
        )
    if status >= 400:
        raise _problem(response, kind)
    body = _json_object(response) if response.content else {}
    return Answer(
        status=status,
        body=body,
        text=response.text,
        etag=response.headers.get("ETag"),
        location=response.headers.get("Location"),
        next=response.links.get("next", {}).get("url"),
        replayed=response.headers.get("Idempotency-Replayed") == "true",
    )


def _problem(response: requests.Response, kind: str) -> ClientError:
    if not kind.startswith("application/problem+json"):
        return BadAnswer(
            f"{response.url.split('?')[0]} answered {response.status_code}, "
            "but not as a Texas 42 server does.",
            "Check the server's address: t42 profile list",
        )
    members = _json_object(response)
    wait = response.headers.get("Retry-After", "")
    return ApiProblem(
        slug=str(members.get("type", "")).rsplit("/", 1)[-1],
        status=response.status_code,
        title=str(members.get("title", "")),
        detail=members.get("detail"),
        members=members,
        retry_after=int(wait) if wait.isdigit() else None,
    )


def _json_object(response: requests.Response) -> JsonObject:
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise BadAnswer(
            f"{response.url.split('?')[0]} answered something that is not JSON.",
            "Check the server's address: t42 profile list",
        )
    return body
