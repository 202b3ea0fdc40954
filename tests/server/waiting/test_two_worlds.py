"""Two worlds that a viewer cannot tell apart send its open waits and streams alike (R6.8).

They differ in what is hidden from the viewer when the watching begins, and then go on with the
same moves, which are witnessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.worlds import match_of, redealt, retold
from tests.server.http.house import House
from tests.server.http.test_two_worlds import LABELS, log_of, other_world, true_world
from tests.server.waiting.watchers import Sent, Watchers, prefer
from texas42 import Entry, Play, Played, Seat, Viewer, legal_moves
from texas42_server import service

MOVES = 6
Log = list[Entry]


def worlds(truth: Log, viewer: Viewer, chance: Random) -> Iterator[tuple[int, Log, Log]]:
    """Where the watching begins, and two logs that this viewer cannot tell apart there."""
    start = len(truth) - MOVES
    other = redealt(truth, viewer, chance)
    yield start, truth, [new._replace(at=old.at) for old, new in zip(truth, other, strict=True)]
    for _ in range(40):
        past: Log = retold(truth[:start], viewer, chance)
        future = list(_playable(past, truth, start))
        if future and past != truth[:start]:
            yield start, truth[: start + len(future)], past + future
            return


def _playable(past: Log, truth: Log, start: int) -> Iterator[Entry]:
    """As many of the plays that truly followed as this past allows, to the hand's end at most."""
    match, true = match_of(past), match_of(truth[:start])
    for entry in truth[start:]:
        event = entry.event
        if not isinstance(event, Played) or match.turn != event.seat:
            return
        if Play(event.tile, event.call) not in legal_moves(match, event.seat):
            return
        match.apply(event)
        true.apply(event)
        if None in (match.turn, true.turn):
            return  # the hand is over, and all that was played is public
        yield entry


def watched(
    house: House, match_id: str, viewer: str | None, start: int, log: Log
) -> tuple[list[bytes], list[Sent]]:
    """All that waits and streams of this viewer are sent while the match goes on from `start`."""
    watchers = Watchers(house)
    who = house.stranger if viewer is None else house.seat(viewer)
    here = f"/matches/{match_id}"
    answers: list[bytes] = []
    with closing(watchers):
        streams = [watchers.stream(who, f"{here}/events?after={n}") for n in (0, start)]
        sent = [streams[0].event() for _ in range(start)]
        for entry in log[start:]:
            tag = watchers.tag(match_id, who)
            waits = [
                watchers.waiting(who, f"{here}/events?after={entry.seq - 1}", prefer()),
                watchers.waiting(who, here, prefer(tag=tag)),
            ]
            watchers.append(match_id, entry.at, entry.event)
            for wait in waits:
                answer = wait.result()
                answers.append(repr(sorted(answer.headers)).encode() + answer.get_data())
            sent += [stream.event() for stream in streams]
        for stream in streams:
            stream.close()
    return answers, sent


def compare(
    folder: Path, seed: int, viewer: str | None, rules: dict[str, Any] | None = None
) -> tuple[bool, int]:
    """Whether all worlds told this viewer the same, and how many pairs there were."""
    folder.mkdir()
    seat = None if viewer is None else Seat(LABELS.index(viewer))
    (folder / "true").mkdir()
    house, match_id, _ = true_world(folder / "true", seed, 21 + 5 * seed, rules)
    alike, pairs = True, 0
    with closing(house.app.extensions["texas42"].database):
        for start, *logs in worlds(log_of(house, match_id), seat, Random(seed)):
            assert logs[0] != logs[1]
            told = []
            for name, log in zip("ab", logs, strict=True):
                world = other_world(folder / f"{pairs}{name}", house, seed, match_id, log[:start])
                told.append(watched(world, match_id, viewer, start, log))
            alike &= told[0] == told[1]
            pairs += 1
    return alike, pairs


@pytest.mark.parametrize("viewer", ["A", "C", None])
@pytest.mark.parametrize("seed", range(4))
def test_two_worlds_that_i_cannot_tell_apart_send_me_alike(
    tmp_path: Path, seed: int, viewer: str | None
) -> None:
    alike, pairs = compare(tmp_path / "worlds", seed, viewer)
    assert alike
    assert pairs >= 1


@pytest.mark.parametrize("viewer", ["B", None])
@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "family", "nello_min_marks": 1},
        {"preset": "lone-star", "attributed_tricks": 1},
        {"small_end_open": True, "early_end": False},
        {"seats": 2},
        {"seats": 5, "early_end": False},
    ],
    ids=str,
)
def test_two_worlds_by_house_rules_send_me_alike(
    tmp_path: Path, rules: dict[str, Any], viewer: str | None
) -> None:
    alike, pairs = compare(tmp_path / "worlds", len(rules), viewer, rules)
    assert alike
    assert pairs >= 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_two_worlds_at_any_length_send_me_alike(tmp_path: Path, seed: int) -> None:
    for viewer in ("A", "B", None):
        assert compare(tmp_path / str(viewer), seed, viewer)[0]


def test_a_leak_into_streams_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that tells what was played before the watching began is told from an honest one."""

    def everything(*asked: Any) -> Any:
        return honest(*asked[:-1], 0)

    honest: Any = service.follow
    monkeypatch.setattr(service, "follow", everything)
    found = [compare(tmp_path / str(seed), seed, None)[0] for seed in range(4)]
    assert False in found
