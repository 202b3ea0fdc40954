"""The roots of sealed deals as a profile first saw them, so that another one is found out later."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from texas42_client.files import read_json, write_json

__all__ = ["Root", "Roots"]


class Root(NamedTuple):
    """A root as it was first seen; ``in_time`` tells that its hand was still on."""

    root: str
    in_time: bool


class Roots:
    """What a profile remembers of the seals of each match; a root once kept is never replaced."""

    KEPT = 100

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, match: str) -> dict[int, Root]:
        """The hands of a match of which a root is kept."""
        rows = self._read().get(match, {})
        return {int(hand): Root(str(row[0]), bool(row[1])) for hand, row in rows.items()}

    def knows(self, match: str, hand: int) -> bool:
        """Whether a root of this hand is kept."""
        return hand in self.of(match)

    def keep(self, match: str, new: Mapping[int, tuple[str, bool]]) -> None:
        """Remember roots that were not known; written at once."""
        matches = self._read()
        rows = matches.pop(match, {})
        added = {str(hand): list(root) for hand, root in new.items() if str(hand) not in rows}
        if not added:
            return
        matches[match] = rows | added
        write_json(self._path, {"roots": dict(list(matches.items())[-self.KEPT :])})

    def _read(self) -> dict[str, dict[str, list[Any]]]:
        return (read_json(self._path) or {}).get("roots", {})  # type: ignore[no-any-return]
