"""`docs/rules.md` names, for every rule, code that exists and that cites the rule."""

from __future__ import annotations

import importlib
import inspect
import re
import runpy
from typing import Any

import pytest

from tests.docs.tree import ROOT

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
DECIDED_BY = [
    (rule, name)
    for rule, names in re.findall(r"^\| (R[1-9]\.\d+) \| (`texas42.+`) \|$", PAGE, re.MULTILINE)
    for name in re.findall(r"`(texas42[\w.]+)`", names)
]
RULES = {"1": 4, "2": 2, "3": 4, "4": 7, "5": 6, "6": 8, "8": 10, "9": 6}
"""Section -> how many rules it has; that of section 7 is decided nowhere."""


def source_of(name: str) -> str:
    """The source that a dotted name stands for: its own, or its module's for plain values."""
    _, module_name, *attributes = name.split(".")
    module = importlib.import_module(f"texas42.{module_name}")
    found: Any = module
    for attribute in attributes:
        found = getattr(found, attribute)
    found = found.fget if isinstance(found, property) else found
    return inspect.getsource(
        found if inspect.isroutine(found) or inspect.isclass(found) else module
    )


def test_every_rule_is_told_and_placed() -> None:
    rules = {f"R{section}.{n}" for section, last in RULES.items() for n in range(1, last + 1)}
    assert set(re.findall(r"^- \*\*(R\d\.\d+)\*\*", PAGE, re.MULTILINE)) == rules | {"R7.1"}
    assert {rule for rule, _ in DECIDED_BY} == rules


@pytest.mark.parametrize(("rule", "name"), DECIDED_BY)
def test_the_code_that_decides_a_rule_exists_and_cites_it(rule: str, name: str) -> None:
    assert cites(source_of(name), rule)


def cites(source: str, rule: str) -> bool:
    """Whether the source names the rule, alone or in a span such as R8.1-R8.4."""
    section, number = rule.split(".")
    spans = re.findall(rf"{section}\.(\d+)(?:-{section}\.(\d+))?", source)
    return any(int(first) <= int(number) <= int(last or first) for first, last in spans)


def test_settings_and_presets_are_told_as_the_engine_has_them() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "settings_reference.py"))["page"]()
    assert written == PAGE, "run python docs/settings_reference.py"
