"""The matches that are kept in memory are as many as the operator allows, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.http.house import House, told


@pytest.mark.parametrize("cap", [1, 3])
def test_memory_holds_the_matches_that_were_asked_for_last(tmp_path: Path, cap: int) -> None:
    house = House(tmp_path, cached_matches=cap)
    known = house.app.extensions["texas42"].positions._known
    matches = [house.match() for _ in range(6)]
    assert set(known) == set(matches[-cap:])
    for match_id in matches:
        for label in (*"ABCD", None):
            assert house.view(match_id, label)["id"] == match_id
        assert match_id in known
        assert len(known) <= cap
    kept = matches[-1]
    for other in matches[:4]:
        house.view(other)
        house.view(kept)
    assert set(known) <= {kept, *matches[:4]}
    house.app.extensions["texas42"].database.close()


def test_a_match_in_memory_is_one_view_for_each_who_looked_and_no_more(tmp_path: Path) -> None:
    house = House(tmp_path)
    known = house.app.extensions["texas42"].positions._known
    match_id = house.match()
    for name in ("ann", "bob", "cid", "dee", "eve", "fay", "gus"):
        for _ in range(3):
            told(house.person(name).get(f"/matches/{match_id}"))
    assert set(known[match_id].rendered) == {*"ABCD", "spectator"}
    house.move(match_id, {"type": "pass"})
    assert len(known[match_id].rendered) == 1, "an older state is not kept"
    house.app.extensions["texas42"].database.close()
