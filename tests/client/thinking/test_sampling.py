"""Worlds are counted exactly, drawn with equal chance, and none that fits is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.thinking.onlookers import (
    decisions,
    is_allowed,
    mask,
    overheard,
    true_world,
    worlds_of,
)
from tests.engine.strategies import any_rules, recipes
from texas42 import DOUBLES, TILES, tile_label
from texas42_client.thinking.knowledge import ASIDE, Knowledge
from texas42_client.thinking.sampling import World, Worlds

FEW = 150
"""So many ways to deal the unseen tiles are tried one by one."""
OWN = ("A", mask([TILES[0]]))


def dealings(tiles: Sequence[int], rooms: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal these bits into rooms, the naive way."""
    if not rooms:
        yield ()
        return
    for hand in combinations(tiles, rooms[0]):
        for rest in dealings([tile for tile in tiles if tile not in hand], rooms[1:]):
            yield sum(hand), *rest


def number_of_dealings(rooms: Sequence[int]) -> int:
    ways, number = 1, 0
    for room in rooms:
        number += room
        ways *= comb(number, room)
    return ways


def fits(knowledge: Knowledge, dealt: Sequence[int]) -> bool:
    """Whether every place holds what it may and the doubles that it must."""
    return all(
        not held & ~may_hold and (held & DOUBLES).bit_count() >= doubles
        for held, may_hold, doubles in zip(
            dealt, knowledge.may_hold, knowledge.least_doubles, strict=True
        )
    )


def all_worlds(knowledge: Knowledge, own: tuple[str, int]) -> set[tuple[tuple[str, int], ...]]:
    """Every world that fits, the naive way."""
    tiles = [1 << tile for tile in TILES if knowledge.unseen >> tile & 1]
    return {
        key(dict(zip(knowledge.places, dealt, strict=True)) | dict([own]))
        for dealt in dealings(tiles, knowledge.room)
        if fits(knowledge, dealt)
    }


def key(world: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((seat, tiles) for seat, tiles in world.items() if seat not in ASIDE))


@st.composite
def knowledges(draw: st.DrawFn) -> Knowledge:
    """What may be known of few tiles, made around a true deal so that one fits."""
    chance = draw(st.randoms(use_true_random=False))
    places = draw(st.sampled_from([("B",), ("B", "C"), ("B", "C", "D"), ("B", "C", "out"),
                                   ("B", "out", "gone"), ("B", "C", "D", "gone")]))  # fmt: skip
    rooms = [draw(st.integers(0, 3)) for _ in places]
    tiles = chance.sample(TILES[1:], sum(rooms))
    unseen, left = mask(tiles), iter(tiles)
    held = [mask(list(islice(left, room))) for room in rooms]
    some = [mask(chance.sample(TILES, draw(st.integers(0, 28)))) for _ in places]
    may_hold = [unseen if p in ASIDE else unseen & (m | h)
                for p, m, h in zip(places, some, held, strict=True)]  # fmt: skip
    doubles = [0 if p in ASIDE else draw(st.integers(0, (h & DOUBLES).bit_count()))
               for p, h in zip(places, held, strict=True)]  # fmt: skip
    return Knowledge(places, tuple(rooms), tuple(may_hold), unseen, tuple(doubles))


@settings(max_examples=300)
@given(knowledges())
def test_the_worlds_are_those_that_fit_each_once_and_as_many_as_counted(knowledge):
    worlds = Worlds(knowledge, OWN)
    found = [key(world) for world in worlds.every()]
    assert len(set(found)) == len(found) == worlds.count
    assert set(found) == all_worlds(knowledge, OWN)
    assert key(worlds.draw(Random(0))) in set(found)


@settings(max_examples=60)
@given(recipes(1, any_rules()))
def test_every_world_that_is_drawn_is_one_that_the_rules_allow(recipe):
    chance = Random(recipe.seed)
    for game, there, memory in overheard(recipe):
        worlds = worlds_of(there, memory, game)
        for _ in range(2):
            world = worlds.draw(chance)
            assert is_allowed(game, world), {s: held(t) for s, t in world.items()}


