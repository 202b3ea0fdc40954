"""A figure: what was measured, what stood beside it, what it should be; as a table and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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
        measured, unit: the value.
        peer, beside: what stood beside it in the same run, and its value in the same unit.
        goal: None where the figure only explains another.
    """

    name: str
    what: str
    measured: float
    unit: str
    peer: str
    beside: float
    goal: Goal | None = None

    @property
    def ratio(self) -> float:
        """Measured to peer."""
        return self.measured / self.beside

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without a goal."""
        if self.goal is None:
            return None
        value = self.measured if self.goal.on == "measured" else self.ratio
        return BOUNDS[self.goal.sense](float(value), float(self.goal.bound))

    def as_dict(self) -> dict[str, Any]:
        """The figure as JSON has it."""
        goal = self.goal
        return {
            "name": self.name,
            "what": self.what,
            "measured": self.measured,
            "unit": self.unit,
            "peer": self.peer,
            "beside": self.beside,
            "ratio": self.ratio,
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
    """The figures for people: one line each, and under it what it was measured beside."""
    heads = ("", "measured", "goal", "ratio", "")
    rows = [heads]
    for figure in figures:
        rows.append(
            (
                figure.what,
                _amount(figure.measured, figure.unit),
                _goal(figure),
                f"{figure.ratio:.2f}",
                {True: "ok", False: "SHORT", None: ""}[figure.reached],
            )
        )
        rows.append((f"    beside {figure.peer}", _amount(figure.beside, figure.unit), "", "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (0, 4) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _amount(value: float, unit: str) -> str:
    if value >= 1000:
        return f"{value:,.0f} {unit}"
    return f"{value:.3g} {unit}" if value < 100 else f"{value:.0f} {unit}"


def _goal(figure: Figure) -> str:
    goal = figure.goal
    if goal is None:
        return ""
    sign = {"at least": "≥", "at most": "≤"}[goal.sense]
    if goal.on == "ratio":
        return f"ratio {sign} {goal.bound:.2f}"
    return f"{sign} {_amount(goal.bound, figure.unit)}"
