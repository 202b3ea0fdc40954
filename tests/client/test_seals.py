"""A seal is believed in nothing that can be computed: every way to bend one is found."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.server.sealing.test_seal import DOCUMENT, HAND_SIZES, MATCH, SET, deal
from texas42_client import seals
from texas42_client.seals import Expected, faults
from texas42_server.sealing import Seal

ROOT = "68e71a0e46da599396b2bb7b28677a60f79e75f958a9ce47f47c5cc416091431"
PLAYED = [("A", "0-3"), ("B", "1-4"), ("C", "3-4"), ("D", "6-6")]


def seal(seat: str | None = "A", over: bool = True, seats: int = 4) -> dict[str, Any]:
    """A seal as the server answers with it, the tiles of the set in order dealt to the seats."""
    made = Seal(MATCH, 1, deal(seats))
    openings = made.openings(seat, [tile for _, tile in PLAYED] if over else [])
    return {
        "match": MATCH,
        "hand": 1,
        "algorithm": seals.ALGORITHM,
        "root": made.root,
        "over": over,
        "openings": openings,
    }


def expected(**changed: Any) -> Expected:
    usual = Expected(MATCH, 1, list("ABCD"), None, "A", SET[:7], PLAYED)
    return usual._replace(**changed)


def codes(answer: dict[str, Any], against: Expected | None = None) -> set[str]:
    return {fault.code for fault in faults(answer, against or expected())}


def test_the_worked_example_of_the_document() -> None:
    """The server's builder and this program agree by the bytes that are printed, not by code."""
    [opening] = [row for row in seal()["openings"] if row["tile"] == "3-4"]
    assert seals.leaf(MATCH, 1, opening).hex() in "".join(DOCUMENT.split())
    assert ROOT in DOCUMENT
    assert seal()["root"] == ROOT


@pytest.mark.parametrize("seat", ["A", "B", "C", "D", None])
def test_what_was_sealed_is_found_in_order(seat: str | None) -> None:
    held = () if seat is None else SET["ABCD".index(seat) * 7 :][:3]
    after = expected(seat=seat, held=held)
    assert codes(seal(seat), after) == set()
    assert codes(seal(seat, over=False), after._replace(played=None)) == set()


@pytest.mark.parametrize("seats", HAND_SIZES)
def test_r9_1_tables_of_every_size(seats: int) -> None:
    labels = list("ABCDEFG"[:seats])
    size = HAND_SIZES[seats]
    for place, label in enumerate(labels):
        own = SET[place * size : (place + 1) * size]
        against = Expected(MATCH, 1, labels, None, label, own, None)
        assert codes(seal(label, over=False, seats=seats), against) == set()


def flipped(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


@pytest.mark.parametrize("number", range(10))
def test_an_opening_in_which_anything_was_changed_is_found(number: int) -> None:
    right = seal()
    opening = right["openings"][number]
    others: list[dict[str, Any]] = [
        {"seat": "B" if opening["seat"] != "B" else "C"},
        {"position": (opening["position"] + 1) % 7},
        {"tile": "5-5"},
        {"salt": flipped(opening["salt"])},
        {"path": opening["path"][:-1]},
        {"path": [*opening["path"], opening["path"][0]]},
        {"path": opening["path"][::-1]},
        *(
            {"path": [*opening["path"][:at], flipped(beside), *opening["path"][at + 1 :]]}
            for at, beside in enumerate(opening["path"])
        ),
    ]
    for change in others:
        bent = deepcopy(right)
        bent["openings"][number].update(change)
        assert "not-sealed" in codes(bent), change


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"root": "0" * 64}, "not-sealed"),
        ({"match": "x" * 26}, "other-hand"),
        ({"hand": 2}, "other-hand"),
        ({"algorithm": "texas42-seal-2"}, "algorithm"),
        ({"root": "68e7"}, "form"),
        ({"root": None}, "form"),
        ({"openings": None}, "form"),
        ({"openings": [None]}, "form"),
        ({"openings": []}, "own-missing"),
    ],
)
def test_a_seal_that_is_another_or_none_is_found(change: dict[str, Any], code: str) -> None:
    assert code in codes(seal() | change)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"position": "1"},
        {"position": True},
        {"position": 1.0},
        {"tile": "4-3"},
        {"tile": "7-7"},
        {"tile": None},
        {"salt": "00"},
        {"salt": "AB" * 32},
        {"path": None},
        {"path": ["00"]},
    ],
)
def test_an_opening_of_another_form_is_refused(change: dict[str, Any]) -> None:
    bent = seal()
    bent["openings"][0].update(change)
    assert codes(bent) == {"form"}


@pytest.mark.parametrize(
    "change", [{"seat": "E"}, {"seat": "-"}, {"seat": ""}, {"position": 7}, {"position": -1}]
)
def test_a_place_that_no_seat_has_is_found(change: dict[str, Any]) -> None:
    """Not even where the tree has a leaf of that index: it belongs to somebody else."""
    bent = seal()
    bent["openings"][0].update(change)
    assert "no-such-place" in codes(bent)


def test_another_root_than_the_one_remembered_is_found() -> None:
    assert codes(seal(), expected(root="0" * 64)) == {"root-changed"}
    assert codes(seal(), expected(root=ROOT)) == set()


def resealed(leaves: list[Any], seat: str | None, tiles: list[str]) -> dict[str, Any]:
    made = Seal(MATCH, 1, leaves)
    return seal() | {"root": made.root, "openings": made.openings(seat, tiles)}


def test_a_tile_that_was_dealt_to_two_seats_is_found() -> None:
    """A server that seals a cheating deal gives it away as soon as both are opened."""
    leaves = [leaf._replace(tile="0-3") if leaf.tile == "1-4" else leaf for leaf in deal(4)]
    played = [("A", "0-3"), ("B", "0-3"), ("C", "3-4"), ("D", "6-6")]
    bent = resealed(leaves, "A", [tile for _, tile in played])
    assert "tile-twice" in codes(bent, expected(played=played))


def test_a_place_that_is_opened_twice_is_found() -> None:
    bent = seal()
    bent["openings"].append(bent["openings"][0])
    assert {"place-twice", "tile-twice"} <= codes(bent)


def test_a_hand_that_is_not_opened_whole_is_found() -> None:
    bent = seal()
    del bent["openings"][0]
    assert codes(bent) == {"own-missing", "not-dealt"}


def test_a_tile_in_my_hand_that_was_not_dealt_to_me_is_found() -> None:
    assert codes(seal(), expected(held=["1-1"])) == {"not-dealt"}


def test_a_play_of_a_tile_that_the_seat_was_not_dealt_is_found() -> None:
    """`3-4` was dealt to C: B cannot have played it, whatever the record says."""
    told = [("B", "3-4") if tile == "3-4" else (seat, tile) for seat, tile in PLAYED]
    assert codes(seal(), expected(played=told)) == {"not-opened", "not-yours"}


def test_what_should_not_be_open_to_me_is_found() -> None:
    """An opening of a tile that was never played, or of others' while the hand is on (R6.6)."""
    assert codes(seal(), expected(played=PLAYED[:3])) == {"not-yours"}
    assert codes(seal(), expected(played=None)) == {"not-yours"}
