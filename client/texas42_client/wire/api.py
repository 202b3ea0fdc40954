"""The HTTP contract in Python: one method an operation, one type of answer, typed refusals.

Requests are repeated on broken connections and on 503, but for those that wait; every POST carries
an idempotency key, so a repetition never does a thing twice. Redirects are never followed, and the
token travels to the server it belongs to only.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from texas42_client.errors import BadAnswer
from texas42_client.wire.answers import Answer
from texas42_client.wire.secret import Secret
from texas42_client.wire.transport import TIMEOUT, Transport

__all__ = ["Answer", "Client", "new_key"]


def new_key() -> str:
    """A fresh idempotency key."""
    return secrets.token_urlsafe(18)


class Client:
    """One server, seen by one player (or, without a token, by a spectator).

    Every method raises :class:`ApiProblem` for a refusal, :class:`Unreachable` when no answer came
    and :class:`BadAnswer` for anything that is not the contract. ``trace`` gets a line for every
    request and answer, without secrets; ``pause`` spends the seconds for which the server's limits
    hold a request back. ``wait`` asks the server to hold its answer until there is something new,
    for at most so many seconds (1 to 60); whether it did tells :attr:`Answer.waited`.
    """

    def __init__(
        self,
        server: str,
        token: Secret | str | None = None,
        *,
        timeout: tuple[float, float] = TIMEOUT,
        retries: int = 4,
        trace: Callable[[str], None] | None = None,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        secret = Secret(token) if isinstance(token, str) else token
        self._transport = Transport(server, secret, timeout, retries, trace, pause)
        self._call = self._transport.call
        self.server = self._transport.server
        self.has_token = secret is not None

    def close(self) -> None:
        """Give the connections back."""
        self._transport.close()

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
        wait: int | None = None,
    ) -> Answer:
        """``GET /me/matches``: those that wait for me first. ``turn`` is ``"mine"`` or None.

        A wait lasts until ``etag`` no longer holds, without one until the list is not empty.
        """
        query = {"turn": turn, "status": status, "limit": limit}
        return self._call("GET", "/me/matches", query=query, if_none_match=etag, wait=wait)

    # Notifications

    def put_webhook(
        self, url: str, *, events: Sequence[str] | None = None, rotate: bool = False
    ) -> Answer:
        """``PUT /me/webhook``: how it stands; ``secret`` is null unless it is new."""
        body: dict[str, Any] = {"url": url, "rotate": rotate}
        if events is not None:
            body["events"] = list(events)
        return self._call("PUT", "/me/webhook", body=body)

    def webhook(self) -> Answer:
        """``GET /me/webhook``, without its secret."""
        return self._call("GET", "/me/webhook")

    def remove_webhook(self) -> Answer:
        """``DELETE /me/webhook``."""
        return self._call("DELETE", "/me/webhook")

    def try_webhook(self) -> Answer:
        """``POST /me/webhook/test``: the delivery that it will be."""
        return self._call("POST", "/me/webhook/test")

    def deliveries(self, *, limit: int | None = None) -> Answer:
        """``GET /me/webhook/deliveries``: what was sent, or not, the newest first."""
        return self._call("GET", "/me/webhook/deliveries", query={"limit": limit})

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

    def cancel_match(self, match: str, etag: str | None) -> Answer:
        """``DELETE /matches/{id}``, before the first deal: the view of what is called off."""
        return self._call("DELETE", f"/matches/{_part(match)}", if_match=etag)

    def ask_replacement(
        self, match: str, seat: str, etag: str | None, key: str | None = None
    ) -> Answer:
        """``POST /matches/{id}/seats/{seat}/replacement``: ``{needs}`` or ``{seat, invite}``."""
        return self._ask(match, f"seats/{_part(seat)}/replacement", etag, key)

    def remind(self, match: str, etag: str | None, key: str | None = None) -> Answer:
        """``POST /matches/{id}/reminder``: ``{told}``."""
        return self._ask(match, "reminder", etag, key)

    def close_match(self, match: str, etag: str | None, key: str | None = None) -> Answer:
        """``POST /matches/{id}/close``: the view of what is given up."""
        return self._ask(match, "close", etag, key)

    def rematch(self, match: str, etag: str | None, key: str | None = None) -> Answer:
        """``POST /matches/{id}/rematch``: the view of the new match."""
        return self._ask(match, "rematch", etag, key)

    def _ask(self, match: str, what: str, etag: str | None, key: str | None) -> Answer:
        path = f"/matches/{_part(match)}/{what}"
        return self._call("POST", path, key=key or new_key(), if_match=etag)

    def view(self, match: str, etag: str | None = None, wait: int | None = None) -> Answer:
        """``GET /matches/{id}``: the table as this player may see it; 304 when ``etag`` holds.

        A wait lasts until ``etag`` no longer holds.
        """
        return self._call("GET", f"/matches/{_part(match)}", if_none_match=etag, wait=wait)

    def move(
        self, match: str, move: Mapping[str, Any], etag: str | None, key: str | None = None
    ) -> Answer:
        """``POST /matches/{id}/moves``: the new view.

        ``etag`` is the tag of the view that the move was chosen from; if the table has moved on,
        the server refuses with ``stale-version``.
        """
        path = f"/matches/{_part(match)}/moves"
        return self._call("POST", path, body=move, key=key or new_key(), if_match=etag)

    def events(
        self, match: str, *, after: int = 0, limit: int | None = None, wait: int | None = None
    ) -> Answer:
        """``GET /matches/{id}/events``: ``{events, version}``, entries after that seq.

        A wait lasts until there is one, and is sent plays as they were made (R6.8).
        """
        query = {"after": after, "limit": limit}
        return self._call("GET", f"/matches/{_part(match)}/events", query=query, wait=wait)

    def event(self, match: str, seq: int) -> Answer:
        """``GET /matches/{id}/events/{seq}``."""
        return self._call("GET", f"/matches/{_part(match)}/events/{seq}")

    def hands(self, match: str) -> Answer:
        """``GET /matches/{id}/hands``: the finished hands without their tricks."""
        return self._call("GET", f"/matches/{_part(match)}/hands")

    def hand(self, match: str, number: int) -> Answer:
        """``GET /matches/{id}/hands/{n}``: one finished hand with every played tile."""
        return self._call("GET", f"/matches/{_part(match)}/hands/{number}")

    def seal(self, match: str, number: int) -> Answer:
        """``GET /matches/{id}/hands/{n}/seal``: the root of a hand and what is opened to you."""
        return self._call("GET", f"/matches/{_part(match)}/hands/{number}/seal")

    def record(self, match: str, *, as_text: bool) -> Answer:
        """``GET /matches/{id}/record``: the finished hands; as text ``Answer.text`` has them."""
        return self._call("GET", f"/matches/{_part(match)}/record", as_text=as_text)

    def page(self, path: str) -> Answer:
        """The page that an :class:`Answer` names as its ``next``; a path on this server only."""
        if not path.startswith("/") or path.startswith("//"):
            raise BadAnswer(f"The next page lies on another server ({path}); it is not fetched.")
        return self._call("GET", path)

    # Serving

    def ready(self) -> Answer:
        """``GET /readyz``: which version and storage answer."""
        return self._call("GET", "/readyz")


def _part(text: str) -> str:
    """One segment of a path, whatever the player typed."""
    return quote(text, safe="")
