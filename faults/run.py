"""What every fault is given, and what it hands back."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Figure = int | float | str
Told = Callable[[int, int], None]
"""Is told how many rounds are done, of how many."""


@dataclass(slots=True)
class Run:
    """One run of one fault.

    Attributes:
        quick: few and short rounds: everything is tried, and little proved.
        seed: what all random choices follow from; the moments of other processes do not.
        scratch: an empty folder for databases and logs, removed after the run.
        told: is told of progress.
        rounds: how many rounds instead of the usual number, None for that.
        minutes: how long a soak takes, in minutes; None for the usual time.
    """

    quick: bool
    seed: int
    scratch: Path
    told: Told = lambda done, of: None
    rounds: int | None = None
    minutes: float | None = None

    def chance(self, name: str = "") -> random.Random:
        """A source of random choices of its own for each name."""
        return random.Random(f"{self.seed} {name}")

    def counted(self, full: int, quick: int) -> range:
        """The numbers of the rounds: so many in the full form, so many in the quick one."""
        return range(self.rounds or (quick if self.quick else full))


@dataclass(slots=True)
class Report:
    """What was done, and what was found.

    Attributes:
        done: a sentence for people, with how often.
        figures: what was counted or measured, by its name in words.
        losses: a sentence for everything that should not be; empty when all is well.
    """

    done: str
    figures: dict[str, Figure] = field(default_factory=dict)
    losses: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {"done": self.done, "figures": self.figures, "losses": self.losses}
