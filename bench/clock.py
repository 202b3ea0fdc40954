"""How time is taken: works in turn, round after round, and the least disturbed round counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence

Work = Callable[[], object]
Clock = Callable[[], float]


def side_by_side(
    works: Sequence[Work], *, calls: int, rounds: int, clock: Clock = time.process_time
) -> list[float]:
    """Seconds of `clock` that one call of each work takes, the least of all rounds.

    Every round calls each work `calls` times, in turning order. Whatever disturbs a machine only
    ever adds time, so the least is the best estimate of what the work itself costs.
    """
    least = [float("inf")] * len(works)
    for turn in range(rounds):
        for place in range(len(works)):
            index = (turn + place) % len(works)
            work = works[index]
            gc.collect()
            start = clock()
            for _ in range(calls):
                work()
            least[index] = min(least[index], (clock() - start) / calls)
    return least


def cpu_of(process_id: int) -> float:
    """CPU seconds that a process, all its threads included, has used so far. Linux only.

    The clock id is what `clock_getcpuclockid(3)` makes of a process id; Python has no name for it.
    """
    return time.clock_gettime(~process_id << 3 | 2)
