"""`docs/adding-a-variant.md` prints code that is there, and touches the files that it says."""

from __future__ import annotations

import re

from tests.docs.tree import ROOT

PAGE = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
STEPS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:4]
ADDED_IN = [re.search(r"`(engine/.+\.py)`", step.splitlines()[0]) for step in STEPS]
PACKAGES = ("engine", "server/texas42_server", "client/texas42_client")


def test_a_variant_touches_three_files() -> None:
    files = [found.group(1) for found in ADDED_IN if found]
    assert len(files) == len(STEPS) == 3
    naming = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"\bsmall_end_open\b", _code(path.read_text(encoding="utf-8")))
    }
    assert naming == set(files)


def test_every_line_of_code_on_the_page_is_in_the_file_that_it_names() -> None:
    for step, found in zip(STEPS, ADDED_IN, strict=True):
        assert found
        source = (ROOT / found.group(1)).read_text(encoding="utf-8")
        blocks = re.findall(r"```diff\n(.*?)```", step, re.DOTALL)
        assert blocks
        for block in blocks:
            added = re.sub(r"^\+", "", block, flags=re.MULTILINE)
            assert added in source, f"{found.group(1)} has no longer:\n{added}"


def _code(source: str) -> str:
    """The source without its comments and docstrings, which may speak of any setting."""
    return re.sub(r'""".*?"""|#[^\n]*', "", source, flags=re.DOTALL)
