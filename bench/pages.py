"""Places in a page of `docs/` that a command fills."""

from __future__ import annotations

from pathlib import Path

from bench.worker import ROOT

STRENGTH = ROOT / "docs" / "strength.md"


def marks(name: str) -> tuple[str, str]:
    """The lines between which the place of this name lies."""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def put(name: str, text: str, page: Path = STRENGTH) -> None:
    """Fill a place anew. Raises `ValueError` where the page has lost it, and leaves it alone."""
    start, end = marks(name)
    before, found, rest = page.read_text(encoding="utf-8").partition(start)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"{page.name} has lost the place of {name}")
    page.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")
