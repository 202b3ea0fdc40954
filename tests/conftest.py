"""What holds for the whole suite: where the packages come from, and how hypothesis searches."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import texas42

ROUNDS = {"suite": 1, "soak": 20}
for name, rounds in ROUNDS.items():
    settings.register_profile(
        name,
        settings(),
        max_examples=rounds * settings().max_examples,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Search longer when the soak tests are asked for."""
    # The suite asks faster than people do; the tests of limits set their own.
    os.environ["T42_LIMITS"] = "off"
    settings.load_profile("soak" if config.option.markexpr == "soak" else "suite")


def pytest_report_header() -> str:
    """Say whether the checkout or an installed wheel is under test."""
    return f"texas42: {Path(texas42.__file__).parent}"


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_reaches_children() -> None:
    """A shell starts a suite in the background with SIGINT ignored, and children inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
