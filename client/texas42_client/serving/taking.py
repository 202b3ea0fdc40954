"""Sitting down where a seat is kept for the bot and its terms are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.serving.accepting import Accept
from texas42_client.serving.seats import Row, called, is_outage
from texas42_client.table.text import clean
from texas42_client.wire.api import Client

__all__ = ["Taker"]


class Taker:
    """Takes seats; of one that it does not take it says so once, and why."""

    def __init__(self, client: Client, terms: Accept, say: Callable[[str], None]) -> None:
        self._client = client
        self._terms = terms
        self._say = say
        self._declined: set[str] = set()

    def take(self, rows: Iterable[Row], playing: int) -> Iterator[Row]:
        """The matches of these at which it has sat down, beside so many at which it plays.

        Raises :class:`ClientError` for a dead token, and when the server is away.
        """
        for row in rows:
            kept = row["you"] is None and row["kept_for_me"] and row["id"] not in self._declined
            if kept and self._terms.has_room(playing) and self._takes(row):
                playing += 1
                yield row

    def _takes(self, row: Row) -> bool:
        try:
            objection = self._terms.objection(self._client.view(row["id"]).body)
            if not objection:
                self._client.take_seat(row["id"], row["kept_for_me"])
                self._say(f"{called(row)}: took seat {row['kept_for_me']}.")
                return True
        except ClientError as error:
            if error.exit_status is ExitStatus.UNAUTHENTICATED or is_outage(error):
                raise
            objection = error.message.removesuffix(".")
        self._declined.add(row["id"])
        self._say(f"{called(row)}: seat {row['kept_for_me']} is not taken: {clean(objection)}.")
        return False
