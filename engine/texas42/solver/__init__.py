"""What a deal comes to when all hands are known: is the contract made, and how many points?

`Game.of` says what is played for, a `Solver` answers about one `Spot` after the other.
"""

from texas42.solver.board import Game
from texas42.solver.laying import Laid, Point, Row, Spot
from texas42.solver.solver import PYTHON, Kernel, Solver, Unsolved

__all__ = ["PYTHON", "Game", "Kernel", "Laid", "Point", "Row", "Solver", "Spot", "Unsolved"]
