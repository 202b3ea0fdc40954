"""The log: one line for what was changed or refused, an id for each request, and no secret."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.http.contract import contract
from tests.server.http.house import House, Person, told
from tests.server.http.test_documented_statuses import Seen as Asked
from tests.server.http.test_documented_statuses import changes, failing, looks
from tests.server.operating.conftest import Build
from texas42_server.operating import logs

TOKEN = re.compile(r"t42_[A-Za-z0-9_-]{20,}")
TILE = re.compile(r"\b[0-6]-[0-6]\b")
SECRETS = re.compile(r'"(?:id|token|secret|invite|B|C|D)":"([^"]{12,})"')


class Log:
    """What was written, and how it reads."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    """Everything is logged, as JSON, while the test runs."""
    root, log = logging.getLogger(), Log()
    handlers, level = list(root.handlers), root.level
    logs.configure("debug", "json", log.stream)
    yield log
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_request_is_a_line_of_json(build: Build, log: Log) -> None:
    house = build()
    house.stranger.post("/players", {"name": "ann"}, headers={"X-Request-Id": "from-the-proxy.1"})
    [line] = log.lines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line.pop("timestamp"))
    assert 0 <= line.pop("ms") < 60_000
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "texas42_server.requests",
        "request_id": "from-the-proxy.1",
        "method": "POST",
        "route": "/players",
        "status": 201,
        "client": "127.0.0.1",
    }


def test_reading_is_logged_for_debugging_alone(build: Build, log: Log) -> None:
    house = build()
    for path in ("/rules", "/healthz"):
        house.stranger.get(path)
    house.stranger.get("/none")
    levels = [(line["route"], line["status"], line["level"]) for line in log.lines()]
    assert levels == [
        ("/rules", 200, "debug"),
        ("/healthz", 200, "debug"),
        ("none", 404, "info"),
    ]


@pytest.mark.parametrize("given", ["from-the-proxy.1", "a" * 64, "01234567-89ab-cdef"])
def test_a_well_formed_request_id_is_kept(build: Build, given: str) -> None:
    answer = build().stranger.get("/rules", headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] == given


@pytest.mark.parametrize(
    "given",
    ["", "short", "a" * 65, "two words", "-leading", 'quo"te12', "t42_" + "a" * 43, "é" * 9],
)
def test_any_other_is_replaced(build: Build, given: str) -> None:
    answer = build().stranger.get("/rules", headers={"X-Request-Id": given})
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-Id"])


def test_a_mistake_is_found_by_its_request_id(build: Build, log: Log) -> None:
    house = build()
    ann = house.person("ann")
    with failing(RuntimeError("hand 4-6 of t42_secret")):
        answer = ann.get("/me", headers={"X-Request-Id": "what-went-wrong"})
    assert answer.status_code == 500
    grave = [line for line in log.lines() if line["level"] == "error"]
    assert [line["request_id"] for line in grave] == ["what-went-wrong"]
    assert "RuntimeError" in grave[0]["event"]
    assert "hand" not in grave[0]["event"]


class Listening:
    """Notes every secret that an answer or a request holds."""

    def __init__(self) -> None:
        self.secrets: set[str] = set()
        self.tiles = 0

    def hear(self, text: str) -> None:
        self.secrets |= set(TOKEN.findall(text)) | set(SECRETS.findall(text))
        self.tiles += len(TILE.findall(text))


def test_the_whole_interface_in_use_leaves_no_secret_in_the_log(
    build: Build, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, listening, ask = build(), Listening(), Person.ask

    def overheard(person: Person, method: str, path: str, **kwargs: Any) -> Any:
        answer = ask(person, method, path, **kwargs)
        listening.hear(f"{person.token} {path} {json.dumps(kwargs.get('json'))}")
        listening.hear(f"{answer.get_data(as_text=True)} {answer.headers}")
        return answer

    monkeypatch.setattr(Person, "ask", overheard)
    whole_interface(house)
    assert len(listening.secrets) > 15
    assert listening.tiles > 500
    said = log.text
    for secret in listening.secrets:
        assert secret not in said
    assert not TOKEN.search(said)
    assert not TILE.search(said)
    assert not re.search(r"colour|\?", said)
    routes = {line["route"] for line in log.lines() if line["event"] == "request"}
    documented = {path.replace("{", "<").replace("}", ">") for path in contract().document["paths"]}
    assert routes == documented | {"none"}


def whole_interface(house: House) -> None:
    """Every operation, with answers of every kind, and the mistakes."""
    match_id = house.match()
    codes = told(house.seat("A").post("/matches", {"sit": "A"}))["invites"]
    assert len(codes) == 3
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    seen = Asked()
    looks(seen, house, match_id)
    changes(seen, house, match_id)
    house.stranger.get(f"/nowhere/{match_id}?colour=red")
    filled = {"match_id": match_id, "seat": "B", "seq": "1", "number": "1", "preset": "straight"}
    filled |= {"slug": "busy", "file": "page.css"}
    for method, path in contract().operations():
        house.seat("A").ask(method.upper(), path.format(**filled) + "?colour=red")
    with failing(RuntimeError(f"{house.seat('A').token} holds 4-6 in {match_id}")):
        for method, path in contract().operations():
            house.seat("A").ask(method.upper(), path.format(**filled))


def test_plain_lines_hold_the_same(build: Build) -> None:
    root = logging.getLogger()
    handlers, level, stream = list(root.handlers), root.level, io.StringIO()
    logs.configure("info", "plain", stream)
    try:
        build().stranger.get("/none", headers={"X-Request-Id": "plain-words"})
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    assert "request_id=plain-words" in stream.getvalue()
    assert "status=404" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
