"""How a process ended, in words."""

from __future__ import annotations

import signal

__all__ = ["say_ending"]


def say_ending(status: int | None) -> str:
    """`"status 1"`, or `"killed by SIGKILL"`."""
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"status {status}"
