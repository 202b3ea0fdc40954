"""How text may look: drawn or plain, with colour or without."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

import click

from texas42_client.table.text import broken

__all__ = ["PLAIN", "Style", "terminal_size"]

DRAWING_WIDTH = 80
ROOMY = os.terminal_size((DRAWING_WIDTH, 50))


@dataclass(frozen=True)
class Style:
    """``drawn`` for boxes and strokes, else sentences; ``colour`` for a terminal that shows it.

    Sentences are broken at ``columns``, the width of the terminal; into a pipe they stay whole.
    """

    drawn: bool = False
    colour: bool = False
    columns: int | None = None

    @classmethod
    def of(
        cls, stream: IO[Any], *, plain: bool = False, environ: Mapping[str, str] = os.environ
    ) -> Style:
        """Drawn and coloured on a terminal only, if it is as wide as the drawing.

        ``NO_COLOR`` and ``TERM=dumb`` are honoured.
        """
        columns = terminal_size(stream).columns if stream.isatty() else None
        roomy = columns is not None and columns >= DRAWING_WIDTH
        terminal = roomy and environ.get("TERM") != "dumb"
        utf8 = (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"
        drawn = terminal and utf8 and not plain
        return cls(drawn, drawn and not environ.get("NO_COLOR"), columns)

    def paint(self, text: str, **how: Any) -> str:
        """The text in bold, dim or a colour, where there is colour."""
        return click.style(text, **how) if self.colour and text else text

    def broken(self, line: str, hang: int = 2) -> list[str]:
        """The line (unpainted) in lines that the terminal holds; ``hang`` indents the others."""
        return broken(line, self.columns, hang)

    def laid(self, text: str) -> str:
        """The text (unpainted) with every line broken for the terminal."""
        return "\n".join(part for line in text.split("\n") for part in self.broken(line))


def terminal_size(stream: IO[Any]) -> os.terminal_size:
    """(columns, rows) of the terminal behind the stream; roomy where none tells."""
    try:
        told = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        told = os.terminal_size((0, 0))
    return os.terminal_size((told.columns or ROOMY.columns, told.lines or ROOMY.lines))


PLAIN = Style()
