"""Golden matches: each replays to exactly what came of it, and together they reach every end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.goldens import make
from tests.goldens.outcome import outcome
from tests.goldens.reach import reached_by, values_of, wanted
from texas42 import (
    RULES_VERSION,
    TILES,
    BidMade,
    Dealt,
    Declared,
    Drawn,
    Event,
    Match,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    Seat,
    Tile,
    deal,
    decide,
    decode,
    draw,
    encode,
    replay,
    resolve,
)
from texas42.settings import Choice, Setting

GOLDENS = Path(make.__file__).parent
BY_HAND = sorted(GOLDENS.glob("by_hand/*.jsonl"))
WRITTEN_ONCE = sorted([*GOLDENS.glob("rules_*/*.jsonl"), *GOLDENS.glob("house_*/*.jsonl")])
ALL = BY_HAND + WRITTEN_ONCE

each_golden = pytest.mark.parametrize(
    "golden", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


@cache
def log_of(golden: Path) -> tuple[Event, ...]:
    return tuple(map(decode, golden.read_text(encoding="utf-8").splitlines()))


@cache
def match_of(golden: Path) -> Match:
    return replay(log_of(golden))


@each_golden
def test_a_stored_match_replays_to_its_outcome_for_ever(golden: Path):
    assert outcome(match_of(golden)) == golden.with_suffix(".txt").read_text(encoding="utf-8")


@each_golden
def test_a_stored_match_is_stored_again_in_the_same_text_but_for_settings_younger_than_it(
    golden: Path,
):
    first, *rest = golden.read_text(encoding="utf-8").splitlines()
    again, *rest_again = map(encode, log_of(golden))
    assert rest_again == rest
    facts, facts_again = json.loads(first)[1], json.loads(again)[1]
    stored, settled = facts.pop("rules"), facts_again.pop("rules")
    assert facts_again == facts
    assert settled == resolve(settled["preset"]).as_dict() | stored


@each_golden
def test_every_move_of_a_stored_match_is_still_allowed(golden: Path):
    created, *events = log_of(golden)
    match = replay([created])
    for event in events:
        made = move_of(event)
        if made is not None:
            seat, move = made
            assert decide(match, seat, move) == (event,)
        if isinstance(event, Dealt):
            assert deal(match, shuffled(match, event), event.dealer) == event
        if isinstance(event, Drawn):
            first = [tile for _, tile in event.tiles]
            assert draw(match, [*first, *(tile for tile in TILES if tile not in first)]) == event
        match.apply(event)


def move_of(event: Event) -> tuple[Seat, Move] | None:
    match event:
        case BidMade(seat, bid):
            return seat, bid
        case Passed(seat):
            return seat, Pass()
        case Declared(seat, declaration):
            return seat, declaration
        case Played(seat, tile, call):
            return seat, Play(tile, call)
        case _:
            return None


def shuffled(match: Match, dealt: Dealt) -> list[Tile]:
    """The deck that gives this deal, from the dealer's left one tile at a time (R1.2)."""
    order = match.table.clockwise_from[match.table.left_of(dealt.dealer)]
    dealt_out = [
        dealt.hands[seat][place] for place in range(match.table.hand_size) for seat in order
    ]
    return [*dealt_out, *(tile for tile in TILES if tile not in dealt_out)]


def test_every_rules_version_has_goldens_of_its_own():
    versions = range(1, RULES_VERSION + 1)
    folders = {f"{kind}_{version}" for kind in ("rules", "house") for version in versions}
    assert {golden.parent.name for golden in WRITTEN_ONCE} == folders
    for golden in WRITTEN_ONCE:
        version = golden.parent.name.split("_")[1]
        assert f'"rules_version":{version},' in golden.read_text(encoding="utf-8")


def test_every_golden_has_its_outcome_and_every_outcome_its_golden():
    logs = {path.with_suffix("") for path in GOLDENS.glob("*/*.jsonl")}
    assert logs == {path.with_suffix("") for path in GOLDENS.glob("*/*.txt")}
    assert {path.stem for path in WRITTEN_ONCE} >= {*make.PLAN, *make.HOUSE}


def test_a_golden_that_was_written_is_not_written_again(tmp_path):
    name, recipe = next(iter(make.PLAN.items()))
    assert make.write(name, recipe, tmp_path)
    (tmp_path / f"{name}.jsonl").write_text("a promise\n")
    assert not make.write(name, recipe, tmp_path)
    assert (tmp_path / f"{name}.jsonl").read_text() == "a promise\n"


def reached(golden: Path) -> frozenset[object]:
    """What a golden reaches."""
    return reached_by(log_of(golden))


def missing_from(goldens: Iterable[Path]) -> set[object]:
    return wanted() - {thing for golden in goldens for thing in reached(golden)}


def test_the_goldens_together_reach_every_end():
    missing = missing_from(ALL)
    assert not missing, f"add rows to tests/goldens/make.py that reach {sorted(map(str, missing))}"


@each_golden
def test_the_goldens_hold_no_tile_twice_and_42_points_a_full_hand(golden: Path):
    for event in log_of(golden):
        if isinstance(event, Dealt):
            dealt = [tile for hand in event.hands for tile in hand]
            assert len(dealt) == len(set(dealt))
    match = match_of(golden)
    for hand, *_ in match.hands:
        full = sum(len(trick.tiles) for trick in hand.tricks) == len(TILES)
        assert sum(hand.captured) == match.table.total or not full


def test_an_end_that_no_golden_reaches_is_missed():
    made_at_the_last_trick = {
        golden for golden in ALL if "marks made at the last trick" in reached(golden)
    }
    assert missing_from(set(ALL) - made_at_the_last_trick) >= {"marks made at the last trick"}


def test_a_setting_that_no_golden_tries_is_missed():
    tempo = Setting("tempo", 1, Choice((1, 2)), "How fast.", rule="R8", source="nobody")
    with_tempo = wanted() | set(values_of(tempo))
    assert with_tempo - {thing for golden in ALL for thing in reached(golden)} >= {("tempo", 2)}


def test_the_goldens_by_hand_alone_reach_each_kind_of_contract_made_and_set():
    by_hand = {thing for golden in BY_HAND for thing in reached(golden)}
    ends = {"points made early", "points made at the last trick", "points set early"}
    ends |= {"marks made at the last trick", "marks set early", "passed out", "6 + 2 = 8"}
    assert ends <= by_hand
