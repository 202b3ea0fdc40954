"""Players who stay away: how the tests let time pass, and ask what is asked then."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from werkzeug.test import TestResponse

from tests.server.http.house import House, Person, told

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND
TICK = 1234
"""What passes with every look at the house's clock."""


def milliseconds(moment: str) -> int:
    """A time of an answer, in milliseconds UTC."""
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


def wait(house: House, match_id: str, how_long: int) -> None:
    """The next request comes when the one on turn has been so for `how_long` milliseconds."""
    house.time = milliseconds(house.view(match_id)["turn_since"]) + how_long - TICK


def key(name: str) -> dict[str, dict[str, str]]:
    return {"headers": {"Idempotency-Key": f'"{name}"'}}


def ask(who: Person, match_id: str, seat: str, **kwargs: Any) -> TestResponse:
    """Want somebody new at the seat."""
    return who.post(f"/matches/{match_id}/seats/{seat}/replacement", **kwargs)


def claim(who: Person, match_id: str, seat: str, code: str | None, **kwargs: Any) -> TestResponse:
    """Take the seat with a code, or without one."""
    return who.post(
        f"/matches/{match_id}/seats/{seat}", {} if code is None else {"invite": code}, **kwargs
    )


def offered(house: House, match_id: str, seat: str) -> str:
    """The code of a seat that two sides want somebody new at, after a day."""
    wait(house, match_id, DAY)
    labels = list(house.view(match_id)["seats"])
    left, right = (labels[labels.index(seat) - n] for n in (1, 2))
    assert ask(house.seat(left), match_id, seat).status_code == 202
    answer = ask(house.seat(right), match_id, seat)
    assert answer.status_code == 201, answer.text
    return str(told(answer)["invite"])


def problem(answer: TestResponse) -> tuple[int, str]:
    """(status, slug) of a refusal."""
    return answer.status_code, told(answer)["type"].rsplit("/", 1)[1]
