"""The tree, the leaves and the openings, by the bytes that `docs/sealed-deals.md` prints."""

from __future__ import annotations

import random
import re
from hashlib import sha256
from itertools import pairwise

import pytest

from tests.docs.tree import ROOT
from texas42 import TILES, tile_label
from texas42_server.sealing import OUT_OF_PLAY, Leaf, Seal, sealed
from texas42_server.sealing.tree import leaf_hash, node_hash, root_and_paths

DOCUMENT = (ROOT / "docs/sealed-deals.md").read_text(encoding="utf-8")
MATCH = "y4dgjowxwwefbgzsmhmha5lp34"
SECRET = bytes(range(32))
SET = [tile_label(tile) for tile in TILES]
HAND_SIZES = {2: 14, 3: 9, 4: 7, 5: 5, 6: 4, 7: 4}


def deal(seats: int, tiles: list[str] | None = None) -> list[Leaf]:
    """The leaves of a deal of these tiles, the whole set in order unless they are given."""
    tiles, size = tiles or SET, HAND_SIZES[seats]
    hands = {
        label: tiles[place * size : (place + 1) * size]
        for place, label in enumerate("ABCDEFG"[:seats])
    }
    return sealed(SECRET, hands, tiles[seats * size :])


def printed(name: str) -> str:
    """A value of the worked example."""
    found = re.search(rf"^{name} +((?:[0-9a-f]+\n *)+)", DOCUMENT, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_worked_example_of_the_document() -> None:
    seal = Seal(MATCH, 1, deal(4))
    [leaf] = [leaf for leaf in deal(4) if leaf.tile == "3-4"]
    assert (leaf.seat, leaf.position) == ("C", 4)
    assert leaf.salt.hex() == printed("salt").strip()
    assert leaf.data(MATCH, 1).hex() == "".join(printed("leaf").split())
    assert leaf_hash(leaf.data(MATCH, 1)).hex() == printed("hash").strip()
    [opening] = seal.openings(None, ["3-4"])
    assert opening["path"] == printed("path").split()
    assert seal.root == printed("root").strip()


def test_rfc_6962_the_tree_of_the_known_vectors() -> None:
    """The roots that Certificate Transparency's own tests use for these eight entries."""
    entries = [b"", b"\0", b"\x10", b" !", b"01", b"@ABC", b"PQRSTUVW", b"`abcdefghijklmno"]
    roots = {
        1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    }
    for size, root in roots.items():
        assert root_and_paths([leaf_hash(entry) for entry in entries[:size]])[0].hex() == root


def test_leaves_and_nodes_are_hashed_apart() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert node_hash(left, right) != leaf_hash(left + right)
    assert leaf_hash(b"a") == sha256(b"\0a").digest()


@pytest.mark.parametrize("seats", HAND_SIZES)
def test_r9_1_the_root_covers_the_whole_set(seats: int) -> None:
    """Tiles out of play are leaves too, so that they cannot come into play either."""
    leaves = deal(seats)
    assert sorted(leaf.tile for leaf in leaves) == SET
    labels = "ABCDEFG"[:seats]
    size = HAND_SIZES[seats]
    places = [(label, place) for label in labels for place in range(size)]
    places += [(OUT_OF_PLAY, place) for place in range(28 - seats * size)]
    assert [(leaf.seat, leaf.position) for leaf in leaves] == places


def test_every_leaf_has_a_salt_of_its_own() -> None:
    salts = {leaf.salt for leaf in deal(3)}
    assert len(salts) == 28
    assert {len(salt) for salt in salts} == {32}


def test_no_leaf_is_that_of_another_match_hand_seat_place_or_tile() -> None:
    """Whatever a leaf says is in its bytes, and cannot be read in two ways."""
    leaf = Leaf("A", 1, "4-6", bytes(32))
    data = leaf.data(MATCH, 1)
    others = [
        leaf.data("other", 1),
        leaf.data(MATCH, 11),
        leaf._replace(seat="B").data(MATCH, 1),
        leaf._replace(position=11).data(MATCH, 1),
        leaf._replace(tile="5-6").data(MATCH, 1),
        leaf._replace(salt=b"\1" * 32).data(MATCH, 1),
    ]
    assert len({data, *others}) == len(others) + 1


def test_the_order_of_dealing_is_not_in_the_seal() -> None:
    """Whoever held which tiles, in whatever order they came, is sealed alike."""
    chance = random.Random(5)
    mixed = [tile for hand in range(4) for tile in chance.sample(SET[7 * hand : 7 * hand + 7], 7)]
    assert mixed != SET
    assert deal(4, mixed) == deal(4)


def test_positions_are_by_chance() -> None:
    """Over many hands each tile of a seat lies at each position about as often as at any other."""
    counts = [0] * 7
    for number in range(1400):
        leaves = sealed(sha256(b"%d" % number).digest(), {"A": SET[:7]}, SET[7:])
        counts[next(leaf.position for leaf in leaves if leaf.tile == "0-3")] += 1
    assert min(counts) > 140, counts
    assert max(counts) < 260, counts


def test_openings_come_in_the_order_of_the_leaves() -> None:
    """Not as they were played, and not as they were asked for."""
    openings = Seal(MATCH, 1, deal(4)).openings("B", ["6-6", "0-0", "3-3"])
    places = [("ABCD".index(o["seat"]), o["position"]) for o in openings]
    assert all(one < other for one, other in pairwise(places))
    assert {o["tile"] for o in openings} == {"0-0", "3-3", "6-6", *SET[7:14]}


def test_nobody_asks_for_the_tiles_out_of_play() -> None:
    assert Seal(MATCH, 1, deal(3)).openings(None, []) == []
