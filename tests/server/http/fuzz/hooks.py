"""What schemathesis loads: who asks, and about which matches, so that requests get somewhere.

Made-up ids alone would meet 404. So a request that is right otherwise asks mostly about matches
that there are, by one of their players; a move is mostly one that may be made. Waits last a second.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import zlib
from typing import Any

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

from tests.server.http.contract import contract

SCENE = "T42_FUZZ_SCENE"
"""The variable that tells, as JSON: `url`, `tokens` by player, `matches`."""

_scene: dict[str, Any] = json.loads(os.environ[SCENE])
_players = sorted(_scene["tokens"])
_numbers = itertools.count()
_PATTERNS = {
    name: str(parameter["schema"]["pattern"])
    for name, parameter in contract().document["components"]["parameters"].items()
    if parameter["in"] == "header" and "pattern" in parameter["schema"]
}


def _drawn(case: Any, what: str) -> random.Random:
    """Chance that is the same each time the case is sent."""
    return random.Random(zlib.crc32(f"{case.id}{what}".encode()))


@schemathesis.auth(refresh_interval=None)
class AnyPlayer:
    """Each request comes from one of the players."""

    def get(self, case: Any, _: Any) -> str:
        return str(_scene["tokens"][_drawn(case, "who").choice(_players)])

    def set(self, case: Any, data: str, _: Any) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Lead the request to where something can happen."""
    if "wait" in case.headers.get("Prefer", ""):
        case.headers["Prefer"] = "wait=1"
    for name, value in list(case.headers.items()):
        # Other signs do not travel in headers: HTTP libraries drop or guess them.
        case.headers[name] = str(value).encode("ascii", "backslashreplace").decode()
    if case.meta is None or case.meta.generation.mode.is_negative:
        return
    _mend(case)
    chance = _drawn(case, "where")
    linked = case.meta.phase.name is TestPhase.STATEFUL
    if "match_id" in case.path_parameters and not linked and chance.random() < 0.8:
        case.path_parameters["match_id"] = chance.choice(_scene["matches"])
    if case.operation.label == "GET /matches/{match_id}/events":
        _stream(case, chance)
    if case.operation.label == "POST /matches/{match_id}/moves" and chance.random() < 0.7:
        _legal(case)


def _mend(case: Any) -> None:
    """Send no header that the document does not allow as if it were right, and each key once."""
    for name, pattern in _PATTERNS.items():
        if name in case.headers and not re.fullmatch(pattern, str(case.headers[name])):
            del case.headers[name]
    if "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = f'"{case.id}-{next(_numbers)}"'


def _stream(case: Any, chance: random.Random) -> None:
    """Sometimes ask for a stream, of a match that is over: it ends."""
    if chance.random() < 0.3 and ParameterLocation.HEADER not in _negative(case):
        case.path_parameters["match_id"] = _scene["over"]
        case.headers["Accept"] = "text/event-stream"
        case.headers.pop("Last-Event-ID", None)


def _negative(case: Any) -> set[ParameterLocation]:
    return {place for place, part in case.meta.components.items() if part.mode.is_negative}


def _legal(case: Any) -> None:
    """The first move that the player on turn may make."""
    here = f"{_scene['url']}/matches/{case.path_parameters['match_id']}"
    view = requests.get(here, timeout=10).json()
    turn = view.get("turn")
    if turn is None:
        return
    token = _scene["tokens"].get(view["seats"][turn]["player"])
    if token is None:
        return
    case.headers["Authorization"] = f"Bearer {token}"
    headers = {"Authorization": case.headers["Authorization"]}
    moves = requests.get(here, headers=headers, timeout=10).json()["legal_moves"]
    if moves:
        case.body = moves[0]
