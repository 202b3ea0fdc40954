"""A table of words for people: on a terminal, and on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Grid(NamedTuple):
    """A title, the heads of the columns, and the rows: the first column to the left."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def plain(grid: Grid) -> str:
    """For a terminal."""
    lines = [grid.heads, *grid.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    told = [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([grid.title, *told])


def markdown(grid: Grid) -> str:
    """For a page."""
    ruled = f"|---|{'---:|' * (len(grid.heads) - 1)}"
    lines = [f"| {' | '.join(line)} |" for line in (grid.heads, *grid.rows)]
    return "\n".join([f"{grid.title}:", "", lines[0], ruled, *lines[1:]])
