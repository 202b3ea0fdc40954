"""What every group of figures is given: how thorough to be, where to tell what it is doing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class Unavailable(Exception):  # noqa: N818 - what happened
    """What a group of figures needs is not there; the message says what. The others go on."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the benchmark.

    Attributes:
        quick: few and short rounds: every figure is there, none is worth much.
        say: tells a person what is being measured.
        scratch: an empty folder for databases, removed after the run.
        against: the commit whose engine stands beside this one's.
        install: whether other people's programs may be installed.
    """

    quick: bool
    say: Callable[[str], None]
    scratch: Path
    against: str
    install: bool
