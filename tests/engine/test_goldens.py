"""Golden matches: each replays to exactly what came of it, and together they reach every end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from tests.engine.tables import EACH_TRUMP, ending
from tests.goldens import make
from tests.goldens.outcome import outcome
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
    contracts,
    deal,
    decide,
    decode,
    encode,
    replay,
    resolve,
)

GOLDENS = Path(make.__file__).parent
BY_HAND = sorted(GOLDENS.glob("by_hand/*.jsonl"))
WRITTEN_ONCE = sorted(GOLDENS.glob("rules_*/*.jsonl"))
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
        match.apply(event)


def move_of(event: Event) -> tuple[Seat, Move] | None:
    match event:
        case BidMade(seat, bid):
            return seat, bid
        case Passed(seat):
            return seat, Pass()
        case Declared(seat, declaration):
            return seat, declaration
        case Played(seat, tile):
            return seat, Play(tile)
        case _:
            return None


def shuffled(match: Match, dealt: Dealt) -> list[Tile]:
    """The deck that gives this deal, from the dealer's left one tile at a time (R1.2)."""
    order = match.table.clockwise_from[match.table.left_of(dealt.dealer)]
    return [dealt.hands[seat][place] for place in range(match.table.hand_size) for seat in order]


def test_every_rules_version_has_goldens_of_its_own():
    versions = {golden.parent.name for golden in WRITTEN_ONCE}
    assert versions == {f"rules_{version}" for version in range(1, RULES_VERSION + 1)}
    for golden in WRITTEN_ONCE:
        assert f'"rules_version":{golden.parent.name[6:]},' in golden.read_text(encoding="utf-8")


def test_every_golden_has_its_outcome_and_every_outcome_its_golden():
    logs = {path.with_suffix("") for path in GOLDENS.glob("*/*.jsonl")}
    assert logs == {path.with_suffix("") for path in GOLDENS.glob("*/*.txt")}
    assert {path.stem for path in WRITTEN_ONCE} >= set(make.PLAN)


def test_a_golden_that_was_written_is_not_written_again(tmp_path):
    name, recipe = next(iter(make.PLAN.items()))
    assert make.write(name, recipe, tmp_path)
    (tmp_path / f"{name}.jsonl").write_text("a promise\n")
    assert not make.write(name, recipe, tmp_path)
    assert (tmp_path / f"{name}.jsonl").read_text() == "a promise\n"


IMPOSSIBLE_ENDS = {"marks made early"}  # R5.3: all seven tricks must be taken


def wanted() -> set[object]:
    """Everything that the goldens must reach together, from the engine's own tables."""
    kinds = (contracts.POINTS, contracts.MARKS)
    tricks = ("early", "at the last trick")
    ends = {f"{k.name} {how} {when}" for k, how, when in product(kinds, ("made", "set"), tricks)}
    return {
        "passed out",
        *(ends - IMPOSSIBLE_ENDS),
        "decided early, played to trick 7",
        *((kind.name, "trump", trump.value) for kind in kinds for trump in EACH_TRUMP),
        *(("marks", "open", n) for n in contracts.OPEN_CHOICES),
        "won at exactly 7",
        "won past 7",
        "won by a contract made",
        "won by a contract set",
        "6 + 2 = 8",
        "not over",
        *((role, letter) for role in ("dealer", "declarer") for letter in "ABCD"),
        *(("won by", side) for side in ("A+C", "B+D")),
        *(kind for kind in get_args(Event) if kind is not Drawn),
    }


def reached(golden: Path) -> Iterable[object]:
    match = match_of(golden)
    yield from map(type, log_of(golden))
    for finished in match.hands:
        hand = finished.hand
        yield ending(finished)
        yield "dealer", match.table.labels[hand.dealer]
        if hand.contract is None or hand.contract.declaration is None:
            continue
        kind, declaration = hand.contract.kind, hand.contract.declaration
        yield kind.name, "trump", declaration.trump.value
        yield "declarer", match.table.labels[hand.contract.declarer]
        shown = declaration.open_tricks
        if shown is not None and len(hand.tricks) > shown:
            yield kind.name, "open", shown
        if decided_before_the_end(match, finished.hand):
            yield "decided early, played to trick 7"
    yield from end_of_match(match)


def decided_before_the_end(match: Match, hand) -> bool:
    taken = hand.tricks[:-1]
    captured = [sum(t.points for t in taken if t.side == side) for side in (0, 1)]
    tricks = [sum(t.side == side for t in taken) for side in (0, 1)]
    left = match.table.hand_size - len(taken)
    return hand.contract.kind.judge(hand.contract, captured, tricks, left) is not None


def end_of_match(match: Match) -> Iterable[object]:
    if match.winner is None:
        yield "not over"
        return
    yield "won by", match.table.sides[match.winner]
    last = match.hands[-1]
    yield f"won by a contract {'made' if last.hand.made else 'set'}"
    if match.rules.target == 7:
        marks = match.score[match.winner]
        yield "won at exactly 7" if marks == 7 else "won past 7"
        if len(match.hands) > 1 and (match.hands[-2].score[match.winner], marks) == (6, 8):
            yield "6 + 2 = 8"


def missing_from(goldens: Iterable[Path]) -> set[object]:
    return wanted() - {thing for golden in goldens for thing in reached(golden)}


def test_the_goldens_together_reach_every_end():
    missing = missing_from(ALL)
    assert not missing, f"add rows to tests/goldens/make.py that reach {sorted(map(str, missing))}"


@each_golden
def test_the_goldens_hold_no_tile_twice_and_42_points_a_full_hand(golden: Path):
    for event in log_of(golden):
        if isinstance(event, Dealt):
            assert sorted(tile for hand in event.hands for tile in hand) == list(TILES)
    for hand, *_ in match_of(golden).hands:
        assert sum(hand.captured) == 42 or len(hand.tricks) < 7


def test_an_end_that_no_golden_reaches_is_missed():
    made_at_the_last_trick = {
        golden for golden in ALL if "marks made at the last trick" in reached(golden)
    }
    assert missing_from(set(ALL) - made_at_the_last_trick) >= {"marks made at the last trick"}


def test_the_goldens_by_hand_alone_reach_each_kind_of_contract_made_and_set():
    by_hand = {thing for golden in BY_HAND for thing in reached(golden)}
    ends = {"points made early", "points made at the last trick", "points set early"}
    ends |= {"marks made at the last trick", "marks set early", "passed out", "6 + 2 = 8"}
    assert ends <= by_hand
