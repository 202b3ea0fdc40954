"""What webhooks are told: noticed in the move's transaction, judged once more before it is sent.

No tile leaves here: a message names the match, the hand's number and where to look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from texas42 import Match
from texas42_server.asking.answers import written
from texas42_server.moments import rfc3339
from texas42_server.service.context import Context
from texas42_server.service.positions import Position, UnreadableMatch
from texas42_server.storage import listing, outbox, store, webhooks
from texas42_server.storage.database import Connection
from texas42_server.storage.outbox import Delivery, Notice

ID_OCTETS = 16


def announce(context: Context, db: Connection, before: Position, after: Position, at: int) -> None:
    """Put into the outbox what has happened between the two positions and somebody asked for.

    Inside the transaction that appends the events. It costs one look-up among the webhooks.
    """
    _put(context, db, list(_happened(before.match, after.match, after.key)), at)


def announce_end(
    context: Context, db: Connection, match: int, seated: Iterable[str], seq: int, at: int
) -> None:
    """Put into the outbox that a match is over which cannot be read. Inside its transaction."""
    _put(context, db, [Notice(player, "match_over", match, seq) for player in seated], at)


def remind(context: Context, db: Connection, position: Position, at: int) -> bool:
    """Tell whoever is on turn once more; answers whether there is a webhook for it.

    Inside a transaction. Whether a reminder is due is the caller's to know.
    """
    match = position.match
    if match.turn is None:
        return False
    player = match.players[match.turn]
    assert player is not None
    notice = Notice(
        player, "your_turn", position.key, match.turn_since, len(match.hands) + 1, reminder=True
    )
    return bool(_put(context, db, [notice], at))


def _put(context: Context, db: Connection, notices: list[Notice], at: int) -> int:
    """Write those notices that their players have subscribed to; answers how many."""
    if not notices:
        return 0
    people = tuple(dict.fromkeys(notice.person for notice in notices))
    chosen = webhooks.subscribed(db, people)
    wanted = [notice for notice in notices if notice.type in chosen.get(notice.person, ())]
    for notice in wanted:
        outbox.put(db, notice, new_id(context), at)
    return len(wanted)


def new_id(context: Context) -> str:
    """What a receiver tells one message from another by, at every attempt the same."""
    return f"msg_{context.random_bytes(ID_OCTETS).hex()}"


def _happened(before: Match, after: Match, key: int) -> Iterator[Notice]:
    seated = [player for player in after.players if player is not None]
    for number in range(len(before.hands) + 1, len(after.hands) + 1):
        for player in seated:
            yield Notice(player, "hand_over", key, after.version, number)
    if after.over and not before.over:
        for player in seated:
            yield Notice(player, "match_over", key, after.version, len(after.hands) or None)
    if after.turn is not None:
        mover = after.players[after.turn]
        assert mover is not None
        # Another turn, or the same one of another player: a replacement.
        if after.turn_since != before.turn_since or mover not in before.players:
            yield Notice(mover, "your_turn", key, after.turn_since, len(after.hands) + 1)


def worth_telling(context: Context, db: Connection, delivery: Delivery) -> str | None:
    """Why a notice need not be sent any more, None when it must be.

    A turn is told only while it lasts; that a hand or a match is over stays true. Inside
    `Database.read`.
    """
    webhook = webhooks.of(db, delivery.person)
    if webhook is None or webhook.off is not None:
        return "switched_off"
    if delivery.type == "test":
        return None
    if delivery.type not in webhook.events:
        return "not_subscribed"
    if delivery.type == "your_turn":
        try:
            match = _position(context, db, delivery).match
        except UnreadableMatch:
            return "unreadable_match"
        mine = match.turn is not None and match.players[match.turn] == delivery.person
        if not mine or match.turn_since != delivery.seq:
            return "turn_passed"
    return None


def message(context: Context, db: Connection, delivery: Delivery) -> bytes:
    """The body that is sent, the same at every attempt. Inside `Database.read`."""
    data: dict[str, Any] = {"player": delivery.person}
    if delivery.match is None:
        data["links"] = {"webhook": "/me/webhook", "deliveries": "/me/webhook/deliveries"}
    else:
        match_id, name, status = _named(context, db, delivery)
        here = f"/matches/{match_id}"
        data["match"] = match_id
        data["name"] = name
        data["hand"] = delivery.hand
        if delivery.type == "your_turn":
            data["reminder"] = delivery.reminder
            data["links"] = {"self": here, "moves": f"{here}/moves"}
        elif delivery.type == "hand_over":
            data["links"] = {"self": here, "hand": f"{here}/hands/{delivery.hand}"}
        else:
            data["status"] = status
            data["links"] = {"self": here, "hands": f"{here}/hands"}
    return written({"type": delivery.type, "timestamp": rfc3339(delivery.created), "data": data})


def _named(context: Context, db: Connection, delivery: Delivery) -> tuple[str, str | None, str]:
    """Its id, name and status; where the log cannot be read, as the lists have them."""
    try:
        position = _position(context, db, delivery)
    except UnreadableMatch:
        assert delivery.match is not None
        row = listing.of_match(db, delivery.match)
        assert row is not None
        return row.id, row.name, row.status
    return position.id, position.match.name, position.match.status


def _position(context: Context, db: Connection, delivery: Delivery) -> Position:
    assert delivery.match is not None
    return context.positions.current(db, store.public_id(db, delivery.match))
