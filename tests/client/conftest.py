"""A real server in a process of its own, and a terminal to type commands into."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from texas42_client.cli import cli
from texas42_client.config import Store
from texas42_client.wire.api import Client

_numbers = itertools.count(1)


@dataclass
class Typed:
    """What a command printed and ended with."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be one JSON document and nothing else."""
        return json.loads(self.out)


class Terminal:
    """``t42`` in this process, with a home of its own. ``said`` is everything it ever printed."""

    def __init__(self, home: Path, server: str) -> None:
        self.home = home
        self.server = server
        self.said = ""

    def t42(self, *words: str, environ: dict[str, str] | None = None, typed: str = "") -> Typed:
        """Type a command; whatever goes wrong inside is raised here."""
        nothing = {"T42_SERVER": None, "T42_TOKEN": None, "NO_COLOR": None}
        result = CliRunner().invoke(
            cli,
            [str(word) for word in words],
            prog_name="t42",
            input=typed,
            env={**nothing, "T42_HOME": str(self.home), **(environ or {})},
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.said += result.output
        return Typed(result.exit_code, result.stdout, result.stderr)

    def player(self, name: str) -> str:
        """Register somebody whose name is not taken yet; the profile's name."""
        name = f"{name}{next(_numbers)}"
        assert self.t42("register", name, "--server", self.server).status == 0
        return name

    def players(self) -> list[str]:
        """Four players."""
        return [self.player(name) for name in ("ann", "bob", "cal", "dee")]

    def tokens(self) -> list[str]:
        """Every token that is kept in the home."""
        files = (self.home / "profiles").glob("*.json")
        return [json.loads(file.read_text(encoding="utf-8"))["token"] for file in files]

    def table(self, *options: str) -> tuple[str, list[str]]:
        """(id, players in order of seats) of a match that has been dealt."""
        players = self.players()
        kept = [
            word
            for seat, name in zip("BCD", players[1:], strict=True)
            for word in ("--invite", f"{seat}={name}")
        ]
        made = self.t42("--profile", players[0], "new", "friday", "--json", *kept, *options)
        for name in players[1:]:
            assert self.t42("--profile", name, "join", made.json["id"]).status == 0
        return made.json["id"], players

    def view(self, player: str, match: str) -> dict[str, Any]:
        """The player's view, without counting as a look of the player's own."""
        profile = Store(self.home).load(player)
        with Client(profile.server, profile.token) as client:
            return client.view(match).body

    def on_turn(self, match: str, players: list[str]) -> str:
        """The player on turn."""
        return players["ABCD".index(self.view(players[0], match)["turn"])]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a served instance."""
    database = tmp_path_factory.mktemp("server") / "t42.db"
    command = [sys.executable, "-m", "texas42_server", "serve", "--port", "0", "--exit-with-parent"]
    process = subprocess.Popen(
        [*command, "--database", str(database), "--log-level", "warning", "--limits", "off"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("listening on "), said
        yield said.removeprefix("listening on ").strip()
        process.terminate()


@pytest.fixture
def terminal(tmp_path: Path, server: str) -> Iterator[Terminal]:
    """A terminal; whatever the test does, no token may have been shown in it."""
    shown = Terminal(tmp_path / "home", server)
    yield shown
    assert not [token for token in shown.tokens() if token in shown.said]
    assert not re.search(r"t42_[A-Za-z0-9_-]{30}", shown.said)
