"""The solver's search, compiled where numba is installed (`pip install 'texas42[strong]'`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from threading import Timer
from typing import Any

from texas42.solver import PYTHON, Kernel
from texas42.solver.search import search

__all__ = ["compiled", "fastest", "is_installed"]

SOON_S = 1.0
"""A compilation that was kept is read faster than this."""
ROWS, NUMBERS = 2, 10
"""What the search takes: two rows of integers, then integers."""
FIRST_USE = "Compiling the solver, once for this machine; it takes some ten seconds."


def is_installed() -> bool:
    """Whether there is something to compile with."""
    return find_spec("numba") is not None


def fastest(say: Callable[[str], None] | None = None) -> Kernel:
    """The compiled search if it can be had, else the one in Python.

    Args:
        say: gets one line when it is compiled for the first time, since that takes a while.
    """
    if not is_installed():
        return PYTHON
    if say is None:
        return compiled()
    patience = Timer(SOON_S, say, [FIRST_USE])
    patience.daemon = True
    patience.start()
    try:
        return compiled()
    finally:
        patience.cancel()


@cache
def compiled() -> Kernel:
    """The compiled search, from where numba keeps it or made now.

    Raises:
        ImportError: numba is not installed.
    """
    import numba
    import numpy as np

    def row(numbers: Iterable[int]) -> Any:
        return np.array(list(numbers), dtype=np.int64)

    rows = [numba.int64[::1]] * ROWS
    signature = numba.int64(*rows, *[numba.int64] * NUMBERS)
    try:
        kept = numba.njit(signature, cache=True)(search)
    except RuntimeError:  # there is no folder to keep it in
        kept = numba.njit(signature)(search)
    return Kernel(kept, row)
