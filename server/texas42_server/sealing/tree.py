"""The hash tree of RFC 6962 (2.1) over SHA-256: a root for a list, and the path of one entry.

Leaves and inner nodes are hashed apart (0x00 and 0x01 before what they hold), so that no node can
pass for a leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def leaf_hash(data: bytes) -> bytes:
    """The hash of an entry."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees."""
    return sha256(b"\1" + left + right).digest()


def root_and_paths(hashes: Sequence[bytes]) -> tuple[bytes, list[tuple[bytes, ...]]]:
    """The root over the leaves of these hashes, at least one, and the path of each leaf.

    A path holds the hashes of the subtrees beside it, from the leaf upwards.
    """
    if len(hashes) == 1:
        return hashes[0], [()]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    left, left_paths = root_and_paths(hashes[:split])
    right, right_paths = root_and_paths(hashes[split:])
    paths = [(*path, right) for path in left_paths] + [(*path, left) for path in right_paths]
    return node_hash(left, right), paths
