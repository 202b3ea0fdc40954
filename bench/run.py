"""What every group of figures is given: how thorough to be, where to tell what it is doing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the benchmark.

    Attributes:
        quick: few and short rounds: every figure is there, none is worth much.
        say: tells a person what is being measured.
        scratch: an empty folder for databases, removed after the run.
    """

    quick: bool
    say: Callable[[str], None]
    scratch: Path
