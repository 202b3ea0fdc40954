"""Each operation answers each status that `openapi.yaml` documents for it, and is seen to do so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.http.contract import contract
from tests.server.http.house import House, Person
from tests.server.http.test_unreadable import damaged
from texas42_server.operating.metrics import Metrics
from texas42_server.storage.database import Database
from texas42_server.storage.storage_errors import Busy

HTML = {"Accept": "image/png"}


@contextmanager
def failing(error: Exception) -> Iterator[None]:
    """A database that cannot be had."""

    def fail(_: object) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        for door in ("connection", "read", "transaction"):
            patch.setattr(Database, door, fail)
        patch.setattr(Metrics, "text", fail)
        yield


class Seen:
    """Sends requests and notes which status each operation answered."""

    def __init__(self) -> None:
        self.statuses: set[tuple[str, str, int]] = set()

    def __call__(self, who: Person, method: str, path: str, status: int, **kwargs: Any) -> None:
        answer = who.ask(method, path, **kwargs)
        assert answer.status_code == status, (method, path, answer.text)
        template = contract().template(answer.request.path)
        assert template is not None
        self.statuses.add((method.lower(), template, status))


def bodies_refused(seen: Seen, who: Person, method: str, path: str) -> None:
    seen(who, method, path, 400, data="{", content_type="application/json")
    seen(who, method, path, 413, data="x" * 70_000, content_type="application/json")
    seen(who, method, path, 415, data="a=b")
    seen(who, method, path, 422, json={"no such member": 1})


def looks(seen: Seen, house: House, match_id: str) -> None:
    ann, stranger = house.seat("A"), house.stranger
    here = f"/matches/{match_id}"
    for path in (
        *("/", "/rules", "/rules/straight", "/matches", "/openapi.yaml", "/openapi.json"),
        *("/problems/busy", "/docs", "/docs/page.css", "/healthz", "/readyz", "/me", "/me/matches"),
        *(here, f"{here}/events", f"{here}/events/1", f"{here}/hands", f"{here}/hands/1"),
        f"{here}/record",
        f"{here}/hands/1/seal",
    ):
        seen(ann, "GET", path, 200)
        seen(Person(stranger.client, "t42_nobody"), "GET", path, 401)
        if path != "/docs/page.css":
            seen(ann, "GET", path, 406, headers=HTML)
        seen(ann, "GET", f"{path}?colour=red", 422)
    for path in (
        "/rules/nine",
        "/problems/none",
        "/docs/none",
        "/matches/none",
        f"{here}/events/999",
    ):
        seen(stranger, "GET", path, 404)
    for path in ("events", "hands", "record"):
        seen(stranger, "GET", f"/matches/none/{path}", 404)
    seen(stranger, "GET", f"{here}/hands/99", 404)
    seen(stranger, "GET", f"{here}/hands/99/seal", 404)
    for path in ("/docs/page.css", f"{here}/hands/1/seal"):
        tag = stranger.get(path).headers["ETag"]
        seen(stranger, "GET", path, 304, headers={"If-None-Match": tag})
        seen(stranger, "GET", path, 400, headers={"If-None-Match": "naked"})
    for path in (here, "/me/matches"):
        tag = ann.get(path).headers["ETag"]
        seen(ann, "GET", path, 304, headers={"If-None-Match": tag})
        seen(ann, "GET", path, 400, headers={"If-None-Match": "naked"})
        seen(ann, "GET", path, 412, headers={"If-Match": '"other"'})
    tag = ann.get(f"{here}/record").headers["ETag"]
    seen(ann, "GET", f"{here}/record", 304, headers={"If-None-Match": tag})
    seen(ann, "GET", f"{here}/record", 400, headers={"If-None-Match": "naked"})
    streams = {"Accept": "text/event-stream"}
    malformed = {**streams, "Last-Event-ID": "yesterday"}
    seen(ann, "GET", f"{here}/events", 400, headers=malformed)
    over = house.match(rules={"target": 1})
    last = house.play(over)["version"]
    seen(ann, "GET", f"/matches/{over}/events?after={last}", 204, headers=streams)


def the_operators(seen: Seen, house: House) -> None:
    seen(house.stranger, "GET", "/metrics", 200)
    seen(house.seat("A"), "GET", "/metrics", 401)
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    seen(house.stranger, "GET", "/metrics", 403, environ_overrides=elsewhere)
    seen(house.stranger, "GET", "/metrics", 406, headers=HTML)
    seen(house.stranger, "GET", "/metrics?colour=red", 422)


def changes(seen: Seen, house: House, started: str) -> None:
    ann, bob, eve, stranger = house.seat("A"), house.seat("B"), house.person("eve"), house.stranger
    match_id = house.open_match()
    seats, moves = f"/matches/{match_id}/seats", f"/matches/{match_id}/moves"
    key, stale = {"Idempotency-Key": '"k"'}, {"If-Match": '"other"'}

    seen(stranger, "POST", "/players", 409, json={"name": "ANN"})
    seen(stranger, "POST", "/players", 201, json={"name": "zoë"})
    bodies_refused(seen, stranger, "POST", "/players")
    seen(ann, "POST", "/me/token", 201)
    bodies_refused(seen, ann, "POST", "/me/token")
    seen(ann, "POST", "/matches", 201, headers=key)
    bodies_refused(seen, ann, "POST", "/matches")
    bodies_refused(seen, bob, "POST", f"{seats}/B")
    seen(bob, "POST", f"{seats}/B", 412, headers=stale)
    seen(bob, "POST", f"{seats}/B", 201)
    seen(bob, "POST", f"{seats}/B", 409)
    seen(eve, "POST", f"{seats}/C", 403)
    seen(eve, "POST", f"{seats}/E", 404)
    bodies_refused(seen, bob, "DELETE", f"{seats}/B")
    seen(bob, "DELETE", f"{seats}/B", 412, headers=stale)
    seen(bob, "DELETE", f"{seats}/B", 200)
    seen(bob, "DELETE", f"{seats}/B", 403)
    seen(bob, "DELETE", f"{seats}/F", 404)
    seen(bob, "DELETE", f"/matches/{started}/seats/B", 409)
    seen(ann, "POST", moves, 409, json={"type": "pass"})
    seen(ann, "POST", moves, 412, json={"type": "pass"}, headers=stale)
    seen(eve, "POST", moves, 403, json={"type": "pass"})
    seen(ann, "POST", "/matches/none/moves", 404)
    bodies_refused(seen, ann, "POST", moves)
    view = house.view(started, house.view(started)["turn"])
    mover = house.seat(view["you"])
    seen(mover, "POST", f"/matches/{started}/moves", 201, json=view["legal_moves"][0])
    for method, path in (
        *(("POST", "/matches"), ("POST", "/me/token"), ("POST", moves)),
        *(("POST", f"{seats}/B"), ("DELETE", f"{seats}/B")),
    ):
        seen(stranger, method, path, 401)
    for method, path in (
        *(("POST", "/players"), ("POST", "/matches"), ("POST", "/me/token"), ("POST", moves)),
        *(("POST", f"{seats}/B"), ("DELETE", f"{seats}/B")),
    ):
        seen(ann, method, path, 406, headers=HTML)


def absence(seen: Seen, house: House) -> None:
    ann, bob, eve, stranger = house.seat("A"), house.seat("B"), house.person("eve"), house.stranger
    opened, started = house.open_match(), house.match()
    over = house.match(rules={"target": 1})
    house.play(over)
    stale = {"If-Match": '"other"'}
    endings = [("DELETE", ""), *(("POST", f"/{what}") for what in ("reminder", "close", "rematch"))]
    for method, path in (*endings, ("POST", "/seats/A/replacement")):
        seen(stranger, method, f"/matches/{started}{path}", 401)
        seen(eve, method, f"/matches/{started}{path}", 403)
        seen(ann, method, f"/matches/none{path}", 404)
        seen(ann, method, f"/matches/{started}{path}", 406, headers=HTML)
        seen(ann, method, f"/matches/{started}{path}", 412, headers=stale)
        bodies_refused(seen, ann, method, f"/matches/{started}{path}")
    seen(ann, "DELETE", f"/matches/{started}", 409)
    seen(ann, "DELETE", f"/matches/{opened}", 200)
    for what in ("reminder", "close", "rematch", "seats/A/replacement"):
        seen(ann, "POST", f"/matches/{opened}/{what}", 409)
    seen(ann, "POST", f"/matches/{started}/reminder", 202)
    seen(ann, "POST", f"/matches/{started}/seats/A/replacement", 202)
    seen(bob, "POST", f"/matches/{started}/seats/A/replacement", 201)
    house.time += 14 * 24 * 60 * 60 * 1000
    seen(ann, "POST", f"/matches/{started}/close", 201)
    seen(ann, "POST", f"/matches/{damaged(house)}/close", 204)
    seen(ann, "POST", f"/matches/{over}/rematch", 201)
    seen(bob, "POST", f"/matches/{over}/rematch", 200)


def webhooks(seen: Seen, house: House) -> None:
    ann, stranger = house.seat("A"), house.stranger
    here, form = "/me/webhook", {"url": "https://example.org/42"}
    seen(ann, "GET", here, 404)
    seen(ann, "POST", f"{here}/test", 404)
    seen(ann, "PUT", here, 201, json=form)
    seen(ann, "PUT", here, 200, json=form)
    seen(ann, "POST", f"{here}/test", 202)
    for path in (here, f"{here}/deliveries"):
        seen(ann, "GET", path, 200)
        seen(ann, "GET", f"{path}?colour=red", 422)
    for method, path in (("PUT", here), ("DELETE", here), ("POST", f"{here}/test")):
        bodies_refused(seen, ann, method, path)
    seen(ann, "DELETE", here, 204)
    for method, path in (
        *(("GET", here), ("PUT", here), ("DELETE", here)),
        *(("POST", f"{here}/test"), ("GET", f"{here}/deliveries")),
    ):
        seen(stranger, method, path, 401)
        seen(ann, method, path, 406, headers=HTML)


def too_many(seen: Seen, limited: House, filled: dict[str, str]) -> None:
    """Every operation refuses whoever tries tokens, and registering has a limit of its own."""
    guesser = Person(limited.stranger.client, "t42_" + "0" * 43)
    limited.person("ann")
    assert guesser.get("/me").status_code == 401
    for method, path in contract().operations():
        body = {"json": {"name": "bob"}} if path == "/players" else {}
        seen(guesser, method.upper(), path.format(**filled), 429, **body)


def test_every_documented_status_of_every_operation_occurs(house: House, tmp_path: Path) -> None:
    seen = Seen()
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    looks(seen, house, match_id)
    the_operators(seen, house)
    changes(seen, house, match_id)
    absence(seen, house)
    webhooks(seen, house)
    filled = {"match_id": match_id, "seat": "B", "seq": "1", "number": "1"}
    filled |= {"preset": "straight", "slug": "busy", "file": "page.css"}
    (tmp_path / "limited").mkdir()
    limited = House(tmp_path / "limited", limits="failed-tokens=1/600,registrations=1/600")
    too_many(seen, limited, filled)
    limited.app.extensions["texas42"].database.close()
    form = {"json": {"name": "somebody"}}
    for error, status in ((Busy(), 503), (RuntimeError("secret"), 500)):
        with failing(error):
            for method, path in contract().operations():
                body = form if path == "/players" else {}
                who = house.stranger if path == "/metrics" else house.seat("A")
                seen(who, method.upper(), path.format(**filled), status, **body)
    documented = {
        (method, path, int(status))
        for (method, path), operation in contract().operations().items()
        for status in operation["responses"]
    }
    assert documented - seen.statuses == set()