@settings(max_examples=80)
@given(recipes(1, any_rules(4) | any_rules()))
def test_who_heard_everything_looks_at_every_world_that_the_rules_allow(recipe):
    for game, there, memory in overheard(recipe):
        knowledge = Knowledge.of(there, memory)
        if number_of_dealings(knowledge.room) > FEW:
            continue
        own = (there["you"], true_world(game)[there["you"]])
        unseen = [1 << tile for tile in TILES if knowledge.unseen >> tile & 1]
        possible = (
            dict(zip(knowledge.places, dealt, strict=True)) | dict([own])
            for dealt in dealings(unseen, knowledge.room)
        )
        allowed = {key(world) for world in possible if is_allowed(game, world)}
        assert {key(world) for world in Worlds(knowledge, own).every()} == allowed


def held(tiles: int) -> str:
    return " ".join(tile_label(tile) for tile in TILES if tiles >> tile & 1)


WITH_DOUBLES_AND_VOIDS = Knowledge(
    places=("B", "C", "D"),
    room=(2, 2, 2),
    may_hold=(mask(TILES[4:10]), mask(TILES[4:9]), mask(TILES[5:10])),
    unseen=mask(TILES[4:10]),
    least_doubles=(1, 0, 0),
)
ANYTHING = Knowledge(("B", "C"), (3, 3), (mask(TILES[1:7]),) * 2, mask(TILES[1:7]), (0, 0))
WITH_SOME_ASIDE = Knowledge(
    ("B", "C", "out", "gone"), (2, 1, 2, 1),
    (mask(TILES[1:5]), mask(TILES[2:7]), mask(TILES[1:7]), mask(TILES[1:7])),
    mask(TILES[1:7]), (0, 0, 0, 0),
)  # fmt: skip


@pytest.mark.parametrize("knowledge", [WITH_DOUBLES_AND_VOIDS, ANYTHING, WITH_SOME_ASIDE])
@pytest.mark.parametrize("seed", range(3))
def test_every_world_is_drawn_with_equal_chance(knowledge, seed):
    worlds, chance = Worlds(knowledge, OWN), Random(seed)
    assert 10 < worlds.count < 100
    each = 200
    drawn = Counter(key(worlds.draw(chance)) for _ in range(each * worlds.count))
    off = sum((drawn[key(world)] - each) ** 2 / each for world in worlds.every())
    free = worlds.count - 1
    assert abs(off - free) < 4 * sqrt(2 * free), f"chi-square {off:.0f} at {free} degrees"


def test_when_there_are_few_every_world_comes_once_in_any_order():
    worlds = Worlds(ANYTHING, OWN)
    orders = [[key(w) for w in worlds.some(Random(seed), worlds.count)] for seed in range(5)]
    assert {frozenset(order) for order in orders} == {frozenset(map(key, worlds.every()))}
    assert len(set(map(tuple, orders))) == 5
    assert all(len(order) == worlds.count for order in orders)


def test_when_there_are_many_there_is_no_end_of_draws():
    worlds = Worlds(ANYTHING, OWN)
    drawn = [key(w) for w in islice(worlds.some(Random(1), worlds.count - 1), 3 * worlds.count)]
    assert len(drawn) == 3 * worlds.count


def test_the_same_chances_draw_the_same_worlds():
    worlds = Worlds(ANYTHING, OWN)
    once, again = ([worlds.draw(Random(4)) for _ in range(20)] for _ in range(2))
    assert once == again


def test_what_cannot_be_is_said_to_be_so():
    nobody = Knowledge(("B",), (1,), (0,), mask(TILES[1:2]), (0,))
    with pytest.raises(ValueError, match="no deal fits"):
        Worlds(nobody, OWN)


@settings(max_examples=40)
@given(recipes(2, any_rules()))
def test_the_true_deal_is_always_among_the_worlds_whoever_remembers_how_much(recipe):
    for game, there, memories in decisions(recipe):
        deal = true_world(game)
        for kind, memory in memories.items():
            knowledge = Knowledge.of(there, memory)
            for place, room, may_hold, doubles in zip(
                knowledge.places, knowledge.room, knowledge.may_hold, knowledge.least_doubles,
                strict=True,
            ):  # fmt: skip
                if place not in ASIDE:
                    assert not deal[place] & ~may_hold, (kind, place)
                    assert deal[place].bit_count() == room
                    assert (deal[place] & DOUBLES).bit_count() >= doubles, (kind, place)
            drawn: World = worlds_of(there, memory, game).draw(Random(0))
            assert drawn.keys() == deal.keys()
            assert drawn[there["you"]] == deal[there["you"]]
