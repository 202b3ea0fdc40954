"""``hint``, typed at the table of ``t42 play``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.review.hint import TOO_HARD, hint, say_hint, why_none
from texas42_client.table.style import Style
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.compiled import fastest
from texas42_client.thinking.judging import Budget, Judge
from texas42_client.thinking.memory import Memory

__all__ = ["Hints"]

BUDGET = Budget(seconds=1.0, worlds=400)


class Hints:
    """What the tiles of one seat might come to, by what it has seen of the hand."""

    def __init__(self, style: Style, note: Callable[[str], None]) -> None:
        """`note` is told what has to be made ready first, since that takes a while."""
        self._style = style
        self._note = note
        self._chance = Chance.new()
        self._memory = Memory()

    def look(self, view: Mapping[str, Any]) -> None:
        """See the table."""
        self._memory.look(view)

    def lines(self, view: Mapping[str, Any]) -> list[str]:
        """A hint at this view, or why there is none."""
        try:
            none = why_none(view)
        except ClientError as refusal:
            none = f"{refusal.message} In a new match there may be: t42 play --new --set hints=yes"
        if none is not None:
            return self._style.broken(none)
        found = hint(view, self._memory, self._judge, BUDGET, self._chance)
        if found is None:
            return self._style.broken(TOO_HARD)
        return say_hint(found, self._style, options=False)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(fastest(self._note))
