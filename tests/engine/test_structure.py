"""Each setting is read in one function of the engine, and no figure stands where a table should."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import texas42
from texas42 import SETTINGS

ENGINE = Path(texas42.__file__).parent
MODULES = sorted(ENGINE.rglob("*.py"))
VALIDATION = {"rules.py"}
"""It holds settings against each other (R8.7), and so reads many of them."""

NAMES = {setting.name for setting in SETTINGS}


def functions(module: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def reads(function: ast.AST, setting: str) -> bool:
    """Whether the function reads this attribute of `rules` or of something's `.rules`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr == setting:
            of = node.value
            if isinstance(of, ast.Name) and of.id in {"rules", "settled"}:
                return True
            if isinstance(of, ast.Attribute) and of.attr == "rules":
                return True
    return False


def readers(setting: str) -> list[str]:
    return [
        f"{module.relative_to(ENGINE)}: {function.name}"
        for module in MODULES
        if module.name not in VALIDATION
        for function in functions(module)
        if reads(function, setting)
    ]


DESCRIBED_ONLY = {"hints"}
"""A courtesy of clients, which the engine shows and does not ask."""
BY_THE_TABLE = {"seats"}
"""Read in `Rules.table` alone, which is part of `rules.py`."""


@pytest.mark.parametrize("setting", sorted(NAMES - DESCRIBED_ONLY - BY_THE_TABLE))
def test_each_setting_is_read_in_exactly_one_function(setting: str):
    assert len(readers(setting)) == 1, readers(setting)


@pytest.mark.parametrize("setting", sorted(DESCRIBED_ONLY | BY_THE_TABLE))
def test_some_settings_are_read_nowhere_else_at_all(setting: str):
    assert readers(setting) == []


def test_the_reading_of_the_source_sees_a_second_reader():
    twice = ast.parse("def one(rules): return rules.nello\ndef two(hand): return hand.rules.nello")
    assert [reads(function, "nello") for function in twice.body] == [True, True]


FIGURES = {4, 7, 28, 42}
MAY_SAY = {
    ("tiles.py", "PIPS = range(7)"),
    ("seats.py", "_PARTNERSHIP_SEATS = 4"),
    ("settings.py", "MOST_DOUBLES = 7"),
    ("suits.py", "_SEVEN = 7"),
    ("scoring.py", "ALL_TRICKS_POINTS = 42"),
    ("events.py", "_USUAL_MARKS = 7"),
    ("auction.py", "_AS_MARKS"),
}
"""Where a figure is given its name."""


HOLD_OTHER_FIGURES = {"settings.py", "presets.py", "spelling.py"}
"""Bounds and defaults of settings, and places in a written date."""


def figures(module: Path) -> Iterator[str]:
    """The lines of code, not of descriptions, where one of the figures stands."""
    text = module.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in FIGURES:
            line = lines[node.lineno - 1]
            if not any(module.name == name and line.startswith(said) for name, said in MAY_SAY):
                yield f"{module.relative_to(ENGINE)}:{node.lineno}: {line.strip()}"


@pytest.mark.parametrize(
    "module",
    [module for module in MODULES if module.name not in HOLD_OTHER_FIGURES],
    ids=lambda module: str(module.relative_to(ENGINE)),
)
def test_how_many_seats_tiles_and_points_there_are_is_the_tables_to_say(module: Path):
    assert not list(figures(module))
