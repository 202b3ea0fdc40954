"""The README keeps its word: its picture is drawn, its commands run, its calls exist."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tests.client.tables import play
from tests.docs.tour import need, section, served, steps, walk
from tests.docs.tree import ROOT
from texas42_client.table import render
from texas42_client.table.style import Style


def test_the_picture_is_what_the_program_draws() -> None:
    table = play(16, attributed_tricks=1)
    drawn = render.table(table.view("D"), events=table.feed("D", 4), style=Style(drawn=True))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"\n```text\n{drawn}\n```\n" in text


def test_four_players_with_curl(tmp_path: Path) -> None:
    need("bash", "curl", "jq")
    with served(tmp_path) as url:
        walk(steps(section("README.md", "Four players with curl")), tmp_path, url)


def test_the_tour_of_the_terminal(tmp_path: Path) -> None:
    need("bash")
    with served(tmp_path) as url:
        walk(steps(section("README.md", "From the terminal")), tmp_path, url)


def test_a_table_by_house_rules(tmp_path: Path) -> None:
    need("bash")
    with served(tmp_path) as url:
        walk(steps(section("README.md", "House rules")), tmp_path, url)


def test_every_call_of_the_table_is_in_the_contract() -> None:
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    named = re.findall(r"^\| `([A-Z]+) ([^`?]+)", section("README.md", "The API"), re.MULTILINE)
    assert len(named) == 11
    operations = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, item in contract["paths"].items()
        for method in item
    }
    assert {(method, re.sub(r"\{\w+\}", "{}", path)) for method, path in named} <= operations
