"""What an operator's Prometheus may know: how much, how fast, how often refused.

Labels are route template, method and status class, never a match, a seat, a move, a rule or a name.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

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
        self._requests = _Requests()
        registry.register(self._requests)
        self.events = Counter("t42_events_appended", "Events appended.", registry=registry)
        self.busy = Counter("t42_database_busy", "Answers 503: locked out.", registry=registry)
        self.refused = Counter("t42_quota_exceeded", "Answers 429.", registry=registry)
        self._waits = Gauge("t42_open_waits", "Open waits and streams.", registry=registry)
        ProcessCollector(registry=registry)

    def count_waits(self, count: Callable[[], int]) -> None:
        """Have `t42_open_waits` ask `count` whenever it is read."""
        self._waits.set_function(count)

    def observe(self, route: str, method: str, status: str, seconds: float | None) -> None:
        """Count one answer.

        `status` begins with the digit of its class; `seconds` is None for an answer that waited.
        """
        self._requests.add((route, method if method in _METHODS else "other", status[0]), seconds)

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._registry)


class _Requests(Collector):
    """How many requests there were, and how long the answers took.

    prometheus-client's own histogram locks and searches for itself each time; this takes a third.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, str, str], list[int]] = {}
        self._seconds: dict[tuple[str, str, str], float] = {}

    def add(self, key: tuple[str, str, str], seconds: float | None) -> None:
        """One more of this route, method and class; the last count is of those that waited."""
        bucket = -1 if seconds is None else bisect_left(_BUCKETS, seconds)
        with self._lock:
            counts = self._counts.get(key)
            if counts is None:
                counts = self._counts[key] = [0] * (len(_BUCKETS) + 2)
                self._seconds[key] = 0.0
            counts[bucket] += 1
            if seconds is not None:
                self._seconds[key] += seconds

    def collect(self) -> Iterator[Metric]:
        """The two families, as they stand now."""
        requests = CounterMetricFamily("t42_requests", "Requests answered.", labels=_LABELS)
        durations = HistogramMetricFamily(
            "t42_request_seconds", "Seconds to the answer, waits left out.", labels=_LABELS
        )
        with self._lock:
            found = [(key, tuple(n), self._seconds[key]) for key, n in self._counts.items()]
        for (route, method, status), counts, seconds in found:
            labels = (route, method, f"{status}xx")
            requests.add_metric(labels, sum(counts))
            upto = accumulate(counts[:-1])
            bounds = (*map(str, _BUCKETS), "+Inf")
            durations.add_metric(labels, list(zip(bounds, upto, strict=True)), seconds)
        yield requests
        yield durations
