"""A seal tells no two matches apart that its viewer cannot tell apart by section 6.

Root, salts and places are drawn by chance, so the answers of two worlds are equal in what they are
drawn from, not in bytes: for every draw in the one world there is one, equally likely, in the
other that gives the same answer. Here that draw is made. Each tile that the viewer is shown lies
at the same place of its seat in both worlds, under the same salt, and the hash of a leaf that
stays closed is the same 32 random bytes in both. That last step is the assumption about SHA-256
that all this stands on: over 32 bytes that are never told, its value is to nobody but random.
Then every answer is byte for byte the same, root and paths included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.worlds import match_of, redealt, retold
from tests.server.http.house import House
from tests.server.http.test_two_worlds import (
    Answers,
    asking,
    closed,
    differences,
    log_of,
    other_world,
    true_world,
)
from texas42 import Entry, Seat, tile_label
from texas42_server.sealing import Leaf, Seal, sealed
from texas42_server.sealing.tree import leaf_hash
from texas42_server.storage import seals, store

Shown = dict[int, set[str]]
"""Hand -> the tiles of which the viewer may be shown who was dealt them."""
WORLDS = [(0, 19), (1, 33), (2, 26), (3, 50), (5, 70)]


def shown_to(log: Sequence[Entry], viewer: Seat | None) -> Shown:
    """Worked out from the rules: one's own tiles, and after the hand those that were played."""
    match = match_of(log)
    hands = [(finished.hand, True) for finished in match.hands]
    hands += [(match.hand, False)] if match.hand is not None else []
    shown = {}
    for hand, over in hands:
        tiles = [] if viewer is None else list(hand.dealt[viewer])
        tiles += [tile for trick in hand.tricks for tile in trick.tiles] if over else []
        shown[hand.number] = {tile_label(tile) for tile in tiles}
    return shown


def secrets_of(house: House, match_id: str) -> dict[int, bytes]:
    db = house.app.extensions["texas42"].database.connection()
    match = store.find(db, match_id)
    assert match is not None
    rows = db.execute("SELECT hand, secret FROM seals WHERE match = ?", (match,)).fetchall()
    return {hand: bytes(secret) for hand, secret in rows}


def seal_alike(house: House, match_id: str, secrets: Mapping[int, bytes]) -> None:
    with house.app.extensions["texas42"].database.transaction() as db:
        match = store.find(db, match_id)
        assert match is not None
        for hand, secret in secrets.items():
            seals.put(db, seals.HandKey(match, match_id, hand), secret)


@contextmanager
def drawn(shown: Shown, secrets: Mapping[int, bytes], *, ideal: bool) -> Iterator[None]:
    """Draws that are equally likely in both worlds; `ideal`: for the closed leaves' hashes, too."""
    hand_of = {secret: hand for hand, secret in secrets.items()}

    def arranged(
        secret: bytes, hands: Mapping[str, Sequence[str]], rest: Sequence[str]
    ) -> list[Leaf]:
        """The leaves as `sealed` draws them, the tiles that are shown put into places by chance."""
        visible, leaves = shown[hand_of[secret]], sealed(secret, hands, rest)
        placed = []
        for seat in dict.fromkeys(leaf.seat for leaf in leaves):
            own = [leaf for leaf in leaves if leaf.seat == seat]
            order = Random(f"{secret!r}{seat}").sample(own, len(own))
            tiles = sorted(
                (leaf.tile for leaf in own), key=lambda tile: (tile not in visible, tile)
            )
            put = [leaf._replace(tile=tile) for leaf, tile in zip(order, tiles, strict=True)]
            placed += sorted(put, key=lambda leaf: leaf.position)
        return placed

    def hashed(data: bytes) -> bytes:
        place, tile = data[:-33].rsplit(b":", 1)
        hand = int(place.split(b":")[2])
        if tile.decode() in shown[hand]:
            return leaf_hash(data)
        return sha256(b"what nobody is told" + place).digest()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("texas42_server.service.sealing.sealed", arranged)
        if ideal:
            patch.setattr("texas42_server.sealing.seal.leaf_hash", hashed)
        yield


