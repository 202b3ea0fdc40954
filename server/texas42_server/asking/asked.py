"""A request that would change something, as the use cases read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from texas42_server.asking import schemas
from texas42_server.asking.conditions import Conditions, parse_conditions
from texas42_server.asking.idempotency import parse_key
from texas42_server.asking.problems import malformed
from texas42_server.asking.strictjson import Malformed, parse
from texas42_server.storage import keys
from texas42_server.storage.players import Player


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for what. Headers and body stay unread until it is their turn to be judged."""

    player: Player
    method: str
    path: str
    body: bytes = b""
    query: tuple[tuple[str, str], ...] = ()
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None

    def key(self) -> str | None:
        """The idempotency key, if one came along.

        Raises:
            Problem: 400.
        """
        if self.idempotency_key is None:
            return None
        try:
            return parse_key(self.idempotency_key)
        except Malformed as cause:
            raise malformed(cause) from None

    def fingerprint(self) -> bytes:
        """What tells this request from another under the same key."""
        return keys.fingerprint(self.method, self.path, self.body)

    def conditions(self) -> Conditions:
        """What the request demands of the current tag.

        Raises:
            Problem: 400.
        """
        try:
            return parse_conditions(self.if_match, self.if_none_match)
        except Malformed as cause:
            raise malformed(cause) from None

    def json(self) -> Any:
        """The body's value; an absent body is `{}`. A change takes no query.

        Raises:
            Problem: 400 or 422.
        """
        value = value_of(self.body)
        if self.query:
            schemas.load_query(schemas.NO_QUERY, self.query)
        return value

    def member(self, name: str) -> Any:
        """One member of the body, `None` where there is none or the body cannot be read."""
        try:
            value = parse(self.body) if self.body else {}
        except Malformed:
            return None
        return value.get(name) if isinstance(value, dict) else None


def value_of(body: bytes) -> Any:
    """The value of a body; an absent one is `{}`.

    Raises:
        Problem: 400.
    """
    try:
        return parse(body) if body else {}
    except Malformed as cause:
        raise malformed(cause) from None
