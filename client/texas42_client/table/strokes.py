"""Marks as players keep them: seven strokes that write the word ALL."""

from __future__ import annotations

__all__ = ["strokes"]

_WORD = (
    ("", ""),
    (" ╱", "╱"),
    (" ╱╲", "╱  ╲"),
    (" ╱╲", "╱──╲"),
    (" ╱╲  │", "╱──╲ │"),
    (" ╱╲  │", "╱──╲ └─"),
    (" ╱╲  │  │", "╱──╲ └─ │"),
    (" ╱╲  │  │", "╱──╲ └─ └─"),
)


def strokes(marks: int) -> tuple[str, str]:
    """Two lines of text, a stroke for every mark; past seven a new word begins after ``ALL``."""
    words, rest = divmod(marks, 7)
    if words and not rest:
        words, rest = words - 1, 7
    before = "" if not words else "ALL " if words == 1 else f"{words}×ALL "
    top, bottom = _WORD[rest]
    return " " * len(before) + top, before + bottom
