"""A secret that does not show itself: not in a repr, a message, a log or a traceback."""

from __future__ import annotations

import re

__all__ = ["Secret", "conceal"]

_TOKEN = re.compile(r"t42_[A-Za-z0-9_\-]+|whsec_[A-Za-z0-9+/=]+")


class Secret:
    """Holds a bearer token, or what chances come of; only :meth:`reveal` gives it out."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The secret itself, for the one header or the one use that it is for."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"

    def __str__(self) -> str:
        return "…"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)


def conceal(text: str) -> str:
    """The text with everything that looks like a token blotted out."""
    return _TOKEN.sub(lambda found: f"{found[0].partition('_')[0]}_…", text)
