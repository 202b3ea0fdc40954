"""A record: the finished hands of a match, as everybody may keep them (R6.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from texas42.events import Drawn
from texas42.match import Match
from texas42.rules import Rules
from texas42.seats import SEAT_LETTERS
from texas42.tiles import tile_label
from texas42.view import hand_record, view

Body: TypeAlias = dict[str, Any]

FORMAT = 1
"""The version of both forms. Raise it when a reader of the last one would misread the next."""
FORMAT_NAME = f"texas42 {FORMAT}"
"""By which the JSON form is known, as the text form by its first tag."""

UNFINISHED, FINISHED, GIVEN_UP = "unfinished", "finished", ("cancelled", "closed")
STATUSES = (UNFINISHED, FINISHED, *GIVEN_UP)


@dataclass(frozen=True, slots=True)
class Record:
    """The finished hands of a match, and what is to be known about it.

    Attributes:
        event: what the match is called.
        date: the day when it was set up, `"2026-11-30"`, UTC.
        match: its id on the server that it was played on.
        generator: the program that wrote the record.
        players: seat letter -> who sat there when the record was made.
        rules: the settings it is played by.
        status: `"unfinished"`, `"finished"`, `"cancelled"` or `"closed"`.
        winner: the side that won, as `"A+C"`.
        marks, score: side -> what it has after the last finished hand; one of them is `None`.
        draws: the rounds of tiles drawn for the first deal: seat letter -> tile (R8).
        hands: the finished hands in order, as `texas42.hand_record` has them.
    """

    rules: Rules
    players: Mapping[str, str | None]
    status: str
    winner: str | None
    marks: Mapping[str, int] | None
    score: Mapping[str, int] | None
    draws: tuple[Body, ...]
    hands: tuple[Body, ...]
    event: str | None = None
    date: str | None = None
    match: str | None = None
    generator: str | None = None


def record_of(
    match: Match,
    date: str | None = None,
    match_id: str | None = None,
    generator: str | None = None,
) -> Record:
    """The record of a match as it stands: nothing of the hand in progress, never an unplayed tile.

    It is the same for every viewer (R6.6).
    """
    shown = view(match, None)
    return Record(
        rules=match.rules,
        players={label: seat["player"] for label, seat in shown["seats"].items()},
        status=match.status if match.over else UNFINISHED,
        winner=shown["winner"],
        marks=shown["marks"],
        score=shown["score"],
        draws=tuple(map(_drawn, match.draws)),
        hands=tuple(hand_record(match, number) for number in range(1, len(match.hands) + 1)),
        event=match.name or None,
        date=date,
        match=match_id,
        generator=generator,
    )


def _drawn(drawn: Drawn) -> Body:
    return {SEAT_LETTERS[seat]: tile_label(tile) for seat, tile in drawn.tiles}


def to_json(record: Record) -> Body:
    """The JSON form of a record, its members always in this order."""
    return {
        "format": FORMAT_NAME,
        "event": record.event,
        "date": record.date,
        "match": record.match,
        "players": dict(record.players),
        "rules": record.rules.as_dict(),
        "status": record.status,
        "winner": record.winner,
        "marks": record.marks,
        "score": record.score,
        "generator": record.generator,
        "draws": list(record.draws),
        "hands": list(record.hands),
    }
