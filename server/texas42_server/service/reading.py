"""The use cases that only look: the view, the feed, finished hands, presets and settings."""

from __future__ import annotations

from typing import Any

import orjson

from texas42 import (
    PRESETS,
    RULES_VERSION,
    SETTINGS,
    Entry,
    Preset,
    Seat,
    decode,
    hand_record,
    hand_summary,
    redact,
    resolve,
)
from texas42_server.asking.problems import Problem
from texas42_server.moments import rfc3339
from texas42_server.service.context import Context
from texas42_server.service.positions import Position, Told, entries_of
from texas42_server.service.shown import Shown, show
from texas42_server.storage.players import Player


def find(context: Context, match_id: str) -> Position:
    """The match as it is now.

    Raises:
        Problem: 404.
    """
    return context.positions.current(context.database.connection(), match_id)


def look(context: Context, match_id: str, player: Player | None) -> tuple[Position, Shown]:
    """The match as it is now, and as this player is shown it.

    Raises:
        Problem: 404.
    """
    db = context.database.connection()
    position = context.positions.current(db, match_id)
    if position.match.status != "open":
        return position, show(db, position, player)
    with context.database.read() as db:  # the codes are those of this very version
        position = context.positions.current(db, match_id)
        return position, show(db, position, player)


def feed(
    context: Context, position: Position, player: Player | None, after: int, limit: int
) -> list[dict[str, Any]]:
    """At most `limit` entries of the feed past `after`, as this player may read them."""
    seat = None if player is None else position.seat_of(player.name)
    return _told(context, position, seat, after, limit)


def _told(
    context: Context,
    position: Position,
    seat: Seat | None,
    after: int,
    limit: int | None = None,
    witnessed: int | None = None,
) -> list[dict[str, Any]]:
    log = entries_of(context.database.connection(), position)
    entries = (Entry(seq, at, decode(body)) for seq, at, body in log)
    told = redact(entries, seat, after=after, limit=limit, witnessed=witnessed)
    for entry in told:
        entry["at"] = rfc3339(entry["at"])
    return told


def follow(
    context: Context, position: Position, player: Player | None, after: int, opened: int
) -> list[Told]:
    """The entries past `after`, for a wait or stream that is open since the seq `opened`.

    Plays past `opened` are told as they were played (R6.8). Of those many may wait, and are told
    the same, so they are kept.
    """
    seat = None if player is None else position.seat_of(player.name)
    seqs = range(after + 1, position.match.version + 1)
    if after >= opened and all((seq, seat) in position.witnessed for seq in seqs):
        return [position.witnessed[seq, seat] for seq in seqs]
    entries = _told(context, position, seat, after, witnessed=opened)
    told = [Told(entry["seq"], entry["type"], orjson.dumps(entry)) for entry in entries]
    if after >= opened:
        position.witnessed.update(((entry.seq, seat), entry) for entry in told)
    return told


def entry(context: Context, position: Position, player: Player | None, seq: int) -> dict[str, Any]:
    """One entry of the feed.

    Raises:
        Problem: 404.
    """
    if not 1 <= seq <= position.match.version:
        raise Problem(
            "not-found", f"The feed of this match has the entries 1 to {position.match.version}."
        )
    return feed(context, position, player, after=seq - 1, limit=1)[0]


def hands(position: Position, after: int, limit: int) -> list[dict[str, Any]]:
    """At most `limit` finished hands past number `after`, without their tricks."""
    last = min(len(position.match.hands), after + limit)
    return [hand_summary(position.match, number) for number in range(after + 1, last + 1)]


def hand(position: Position, number: int) -> dict[str, Any]:
    """A finished hand with its tricks.

    Raises:
        Problem: 404, the same for a hand that is not finished and one that never was.
    """
    try:
        return hand_record(position.match, number)
    except LookupError:
        raise Problem("not-found", "No finished hand of this match has this number.") from None


def rules() -> dict[str, Any]:
    """Every preset, and every setting with all that a form needs to ask for it."""
    return {
        "rules_version": RULES_VERSION,
        "presets": [preset(name) for name in PRESETS],
        "settings": [setting.as_dict() for setting in SETTINGS],
    }


def preset(name: str) -> dict[str, Any]:
    """One preset, resolved.

    Raises:
        Problem: 404.
    """
    known: Preset | None = PRESETS.get(name)
    if known is None:
        raise Problem("not-found", f"There is no such preset; there are: {', '.join(PRESETS)}.")
    return {
        "preset": known.name,
        "description": known.description,
        "rules": resolve(known.name).as_dict(),
        "links": {"self": f"/rules/{known.name}"},
    }
