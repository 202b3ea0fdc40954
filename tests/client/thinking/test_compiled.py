"""The compiled search is the one in Python."""

from __future__ import annotations

from random import Random

import pytest

from texas42 import BIT, TILES, Bid, Declare, Doubles, Seat, Trump, resolve, suits_for
from texas42.contracts import contract_for, declared
from texas42.solver import Game, Solver, Spot, layout
from texas42_client.thinking import compiled
from texas42_client.thinking.compiled import FIRST_USE, IN_PYTHON, fastest, is_installed

RULES = resolve({"nello": True, "sevens": True})
NAMED = [
    ("a number", Bid(points=30), Trump.BLANKS),
    ("doubles", Bid(points=36), Trump.DOUBLES),
    ("no trump", Bid(marks=1), Trump.NONE),
    ("nello", Bid(marks=2), Trump.NELLO),
    ("sevens", Bid(marks=1), Trump.SEVENS),
]


@pytest.mark.skipif(not is_installed(), reason="numba, the extra texas42[strong], is not installed")
@pytest.mark.parametrize(("name", "bid", "trump"), NAMED, ids=[name for name, *_ in NAMED])
def test_compiled_it_says_the_same_of_whole_hands(name, bid, trump):
    contract = declared(contract_for(RULES, Seat(0), bid), Declare(trump))
    doubles = Doubles.OWN_SUIT if trump is Trump.NELLO else Doubles.HIGH
    game = Game.of(RULES.table, contract, suits_for(trump, doubles))
    solvers = Solver(game), Solver(game, compiled.compiled().kernel)
    chance = Random(name)
    for _ in range(8):
        order = chance.sample(TILES, len(TILES))
        hands = {s: sum(BIT[t] for t in order[s * 7 : s * 7 + 7]) for s in game.seats}
        need = chance.randint(28, 36) if game.counted else 7
        found = []
        for solver in solvers:
            solver.look_at(Spot(hands, Seat(0)))
            found.append(solver.reaches(need))
        assert found[0] == found[1], (name, hands, need)


@pytest.mark.skipif(not is_installed(), reason="numba, the extra texas42[strong], is not installed")
def test_what_was_compiled_for_another_layout_is_not_taken(monkeypatch):
    """Its numbers are compiled in; what is kept for one layout stands under a name of its own."""
    names: list[str] = []

    def keep(own):
        names.append(f"{own.__module__}.{own.__qualname__}")
        return own

    def files() -> list[str]:
        names.clear()
        compiled.compiled.__wrapped__()
        return list(names)

    monkeypatch.setattr("numba.njit", lambda *_, **__: keep)
    before = files()
    assert files() == before != []
    monkeypatch.setattr(layout, "WIDTH", layout.WIDTH + 2)
    assert not set(files()) & set(before)


def test_without_numba_the_search_runs_in_python(monkeypatch):
    monkeypatch.setattr(compiled, "is_installed", lambda: False)
    said: list[str] = []
    assert fastest(said.append) is IN_PYTHON
    assert not said


def test_a_long_first_compilation_is_told(monkeypatch):
    said: list[str] = []

    def slow():
        while not said:
            pass
        return IN_PYTHON

    monkeypatch.setattr(compiled, "is_installed", lambda: True)
    monkeypatch.setattr(compiled, "compiled", slow)
    monkeypatch.setattr(compiled, "SOON_S", 0.01)
    assert fastest(said.append) is IN_PYTHON
    assert said == [FIRST_USE]
