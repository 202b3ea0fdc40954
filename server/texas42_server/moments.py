"""Times: milliseconds UTC inside, RFC 3339 at the edge."""

from __future__ import annotations

import time


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


_YEAR_1, _YEAR_10000 = -62_135_596_800_000, 253_402_300_800_000


def is_moment(at: object) -> bool:
    """Whether this is a time that `rfc3339` can say: what a damaged file holds may be anything."""
    return type(at) is int and _YEAR_1 <= at < _YEAR_10000


def rfc3339(at: int) -> str:
    """`2026-11-29T21:09:45.123Z`. By `time`, which takes a fifth of what `datetime` does."""
    seconds, milliseconds = divmod(at, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{milliseconds:03d}Z"
