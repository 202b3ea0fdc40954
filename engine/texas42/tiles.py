"""The double-six set (R1.1): 28 tiles as small integers, and the tables indexed by them.

A `Tile` is its place in the set printed in ascending order, lower end first:
0-0, 0-1, … 0-6, 1-1, … 6-6. A set of tiles is an `int` bitmask of `BIT`s.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

Tile = NewType("Tile", int)

PIPS = range(7)
_ENDS = [(low, high) for low in PIPS for high in range(low, len(PIPS))]
_COUNT_BY_PIPS = {5: 5, 10: 10}

TILES: tuple[Tile, ...] = tuple(Tile(i) for i in range(len(_ENDS)))
LOW: tuple[int, ...] = tuple(low for low, _ in _ENDS)
HIGH: tuple[int, ...] = tuple(high for _, high in _ENDS)
BIT: tuple[int, ...] = tuple(1 << tile for tile in TILES)
COUNT: tuple[int, ...] = tuple(_COUNT_BY_PIPS.get(low + high, 0) for low, high in _ENDS)
"""Points that a tile is worth to the side that takes it (R2.1): 0, 5 or 10."""
COUNT_IN_SET = sum(COUNT)

_LABELS = tuple(f"{low}-{high}" for low, high in _ENDS)
_BY_LABEL = {
    name: tile for label, tile in zip(_LABELS, TILES, strict=True) for name in (label, label[::-1])
}


def tile_label(tile: Tile) -> str:
    """The tile's name, lower end first, as the rulebook prints it: `"4-6"`."""
    return _LABELS[tile]


def parse_tile(text: str) -> Tile:
    """The tile named by two ends in either order: `"4-6"` or `"6-4"`.

    Raises:
        ValueError: `text` names no tile of the double-six set.
    """
    try:
        return _BY_LABEL[text]
    except KeyError:
        raise ValueError(
            f"no such tile: {text!r}; a tile is two ends from 0 to 6, such as '4-6'"
        ) from None


def is_double(tile: Tile) -> bool:
    """Whether both ends are equal."""
    return LOW[tile] == HIGH[tile]


def mask_of(tiles: Iterable[Tile]) -> int:
    """The bitmask of some tiles."""
    mask = 0
    for tile in tiles:
        mask |= BIT[tile]
    return mask


DOUBLES = mask_of(tile for tile in TILES if is_double(tile))