def ask_for_seals(house: House, match_id: str, viewer: str | None) -> Answers:
    ask, answers = asking(house, match_id, viewer)
    here = f"/matches/{match_id}/hands"
    for number in range(7):
        ask("GET", f"{here}/{number}/seal")
        ask("HEAD", f"{here}/{number}/seal")
        ask("GET", f"{here}/{number}/seal", headers={"If-None-Match": "*"})
        ask("GET", f"{here}/{number}/seal?peek=1")
    return answers


def without_hashes(answers: Answers) -> Answers:
    """What is left when root and paths are taken out."""

    def bare(body: bytes) -> bytes:
        value: Any = json.loads(body) if body else {}
        value.pop("root", None)
        for opening in value.get("openings", ()):
            opening["path"] = len(opening["path"])
        return json.dumps(value).encode()

    return [(*rest, bare(body)) for *rest, body in answers]  # type: ignore[misc]


def compare(
    folder: Path, seed: int, steps: int, viewer: str | None, *, ideal: bool
) -> tuple[list[str], int]:
    """What this viewer can tell apart by seals, and how many other worlds truly are others."""
    (folder / "true").mkdir(parents=True)
    seat = None if viewer is None else Seat("ABCD".index(viewer))
    found, differing = [], 0
    house, match_id, _ = true_world(folder / "true", seed, steps)
    with closed(house):
        truth, secrets = log_of(house, match_id), secrets_of(house, match_id)
        shown = shown_to(truth, seat)
        with drawn(shown, secrets, ideal=ideal):
            answers = ask_for_seals(house, match_id, viewer)
        for tell in (retold, redealt):
            log = tell(truth, seat, Random(seed))
            differing += log != truth
            world = other_world(folder / tell.__name__, house, seed, match_id, log)
            with closed(world):
                seal_alike(world, match_id, secrets)
                with drawn(shown, secrets, ideal=ideal):
                    others = ask_for_seals(world, match_id, viewer)
            pair = (answers, others) if ideal else map(without_hashes, (answers, others))
            found += differences(*pair)
    return found, differing


@pytest.mark.parametrize("viewer", ["A", "B", "C", "D", None])
@pytest.mark.parametrize(("seed", "steps"), WORLDS)
def test_two_worlds_are_sealed_alike(
    tmp_path: Path, seed: int, steps: int, viewer: str | None
) -> None:
    found, differing = compare(tmp_path, seed, steps, viewer, ideal=True)
    assert found == []
    assert differing > 0, "the other worlds are other"


@pytest.mark.parametrize("viewer", ["A", None])
@pytest.mark.parametrize(("seed", "steps"), WORLDS)
def test_two_worlds_differ_in_hashes_alone(
    tmp_path: Path, seed: int, steps: int, viewer: str | None
) -> None:
    """The same without any assumption: positions, salts, tiles, lengths and headers are equal."""
    assert compare(tmp_path, seed, steps, viewer, ideal=False)[0] == []


class Leaks:
    """Ways in which a careless server might open too much."""

    @staticmethod
    def everything(seal: Seal, seat: str | None, tiles: Sequence[str]) -> list[dict[str, Any]]:
        every = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
        return Seal.openings(seal, seat, every)

    @staticmethod
    def the_seat_after(seal: Seal, seat: str | None, tiles: Sequence[str]) -> list[dict[str, Any]]:
        return Seal.openings(seal, "ABCD"["ABCD".index(seat or "D") - 3], tiles)


@pytest.mark.parametrize("leak", ["everything", "the_seat_after"])
def test_a_leak_of_openings_is_found(
    tmp_path: Path, leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Leaking(Seal):
        def openings(self, seat: str | None, tiles: Any) -> list[dict[str, Any]]:
            told: list[dict[str, Any]] = getattr(Leaks, leak)(self, seat, tiles)
            return told

    monkeypatch.setattr("texas42_server.service.sealing.Seal", Leaking)
    assert any(
        compare(tmp_path / str(seed), seed, 12, viewer, ideal=True)[0]
        for seed, viewer in enumerate("ABCD", start=1)
    )
