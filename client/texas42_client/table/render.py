"""The table as text: pure functions from the server's JSON to what a player reads.

Drawn for a terminal of 80 columns, or in plain sentences for a screen reader, a pipe or a log;
at a terminal these are broken where it ends.
Colour only ever repeats what the text says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.table.drawing import draw_hand, draw_moves, draw_table
from texas42_client.table.feed import sentences
from texas42_client.table.plain import plain_hand, plain_moves, plain_table
from texas42_client.table.style import PLAIN, Style

__all__ = ["hand", "happened", "moves", "table"]

View = Mapping[str, Any]


def table(
    view: View, *, events: Sequence[View] = (), style: Style = PLAIN, server: str = ""
) -> str:
    """The whole table from a view; ``events`` (feed entries) become "what just happened".

    ``server`` is the address that those who are invited need.
    """
    said = sentences(events, view)
    if style.drawn:
        return draw_table(view, said, style, server)
    return plain_table(view, said, server, style)


def hand(view: View, style: Style = PLAIN) -> str:
    """The viewer's own tiles, with the numbers of the moves that play them."""
    return draw_hand(view, style) if style.drawn else style.laid(plain_hand(view))


def moves(view: View, style: Style = PLAIN) -> str:
    """What the viewer may do now, numbered from 1 in the order of ``legal_moves``."""
    return "\n".join(draw_moves(view, style)) if style.drawn else style.laid(plain_moves(view))


def happened(events: Sequence[View], view: View) -> list[str]:
    """A sentence for every feed entry (and for what it brought about)."""
    return sentences(events, view)
