"""A figure: what was measured, what stood beside it, what it should be; as a table and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bench.clock import Beside
from texas42_server.storage.driver import sqlite3

BOUNDS = {
    "at least": float.__ge__,
    "at most": float.__le__,
}


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be: a bound on the measured value or on its ratio to the peer."""

    on: Literal["measured", "ratio"]
    sense: Literal["at least", "at most"]
    bound: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        name: for programs: `group.what`.
        what: for people.
        unit: of the value and of what stood beside it.
        peer: what that was, in the same run.
        values: both, and their ratio.
        goal: None where the figure only explains another.
    """

    name: str
    what: str
    unit: str
    peer: str
    values: Beside
    goal: Goal | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without a goal."""
        if self.goal is None:
            return None
        value = self.values.measured if self.goal.on == "measured" else self.values.ratio
        return BOUNDS[self.goal.sense](float(value), float(self.goal.bound))

    def as_dict(self) -> dict[str, Any]:
        """The figure as JSON has it."""
        goal = self.goal
        return {
            "name": self.name,
            "what": self.what,
            "measured": self.values.measured,
            "unit": self.unit,
            "peer": self.peer,
            "beside": self.values.beside,
            "ratio": self.values.ratio,
            "goal": None
            if goal is None
            else {"on": goal.on, "sense": goal.sense, "bound": goal.bound},
            "reached": self.reached,
        }


def machine() -> dict[str, Any]:
    """What the figures were measured on, without saying whose it is."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }


def as_json(figures: Iterable[Figure], *, quick: bool) -> dict[str, Any]:
    """The whole run for programs."""
    return {
        "machine": machine(),
        "quick": quick,
        "figures": [figure.as_dict() for figure in figures],
    }


def table(figures: Sequence[Figure]) -> str:
    """The figures for people, two lines each: what it is, and what it was measured beside."""
    lines = [("", "measured", "beside", "ratio", "goal", "")]
    for figure in figures:
        lines.append((figure.what, "", "", "", "", ""))
        lines.append((f"  beside {figure.peer}", *cells(figure)))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    widths[0] = max(len(line[0]) for line in lines if line[1])
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (0, 5) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def cells(figure: Figure) -> tuple[str, str, str, str, str]:
    """Measured, beside, ratio, goal, and whether it is reached."""
    values = figure.values
    return (
        amount(values.measured, figure.unit),
        amount(values.beside, figure.unit),
        ratio(values.ratio),
        _goal(figure),
        {True: "ok", False: "SHORT", None: ""}[figure.reached],
    )


def amount(value: float, unit: str = "") -> str:
    """A value with three digits that count, in its unit."""
    digits = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{digits} {unit}".rstrip()


def ratio(value: float) -> str:
    """A ratio with three digits, one below 1 with two."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def _goal(figure: Figure) -> str:
    goal = figure.goal
    if goal is None:
        return ""
    sign = {"at least": "≥", "at most": "≤"}[goal.sense]
    if goal.on == "ratio":
        return f"ratio {sign} {ratio(goal.bound)}"
    return f"{sign} {amount(goal.bound, figure.unit)}"
