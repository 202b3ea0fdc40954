"""How fast a server lets this program ask, as it says itself in its answers.

`RateLimit` (draft-ietf-httpapi-ratelimit-headers) tells how much of a policy is left and when it is
full again, `Retry-After` (RFC 9110, 10.2.3) when to come back. Who keeps to both is not refused.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping

__all__ = ["Kind", "Pacing", "kind_of"]

Kind = tuple[str, ...]
"""Requests that a server counts alike, as far as can be told from outside."""

_POLICY = re.compile(r'"([^"]*)"((?:\s*;\s*\w+=[^;,\s]+)*)')
_MEMBER = re.compile(r";\s*([rt])=(\d+)")
_TOO_MANY, _BUSY = 429, 503


def kind_of(method: str, path: str, waits: bool) -> Kind:
    """The kind of a request: its method, its path without names, and whether it waits."""
    parts = path.split("/")
    return (method, str(len(parts)), *parts[1:2], *parts[3:4], "waits" if waits else "at once")


class Pacing:
    """Remembers which policies count which kind of request, and when they allow the next.

    Args:
        clock: seconds, never going back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._policies: dict[Kind, set[str]] = {}
        self._opens: dict[str | Kind, float] = {}

    def pause(self, kind: Kind) -> float:
        """Seconds until such a request is welcome; 0 when it is now."""
        counted = {kind, *self._policies.get(kind, ())}
        opens = max(self._opens.get(name, 0.0) for name in counted)
        return max(0.0, opens - self._clock())

    def heard(self, kind: Kind, status: int, headers: Mapping[str, str]) -> None:
        """Take in what an answer to such a request says about its limits."""
        now = self._clock()
        for name, members in _POLICY.findall(headers.get("RateLimit", "")):
            left = dict(_MEMBER.findall(members))
            self._policies.setdefault(kind, set()).add(name)
            used_up = left.get("r") == "0"
            self._opens[name] = now + int(left.get("t", 0)) if used_up else 0.0
        wait = headers.get("Retry-After", "")
        if status in (_TOO_MANY, _BUSY) and wait.isdigit():
            self._opens[kind] = now + int(wait)
