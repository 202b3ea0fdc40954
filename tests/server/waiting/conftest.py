"""A house in which people wait, and real servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.http.house import House
from tests.server.serving.conftest import start
from tests.server.waiting.watchers import Watchers

__all__ = ["start", "watchers"]


@pytest.fixture
def watchers(tmp_path: Path) -> Iterator[Watchers]:
    """A server in this process, and people who wait for its answers."""
    watchers = Watchers(House(tmp_path))
    with closing(watchers):
        yield watchers
