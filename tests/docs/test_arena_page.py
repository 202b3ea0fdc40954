"""The page about the arena shows what the arena prints."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from click.testing import CliRunner

from tests.docs.tour import need, steps, walk
from tests.docs.tree import ROOT
from texas42_client.arena.report import Report, Side
from texas42_client.cli import cli

TEXT = (ROOT / "docs/arena.md").read_text(encoding="utf-8")


def labels(printed: str) -> list[str]:
    """What stands before the figures in the table that was printed."""
    _, table, _ = printed.split("\n\n", 2)
    return [re.split(r"  +[\d–]", line)[0] for line in table.splitlines()]


def test_the_commands_of_the_page_print_what_it_shows(tmp_path: Path) -> None:
    need("bash", "jq")
    walk(steps(TEXT), tmp_path, "")


def test_the_table_of_the_page_has_the_lines_of_the_command() -> None:
    words = ["arena", "simple", "random", "--deals", "2"]
    shown = re.search(r"^```console\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert shown
    assert labels(shown[1])[1:] == labels(CliRunner().invoke(cli, words).stdout)[1:]


def test_every_figure_of_the_json_is_told_of() -> None:
    told = {*re.findall(r"`(\w+)`", TEXT)}
    assert {field.name for row in (Report, Side) for field in fields(row)} <= told
