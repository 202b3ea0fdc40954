"""Every promise of the page on reliability rests on tests and faults that exist."""

from __future__ import annotations

import ast
import re

from faults.catalogue import FAULTS
from tests.docs.tree import ROOT

TEXT = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
PROMISES = TEXT.partition("## The faults")[0]
ROWS = re.compile(r"\brows? ((?:`[a-z]+`(?:, | and )?)+)")
TESTS = re.compile(r"`([\w/]+\.py)::(\w+)`")


def bullets() -> list[str]:
    """Each promise with what backs it, on one line."""
    found = re.findall(r"^- (.+(?:\n  .+)*)", PROMISES, re.MULTILINE)
    return [re.sub(r"\s+", " ", bullet) for bullet in found]


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def rows(text: str) -> set[str]:
    return {name for group in ROWS.findall(text) for name in re.findall(r"[a-z]+", group)}


def test_every_promise_says_what_backs_it() -> None:
    assert len(bullets()) > 20
    unbacked = []
    for bullet in bullets():
        _, arrow, backing = bullet.partition(" ↳ ")
        if not arrow or not (rows(backing) or TESTS.search(backing)):
            unbacked.append(bullet)
    assert unbacked == []


def test_every_test_that_is_named_exists() -> None:
    named = TESTS.findall(PROMISES)
    missing = [f"{file}::{name}" for file, name in named if name not in functions(file)]
    assert named
    assert missing == []


def test_every_row_that_is_named_is_a_fault_and_every_fault_backs_something() -> None:
    assert rows(PROMISES) == set(FAULTS)


def test_the_table_tells_all_faults_in_the_order_in_which_they_run() -> None:
    table = TEXT.partition("## The faults")[2].partition("## What was found")[0]
    assert re.findall(r"^\| `([a-z]+)` \|", table, re.MULTILINE) == list(FAULTS)


def test_what_was_found_is_told_of_every_fault() -> None:
    found = TEXT.partition("## What was found")[2]
    rows = re.findall(
        r"^\| `([a-z]+)` \| (.*\S.*) \| (\d+), `([0-9a-f]{7})` \|$", found, re.MULTILINE
    )
    assert [name for name, *_ in rows] == list(FAULTS)
