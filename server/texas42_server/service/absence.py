"""The use cases for players who stay away: replacement, reminder, cancelling, closing."""

from __future__ import annotations

from dataclasses import dataclass

from texas42 import Match, RuleViolation, Seat, cancel, close, offer, on_turn
from texas42_server.asking import schemas
from texas42_server.asking.asked import Asked
from texas42_server.asking.problems import Problem
from texas42_server.moments import rfc3339
from texas42_server.service.context import DAY_MS, Context
from texas42_server.service.notifying import remind
from texas42_server.service.positions import Position, UnreadableMatch
from texas42_server.service.refusals import conflict
from texas42_server.service.unreadable import Buried, bury
from texas42_server.service.writing import (
    CODE_OCTETS,
    Done,
    accepted,
    append,
    demand_current,
    drawn,
    earlier,
    known,
    remember,
    seat_at,
    seat_of_asker,
)
from texas42_server.storage import absences, keys
from texas42_server.storage.database import Connection
from texas42_server.storage.keys import Stored

CLOSE_AFTER_MS = 14 * DAY_MS
"""How long nobody has moved before the owner may close a match."""
_SPEAKS = 2
"""How many sides must want a replacement."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What came of asking for somebody new.

    Attributes:
        seat: the label of the seat.
        needs: the side whose word is missing, or `None`.
        seq: the event `offered`, once there is one.
        invite: the code that takes the seat, once it is offered.
        replayed: whether this is an earlier answer again.
    """

    seat: str
    needs: str | None = None
    seq: int | None = None
    invite: str | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that was accepted: whether a notification goes out."""

    told: bool
    replayed: bool = False


def ask_replacement(context: Context, asked: Asked, match_id: str, label: str) -> Offer:
    """Want somebody new at a seat; offer it when players of two sides do."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        seat = seat_at(before, label)
        asker = seat_of_asker(before, asked, "A replacement is asked for by the players.")
        if (stored := known(db, asked)) is not None:
            return _offered_before(db, before, stored, seat, asker)
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        try:
            offered = offer(before.match, seat)
        except RuleViolation as violation:
            raise conflict(violation, before) from None
        at = context.clock()
        if seat in before.match.offered:
            seq = absences.latest_offer(db, before.key, label)
            assert seq is not None
            remember(db, asked, seq - 1, before, at)
            return Offer(label, seq=seq, invite=absences.code_of(db, before.key, seq))
        _demand_absence(context, db, before, seat, asker, at)
        absences.ask(db, before.key, label, asked.player.name)
        if len(_speaking(db, before.match, before.key, seat)) < _SPEAKS:
            remember(db, asked, before.match.version, before, at)
            return Offer(label, needs=_missing_side(before.match, seat, asker))
        after = append(context, db, before, [offered], at)
        code = drawn(context, CODE_OCTETS)
        absences.put_code(db, before.key, after.match.version, label, code)
        remember(db, asked, before.match.version, after, at)
    context.positions.keep(after)
    return Offer(label, seq=after.match.version, invite=code)


