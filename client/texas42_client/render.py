"""The table as text: pure functions from the server's JSON to what a player reads.

Drawn for a terminal of 80 columns, or in plain sentences for a screen reader, a pipe or a log.
Colour only ever repeats what the text says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.style import PLAIN, Style

__all__ = ["hand", "happened", "moves", "table"]


def table(
    view: Mapping[str, Any], *, events: Sequence[Mapping[str, Any]] = (), style: Style = PLAIN
) -> str:
    """The whole table from a view; ``events`` (feed entries) become "what just happened"."""
    raise NotImplementedError


def hand(view: Mapping[str, Any], style: Style = PLAIN) -> str:
    """The viewer's own tiles, with the numbers of the moves that play them."""
    raise NotImplementedError


def moves(view: Mapping[str, Any], style: Style = PLAIN) -> str:
    """What the viewer may do now, numbered from 1 in the order of ``legal_moves``."""
    raise NotImplementedError


def happened(
    events: Sequence[Mapping[str, Any]], view: Mapping[str, Any], style: Style = PLAIN
) -> list[str]:
    """A sentence for every feed entry (and for what it brought about)."""
    raise NotImplementedError
