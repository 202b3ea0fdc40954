"""A server with a few matches on it, and schemathesis let loose on that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

from tests.server.http.contract import DOCUMENT
from tests.server.http.house import PLAYERS

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
SERVE = (sys.executable, "-m", "texas42_server", "serve", "--port", "0", "--exit-with-parent")
SETTINGS = ("--limits", "off", "--allow-private-webhooks", "--log-level", "error")


class Scene:
    """Four players and matches of theirs: one open, some on by different rules, one over."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tokens = {
            name: str(self._ask("POST", "/players", json={"name": name})["token"])
            for name in PLAYERS.values()
        }
        self.open = self._create(listed=True)
        self.on = self._seated()
        self.of_two = self._seated(rules={"preset": "points-250", "seats": 2})
        self.housed = self._seated(rules={"preset": "lechner", "small_end_open": True})
        for match in (self.on, self.of_two, self.housed):
            for _ in range(40):
                self._move(match)
        self.over = self._seated(rules={"target": 1})
        while self._move(self.over):
            pass

    def as_json(self) -> str:
        """What the hooks are told."""
        told = {"url": self.url, "tokens": self.tokens, "over": self.over}
        matches = [self.open, self.on, self.of_two, self.housed, self.over]
        return json.dumps({**told, "matches": matches})

    def _ask(self, method: str, path: str, who: str | None = None, **kwargs: Any) -> dict[str, Any]:
        headers = {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}
        answer = requests.request(method, self.url + path, headers=headers, timeout=10, **kwargs)
        assert answer.ok, answer.text
        return dict(answer.json())

    def _create(self, **form: Any) -> str:
        return str(self._ask("POST", "/matches", "ann", json={"sit": "A", **form})["id"])

    def _seated(self, **form: Any) -> str:
        match = self._create(listed=True, **form)
        for seat in list(self._ask("GET", f"/matches/{match}")["seats"])[1:]:
            self._ask("POST", f"/matches/{match}/seats/{seat}", PLAYERS[seat])
        return match

    def _move(self, match: str) -> bool:
        """Make the first legal move; false when the match is over."""
        view = self._ask("GET", f"/matches/{match}")
        if view["turn"] is None:
            return False
        who = view["seats"][view["turn"]]["player"]
        moves = self._ask("GET", f"/matches/{match}", who)["legal_moves"]
        chosen = moves[1] if view["status"] == "bidding" and not view["bids"] else moves[0]
        self._ask("POST", f"/matches/{match}/moves", who, json=chosen)
        return True


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of its own."""
    command = [*SERVE, *SETTINGS, "--database", str(folder / "t42.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip().removeprefix("listening on ")
        finally:
            server.terminate()


def schemathesis(
    folder: Path, url: str, options: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """What schemathesis says of this server, and its exit status: 0 when it found nothing."""
    program = str(Path(sys.executable).parent / "schemathesis")
    settings = ["--config-file", str(HERE / "schemathesis.toml")]
    asked = ["run", str(DOCUMENT), "--url", url, "--request-timeout", "30", *options]
    scene = {
        "SCHEMATHESIS_HOOKS": "tests.server.http.fuzz.hooks",
        "T42_FUZZ_SCENE": Scene(url).as_json(),
    }
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [program, *settings, *asked],
        cwd=folder,
        env={**os.environ, **scene, "PYTHONPATH": paths, "NO_COLOR": "1", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def main(options: Sequence[str]) -> int:
    """Print the summary; the exit status of schemathesis."""
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as url:
        done = schemathesis(Path(name), url, options)
    print(done.stdout)  # noqa: T201 - it is what the command is for
    return done.returncode