def send_reminder(context: Context, asked: Asked, match_id: str) -> Reminder:
    """Remind whoever is on turn, once a day. The match stays as it is."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        asker = seat_of_asker(before, asked, "The one on turn is reminded by the players.")
        if (stored := known(db, asked)) is not None:
            return _reminded_before(context, db, asked, before, stored)
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        try:
            seat = on_turn(before.match)
        except RuleViolation as violation:
            raise conflict(violation, before) from None
        at, player = context.clock(), str(before.match.players[seat])
        told = False
        if seat != asker:
            last = absences.reminded(db, before.key, player)
            if last is not None and at - last < DAY_MS:
                raise too_early(before, last + DAY_MS, f"{player} has been reminded today.")
            told = remind(context, db, before, at)
            absences.note_reminder(db, before.key, at, player, told)
        remember(db, asked, before.match.version, before, at)
    return Reminder(told)


def cancel_match(context: Context, asked: Asked, match_id: str) -> Done:
    """Call a match off before the first deal."""
    with context.database.transaction() as db:
        before = context.positions.current(db, match_id)
        _demand_owner(before, asked, "A match is cancelled by its owner.")
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        try:
            cancelled = cancel(before.match)
        except RuleViolation as violation:
            raise conflict(violation, before) from None
        after = append(context, db, before, [cancelled], context.clock())
        done = accepted(db, asked, before.match.version, after)
    context.positions.keep(after)
    return done


def close_match(context: Context, asked: Asked, match_id: str) -> Done | Buried:
    """Give a match up in which nobody has moved for a fortnight, or that cannot be read."""
    with context.database.transaction() as db:
        try:
            before = context.positions.current(db, match_id)
        except UnreadableMatch:
            return bury(context, db, asked, match_id)
        _demand_owner(before, asked, "A match is closed by its owner.")
        if (answered := earlier(context, db, asked)) is not None:
            return answered
        demand_current(asked, before)
        schemas.load(schemas.EMPTY, asked.json())
        try:
            closed = close(before.match)
        except RuleViolation as violation:
            raise conflict(violation, before) from None
        at, since = context.clock(), before.turn_since
        assert since is not None
        if at - since < CLOSE_AFTER_MS:
            detail = "A match is closed when nobody has moved for fourteen days."
            raise too_early(before, since + CLOSE_AFTER_MS, detail)
        after = append(context, db, before, [closed], at)
        remember(db, asked, before.match.version, after, at)
        done = accepted(db, asked, before.match.version, after)
    context.positions.keep(after)
    return done


def _demand_owner(position: Position, asked: Asked, detail: str) -> None:
    if asked.player.name != position.match.owner:
        raise Problem("forbidden", detail)


def _demand_absence(
    context: Context, db: Connection, position: Position, seat: Seat, asker: Seat, at: int
) -> None:
    """A seat is given up by its own player at any time, or after so long on turn.

    When its own player has asked, the others need not wait.

    Raises:
        Problem: 409.
    """
    match, since = position.match, position.turn_since
    label = match.table.labels[seat]
    if asker == seat or match.players[seat] in absences.asking(db, position.key, label):
        return
    detail = f"Seat {label} may be given to somebody new when it has been on turn long enough."
    if match.turn != seat or since is None:
        raise too_early(position, None, detail)
    if at - since < context.absent_after:
        raise too_early(position, since + context.absent_after, detail)


def too_early(position: Position, not_before: int | None, detail: str) -> Problem:
    """409: from `not_before` (milliseconds UTC) on it may be asked again, if that is known."""
    turn = position.match.turn
    return Problem(
        "too-early",
        detail,
        turn=None if turn is None else position.match.table.labels[turn],
        version=position.match.version,
        not_before=None if not_before is None else rfc3339(not_before),
    )


def _speaking(db: Connection, match: Match, key: int, seat: Seat) -> set[int]:
    """The sides of those who want somebody new at the seat and sit here still."""
    asking = absences.asking(db, key, match.table.labels[seat])
    seats = [match.seat_of(player) for player in asking]
    return {match.table.side_of[seat] for seat in seats if seat is not None}


def _missing_side(match: Match, seat: Seat, asker: Seat) -> str:
    """A side whose word is missing while only that of the asker's is given.

    Where there are more than two sides any other will do: the next one clockwise is named, but not
    that of the seat in question while somebody else can speak.
    """
    side_of = match.table.side_of
    others = [s for s in match.table.clockwise_from[asker] if side_of[s] != side_of[asker]]
    present = [s for s in others if side_of[s] != side_of[seat]]
    return match.table.sides[side_of[(present or others)[0]]]


def _offered_before(
    db: Connection, now: Position, stored: Stored, seat: Seat, asker: Seat
) -> Offer:
    """The answer that this very request has been given before."""
    label = now.match.table.labels[seat]
    if stored.first > stored.last:
        return Offer(label, needs=_missing_side(now.match, seat, asker), replayed=True)
    code = absences.code_of(db, now.key, stored.first)
    return Offer(label, seq=stored.first, invite=code, replayed=True)


def _reminded_before(
    context: Context, db: Connection, asked: Asked, now: Position, stored: Stored
) -> Reminder:
    """The answer that this very request has been given before."""
    key = asked.key()
    assert key is not None
    then = context.positions.as_of(db, now.key, now.id, stored.last).match
    player = str(then.players[on_turn(then)])
    at = keys.time_of(db, asked.player.key, key)
    return Reminder(absences.was_told(db, now.key, at, player), replayed=True)
