"""Several processes: whatever becomes of one of them is told, and nothing hangs."""

from __future__ import annotations

import multiprocessing

import pytest

from tests.client.arena.games import Dying, Numbers, Refusing
from texas42_client.arena.workers import rows
from texas42_client.errors import ClientError


def test_every_row_comes_once_however_many_work_on_them():
    found = [row["number"] for row in rows(Numbers(), range(1, 12), 3)]
    assert sorted(found) == list(range(1, 12))
    assert multiprocessing.active_children() == []


def test_a_refusal_comes_back_as_it_was_with_what_python_said():
    with pytest.raises(ClientError) as refused:
        list(rows(Refusing(), range(1, 6), 2))
    assert (refused.value.message, refused.value.hint) == ("three is refused", "take four")
    assert "KeyError: 'why'" in str(refused.value.__cause__)
    assert multiprocessing.active_children() == []


def test_a_process_that_is_killed_is_told_with_its_deal():
    with pytest.raises(ClientError) as told:
        list(rows(Dying(), range(1, 6), 2))
    assert told.value.message == (
        "A process of the arena ended in the middle of deal 3 (killed by SIGKILL)."
    )
    assert multiprocessing.active_children() == []
