"""The compiled solver answers as the one in Python does, also where its compilation was kept."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from random import Random

import pytest

from tests.docs.tree import ROOT
from texas42 import BIT, TILES, Trump, suits_for, table_for
from texas42.solver import PYTHON, Game, Solver, Spot
from texas42.solver.search import search
from texas42_client.thinking.compiled import compiled, is_installed

TABLE = table_for(4)
SIDE = frozenset(TABLE.seats[::2])
GAME = Game(suits_for(Trump.FIVES), TABLE.seats, wants=SIDE, takes=SIDE, counted=True)
KEPT = """
from texas42_client.thinking.compiled import compiled
from tests.client.thinking.test_compiled import GAME, ending, Solver
solver = Solver(GAME, compiled())
solver.look_at(ending(1))
print(solver.value())
"""


def ending(seed: int) -> Spot:
    """Any hands of five tiles, their tricks all to be played."""
    tiles = Random(seed).sample(TILES, 20)
    held = {s: sum(BIT[t] for t in tiles[s::4]) for s in TABLE.seats}
    return Spot(held, TABLE.seats[0])


def values(solver: Solver, seeds: range) -> list[int]:
    found = []
    for seed in seeds:
        solver.look_at(ending(seed))
        found.append(solver.value())
    return found


def test_the_search_calls_itself_without_a_constant():
    """Numba 6061: read from where it is kept, a function that calls itself with one crashes."""
    calls = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(search)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "search"
    ]
    assert len(calls) == 3
    for call in calls:
        assert not any(isinstance(argument, ast.Constant) for argument in call.args), call.lineno


@pytest.mark.skipif(not is_installed(), reason="numba is not installed")
def test_compiled_and_python_say_the_same():
    seeds = range(40)
    assert values(Solver(GAME, compiled()), seeds) == values(Solver(GAME, PYTHON), seeds)


@pytest.mark.skipif(not is_installed(), reason="numba is not installed")
def test_a_compilation_that_another_process_kept_can_be_used():
    compiled()
    run = subprocess.run(
        [sys.executable, "-c", KEPT], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == values(Solver(GAME, PYTHON), range(1, 2))[0]
