"""Text on a grid: display widths, padding, and nothing from outside that could steer a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

__all__ = ["KEPT", "broken", "clean", "fit", "fold", "in_columns", "pad", "width", "wrap"]

KEPT = "\u00a0"
"""A space at which no line is broken."""


def clean(text: object) -> str:
    """The text on one line without control, format, surrogate or unassigned characters.

    Terminal escapes, line breaks and bidirectional overrides cannot get through.
    """
    spaced = " ".join(str(text).split())
    return "".join(c for c in spaced if unicodedata.category(c)[0] != "C")


def width(text: str) -> int:
    """Columns that a terminal uses: wide characters take two, combining marks none."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """The text, cut with an ellipsis if it is wider than so many columns."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for character in text:
        used += _columns(character)
        if used > columns - 1:
            break
        kept += character
    return kept + "…"


def pad(text: str, columns: int, align: str = "<") -> str:
    """The text in exactly so many columns: ``<`` left, ``>`` right, ``^`` middle."""
    shown = fit(text, columns)
    room = columns - width(shown)
    left = {"<": 0, ">": room, "^": room // 2}[align]
    return " " * left + shown + " " * (room - left)


def in_columns(items: Sequence[str], total: int = 80, indent: int = 2) -> list[str]:
    """The items in as many equal columns as fit, row by row."""
    if not items:
        return []
    cell = max(map(width, items)) + 2
    per_row = max(1, (total - indent) // cell)
    rows = [items[start : start + per_row] for start in range(0, len(items), per_row)]
    return [" " * indent + "".join(pad(item, cell) for item in row).rstrip() for row in rows]


def fold(text: str, columns: int) -> list[str]:
    """The text broken between words; what continues is indented by two."""
    lines, line = [], ""
    for word in text.split():
        if line.strip() and width(line) + 1 + width(word) > columns:
            lines.append(line)
            line = "  " + word
        else:
            line = f"{line} {word}" if line.strip() else line + word
    return [fit(part, columns) for part in (*lines, line)]


def broken(line: str, columns: int | None, hang: int = 2) -> list[str]:
    """The line broken between words where it is wider than so many columns; ``None`` is no limit.

    What continues is indented by ``hang``. No word is cut, so a long one may stand out; ``KEPT``
    is a space that is kept within its line.
    """
    if columns is None or width(line) <= columns:
        return [line.replace(KEPT, " ")]
    lines, part, indent = [], "", " " * min(hang, columns // 2)
    for word in re.findall(" *[^ ]+", line):
        if part.strip() and width(part + word) > columns:
            lines.append(part)
            part = indent + word.lstrip()
        else:
            part += word
    return [whole.replace(KEPT, " ") for whole in (*lines, part)]


def wrap(label: str, items: Iterable[str], total: int = 80) -> list[str]:
    """``label`` and the items after it, broken between items and indented to the label's width."""
    lines, line, indent = [], label, " " * width(label)
    empty = True
    for item in items:
        if not empty and width(line) + 2 + width(item) > total:
            lines.append(line)
            line, empty = indent, True
        line += item if empty else f"  {item}"
        empty = False
    return [*lines, line]
