"""Checking a sealed deal: what `docs/sealed-deals.md` lets anybody compute, and nothing else.

Pure functions from the server's JSON to the faults that they show. Whatever the server says of a
seal is doubted; what it must agree with is given beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

__all__ = ["ALGORITHM", "Expected", "Fault", "faults", "folded", "leaf", "root_of"]

ALGORITHM = "texas42-seal-1"
LEAVES = 28
_HASH = re.compile("[0-9a-f]{64}")
_TILE = re.compile("([0-6])-([0-6])")

Dealt = tuple[str, str]
"""(seat, tile)."""


class Fault(NamedTuple):
    """Something that is not as it was sealed: a word for programs, a sentence for people."""

    code: str
    detail: str


class Expected(NamedTuple):
    """What a seal has to agree with.

    Attributes:
        match, hand: what was asked for.
        seats: the seats of the match, in order.
        root: the one that is remembered from before, if any.
        seat: whose tiles are opened to us in any case; None for a spectator.
        held: what we are shown to hold in this hand.
        played: after the hand, every play of it; None while it is on.
    """

    match: str
    hand: int
    seats: Sequence[str]
    root: str | None = None
    seat: str | None = None
    held: Sequence[str] = ()
    played: Sequence[Dealt] | None = None

    @property
    def each(self) -> int:
        """How many tiles are dealt to a seat."""
        return LEAVES // len(self.seats)


def leaf(match: str, hand: int, opening: Mapping[str, Any]) -> bytes:
    """What an opened leaf is made of."""
    place = f"{ALGORITHM}:{match}:{hand}:{opening['seat']}:{opening['position']}:{opening['tile']}:"
    return place.encode() + bytes.fromhex(opening["salt"])


def folded(index: int, size: int, node: bytes, path: Sequence[bytes]) -> bytes | None:
    """The root of a tree of this size whose leaf at `index` has the hash `node` (RFC 6962, 2.1).

    None when the path is not as long as it has to be there.
    """
    if size == 1:
        return None if path else node
    if not path:
        return None
    *below, beside = path
    half = 1 << (size - 1).bit_length() - 1
    left = index < half
    inner = folded(index if left else index - half, half if left else size - half, node, below)
    if inner is None:
        return None
    return sha256(b"\1" + (inner + beside if left else beside + inner)).digest()


def root_of(seal: Mapping[str, Any]) -> str | None:
    """The root, if this is one."""
    root = seal.get("root")
    return root if isinstance(root, str) and _is_hash(root) else None


def faults(seal: Mapping[str, Any], expected: Expected) -> list[Fault]:
    """Everything about a seal that does not agree; nothing, when all is well."""
    if seal.get("algorithm") != ALGORITHM:
        return [Fault("algorithm", "It is sealed in a way that this version cannot check.")]
    if not _is_readable(seal):
        return [Fault("form", "The seal is not in the form that the documents describe.")]
    openings: list[dict[str, Any]] = seal["openings"]
    found = [*_about_the_root(seal, expected)]
    for opening in openings:
        found += _about_an_opening(opening, seal["root"], expected)
    found += _about_all(openings)
    if expected.seat is not None:
        found += _about_own(openings, expected, expected.seat)
    found += _about_the_played(openings, expected)
    return found


def _is_readable(seal: Mapping[str, Any]) -> bool:
    openings = seal.get("openings")
    if not (_is_hash(seal.get("root")) and isinstance(openings, list)):
        return False
    return all(isinstance(opening, dict) and _is_opening(opening) for opening in openings)


def _is_opening(opening: Mapping[str, Any]) -> bool:
    position, tile, path = (opening.get(name) for name in ("position", "tile", "path"))
    ends = _TILE.fullmatch(tile) if isinstance(tile, str) else None
    return (
        isinstance(opening.get("seat"), str)
        and type(position) is int
        and ends is not None
        and ends[1] <= ends[2]
        and _is_hash(opening.get("salt"))
        and isinstance(path, list)
        and all(map(_is_hash, path))
    )


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _about_the_root(seal: Mapping[str, Any], expected: Expected) -> Iterator[Fault]:
    if (seal.get("match"), seal.get("hand")) != (expected.match, expected.hand):
        yield Fault("other-hand", "The seal is that of another hand.")
    if expected.root is not None and seal["root"] != expected.root:
        yield Fault("root-changed", f"The root is not the one seen before, {expected.root}.")


def _about_an_opening(opening: Mapping[str, Any], root: str, expected: Expected) -> Iterator[Fault]:
    seat, position, tile = opening["seat"], opening["position"], opening["tile"]
    if seat not in expected.seats or not 0 <= position < expected.each:
        yield Fault("no-such-place", f"Tile {tile} is opened at a place that no seat has.")
        return
    index = expected.seats.index(seat) * expected.each + position
    node = sha256(b"\0" + leaf(expected.match, expected.hand, opening)).digest()
    reached = folded(index, LEAVES, node, [bytes.fromhex(beside) for beside in opening["path"]])
    if reached is None or reached.hex() != root:
        yield Fault("not-sealed", f"Tile {tile} of seat {seat} was not dealt so: not in the root.")


def _about_all(openings: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    places = Counter((opening["seat"], opening["position"]) for opening in openings)
    for (seat, position), times in places.items():
        if times > 1:
            yield Fault("place-twice", f"Place {position} of seat {seat} is opened twice.")
    tiles = Counter(opening["tile"] for opening in openings)
    for tile, times in tiles.items():
        if times > 1:
            yield Fault("tile-twice", f"Tile {tile} was dealt twice.")


def _about_own(
    openings: Sequence[Mapping[str, Any]], expected: Expected, seat: str
) -> Iterator[Fault]:
    own = {opening["tile"] for opening in openings if opening["seat"] == seat}
    if len(own) != expected.each:
        yield Fault("own-missing", f"{len(own)} of your {expected.each} tiles are opened.")
    for tile in expected.held:
        if tile not in own:
            yield Fault("not-dealt", f"You hold {tile}, which is not among the tiles opened.")


def _about_the_played(openings: Sequence[Mapping[str, Any]], expected: Expected) -> Iterator[Fault]:
    opened = {(opening["seat"], opening["tile"]) for opening in openings}
    played = set(expected.played or ())
    for seat, tile in sorted(played - opened):
        yield Fault("not-opened", f"Seat {seat} played {tile}, which is not opened for that seat.")
    for seat, tile in sorted(opened - played):
        if seat != expected.seat:
            yield Fault("not-yours", f"Tile {tile} of seat {seat} is opened and should not be.")
