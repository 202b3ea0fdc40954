"""Fixtures: a house to play in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.http.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server of its own for this test."""
    house = House(tmp_path)
    yield house
    house.app.extensions["texas42"].database.close()
