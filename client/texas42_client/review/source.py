"""Where a match to be reviewed comes from: a server, where somebody asks, or a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from texas42.record import RecordError
from texas42_client.environment import Environment
from texas42_client.errors import BadAnswer, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.review.told import ToldHand, ToldMatch

__all__ = ["Source", "from_record", "from_server"]


class Source(NamedTuple):
    """A match to be reviewed.

    Attributes:
        told: it, out of its record.
        view: what names the players, and whoever asks.
        dealt: the number of a hand -> the tiles that were dealt to whoever asks.
        on: the number of the hand that is still on, if one is.
    """

    told: ToldMatch
    view: Mapping[str, Any]
    dealt: Callable[[int], Sequence[str]]
    on: int | None

    def number(self, asked: int | None) -> int:
        """The number of the hand that is meant; the last one that was bid, if none was named.

        Raises :class:`ClientError` (TOO_EARLY, NOT_FOUND) where it is not over, or there is none.
        """
        over = self.told.hands
        if over == 0 or (asked is not None and asked == self.on):
            which = f"Hand {asked} is still being played" if over else "No hand is over yet"
            raise ClientError(
                f"{which}; a hand can be reviewed when it is over.",
                "How the table stands: t42 show",
                ExitStatus.TOO_EARLY,
            )
        if asked is None:
            bid = [hand["number"] for hand in self.told.json["hands"] if hand["contract"]]
            return int(bid[-1]) if bid else over
        if not 1 <= asked <= over:
            raise ClientError(
                f"There is no hand {asked}; the last one that is over is hand {over}.",
                "All of them: t42 hands",
                ExitStatus.NOT_FOUND,
            )
        return asked

    def hand(self, number: int) -> ToldHand:
        """One of its hands, as whoever asks may know it."""
        return self.told.hand(number, self.view["you"], self.dealt(number))


def from_server(env: Environment, match: str) -> Source:
    """The match with this id, as the player may know it."""
    view = env.client.view(match).body
    try:
        told = ToldMatch(env.client.record(match, as_text=False).body)
    except RecordError as fault:
        raise BadAnswer(f"The server's record of this match cannot be read: {fault}.") from None
    on = view["hand_number"] if view["hand_number"] > told.hands else None
    return Source(told, view, _Deals(env, match, view["you"]), on)


def from_record(record: Mapping[str, Any]) -> Source:
    """A match out of the JSON form of its record, which has been read and found good."""
    told = ToldMatch(record)
    return Source(told, told.view, lambda _hand: (), None)


class _Deals:
    """What was dealt to a seat, hand by hand, out of the feed; asked for once, when first used."""

    def __init__(self, env: Environment, match: str, seat: str | None) -> None:
        self._env = env
        self._match = match
        self._seat = seat
        self._deals: dict[int, Sequence[str]] | None = None

    def __call__(self, hand: int) -> Sequence[str]:
        if self._seat is None:
            return ()
        if self._deals is None:
            events, _ = self._env.feed(self._match, 0)
            dealt = [entry for entry in events if entry["type"] == "dealt"]
            self._deals = {int(entry["hand"]): entry["tiles"] or () for entry in dealt}
        return self._deals.get(hand, ())
