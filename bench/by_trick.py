"""Regret told by role and trick, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.grids import Grid
from bench.judged import Judged, Mean, mean, share_of

Found = Mapping[str, Sequence[Judged]]
"""Bot -> its decisions."""

WALT = "walt"
TRICKS = range(1, 7)
"""In the seventh nobody has a choice."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the decisions: those of a role, or of a trick in that role; without either, all."""

    bidding: bool | None = None
    trick: int | None = None

    @property
    def role(self) -> str:
        """What it is called."""
        return {True: "bidding", False: "defending", None: "all"}[self.bidding]

    def of(self, rows: Sequence[Judged]) -> list[Judged]:
        """The decisions that it takes."""
        return [
            row
            for row in rows
            if self.bidding in {None, row.bidding} and self.trick in {None, row.trick}
        ]


PARTS = [
    *(Part(bidding, trick) for bidding in (True, False) for trick in (*TRICKS, None)),
    Part(),
]

REGRET: Mapping[str, Callable[[Judged], float]] = {
    "l2": lambda row: row.l2,
    "l1": lambda row: row.l1,
}
"""Walt's estimate -> what a decision costs by it."""


def grids(found: Found) -> Iterator[Grid]:
    """Regret by each of walt's estimates; how often nothing is better; the time taken."""
    for judge, regret in REGRET.items():
        title = f"Mean regret by walt's {judge}, percentage points ± standard error"
        yield Grid(title, ["", "decisions", *found], [_row(found, part, regret) for part in PARTS])
    lines = {
        f"nothing is better by {judge}, %": [f"{100 * _best(r, judge):.1f}" for r in found.values()]
        for judge in REGRET
    }
    for share, what in ((0.5, "half"), (0.99, "99 of 100"), (1.0, "all")):
        lines[f"{what} decided within, ms"] = [
            "" if name == WALT else f"{1000 * share_of([row.seconds for row in rows], share):.3g}"
            for name, rows in found.items()
        ]
    yield Grid("Besides", ["", *found], [[what, *cells] for what, cells in lines.items()])


def _row(found: Found, part: Part, regret: Callable[[Judged], float]) -> list[str]:
    means = [mean(part.of(rows), regret) for rows in found.values()]
    name = part.role if part.trick is None else f"{part.role}, trick {part.trick}"
    return [name, str(means[0].decisions), *map(_words, means)]


def _words(told: Mean) -> str:
    return f"{100 * told.value:.2f} ± {100 * told.error:.2f}" if told.decisions else ""


def _best(rows: Sequence[Judged], judge: str) -> float:
    """In what part of the decisions nothing is better."""
    return sum(not REGRET[judge](row) for row in rows) / len(rows)


def as_json(found: Found) -> list[dict[str, Any]]:
    """The same for programs; regret in percentage points."""
    return [
        {
            "bot": name,
            "regret": [
                _told(part, judge, part.of(rows))
                for judge in REGRET
                for part in PARTS
                if part.of(rows)
            ],
            "seconds": None
            if name == WALT
            else {
                word: share_of([row.seconds for row in rows], share)
                for word, share in (("median", 0.5), ("p99", 0.99), ("longest", 1.0))
            },
        }
        for name, rows in found.items()
    ]


def _told(part: Part, judge: str, rows: Sequence[Judged]) -> dict[str, Any]:
    value, error, decisions = mean(rows, REGRET[judge])
    return {
        "by": judge,
        "role": part.role,
        "trick": part.trick,
        "decisions": decisions,
        "points": 100 * value,
        "error": 100 * error if decisions > 1 else None,
        "best": _best(rows, judge),
    }
