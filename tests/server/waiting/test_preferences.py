"""`Prefer: wait=N` (RFC 7240)."""

from __future__ import annotations

import pytest

from texas42_server.asking.preferences import preferred_wait


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("wait=1", 1),
        ("wait=60", 60),
        ("wait=61", 60),
        ("wait=100000000000000000000", 60),
        ("wait=007", 7),
        ("WAIT = 5", 5),
        ('wait="7"', 7),
        ("respond-async, wait=10", 10),
        ("wait=5; whatever=1", 5),
        ("wait=5, wait=9", 5),
    ],
)
def test_a_wait_is_1_to_60_seconds_and_more_is_60(header: str, seconds: int) -> None:
    assert preferred_wait(header) == seconds


@pytest.mark.parametrize(
    "header",
    [
        *(None, "", "wait", "wait=", "wait=0", "wait=-1", "wait=ten", "wait=5.5", "wait=\u0661"),
        *(
            'foo="a, wait=3"',
            "waiting=5",
            "respond-async",
            '"wait=4',
            ";;;,,,=",
            "wait=five, wait=5",
        ),
    ],
)
def test_a_preference_that_is_not_understood_is_ignored(header: str | None) -> None:
    assert preferred_wait(header) is None
