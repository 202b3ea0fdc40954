"""How time is taken: works in turn, round after round.

A value is the least disturbed round: whatever disturbs a machine only ever adds time. A ratio is
the middle of the rounds' own ratios: both works of a round met the same machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import NamedTuple

Work = Callable[[], object]
Clock = Callable[[], float]


class Beside(NamedTuple):
    """A measured value, what stood beside it in the same unit, and their ratio."""

    measured: float
    beside: float
    ratio: float


def beside(measured: float, other: float) -> Beside:
    """Two values that were taken once."""
    return Beside(measured, other, measured / other)


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds that one call of each work took, by its name; a number for each round."""

    rounds: Mapping[str, Sequence[float]]

    def least(self, work: str) -> float:
        """Seconds in the least disturbed round."""
        return min(self.rounds[work])

    def seconds(self, ours: str, theirs: str, unit: float = 1.0) -> Beside:
        """How long one work takes beside the other, in units of so many seconds."""
        ratio = median(map(_divided, self.rounds[ours], self.rounds[theirs]))
        return Beside(self.least(ours) / unit, self.least(theirs) / unit, ratio)

    def rate(self, ours: str, theirs: str, each: float = 1.0, of_theirs: float = 1.0) -> Beside:
        """How much one work does in a second beside the other.

        `each` and `of_theirs` tell how much that is in one call.
        """
        quotients = map(_divided, self.rounds[theirs], self.rounds[ours])
        return Beside(
            each / self.least(ours),
            of_theirs / self.least(theirs),
            median(quotients) * each / of_theirs,
        )


def side_by_side(
    works: Mapping[str, Work], *, calls: int, rounds: int, clock: Clock = time.process_time
) -> Taken:
    """Call each work `calls` times a round, by turns; the next round begins with the next work."""
    takes = {name: partial(seconds_of, work, calls, clock) for name, work in works.items()}
    return in_turn(takes, rounds)


def seconds_of(work: Work, calls: int, clock: Clock = time.process_time) -> float:
    """Seconds of `clock` that one of so many calls takes."""
    gc.collect()
    start = clock()
    for _ in range(calls):
        work()
    return (clock() - start) / calls


def in_turn(takes: Mapping[str, Callable[[], float]], rounds: int) -> Taken:
    """Let each take tell its seconds, by turns; the next round begins with the next one."""
    names = list(takes)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            taken[name].append(takes[name]())
    return Taken(taken)


def cpu_of(process_id: int) -> float:
    """CPU seconds that a process, all its threads included, has used so far. Linux only.

    The clock id is what `clock_getcpuclockid(3)` makes of a process id; Python has no name for it.
    """
    return time.clock_gettime(~process_id << 3 | 2)


def _divided(above: float, below: float) -> float:
    return above / below
