"""The use case of playing on: the same players, the same rules, the next dealer."""

from __future__ import annotations

from texas42 import Joined, create
from texas42_server.asking import schemas
from texas42_server.asking.asked import Asked
from texas42_server.asking.problems import Problem
from texas42_server.service.absence import too_early
from texas42_server.service.context import Context
from texas42_server.service.positions import Position
from texas42_server.service.writing import (
    ID_OCTETS,
    Done,
    accepted,
    append,
    begin,
    demand_current,
    drawn,
    earlier,
    remember,
    seat_of_asker,
)
from texas42_server.storage import absences, store
from texas42_server.storage.database import Connection


def rematch(context: Context, asked: Asked, match_id: str) -> Done:
    """Set up the one rematch of a finished match, or find it.

    The answer is that of the new match; its `seq` is 1 for whoever set it up, and past its last
    event for whoever found it.
    """
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        seat = seat_of_asker(before, asked, "A rematch is asked for by the players of the match.")
        if (answered := earlier(context, db, asked)) is not None:
            return answered
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        _demand_end(before)
        at, key = context.clock(), absences.rematch_of(db, before.key)
        if key is not None:
            found = context.positions.current(db, store.public_id(db, key))
            remember(db, asked, found.match.version, found, at)
            return accepted(db, asked, found.match.version, found)
        created = _begun(context, db, before, asked.player.name, at)
        after = append(context, db, created, [Joined(seat, asked.player.name)], at)
        absences.note_rematch(db, before.key, after.key)
        remember(db, asked, 0, after, at)
        done = accepted(db, asked, 0, after)
    context.positions.keep(after)
    return done


def _demand_end(position: Position) -> None:
    match = position.match
    if match.status == "finished":
        return
    if match.over:
        detail = "This match was given up; a rematch follows one that was won."
        raise Problem("match-over", detail, turn=None, version=match.version)
    raise too_early(position, None, "A rematch follows when a side has won.")


def _begun(context: Context, db: Connection, before: Position, owner: str, at: int) -> Position:
    """The new match with its first event: the seats of the others are kept for them."""
    match = before.match
    kept = {
        seat: player
        for seat, player in zip(match.table.seats, match.players, strict=True)
        if player is not None and player != owner
    }
    created = create(
        match.name,
        owner,
        match.rules,
        match.listed,
        kept,
        rematch_of=before.id,
        first_dealer=match.next_dealer,
    )
    return begin(context, db, drawn(context, ID_OCTETS), created, at)
