"""Bots and games that tests put into an arena, and what they need to look at its rows."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, ClassVar

from texas42 import resolve
from texas42_client.arena.playing import Mirror
from texas42_client.bots.random_bot import RandomBot
from texas42_client.errors import ClientError

STRAIGHT = resolve().as_dict()


def mirror(first: str = "simple", second: str = "random", seed: int = 7, **members: Any) -> Mirror:
    return Mirror((first, second), seed, {**STRAIGHT, **members.pop("rules", {})}, **members)


def untimed(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows by number, without how long anybody thought."""
    found = deepcopy(sorted(rows, key=lambda row: int(row["number"])))
    for row in found:
        for table in row["tables"]:
            del table["micros"]
    return found  # type: ignore[return-value]


class Spy(RandomBot):
    """Plays at random and tells what it was shown and sent, and how many moves it chose from."""

    seen: ClassVar[list[Mapping[str, Any]]] = []
    heard: ClassVar[list[Mapping[str, Any]]] = []
    choices: ClassVar[list[int]] = []

    def hear(self, entries: Iterable[Mapping[str, Any]]) -> None:
        self.heard.extend(entries)

    def look(self, view: Mapping[str, Any]) -> None:
        self.seen.append(view)

    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        self.choices.append(len(view["legal_moves"]))
        return super().choose(view)


class Raising(RandomBot):
    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        raise KeyError("trump")


class Cheating(RandomBot):
    def choose(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"type": "play", "tile": "6-6"}


class Numbers:
    """A game without a table: the row of a number is the number."""

    def row(self, number: int) -> dict[str, Any]:
        return {"number": number}


class Refusing(Numbers):
    """Refuses its third row."""

    def row(self, number: int) -> dict[str, Any]:
        if number == 3:
            raise ClientError("three is refused", "take four") from KeyError("why")
        return super().row(number)


class Dying(Numbers):
    """A process that is killed at its third row."""

    def row(self, number: int) -> dict[str, Any]:
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().row(number)
