"""Worlds that fit what a seat knows: counted exactly, drawn with equal chance, or all of them.

Unseen tiles that may lie in the same places are alike, and so are places that may hold the same
tiles. So the worlds are counted by how many tiles of each kind go to each place, kind after kind;
a draw walks down these counts and then deals out tiles that are alike. Nothing is ever drawn that
does not fit, and nothing has to be drawn again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import comb
from random import Random
from typing import Any

from texas42 import BIT, DOUBLES, TILES
from texas42_client.thinking.knowledge import ASIDE, Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask

__all__ = ["World", "Worlds"]

World = dict[str, int]
"""Seat -> bitmask of its unplayed tiles, for every seat at the table."""

_Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Seats that may hold the same tiles, or all that lies aside.

    Attributes:
        seats: (seat, room) for each; the one name is `""` for what lies aside.
        room: of all of them together.
        may_hold: bitmask.
        doubles: how many it must hold at least.
    """

    seats: tuple[tuple[str, int], ...]
    room: int
    may_hold: int
    doubles: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """Unseen tiles that may lie in the same places.

    Attributes:
        tiles: each as a bit.
        places: the indices of the places that may hold them.
        doubles: whether they count for a place that must hold doubles.
    """

    tiles: tuple[int, ...]
    places: tuple[int, ...]
    doubles: bool


@dataclass(frozen=True, slots=True)
class _Fork:
    """How the tiles of one kind may be parted among their places, given the room that is left.

    Attributes:
        count: in how many ways these tiles and those of all later kinds can lie.
        upto: for each parting, how many of those ways it and the partings before it have.
        partings: for each, how many tiles each place gets, in how many ways, and the fork after.
    """

    count: int
    upto: tuple[int, ...] = ()
    partings: tuple[_Parting, ...] = ()

    @classmethod
    def of(cls, partings: Iterable[_Parting]) -> _Fork:
        """The fork at which the way parts like this."""
        ways = tuple(partings)
        upto = tuple(accumulate(number * after.count for _, number, after in ways))
        return cls(upto[-1] if upto else 0, upto, ways)


_Parting = tuple[_Numbers, int, _Fork]

_END, _NO_WAY = _Fork(1), _Fork(0)


class Worlds:
    """All worlds that fit what a seat knows.

    Args:
        knowledge: what is known of the unseen tiles.
        own: the seat that knows it, and the bitmask of its own unplayed tiles.

    Attributes:
        count: how many there are, exactly.

    Raises:
        ValueError: there is none. What an honest table shows always fits the true deal.
    """

    def __init__(self, knowledge: Knowledge, own: tuple[str, int]) -> None:
        self._own = own
        self._places = tuple(_places(knowledge))
        self._kinds = tuple(_kinds(knowledge.unseen, self._places))
        self._forks: dict[tuple[int, _Numbers, _Numbers], _Fork] = {}
        rooms = tuple(place.room for place in self._places)
        self._root = self._fork(0, rooms, tuple(place.doubles for place in self._places))
        self.count = self._root.count
        for place in self._places:
            self.count *= _ways(tuple(room for _, room in place.seats))
        if not self.count:
            raise ValueError("no deal fits what was seen: the views contradict each other")

    @classmethod
    def of(cls, view: Mapping[str, Any], memory: Memory) -> Worlds:
        """The worlds of the seat of this view, its memory having looked at it."""
        return cls(Knowledge.of(view, memory), (view["you"], mask(view["hand"])))

    def draw(self, chance: Random) -> World:
        """Any of the worlds, each with the same chance."""
        masks = [0] * len(self._places)
        fork, at = self._root, chance.randrange(self._root.count)
        for kind in self._kinds:
            place = bisect_right(fork.upto, at)
            if place:
                at -= fork.upto[place - 1]
            parts, ways, fork = fork.partings[place]
            at //= ways
            _deal_out(kind, parts, masks, chance)
        return self._named(masks, chance)

    def every(self) -> Iterator[World]:
        """All worlds, each once."""
        for masks in self._fillings(0, self._root, (0,) * len(self._places)):
            yield from self._namings(masks)

    def some(self, chance: Random, most: int) -> Iterator[World]:
        """Every world once in random order if there are at most `most`, else draws without end."""
        if self.count <= most:
            worlds = list(self.every())
            chance.shuffle(worlds)
            yield from worlds
            return
        while True:
            yield self.draw(chance)

    def _fork(self, stage: int, rooms: _Numbers, doubles: _Numbers) -> _Fork:
        """The partings of a kind and of those after it, rooms and doubles wanted being these."""
        over = stage == len(self._kinds)
        if any(doubles) and (over or not self._kinds[stage].doubles):
            return _NO_WAY
        if over:
            return _END
        key = stage, rooms, doubles
        known = self._forks.get(key)
        if known is None:
            known = self._forks[key] = _Fork.of(self._partings(stage, rooms, doubles))
        return known

    def _partings(self, stage: int, rooms: _Numbers, doubles: _Numbers) -> Iterator[_Parting]:
        kind = self._kinds[stage]
        for parts in _parted(len(kind.tiles), [rooms[place] for place in kind.places]):
            left, wanted = list(rooms), list(doubles)
            for place, number in zip(kind.places, parts, strict=True):
                left[place] -= number
                if kind.doubles:
                    wanted[place] = max(0, wanted[place] - number)
            after = self._fork(stage + 1, tuple(left), tuple(wanted))
            if after.count:
                yield parts, _ways(parts), after

    def _named(self, masks: list[int], chance: Random) -> World:
        """The world in which the places hold these tiles, those of alike seats in any order."""
        world = dict([self._own])
        for place, held in zip(self._places, masks, strict=True):
            if len(place.seats) == 1:
                world[place.seats[0][0]] = held
                continue
            tiles = _bits(held)
            chance.shuffle(tiles)
            start = 0
            for seat, room in place.seats:
                world[seat] = sum(tiles[start : start + room])
                start += room
        world.pop("", None)
        return world

    def _fillings(self, stage: int, fork: _Fork, masks: _Numbers) -> Iterator[_Numbers]:
        if stage == len(self._kinds):
            yield masks
            return
        kind = self._kinds[stage]
        for parts, _, after in fork.partings:
            for dealt in _hands(kind.tiles, parts):
                held = list(masks)
                for place, tiles in zip(kind.places, dealt, strict=True):
                    held[place] |= tiles
                yield from self._fillings(stage + 1, after, tuple(held))

    def _namings(self, masks: Sequence[int], first: int = 0) -> Iterator[World]:
        """The worlds in which the places hold these tiles."""
        if first == len(self._places):
            yield dict([self._own])
            return
        seats = self._places[first].seats
        for rest in self._namings(masks, first + 1):
            for hands in _hands(_bits(masks[first]), [room for _, room in seats]):
                world = rest | dict(zip((seat for seat, _ in seats), hands, strict=True))
                world.pop("", None)
                yield world


