"""A house with limits, and a clock for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.http.house import House
from texas42_server.operating.limits import Limits, chosen


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


Build = Callable[..., House]


@pytest.fixture
def build(tmp_path: Path, clock: Clock) -> Iterator[Build]:
    """Makes a house with these settings; its limits go by the test's clock."""
    houses: list[House] = []

    def make(**settings: Any) -> House:
        house = House(tmp_path, **settings)
        limits = Limits(chosen(settings.get("limits", "off")), clock)
        context = house.app.extensions["texas42"]
        house.app.extensions["texas42"] = replace(context, limits=limits)
        houses.append(house)
        return house

    yield make
    for house in houses:
        house.app.extensions["texas42"].database.close()
