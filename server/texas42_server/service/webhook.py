"""The use cases round a player's own webhook: set, look, try, switch off, look back."""

from __future__ import annotations

from typing import Any

from texas42_server.asking import schemas
from texas42_server.asking.problems import Problem, invalid
from texas42_server.moments import rfc3339
from texas42_server.sending.addresses import AddressRefused, parse_target
from texas42_server.sending.signatures import new_secret
from texas42_server.service.context import Context
from texas42_server.service.notifying import new_id
from texas42_server.storage import outbox, store, webhooks
from texas42_server.storage.database import Connection
from texas42_server.storage.outbox import Delivery, Notice
from texas42_server.storage.players import Player
from texas42_server.storage.webhooks import Webhook

LINKS = {
    "self": "/me/webhook",
    "test": "/me/webhook/test",
    "deliveries": "/me/webhook/deliveries",
}


def put_webhook(context: Context, player: Player, body: object) -> tuple[bool, dict[str, Any]]:
    """Set the player's webhook and switch it on: (whether it is new, how it stands).

    The secret is shown when it is new, the first time or by `rotate`.

    Raises:
        Problem: 422.
    """
    form, faults = schemas.examine(schemas.WEBHOOK, body)
    try:
        if "url" in form:
            parse_target(form["url"], context.private_webhooks)
    except AddressRefused as cause:
        faults.append(("/url", str(cause)))
    if faults:
        raise invalid(faults)
    with context.database.transaction() as db:
        known = webhooks.of(db, player.name)
        fresh = known is None or form["rotate"]
        secret = new_secret(context.random_bytes) if known is None or fresh else known.secret
        created = context.clock() if known is None else known.created
        events = tuple(event for event in webhooks.EVENTS if event in form["events"])
        webhook = Webhook(player.name, form["url"], events, secret, created, None)
        webhooks.put(db, webhook)
    return known is None, _shown(webhook, secret if fresh else None)


def webhook(context: Context, player: Player) -> dict[str, Any]:
    """The player's webhook, without its secret.

    Raises:
        Problem: 404.
    """
    return _shown(_demand(context.database.connection(), player))


def remove_webhook(context: Context, player: Player) -> None:
    """Forget the player's webhook, if there is one, and what still waits for it."""
    with context.database.transaction() as db:
        webhooks.remove(db, player.name)
        outbox.drop_all(db, player.name, "switched_off")


def try_webhook(context: Context, player: Player) -> dict[str, Any]:
    """Have a message sent that says nothing; one that still waits is answered again.

    Raises:
        Problem: 404.
    """
    with context.database.transaction() as db:
        if _demand(db, player).off is not None:
            raise Problem(
                "not-found", "Your webhook is switched off; PUT /me/webhook switches it on again."
            )
        waiting = outbox.waiting_test(db, player.name)
        if waiting is None:
            outbox.put(db, Notice(player.name, "test"), new_id(context), context.clock())
            waiting = outbox.waiting_test(db, player.name)
            assert waiting is not None
        return _told(db, waiting)


def deliveries(context: Context, player: Player, limit: int) -> list[dict[str, Any]]:
    """What was to be told to this player and what became of it, the newest first."""
    with context.database.read() as db:
        return [_told(db, delivery) for delivery in outbox.latest(db, player.name, limit)]


def _demand(db: Connection, player: Player) -> Webhook:
    known = webhooks.of(db, player.name)
    if known is None:
        raise Problem("not-found", "You have no webhook yet; PUT /me/webhook sets one.")
    return known


def _shown(webhook: Webhook, secret: str | None = None) -> dict[str, Any]:
    return {
        "url": webhook.url,
        "events": list(webhook.events),
        "active": webhook.off is None,
        "switched_off_at": None if webhook.off is None else rfc3339(webhook.off),
        "created_at": rfc3339(webhook.created),
        "secret": secret,
        "links": LINKS,
    }


def _told(db: Connection, delivery: Delivery) -> dict[str, Any]:
    tried, due = delivery.tried, delivery.due
    return {
        "id": delivery.id,
        "type": delivery.type,
        "match": None if delivery.match is None else store.public_id(db, delivery.match),
        "hand": delivery.hand,
        "reminder": delivery.reminder,
        "created_at": rfc3339(delivery.created),
        "status": delivery.status,
        "reason": delivery.reason,
        "answer": delivery.answer,
        "attempts": delivery.attempts,
        "last_attempt_at": None if tried is None else rfc3339(tried),
        "next_attempt_at": None if due is None else rfc3339(due),
    }
