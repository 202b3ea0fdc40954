"""Bodies of requests on their way in: each holds a thread until it is there as a whole.

Nearly all come with their headers. One that is sent slowly, or never to its end, would keep its
thread, and some hundred of those all threads; so few may be on their way at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from texas42_server.asking.problems import Problem
from texas42_server.operating.limits import neighbourhood

RECEIVING = "texas42.receiving"
"""Where the app keeps its `Receiving`, among Flask's extensions."""

PATIENCE_S = 0.25
"""How long a body waits for its turn: many that come at once are read in far less."""


class Receiving:
    """The bodies on their way to one server process."""

    def __init__(self, most: int, patience: float = PATIENCE_S) -> None:
        """`most` may be on their way together, half of them from one address."""
        self._most = most
        self._each = max(1, most // 2)
        self._patience = patience
        self._free = Condition()
        self._by_address: Counter[str] = Counter()
        self._total = 0

    @contextmanager
    def body(self, address: str) -> Iterator[None]:
        """While the body of a request from this address is read.

        Raises:
            Problem: 503, too many others are on their way.
        """
        who = neighbourhood(address)

        def is_free() -> bool:
            return self._total < self._most and self._by_address[who] < self._each

        with self._free:
            if not (is_free() or self._free.wait_for(is_free, self._patience)):
                raise Problem(
                    "busy",
                    "Too many request bodies are on their way, and this one was not read. Try"
                    " again, and send each as a whole.",
                    {"Retry-After": "1"},
                )
            self._total += 1
            self._by_address[who] += 1
        try:
            yield
        finally:
            with self._free:
                self._total -= 1
                self._by_address[who] -= 1
                if not self._by_address[who]:
                    del self._by_address[who]
                self._free.notify_all()
