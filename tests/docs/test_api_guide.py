"""The API guide keeps its word: its commands run, its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tests.client.tables import play
from tests.docs.tour import need, section, served, steps, walk
from tests.docs.tree import ROOT
from texas42_client.exits import OF_PROBLEM
from texas42_server.asking.problems import KINDS
from texas42_server.service.refusals import ILLEGAL_MOVES

GUIDE = "docs/api.md"
TEXT = (ROOT / GUIDE).read_text(encoding="utf-8")
CONTRACT = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))


def test_the_commands_of_the_guide(tmp_path: Path) -> None:
    need("bash", "curl", "jq")
    with served(tmp_path) as url:
        walk(steps(TEXT), tmp_path, url)


def test_every_member_of_the_view_is_explained() -> None:
    cells = re.findall(r"^\| (`.+?`) \|", section(GUIDE, "The view"), re.MULTILINE)
    members = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    schema = CONTRACT["components"]["schemas"]["View"]
    assert sorted(members) == sorted(schema["properties"])
    assert set(members) >= set(play(5).view("A"))


def test_every_problem_has_its_status_and_exit_status() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \| .*\| (\d+) \|$", TEXT, re.MULTILINE)
    told = {slug: (int(status), int(exit_status)) for slug, status, exit_status in rows}
    assert told == {slug: (kind.status, OF_PROBLEM[slug]) for slug, kind in KINDS.items()}


def test_every_code_of_an_illegal_move_is_explained() -> None:
    told = re.findall(r"^\| `([a-z]+_[a-z_]+)` \|", section(GUIDE, "Refusals"), re.MULTILINE)
    assert told == list(ILLEGAL_MOVES)


def test_every_kind_of_event_is_named() -> None:
    text = section(GUIDE, "The feed and finished hands")
    feed = {entry["type"] for entry in play(1000).feed("A", 10_000)}
    then = {
        event["type"] for entry in play(1000).feed("A", 10_000) for event in entry.get("then", ())
    }
    for kind in feed | then | {"left", "drawn"}:
        assert f"`{kind}`" in text


def test_every_address_is_mentioned() -> None:
    for path in CONTRACT["paths"]:
        last = re.sub(r"/\{\w+\}$", "/", path)
        assert last.split("/")[-1] in TEXT or path in TEXT, path
