"""Search and playouts, compiled where numba is installed (`pip install 'texas42[strong]'`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from threading import Timer
from types import FunctionType
from typing import Any

from texas42.solver import PYTHON, Kernel, layout
from texas42.solver.search import search
from texas42_client.thinking.habit import play_out

__all__ = ["FIRST_USE", "IN_PYTHON", "Engine", "compiled", "fastest", "is_installed"]

SOON_S = 3.0
"""A compilation that was kept is read faster than this."""
SEARCH_NUMBERS, PLAY_OUT_NUMBERS = 10, 8
"""What the two take behind their two rows of integers."""
FIRST_USE = "Compiling the solver, once for this machine; it takes some ten seconds."


@dataclass(frozen=True)
class Engine:
    """What runs search and playouts: Python as it is, or the same lines compiled.

    Attributes:
        kernel: for the solver.
        play_out: :func:`texas42_client.thinking.habit.play_out`.
    """

    kernel: Kernel
    play_out: Callable[..., int]


IN_PYTHON = Engine(PYTHON, play_out)


def is_installed() -> bool:
    """Whether there is something to compile with."""
    return find_spec("numba") is not None


def fastest(say: Callable[[str], None] | None = None) -> Engine:
    """Compiled, if that can be had, else in Python.

    Args:
        say: gets one line when it is compiled for the first time, since that takes a while.
    """
    if not is_installed():
        return IN_PYTHON
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
def compiled() -> Engine:
    """Compiled: from where numba keeps it, or made now.

    Raises:
        ImportError: numba is not installed.
    """
    import numpy as np

    def row(numbers: Iterable[int]) -> Any:
        return np.array(list(numbers), dtype=np.int64)

    kernel = Kernel(_compile(search, SEARCH_NUMBERS), row)
    return Engine(kernel, _compile(play_out, PLAY_OUT_NUMBERS))


def _compile(function: Callable[..., int], numbers: int) -> Callable[..., int]:
    """The function of two rows and some integers, kept for the next time if there is a place."""
    import numba

    signature = numba.int64(*[numba.int64[::1]] * 2, *[numba.int64] * numbers)
    own = _named_by_layout(function)
    try:
        kept: Callable[..., int] = numba.njit(signature, cache=True)(own)
    except RuntimeError:  # there is no folder to keep it in
        kept = numba.njit(signature)(own)
    return kept


def _named_by_layout(function: Callable[..., int]) -> Callable[..., int]:
    """The function under a name that changes with the layout's numbers.

    They are compiled in, but numba takes what it kept for fresh as long as the function's own file
    and name are the same.
    """
    assert isinstance(function, FunctionType)
    numbers = sorted((name, value) for name, value in vars(layout).items() if name.isupper())
    digest = sha256(repr(numbers).encode()).hexdigest()[:8]
    own = FunctionType(function.__code__, function.__globals__, function.__name__)
    own.__module__ = function.__module__
    own.__qualname__ = f"layout_{digest}.{function.__name__}"
    return own
