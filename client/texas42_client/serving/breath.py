"""How often a bot asks what happens at its table, beside asking whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

__all__ = ["Breath"]

EVERY_S, REST_S = 0.2, 20.0


class Breath:
    """Lets a question through five times a second in the long run, and a hundred times after rest.

    A server that counts waits, as ours does, would keep a bot from moving that has used them up by
    listening.

    Args:
        clock: seconds, never going back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent_until = -inf

    def has_any(self) -> bool:
        """Whether another question may be asked now."""
        return self._spent_until <= self._clock()

    def spend(self) -> None:
        """Count a question."""
        self._spent_until = max(self._spent_until, self._clock() - REST_S) + EVERY_S
