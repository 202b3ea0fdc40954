"""Faults of ours in the log: their kind and their place. What they say may hold tiles or tokens."""

from __future__ import annotations

import logging
import traceback

_log = logging.getLogger(__name__)


def note(error: Exception) -> None:
    """Leave a trace of a fault for the operator, without its message."""
    places = "".join(traceback.format_tb(error.__traceback__))
    _log.error("mistake: %s\n%s", type(error).__qualname__, places)
