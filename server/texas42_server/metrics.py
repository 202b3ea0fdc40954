"""What an operator's Prometheus may know: how much, how fast, how often refused.

Labels are route template, method and status class, never a match, a seat, a move, a rule or a name.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
NOWHERE = "none"
"""The route template of a request that no route answers."""

# Each counter would come with the time of its making, and nobody asks for those.
disable_created_metrics()  # type: ignore[no-untyped-call]

_LABELS = ("route", "method", "status")
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one server process.

    Attributes:
        events: counts events appended to logs.
        busy: counts answers 503 because the database could not be had in time.
        refused: counts answers 429.
    """

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter("t42_requests", "Requests answered.", _LABELS, registry=registry)
        self._seconds = Histogram(
            "t42_request_seconds",
            "Seconds until the answer begins, waits left out.",
            _LABELS,
            registry=registry,
            buckets=_BUCKETS,
        )
        self.events = Counter("t42_events_appended", "Events appended.", registry=registry)
        self.busy = Counter("t42_database_busy", "Answers 503: locked out.", registry=registry)
        self.refused = Counter("t42_quota_exceeded", "Answers 429.", registry=registry)
        self._waits = Gauge("t42_open_waits", "Open waits and streams.", registry=registry)
        ProcessCollector(registry=registry)
        # Looking a child up by its labels costs more than counting.
        self._children: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}

    def count_waits(self, count: Callable[[], int]) -> None:
        """Have `t42_open_waits` ask `count` whenever it is read."""
        self._waits.set_function(count)

    def observe(self, route: str, method: str, status: str, seconds: float | None) -> None:
        """Count one answer.

        `status` begins with the digit of its class; `seconds` is None for an answer that waited.
        """
        key = route, method, status[0]
        children = self._children.get(key)
        if children is None:
            labels = route, method if method in _METHODS else "other", f"{status[0]}xx"
            children = self._requests.labels(*labels), self._seconds.labels(*labels)
            if method in _METHODS:
                self._children[key] = children
        children[0].inc()
        if seconds is not None:
            children[1].observe(seconds)

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._registry)
