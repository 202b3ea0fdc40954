"""Asking a server the same question over and over without being a burden.

Where the server lets a question wait until there is something to tell, it is asked anew at once;
where not, now and then, and seldomer while nothing happens. A server that is away is tried for
ever, one that asks for patience is left in peace for as long as it says.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from texas42_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.wire.api import Answer

__all__ = ["Patience", "may_pass"]

SLOWER = 1.5
BACK_OFF_S, LONGEST_BACK_OFF_S = 0.2, 5.0
EARLY_S = 1.0
"""A wait that ends so much before its time was cut short: another one took its place."""


def may_pass(error: ClientError) -> bool:
    """Whether asking again later may help: no answer, a busy server, a quota, a proxy's page."""
    if error.exit_status is ExitStatus.UNREADABLE_MATCH:
        return False
    if isinstance(error, ApiProblem):
        return error.status >= 500 or error.exit_status is ExitStatus.QUOTA_EXCEEDED
    return isinstance(error, Unreachable | BadAnswer)


class Patience:
    """When to ask next.

    Args:
        quick: seconds between two questions while things happen, where the server knows no waiting.
        slow: the most that this grows to while nothing does.
        say: is told when the server goes away and when it is back.
        clock: seconds, never going back.

    Attributes:
        pause: seconds until the next question should be asked.
        away: whether the last question was not answered.
    """

    def __init__(
        self,
        quick: float,
        slow: float,
        *,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quick = quick
        self._slow = slow
        self._say = say
        self._clock = clock
        self._failures = 0
        self._dull = quick
        self.pause = 0.0

    @property
    def away(self) -> bool:
        """Whether the last question was not answered."""
        return self._failures > 0

    def ask(self, call: Callable[[], Answer], news: Callable[[Answer], bool]) -> Answer | None:
        """The answer to a question that may wait, or None while the server is away or busy.

        `news` tells whether an answer says something new. Raises :class:`ClientError` for what no
        patience mends.
        """
        asked = self._clock()
        answer = self.once(call)
        if answer is not None:
            lasted = self._clock() - asked
            self._rest(answer.waited, lasted, news(answer))
        return answer

    def once(self, call: Callable[[], Answer]) -> Answer | None:
        """The answer to any other request, or None; when to ask next is left as it was."""
        try:
            answer = call()
        except ClientError as error:
            if not may_pass(error):
                raise
            self.missed(error)
            return None
        self._answered()
        return answer

    def missed(self, error: ClientError) -> None:
        """Take in that there was no answer."""
        if not self._failures:
            self._say(f"{error.message} Trying on.")
        self._failures += 1
        asked_for = error.retry_after if isinstance(error, ApiProblem) else None
        backed_off = min(BACK_OFF_S * 2 ** min(self._failures, 10), LONGEST_BACK_OFF_S)
        self.pause = max(backed_off, asked_for or 0)

    def _answered(self) -> None:
        if self._failures:
            self._say("The server answers again.")
            self._failures, self.pause = 0, 0.0

    def _rest(self, waited: int | None, lasted: float, news: bool) -> None:
        held = waited is not None and (news or lasted > waited - EARLY_S)
        self.pause = 0.0 if held else self._quick if news else self._dull
        self._dull = self._quick if news or held else min(self._dull * SLOWER, self._slow)
