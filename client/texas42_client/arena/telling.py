"""The figures of an arena for people: a table, and a sentence that says who won, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from texas42_client.arena.report import Contracts, Report, Side, Times
from texas42_client.arena.setting import said
from texas42_client.table.text import fit, pad, width

__all__ = ["opening", "table", "verdict"]

GAP = 2
WIDEST = 24
LEAST = 0.0001
FEW = 30
"""Below so many deals, or matches, the intervals themselves are not to be relied on."""


def opening(arena: Mapping[str, Any], played: int) -> list[str]:
    """What was played, in sentences: enough to play it again."""
    names = " against ".join(arena["bots"])
    rules = said(arena["rules"])
    if arena["plays"] == "matches":
        return [
            f"{names}: {_count(played, 'match', 'matches')} over HTTP, {rules}.",
            "Each match has tiles of its own, so luck counts for more than in deals played twice.",
        ]
    forced = "" if arena["contract"] is None else f", every contract {arena['contract']}"
    deals = _count(played, "deal", "deals")
    return [f"{names}: {deals} played twice{forced}, {rules}, seed {arena['seed']}."]


def labels(names: tuple[str, str]) -> tuple[str, str]:
    """What the two are called in the table: commands in short, a bot against itself numbered."""
    first, second = (
        fit(" ".join(Path(word).name for word in name.split()), WIDEST) for name in names
    )
    return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


def table(found: Report, names: tuple[str, str], unit: str) -> list[str]:
    """The figures of both beside each other.

    Args:
        found: the figures.
        names: of the first and the second bot.
        unit: `"marks"` or `"points"`, what wins a match.
    """
    mirrored = found.split is not None
    won = "Deals won at both tables" if mirrored else "Matches won"
    rows: list[tuple[str, Callable[[Side], str]]] = [
        (unit.capitalize(), lambda side: f"{side.gained:,}"),
        ("Hands won", lambda side: f"{side.hands:,}"),
        (won, lambda side: f"{side.won:,}"),
        ("Contracts bid", lambda side: f"{side.contracts.bid:,}"),
        ("  made", lambda side: _made(side.contracts)),
    ]
    if any(side.times for side in found.sides):
        rows += [
            ("Time for a move, mean", lambda side: _time(side.times, "mean")),
            ("  half within", lambda side: _time(side.times, "p50")),
            ("  99 of 100 within", lambda side: _time(side.times, "p99")),
            ("  longest", lambda side: _time(side.times, "longest")),
        ]
    cells = [("", *labels(names)), *((label, *map(say, found.sides)) for label, say in rows)]
    return _laid(cells)


def _laid(cells: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(width(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        pad(row[0], widths[0])
        + "".join(
            " " * GAP + pad(cell, room, ">") for cell, room in zip(row[1:], widths[1:], strict=True)
        )
        for row in cells
    ]


def verdict(found: Report, names: tuple[str, str], unit: str) -> list[str]:
    """What the table comes to, a sentence a line; who won, and how surely, is the first."""
    first, second = labels(names)
    lines = [_share(found, first, second, unit)]
    if found.lead is not None and found.played >= FEW:
        each = "deal" if found.split is not None else "match"
        low, high = _signed(found.lead.low), _signed(found.lead.high)
        lead = _signed(found.lead.value)
        lines.append(f"That is {lead} {unit} a {each} for {first} (95 %: {low} to {high}).")
    lines.append(_evenness(found))
    if found.passed_out:
        lines.append(f"Hands that all passed, which count for nobody: {found.passed_out:,}.")
    return lines


def _share(found: Report, first: str, second: str, unit: str) -> str:
    if found.share is None:
        return f"Nobody won any {unit}."
    part, low, high = (100 * figure for figure in astuple(found.share))
    said = f"{first} won {part:.1f} % of the {unit} (95 %: {low:.1f}–{high:.1f})"
    if found.played < FEW:
        return f"{said}, which from so few says little: play more."
    if low <= 50 <= high:
        return f"{said}: the two are not told apart."
    return f"{said}: {first if low > 50 else second} is the stronger."


def _evenness(found: Report) -> str:
    """The test, and what it counts."""
    counts, p = f"{found.sides[0].won:,} to {found.sides[1].won:,}", _small(found.p)
    if found.split is None:
        return f"Matches were won {counts}; the sign test's {p}."
    return f"Deals were won at both tables {counts}, {found.split:,} split; McNemar's {p}."


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _small(p: float) -> str:
    return f"p < {LEAST:.4f}" if p < LEAST else f"p = {p:.4f}"


def _signed(figure: float) -> str:
    return f"{figure:+.2f}".replace("-", "−")


def _made(contracts: Contracts) -> str:
    if not contracts.bid:
        return "–"
    return f"{contracts.made:,} ({100 * contracts.made / contracts.bid:.0f} %)"


def _time(times: Times | None, member: str) -> str:
    if times is None:
        return "–"
    seconds: float = getattr(times, member)
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.2f} ms"
