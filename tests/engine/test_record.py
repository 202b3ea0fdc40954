"""Records: what is written is read back, in both forms, whatever was played (R6.6)."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.recording import SEATS, any_rules, playable, random_match
from texas42 import (
    PRESETS,
    TILES,
    Match,
    close,
    create,
    deal,
    decide,
    decode,
    legal_moves,
    replay,
    tile_label,
    view,
)
from texas42.record import (
    Record,
    from_json,
    from_text,
    read_record,
    record_of,
    retold,
    to_json,
    to_text,
)

GOLDENS = sorted((Path(__file__).parents[1] / "goldens").glob("*/*.jsonl"))
WHOLE = {"date": "2026-11-30", "match_id": "Zk9_b-Q", "generator": "texas42 0.1.0"}


def record(match: Match) -> Record:
    return record_of(match, **WHOLE)


def assert_comes_back(kept: Record) -> None:
    """Both forms, each through itself and through the other."""
    text, told = to_text(kept), to_json(kept)
    assert from_text(text) == kept
    assert from_json(told) == kept
    assert from_json(json.loads(json.dumps(told))) == kept
    assert read_record(text) == read_record(json.dumps(told)) == kept
    assert to_text(from_json(to_json(from_text(text)))) == text


@pytest.mark.parametrize(("preset", "seats"), [*product(PRESETS, SEATS)])
def test_each_preset_at_each_table_comes_back(preset: str, seats: int):
    for seed in range(3):
        rules = playable({"preset": preset, "seats": seats})
        assert_comes_back(record(random_match(rules, seed, most_hands=6)))


@given(st.integers(0, 2**32 - 1))
def test_parse_undoes_format(seed: int):
    match = random_match(any_rules(Random(seed)), seed)
    assert_comes_back(record(match))


@given(st.integers(0, 2**32 - 1))
def test_a_record_is_retold_as_it_was_played(seed: int):
    kept = record(random_match(any_rules(Random(seed)), seed))
    again = record(replay(retold(kept)))
    assert again == kept


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_golden_match_comes_back(golden: Path):
    log = golden.read_text(encoding="utf-8").splitlines()
    assert_comes_back(record(replay(map(decode, log))))


@pytest.mark.soak
@given(st.integers(0, 2**32 - 1))
def test_whole_matches_come_back(seed: int):
    assert_comes_back(record(random_match(any_rules(Random(seed)), seed, most_hands=30)))


def test_a_match_to_its_end_comes_back():
    for preset in PRESETS:
        match = random_match(playable({"preset": preset}), seed=7, most_hands=1000)
        assert match.winner is not None
        assert_comes_back(record(match))


@given(st.integers(0, 2**32 - 1))
def test_r6_6_a_record_shows_the_tiles_that_were_played_and_no_other(seed: int):
    match = random_match(any_rules(Random(seed)), seed)
    written = re.sub(r"^\[(?!Hand).*$", "", to_text(record(match)), flags=re.MULTILINE)
    shown = re.findall(r"\b[0-6]-[0-6]\b", written)
    played = [
        tile_label(tile)
        for finished in match.hands
        for trick in finished.hand.tricks
        for tile in trick.tiles
    ]
    assert shown == played


def test_the_kinds_of_play_are_all_among_the_random_matches():
    seen: set[str] = set()
    for seed in range(300):
        match = random_match(any_rules(Random(seed)), seed)
        kept = to_json(record(match))
        seen |= {"draws"} if len(kept["draws"]) > 1 else set()
        for hand in kept["hands"]:
            contract = hand["contract"] or {"kind": "passed out", "doubles": None}
            seen |= {contract["kind"], str(contract["doubles"])}
            seen |= {"call" for t in hand["tricks"] for p in t["plays"] if "call" in p}
    kinds = {"points", "marks", "nello", "sevens", "plunge", "splash", "passed out"}
    assert seen >= kinds | {"high", "low", "own_suit", "own_suit_low", "call", "draws"}


def test_a_match_without_a_finished_hand_has_a_record_without_hands():
    match = random_match(playable({}), seed=1, most_hands=0)
    kept = record(match)
    assert (kept.hands, kept.status, kept.marks) == ((), "unfinished", {"A+C": 0, "B+D": 0})
    assert_comes_back(kept)


def test_a_match_that_nobody_has_joined_has_one_too():
    assert_comes_back(record(replay([create("", "ann", playable({}))])))


def test_the_hand_in_progress_is_no_part_of_a_record():
    match = random_match(playable({}), seed=3, most_hands=2)
    before = record(match)
    rng = Random(5)
    deck = list(TILES)
    rng.shuffle(deck)
    assert match.next_dealer is not None
    match.apply(deal(match, deck, match.next_dealer))
    while match.hand is not None:
        assert record(match) == before
        assert match.turn is not None
        for event in decide(match, match.turn, rng.choice(legal_moves(match, match.turn))):
            match.apply(event)
    assert len(record(match).hands) == 3


def test_a_match_given_up_says_so():
    match = random_match(playable({}), seed=3, most_hands=2)
    assert match.next_dealer is not None
    match.apply(deal(match, list(TILES), match.next_dealer))
    match.apply(close(match))
    kept = record(match)
    assert kept.status == "closed"
    assert '[Result "closed"]' in to_text(kept)
    assert_comes_back(kept)


def test_r6_1_what_each_side_has_is_what_the_view_tells():
    for preset in ("straight", "points-250"):
        match = random_match(playable({"preset": preset}), seed=2, most_hands=5)
        shown, kept = view(match, None), record(match)
        assert (kept.marks, kept.score) == (shown["marks"], shown["score"])