def _places(knowledge: Knowledge) -> Iterator[_Place]:
    """The places of which worlds tell. It makes no difference where a tile lies aside."""
    alike: dict[int, list[tuple[str, int]]] = {}
    aside, beside = 0, 0
    for place, room, may_hold, doubles in zip(
        knowledge.places,
        knowledge.room,
        knowledge.may_hold,
        knowledge.least_doubles,
        strict=True,
    ):
        if place in ASIDE:
            aside, beside = aside + room, beside | may_hold
        elif doubles:
            yield _Place(((place, room),), room, may_hold, doubles)
        else:
            alike.setdefault(may_hold, []).append((place, room))
    for may_hold, seats in alike.items():
        yield _Place(tuple(seats), sum(room for _, room in seats), may_hold, 0)
    if aside:
        yield _Place((("", aside),), aside, beside, 0)


def _kinds(unseen: int, places: Sequence[_Place]) -> list[_Kind]:
    """The kinds of unseen tiles, those of doubles first where doubles are asked for."""
    asked = any(place.doubles for place in places)
    kinds: dict[tuple[bool, _Numbers], list[int]] = {}
    for tile in TILES:
        bit = BIT[tile]
        if bit & unseen:
            there = tuple(at for at, place in enumerate(places) if place.may_hold & bit)
            kinds.setdefault((asked and bool(bit & DOUBLES), there), []).append(bit)
    ordered = sorted(kinds.items(), key=lambda item: (not item[0][0], len(item[0][1])))
    return [_Kind(tuple(tiles), there, doubles) for (doubles, there), tiles in ordered]


def _parted(number: int, rooms: Sequence[int]) -> Iterator[_Numbers]:
    """Every way to part so many alike tiles among these rooms."""
    if not rooms:
        if not number:
            yield ()
        return
    rest = rooms[1:]
    space = sum(rest)
    for first in range(max(0, number - space), min(number, rooms[0]) + 1):
        for others in _parted(number - first, rest):
            yield first, *others


def _ways(parts: Sequence[int]) -> int:
    """In how many ways different tiles can be parted into hands of these sizes."""
    ways, number = 1, 0
    for part in parts:
        number += part
        ways *= comb(number, part)
    return ways


def _hands(tiles: Sequence[int], parts: Sequence[int]) -> Iterator[_Numbers]:
    """Every way to part these tiles into hands of these sizes, as bitmasks."""
    if not parts:
        yield ()
        return
    for hand in combinations(tiles, parts[0]):
        rest = [tile for tile in tiles if tile not in hand]
        for others in _hands(rest, parts[1:]):
            yield sum(hand), *others


def _deal_out(kind: _Kind, parts: _Numbers, masks: list[int], chance: Random) -> None:
    """Give each place so many of these tiles, any of them."""
    tiles: Sequence[int] = kind.tiles
    if len(parts) > 1:
        tiles = chance.sample(tiles, len(tiles))
    start = 0
    for place, number in zip(kind.places, parts, strict=True):
        if number:
            masks[place] |= sum(tiles[start : start + number])
            start += number


def _bits(mask: int) -> list[int]:
    return [bit for bit in BIT if bit & mask]
