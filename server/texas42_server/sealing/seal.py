"""The seal of one hand: what is published of it at the deal, and what opens it tile by tile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from texas42_server.sealing.leaves import Leaf
from texas42_server.sealing.tree import leaf_hash, root_and_paths


class Seal:
    """The tree over all tiles of a hand.

    Attributes:
        root: in hexadecimal, fixed since the deal.
    """

    def __init__(self, match: str, hand: int, leaves: Sequence[Leaf]) -> None:
        """`match` is the public id, `hand` the number of the hand, `leaves` those of `sealed`."""
        root, paths = root_and_paths([leaf_hash(leaf.data(match, hand)) for leaf in leaves])
        self.root = root.hex()
        self._leaves = list(zip(leaves, paths, strict=True))

    def openings(self, seat: str | None, tiles: Collection[str]) -> list[dict[str, Any]]:
        """What proves the tiles dealt to `seat`, and these tiles whoever holds them.

        In the order of the leaves, which says nothing of dealing or playing.
        """
        return [
            {
                "seat": leaf.seat,
                "position": leaf.position,
                "tile": leaf.tile,
                "salt": leaf.salt.hex(),
                "path": [beside.hex() for beside in path],
            }
            for leaf, path in self._leaves
            if leaf.seat == seat or leaf.tile in tiles
        ]
