"""The page for writers of bots keeps its word: its bots play, its tables are those of the code."""

from __future__ import annotations

import re
import subprocess
from contextlib import ExitStack
from pathlib import Path

from tests.docs.tour import environment, need, section, served, steps, walk
from tests.docs.tree import ROOT
from tests.e2e.test_bots import free_port, owner_of, wait_for
from texas42_client.bots import BOTS
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.wire.api import Client

PAGE = "docs/bots.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
SAVED = dict(re.findall(r"`([\w.]+)`:\n\n```(?:python|sh)\n(.*?)^```", TEXT, re.M | re.S))
"""Name -> the program that the page tells to save under it."""


def test_the_bots_of_the_page_play_matches_as_printed(tmp_path: Path) -> None:
    need("bash", "curl", "jq")
    for name, program in SAVED.items():
        (tmp_path / name).write_text(program, encoding="utf-8")
    with served(tmp_path) as url:
        walk(steps(TEXT), tmp_path, url)


def test_the_bots_of_the_page_live_through_a_killed_server(tmp_path: Path) -> None:
    need("bash", "curl", "jq")
    server = EmbeddedServer(tmp_path / "table.db", port=free_port())
    with server, owner_of(server.url) as owner, ExitStack() as stack:
        table = owner.create_match({"rules": {"seats": 2, "target": 1}}).body
        bots = []
        for seat, code in table["invites"].items():
            token = owner.register(f"bot {seat}").body["token"]
            with Client(server.url, token) as player:
                player.take_seat(table["id"], seat, code)
            said = {"T42_TOKEN": token, "T42_MATCH": table["id"]}
            program = ["python3", "-c", SAVED["bot.py"]]
            if seat == "B":
                program = ["bash", "-c", SAVED["bot.sh"]]
            env = environment(tmp_path, server.url) | said
            bots.append(stack.enter_context(subprocess.Popen(program, cwd=tmp_path, env=env)))
            stack.callback(bots[-1].kill)
        wait_for(lambda: owner.view(table["id"]).body["version"] > 8)
        server.kill()
        server.start()
        assert [bot.wait(60) for bot in bots] == [0, 0]
        assert owner.view(table["id"]).body["status"] == "finished"


def test_every_program_of_the_page_is_saved_and_run() -> None:
    assert list(SAVED) == ["bot.py", "bot.sh", "think.py", "solve.py"]
    assert len(re.findall(r"^```(?:python|sh)$", TEXT, re.MULTILINE)) == len(SAVED)
    commands = "".join(step.commands for step in steps(TEXT))
    assert all(name in commands for name in SAVED)


def test_the_python_bot_has_no_more_than_30_lines() -> None:
    assert len([line for line in SAVED["bot.py"].splitlines() if line.strip()]) <= 30


def test_the_python_bot_needs_requests_and_nothing_of_ours() -> None:
    imports = re.findall(r"^(?:import|from) (.+)$", SAVED["bot.py"], re.MULTILINE)
    assert imports == ["os, time, uuid, requests", "requests.adapters import HTTPAdapter, Retry"]


def test_every_bot_of_the_house_is_told_of() -> None:
    told = re.findall(r"^\| `(\w+)` \|", section(PAGE, "Somebody to play against"), re.MULTILINE)
    assert set(BOTS) <= set(told)
