"""Fixtures: a house that may send to this computer, a receiver, and somebody who delivers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.http.house import House, told
from tests.server.notifications.receiver import Receiver, receiving
from texas42_server.delivery import Deliverer


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server whose operator allows private webhooks. It sends nothing by itself."""
    house = House(tmp_path, allow_private_webhooks=True)
    yield house
    house.app.extensions["texas42"].database.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Somebody's webhook."""
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def deliverer(house: House) -> Deliverer:
    """Delivers when it is told to step, with gaps that are not lengthened by chance."""
    return Deliverer(house.app.extensions["texas42"], chance=lambda: 0.0)


Hook = Callable[..., dict[str, Any]]


@pytest.fixture
def hook(house: House, receiver: Receiver) -> Hook:
    """Give a seat's player a webhook to the receiver."""

    def put(label: str = "A", **form: Any) -> dict[str, Any]:
        answer = house.seat(label).ask("PUT", "/me/webhook", json={"url": receiver.url, **form})
        assert answer.status_code in {200, 201}, answer.text
        return told(answer)

    return put


def deliveries(house: House, label: str = "A") -> list[dict[str, Any]]:
    """What this seat's player is shown of the deliveries, the oldest first."""
    listed = told(house.seat(label).get("/me/webhook/deliveries?limit=1000"))["deliveries"]
    return list(reversed(listed))


def drain(deliverer: Deliverer) -> int:
    """Deliver all that is due; how many there were."""
    done = 0
    while deliverer.step():
        done += 1
    return done
