"""How long a bot takes to answer: by the clock alone, so that a pause tells nothing of its hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

__all__ = ["Delay"]

_FORM = re.compile(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class Delay:
    """Seconds between the turn and the answer: fixed, or anything from `least` to `most`."""

    least: float
    most: float

    @classmethod
    def of(cls, text: str) -> Delay:
        """`"2"`, or `"1-4"`; raises ValueError saying what is right."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no delay; seconds are, such as 2, or 1-4 for any of it.")
        least = float(found[1])
        most = least if found[2] is None else float(found[2])
        if most < least:
            raise ValueError(f"{text!r} runs backwards; the shorter delay comes first.")
        return cls(least, most)

    def draw(self, chance: Random) -> float:
        """The seconds for one answer. It is asked before the position is looked at."""
        return chance.uniform(self.least, self.most)
