"""Delivering what is in the outbox: claim, look whether it still matters, send, settle.

Any number of deliverers, in any number of processes, may work on one database. While one sends, it
holds neither a lock nor a transaction.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom

from texas42_server.sending import posting
from texas42_server.sending.addresses import Resolve, resolve
from texas42_server.sending.posting import Outcome
from texas42_server.sending.signatures import signed_headers
from texas42_server.service import Context, message, worth_telling
from texas42_server.storage import outbox, webhooks
from texas42_server.storage.outbox import Delivery
from texas42_server.storage.storage_errors import StorageError
from texas42_server.storage.webhooks import Webhook

_log = logging.getLogger(__name__)

GAPS_S = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
"""Seconds from each failed attempt to the next: ten attempts within some three days."""
ATTEMPTS = len(GAPS_S) + 1
JITTER = 0.2
"""By how much of itself a gap may be longer, by chance, so that a receiver that comes back is not
met by everything at once."""
LONGEST_GAP_S = 86400
"""How much of a receiver's `Retry-After` is heeded."""

LEASE_MS = 120_000
"""How long a claim holds, in milliseconds: well more than an attempt can take."""
_LATEST_START_MS = 60_000
"""A name that took longer than this to be resolved is left for the next attempt."""
POLL_S = 0.5
"""How often an idle deliverer looks."""
GRACE_S = 5.0
"""How long the attempts under way may go on when the end is asked for."""
DELIVERERS = 4
"""Threads of one process: so many slow receivers keep the others waiting."""

_chance = SystemRandom().random


@dataclass(frozen=True)
class Deliverer:
    """Works through the outbox.

    Attributes:
        context: where the outbox is, what time it is, and whether private addresses are allowed.
        ask: resolves the names of receivers.
        chance: a number from 0 up to 1, for the jitter.
    """

    context: Context
    ask: Resolve = resolve
    chance: Callable[[], float] = _chance

    def run(self, stopping: threading.Event) -> None:
        """Deliver until `stopping` is set."""
        while not stopping.is_set():
            try:
                worked = self.step()
            except StorageError:
                worked = False  # locked or full: later, and the lease frees what was claimed
            except Exception as error:  # noqa: BLE001 - one bad notice must not end the rest
                _log.error("mistake: %s\n%s", type(error).__qualname__, _places(error))
                worked = False
            if not worked:
                stopping.wait(POLL_S)

    def step(self) -> bool:
        """Work on one notice that is due; answers whether there was one.

        Raises `StorageError`.
        """
        database, now = self.context.database, self.context.clock()
        if not outbox.is_due(database.connection(), now):
            return False
        with database.transaction() as db:
            claimed = outbox.claim(db, now, LEASE_MS)
        if claimed is None:
            return False
        if claimed.attempts > ATTEMPTS:  # those before ended whoever made them
            self._settle(claimed, "failed", claimed.reason, claimed.answer)
            return True
        with database.read() as db:
            reason = worth_telling(self.context, db, claimed)
            webhook = webhooks.of(db, claimed.person)
            body = b"" if reason is not None else message(self.context, db, claimed)
        if reason is not None or webhook is None:
            self._settle(claimed, "dropped", reason, claimed.answer)
        else:
            self._attend(claimed, webhook, body)
        return True

    def _attend(self, claimed: Delivery, webhook: Webhook, body: bytes) -> None:
        """Send, and record what came of it."""
        outcome = self._send(claimed, webhook, body)
        answer = outcome.answer
        if answer is None:
            self._retry(claimed, outcome, outcome.reason or "no_connection")
        elif 200 <= answer < 300:
            self._settle(claimed, "delivered", None, answer)
        elif answer == 410:
            self._gone(claimed, webhook)
        else:
            self._retry(claimed, outcome, "redirected" if 300 <= answer < 400 else "refused")

    def _send(self, claimed: Delivery, webhook: Webhook, body: bytes) -> Outcome:
        context = self.context
        began = context.clock()

        def ask(name: str, port: int) -> list[str]:
            found = self.ask(name, port)
            if context.clock() - began > _LATEST_START_MS:
                raise TimeoutError
            return found

        headers = signed_headers(webhook.secret, claimed.id, began // 1000, body)
        return posting.post(webhook.url, headers, body, private=context.private_webhooks, ask=ask)

    def _retry(self, claimed: Delivery, outcome: Outcome, reason: str) -> None:
        if claimed.attempts >= ATTEMPTS:
            self._settle(claimed, "failed", reason, outcome.answer)
            return
        gap = GAPS_S[claimed.attempts - 1] * (1 + JITTER * self.chance())
        wait = max(gap, min(outcome.retry_after or 0, LONGEST_GAP_S))
        due = self.context.clock() + int(wait * 1000)
        with self.context.database.transaction() as db:
            outbox.postpone(db, claimed, reason, outcome.answer, due)
        _log.info("%s: attempt %d: %s", claimed.id, claimed.attempts, reason)

    def _settle(
        self, claimed: Delivery, status: str, reason: str | None, answer: int | None
    ) -> None:
        with self.context.database.transaction() as db:
            outbox.settle(db, claimed, status, reason, answer)
        _log.info("%s: %s (%s)", claimed.id, status, reason or answer)

    def _gone(self, claimed: Delivery, webhook: Webhook) -> None:
        """410: the receiver wants nothing more, unless the webhook was changed meanwhile."""
        with self.context.database.transaction() as db:
            outbox.settle(db, claimed, "failed", "gone", 410)
            if webhooks.of(db, claimed.person) == webhook:
                webhooks.switch_off(db, claimed.person, self.context.clock())
                outbox.drop_all(db, claimed.person, "switched_off")
        _log.info("%s: gone; the webhook is switched off", claimed.id)


def start(context: Context, stopping: threading.Event) -> list[threading.Thread]:
    """Deliver in threads of this process until `stopping` is set."""
    deliverer = Deliverer(context)
    threads = [
        threading.Thread(
            target=deliverer.run, args=(stopping,), name=f"delivery-{number}", daemon=True
        )
        for number in range(DELIVERERS)
    ]
    for thread in threads:
        thread.start()
    return threads


def serve(context: Context, stopping: threading.Event) -> None:
    """Deliver until `stopping` is set; attempts that take longer than `GRACE_S` then are cut off.

    What was cut off is tried again when its lease has run out, by whoever delivers then.
    """
    threads = start(context, stopping)
    stopping.wait()
    until = time.monotonic() + GRACE_S
    for thread in threads:
        thread.join(max(0, until - time.monotonic()))


def send_what_is_due(context: Context) -> None:
    """Attend to everything that is due, once. Raises `StorageError`."""
    deliverer = Deliverer(context)
    while deliverer.step():
        pass


def _places(error: Exception) -> str:
    return "".join(traceback.format_tb(error.__traceback__))
