"""Players who retry, race, look and restart the server, against a model of what must be.

The model knows who sits where, how far each match is, and which key led to which answer. Every
move counts once, a refusal changes nothing, and all viewers tell the same story.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from werkzeug.test import TestResponse

from tests.server.http.house import LARGER, PLAYERS, House, Person, told
from tests.server.http.test_matches import TABLES
from texas42 import resolve

LABELS = st.sampled_from("ABCDEFG")
NUMBERS = st.integers(0, 7)
WRONG: tuple[dict[str, Any], ...] = (
    {"type": "bid", "points": 29},
    {"type": "play", "tile": "0-0"},
    {"type": "bid", "marks": 4, "plunge": True},
    {"type": "declare", "trump": "6"},
    {"type": "declare", "trump": "nello"},
    {"type": "pass"},
    {"type": "jump"},
)


@dataclass(frozen=True)
class Sent:
    """An accepted request, and its answer."""

    label: str
    path: str
    body: dict[str, Any] | None
    key: str
    answer: tuple[int, dict[str, str], bytes]


def whole(answer: TestResponse) -> tuple[int, dict[str, str], bytes]:
    headers = {n: v for n, v in answer.headers.items() if n != "Idempotency-Replayed"}
    return answer.status_code, headers, answer.get_data()


class Tables(RuleBasedStateMachine):
    """One match, from the empty table on, by any preset and at a table of any size."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(Path(self.folder.name))
        self.sent: list[Sent] = []
        self.version = 0
        self.labels: list[str] = []
        self.seated: set[str] = set()
        self.moves = 0

    def teardown(self) -> None:
        self._close()
        self.folder.cleanup()

    def _close(self) -> None:
        self.house.app.extensions["texas42"].database.close()

    def _post(self, label: str, path: str, body: Any, key: str) -> TestResponse:
        return self.house.seat(label).post(path, body, headers={"Idempotency-Key": f'"{key}"'})

    def _once(self, label: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        """An accepted request, remembered; the view that it was answered with."""
        key = f"k{len(self.sent)}"
        answer = self._post(label, path, body, key)
        assert answer.status_code == 201, answer.text
        self.sent.append(Sent(label, path, body, key, whole(answer)))
        return told(answer)

    @initialize(
        rules=st.sampled_from(TABLES),
        most=st.integers(1, 2),
        attributed=st.sampled_from([0, 1, "all"]),
    )
    def a_table_is_set(self, rules: dict[str, Any], most: int, attributed: int | str) -> None:
        for name in (*PLAYERS.values(), *LARGER.values()):
            self.house.person(name)
        target = most if resolve(rules).scoring == "marks" else 41 + most
        asked = {**rules, "target": target, "attributed_tricks": attributed}
        self.labels = list(resolve(asked).table.labels)
        invite = {label: {**PLAYERS, **LARGER}[label] for label in self.labels[1:]}
        form = {"sit": "A", "invite": invite, "rules": asked}
        view = self._once("A", "/matches", form)
        self.here = f"/matches/{view['id']}"
        self.seated, self.version = {"A"}, view["version"]

    def _goes_on(self, view: dict[str, Any]) -> None:
        """One event has come of it, and with it draws and the next deal, where they are due."""
        news = told(self.house.stranger.get(f"{self.here}/events?after={self.version}"))["events"]
        kinds = [entry["type"] for entry in news]
        dealt = view["status"] == "bidding" and not view["bids"]
        assert kinds[0] not in ("drawn", "dealt")
        assert kinds[1:] == ["drawn"] * (len(kinds) - 1 - dealt) + ["dealt"] * dealt
        assert len(kinds) == 1 + dealt or kinds[0] == "joined"
        self.version += len(kinds)
        assert view["version"] == self.version

    @precondition(lambda self: not self._full())
    @rule(label=LABELS)
    def sit_down(self, label: str) -> None:
        if label not in self.labels or label in self.seated:
            before = self.house.rows()
            answer = self.house.seat(label).post(f"{self.here}/seats/{label}")
            assert answer.status_code == (409 if label in self.seated else 404)
            assert self.house.rows() == before
            return
        self._goes_on(self._once(label, f"{self.here}/seats/{label}", None))
        self.seated.add(label)

    def _full(self) -> bool:
        return len(self.seated) == len(self.labels)

    def _next(self, which: int) -> tuple[str, dict[str, Any]]:
        turn = self.house.view(self.here.rsplit("/", 1)[1])["turn"]
        legal = told(self.house.seat(turn).get(self.here))["legal_moves"]
        assert legal, "a list of moves is never empty for the one on turn"
        return turn, legal[which % len(legal)]

    def _on(self) -> bool:
        return self._full() and self._view()["turn"] is not None

    def _view(self) -> dict[str, Any]:
        return told(self.house.stranger.get(self.here))

    @precondition(lambda self: self._on())
    @rule(which=NUMBERS, times=st.integers(1, 12))
    def move(self, which: int, times: int) -> None:
        for _ in range(times):
            if not self._on():
                return
            label, body = self._next(which)
            self._goes_on(self._once(label, f"{self.here}/moves", body))
            self.moves += 1

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def ask_again_under_the_same_key(self, data: st.DataObject) -> None:
        sent = data.draw(st.sampled_from(self.sent))
        before = self.house.rows()
        again = self._post(sent.label, sent.path, sent.body, sent.key)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert whole(again) == sent.answer
        assert self.house.rows() == before

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def use_a_key_for_something_else(self, data: st.DataObject) -> None:
        sent = data.draw(st.sampled_from(self.sent))
        before = self.house.rows()
        answer = self._post(sent.label, "/matches", {"name": "other"}, sent.key)
        assert answer.status_code == 422
        assert told(answer)["type"] == "/problems/idempotency-key-reused"
        assert self.house.rows() == before

    @precondition(lambda self: self._full())
    @rule(label=LABELS, body=st.sampled_from(WRONG))
    def what_is_wrong_changes_nothing(self, label: str, body: dict[str, Any]) -> None:
        seat = told(self.house.seat(label).get(self.here))
        if body in seat["legal_moves"] or label not in self.labels:
            return
        before, tag = self.house.rows(), self.house.stranger.get(self.here).headers["ETag"]
        answer = self._post(label, f"{self.here}/moves", body, "refused")
        assert answer.status_code in (409, 422)
        assert self.house.rows() == before
        assert self.house.stranger.get(self.here).headers["ETag"] == tag

    @precondition(lambda self: self._on())
    @rule(which=NUMBERS)
    def move_on_an_old_view(self, which: int) -> None:
        label, body = self._next(which)
        before = self.house.rows()
        headers = {"If-Match": f'"{self.version - 1}-{label}-0.1.0"'}
        answer = self.house.seat(label).post(f"{self.here}/moves", body, headers=headers)
        assert answer.status_code == 412
        assert self.house.rows() == before

    @precondition(lambda self: self._on())
    @rule(which=NUMBERS, keyed=st.booleans())
    def twins_move_at_once(self, which: int, keyed: bool) -> None:
        """Two equal requests together: one event, and with a key two equal answers."""
        label, body = self._next(which)
        key = f"k{len(self.sent)}"
        tag = self.house.seat(label).get(self.here).headers["ETag"]
        barrier = Barrier(2)
        token = self.house.seat(label).token
        headers = {"Idempotency-Key": f'"{key}"'} if keyed else {"If-Match": tag}

        def ask(_: int) -> TestResponse:
            same = Person(self.house.app.test_client(), token)
            barrier.wait(timeout=20)
            return same.post(f"{self.here}/moves", body, headers=headers)

        with ThreadPoolExecutor(2) as pool:
            one, other = pool.map(ask, range(2))
        statuses = sorted([one.status_code, other.status_code])
        if keyed:
            assert statuses == [201, 201]
            assert whole(one) == whole(other)
            self.sent.append(Sent(label, f"{self.here}/moves", body, key, whole(one)))
        else:
            assert statuses == [201, 412]
        accepted = one if one.status_code == 201 else other
        self.moves += 1
        self._goes_on(told(accepted))

    @rule()
    def the_server_restarts(self) -> None:
        old = self.house
        self._close()
        self.house = House(Path(self.folder.name), seed=self.version)
        self.house.time = old.time
        for name, person in old.people.items():
            self.house.people[name] = Person(self.house.app.test_client(), person.token)

    @invariant()
    def versions_are_dense_and_every_move_is_there_once(self) -> None:
        if not self.sent:
            return
        page = told(self.house.stranger.get(f"{self.here}/events?limit=1000"))
        assert [entry["seq"] for entry in page["events"]] == list(range(1, self.version + 1))
        assert page["version"] == self.version
        kinds = [entry["type"] for entry in page["events"]]
        assert sum(kind in ("bid", "pass", "declare", "play") for kind in kinds) == self.moves
        assert kinds.count("joined") == len(self.seated)

    @invariant()
    def all_who_look_see_the_same_table(self) -> None:
        if not self.sent:
            return
        views = [told(self.house.seat(label).get(self.here)) for label in self.labels]
        public: Callable[[dict[str, Any]], dict[str, Any]] = lambda view: {  # noqa: E731
            name: value
            for name, value in view.items()
            if name not in ("you", "hand", "legal_moves", "invites")
        }
        spectator = self._view()
        assert spectator["version"] == self.version
        for label, view in zip(self.labels, views, strict=True):
            assert public(view) == public(spectator)
            assert view["you"] == (label if label in self.seated else None)
            assert bool(view["legal_moves"]) == (view["turn"] == label)
            if view["hand"] is not None:
                assert len(view["hand"]) == view["seats"][label]["tiles_left"]


def test_every_move_counts_once_whatever_players_and_server_do() -> None:
    few = settings(max_examples=12, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(Tables, settings=few)


@pytest.mark.soak
def test_every_move_counts_once_in_long_searches() -> None:
    many = settings(max_examples=300, stateful_step_count=80, deadline=None)
    run_state_machine_as_test(Tables, settings=many)
