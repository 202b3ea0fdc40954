"""A server in this process, the people who use it, and matches to try things on.

Every request goes through a client that holds the answer to `openapi.yaml`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.server.http.contract import contract
from texas42 import resolve
from texas42_server.app import create_app
from texas42_server.config import Config
from texas42_server.service import Positions

SEATS = "ABCD"
PLAYERS = {"A": "ann", "B": "bob", "C": "cid", "D": "dee"}
LARGER = {"E": "emm", "F": "fay", "G": "gus"}
"""Who sits besides at tables of more than four."""
Chooser = Callable[[dict[str, Any]], dict[str, Any]]


def told(answer: TestResponse) -> dict[str, Any]:
    """The JSON object that an answer holds."""
    return dict(json.loads(answer.get_data()))


class CheckedClient(FlaskClient):
    """A test client that believes no answer before `openapi.yaml` allows it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        request = response.request
        contract().check(
            request.method,
            request.path,
            response.status_code,
            dict(response.headers),
            response.get_data(),
        )
        return response


class Person:
    """Somebody at a keyboard, with a token or without."""

    def __init__(self, client: FlaskClient, token: str | None = None) -> None:
        self.client = client
        self.token = token

    def ask(self, method: str, path: str, **kwargs: Any) -> TestResponse:
        """Any request, the token with it."""
        # The id comes back: so that answers to the same question can be compared whole.
        headers = {"X-Request-Id": "the-suite", **kwargs.pop("headers", {})}
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.client.open(path, method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.ask("GET", path, **kwargs)

    def post(self, path: str, body: Any = None, **kwargs: Any) -> TestResponse:
        if body is not None:
            kwargs["json"] = body
        return self.ask("POST", path, **kwargs)

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        return self.ask("DELETE", path, **kwargs)


class House:
    """One server, its chance and clock in the test's hands."""

    def __init__(
        self,
        folder: Path,
        seed: int = 42,
        positions: Positions | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are those of `Config`; there are no limits unless they say so."""
        self.random = random.Random(seed)
        self.time = 1_796_000_000_000
        self.shuffle: Callable[[list[Any]], None] = self.random.shuffle
        self.path = folder / "t42.db"
        self.app = create_app(
            Config(database=self.path, lock_timeout=2, **{"limits": "off", **settings}),
            shuffle=self._shuffle,
            clock=self._tick,
            random_bytes=self.random.randbytes,
            positions=positions,
        )
        self.app.test_client_class = CheckedClient
        self.people: dict[str, Person] = {}
        self.stranger = Person(self.app.test_client())

    def _shuffle(self, things: list[Any]) -> None:
        self.shuffle(things)

    def _tick(self) -> int:
        self.time += 1234
        return self.time

    def person(self, name: str) -> Person:
        """The registered player of this name."""
        if name not in self.people:
            answer = self.stranger.post("/players", {"name": name})
            assert answer.status_code == 201, answer.text
            self.people[name] = Person(self.app.test_client(), told(answer)["token"])
        return self.people[name]

    def seat(self, label: str) -> Person:
        """Who sits at this seat in the usual match."""
        return self.person({**PLAYERS, **LARGER}[label])

    def open_match(self, **form: Any) -> str:
        """A match of ann's, herself at A, the others invited; as many as its rules say."""
        people = {**PLAYERS, **LARGER}
        labels = resolve(form.get("rules")).table.labels
        for label in (*PLAYERS, *labels):
            self.seat(label)
        invite = {label: people[label] for label in labels if label != "A"}
        answer = self.seat("A").post("/matches", {"sit": "A", "invite": invite, **form})
        assert answer.status_code == 201, answer.text
        return str(told(answer)["id"])

    def match(self, **form: Any) -> str:
        """The same, everybody seated and the first hand dealt."""
        match_id = self.open_match(**form)
        for label in list(self.view(match_id)["seats"])[1:]:
            answer = self.seat(label).post(f"/matches/{match_id}/seats/{label}")
            assert answer.status_code == 201, answer.text
        return match_id

    def view(self, match_id: str, label: str | None = None) -> dict[str, Any]:
        """The view of a seat, or of a stranger."""
        who = self.stranger if label is None else self.seat(label)
        return told(who.get(f"/matches/{match_id}"))

    def move(self, match_id: str, body: dict[str, Any], label: str | None = None) -> TestResponse:
        """Post a move for a seat, by default the one on turn."""
        label = label or self.view(match_id)["turn"]
        return self.seat(label).post(f"/matches/{match_id}/moves", body)

    def play(
        self,
        match_id: str,
        choose: Chooser | None = None,
        until: Callable[[dict[str, Any]], bool] = lambda view: False,
    ) -> dict[str, Any]:
        """Play legal moves until the match is over, or the mover's view is as wanted."""
        choose = choose or self.any_move
        while True:
            turn = self.view(match_id)["turn"]
            if turn is None:
                return self.view(match_id)
            view = self.view(match_id, turn)
            if until(view):
                return view
            answer = self.move(match_id, choose(view), turn)
            assert answer.status_code == 201, answer.text

    def any_move(self, view: dict[str, Any]) -> dict[str, Any]:
        """Any legal move; plunge or splash often, mark bids seldom, so that matches are long."""
        moves = view["legal_moves"]
        special = [move for move in moves if "plunge" in move or "splash" in move]
        if special and self.random.random() < 0.5:
            return dict(self.random.choice(special))
        quiet = [move for move in moves if "marks" not in move or self.random.random() < 0.1]
        return dict(self.random.choice(quiet or moves))

    def rows(self) -> dict[str, list[Any]]:
        """Everything that is stored."""
        db = self.app.extensions["texas42"].database.connection()
        derived = ("listing", "listing_seats")
        beside = ("invites", "keys", "asks", "offers", "reminders", "deliveries")
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
            for name in ("matches", "events", *derived, *beside, "rematches", "seals")
        }
