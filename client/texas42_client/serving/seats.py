"""A seat that a bot keeps, and what may go wrong with the server as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from texas42_client.errors import ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.serving.player import Player
from texas42_client.table.text import clean

__all__ = ["Row", "Seat", "called", "is_outage"]

Row = Mapping[str, Any]
"""A match as it is listed in `/me/matches`."""


@dataclass
class Seat:
    """One seat of one match.

    ``due`` is when to move or to try again, None while there is nothing to do; ``version`` is that
    of the row that said so.
    """

    name: str
    player: Player
    version: int = 0
    due: float | None = None
    failures: int = 0


def called(row: Row) -> str:
    """What to call the match."""
    return clean(row["name"] or row["id"][:8])


def is_outage(error: ClientError) -> bool:
    """Whether the server as a whole is away, busy, or wants to be left in peace."""
    whole = (ExitStatus.BUSY, ExitStatus.QUOTA_EXCEEDED)
    return isinstance(error, Unreachable) or error.exit_status in whole
