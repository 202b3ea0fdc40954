"""What the use cases work with: the database, and the doors for time and chance."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

from texas42_server import moments
from texas42_server.operating.limits import Limits
from texas42_server.operating.metrics import Metrics
from texas42_server.service.positions import Positions
from texas42_server.storage.database import Database

DAY_MS = 24 * 60 * 60 * 1000

Shuffle = Callable[[list[Any]], None]

SHUFFLE: Shuffle = SystemRandom().shuffle
"""The system's randomness, which nobody can foresee or repeat."""


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of every use case.

    Attributes:
        database: where the log is.
        shuffle: puts a list into random order, in place: the tiles, and the lot for the dealer.
        clock: milliseconds UTC.
        random_bytes: for ids, codes and tokens.
        positions: the cache of replayed matches.
        limits: what addresses and players have left.
        metrics: what the operator may count.
        private_webhooks: whether webhooks may use http and addresses that are not public.
        absent_after: milliseconds that a seat is on turn before others may replace its player.
    """

    database: Database
    shuffle: Shuffle = SHUFFLE
    clock: Callable[[], int] = moments.now
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    positions: Positions = field(default_factory=Positions)
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    private_webhooks: bool = False
    absent_after: int = DAY_MS
