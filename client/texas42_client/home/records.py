"""A match out of a record, moment by moment, as a spectator would have seen it.

A file has no server to read it: so this module, alone beside the bots, thinks with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from texas42 import (
    Declared,
    Entry,
    Event,
    Hand,
    Match,
    Passed,
    Played,
    redact,
    replay,
    tile_label,
    view,
)
from texas42.record import Record, RecordError, read_record, retold, to_json
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = ["Moment", "RecordedMatch", "read"]

Body = dict[str, Any]


class Moment(NamedTuple):
    """Something to look at: a trump that is named, a trick that is whole, the end.

    Attributes:
        hand: the number of the hand.
        view: the table, from no seat; a whole trick still lies on it.
        events: the feed entries since the moment before, less those that the table shows.
    """

    hand: int
    view: Body
    events: Sequence[Body]


class RecordedMatch:
    """A record that has been read, and what it tells.

    Attributes:
        json: the record in its JSON form.
        view: the table at the end, for the names.
        events: every entry of the feed.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._log = retold(record)
        self.json = to_json(record)
        self.view = self._named(view(replay(self._log), None))
        self.events = redact(
            [Entry(seq, 0, event) for seq, event in enumerate(self._log, start=1)], None
        )

    def moments(self) -> Iterator[Moment]:
        """What there is to see, in order."""
        first, *others = self._log
        match = replay([first])
        since: list[Body] = []
        hand = 1
        for event, entry in zip(others, self.events[1:], strict=True):
            shown = self._before(match, event)
            match.apply(event)
            since += [entry] if _shows_nowhere_else(entry) else []
            if isinstance(event, Declared):
                shown = self._shown(match)
            if shown is not None:
                hand = shown["hand_number"]
                yield Moment(hand, shown, since)
                since = []
        if match.over or not match.hands:
            yield Moment(hand, self.view, since)

    def _before(self, match: Match, event: Event) -> Body | None:
        """The table with the tile or the pass that ends a trick or the hand still on it."""
        hand = match.hand
        if hand is None:
            return None
        label = hand.table.labels
        if isinstance(event, Played) and len(hand.trick) + 1 == len(hand.order):
            shown = self._shown(match)
            entry = {"seat": label[event.seat], "tile": tile_label(event.tile)}
            shown["current_trick"]["plays"].append(entry)
            shown["seats"][label[event.seat]]["tiles_left"] -= 1
        elif isinstance(event, Passed) and hand.standing is None and _is_last(hand):
            shown = self._shown(match)
            shown["bids"].append({"seat": label[event.seat], "type": "pass"})
        else:
            return None
        return {**shown, "turn": None}

    def _shown(self, match: Match) -> Body:
        """The table; of the tiles a record knows which were played, and how many were dealt."""
        hand = match.hand
        assert hand is not None
        shown = self._named(view(match, None))
        for seat, label in enumerate(hand.table.labels):
            played = sum(seat in trick.seats for trick in hand.tricks)
            played += seat in hand.order[: len(hand.trick)]
            shown["seats"][label]["tiles_left"] = hand.table.hand_size - played
        return shown

    def _named(self, shown: Body) -> Body:
        return {"id": self._record.match, "name": self._record.event, **shown}


def _shows_nowhere_else(entry: Body) -> bool:
    """Whether the table does not show it anyhow, as it shows bids and tiles."""
    return bool(entry.get("then")) or entry["type"] in ("drawn", "dealt", "declare")


def _is_last(hand: Hand) -> bool:
    """Whether the seat on turn is the last to speak."""
    return len(hand.bids) + 1 == len(hand.order)


def read(name: str, content: bytes) -> RecordedMatch:
    """The match that a file of this name holds, as text or as JSON.

    Raises :class:`ClientError` (UNREADABLE_RECORD) with the place of the fault.
    """
    try:
        return RecordedMatch(read_record(content.decode()))
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        why = f"line {line}: this is no UTF-8"
    except RecordError as fault:
        why = str(fault)
    raise ClientError(
        f"{name}, {why}.", "A record: t42 record MATCH -o FILE", ExitStatus.UNREADABLE_RECORD
    )
