"""A bot at one seat of one match, as any other HTTP client: it looks, and posts what it chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from texas42_client.bots import Bot
from texas42_client.errors import ApiProblem
from texas42_client.wire.api import Answer, Client, new_key

__all__ = ["Player", "Turn"]

TRIES = 5
OVERTAKEN = ("stale-version", "not-your-turn", "match-over")


@dataclass(frozen=True)
class Turn:
    """A move that the server has accepted: what it was, and the view after it."""

    move: Mapping[str, Any]
    view: Mapping[str, Any]


@dataclass(frozen=True)
class _Sent:
    """A move whose answer has not arrived."""

    move: Mapping[str, Any]
    etag: str | None
    key: str


class Player:
    """Plays one seat. Between turns it may be shut out of the server; it takes up where it was.

    It need not listen between its turns: what it missed it does without.
    """

    def __init__(self, client: Client, match: str, bot: Bot) -> None:
        self.match = match
        self._told: int | None = None
        self._client = client
        self._bot = bot
        self._sent: _Sent | None = None

    def listen(self, wait: int) -> Answer:
        """Wait for what happens at the table; the bot hears it as it was sent (R6.8).

        Returns:
            the page of the feed, without entries when nothing has happened for `wait` seconds.

        Raises what :class:`Client` raises.
        """
        if self._told is None:
            self._see(self._client.view(self.match))
        answer = self._client.events(self.match, after=self._told or 0, wait=wait)
        entries = answer.body["events"]
        if entries:
            self._told = entries[-1]["seq"]
            self._bot.hear(entries)
        return answer

    def think(self) -> bool:
        """Choose the next move without making it; whether this seat is on turn.

        Raises what :class:`Client` raises.
        """
        if self._sent is None:
            self._sent = self._choose()
        return self._sent is not None

    def take_turn(self) -> Turn | None:
        """Make a move if this seat is on turn; None when it is not.

        It is the one thought of before, if there is one, bound to the view that it was chosen from
        and with a key. When the table has moved on, it looks again. Raises what :class:`Client`
        raises; after :class:`Unreachable` the next call sends the same move under the same key.
        """
        for _ in range(TRIES):
            sent = self._sent or self._choose()
            if sent is None:
                return None
            self._sent = sent
            try:
                answer = self._client.move(self.match, sent.move, sent.etag, sent.key)
            except ApiProblem as problem:
                if problem.status < 500:
                    self._sent = None
                if problem.slug not in OVERTAKEN:
                    raise
                continue
            self._sent = None
            return Turn(sent.move, self._see(answer))
        return None

    def _choose(self) -> _Sent | None:
        answer = self._client.view(self.match)
        view = self._see(answer)
        if view["you"] is None or view["turn"] != view["you"]:
            return None
        return _Sent(self._bot.choose(view), answer.etag, new_key())

    def _see(self, answer: Answer) -> Mapping[str, Any]:
        self._told = answer.body["version"]
        self._bot.look(answer.body)
        return answer.body
