"""How a bot is named on a command line: ``simple``, ``strong``, ``strong@0.1s``, ``strong@50w``.

What stands behind the ``@`` limits the thinking for one move: so many seconds, or so many worlds.
It is for the kinds that think; a kind does when what makes it takes ``seconds`` and ``worlds``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from texas42_client.bots import BOTS, Bot
from texas42_client.bots.strong.player import SECONDS
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.compiled import fastest

__all__ = ["bot_names", "longest_thought", "make_ready", "parse_bot"]

LIMITS = ("seconds", "worlds")
THINKERS = ("careful", "strong")
"""The kinds that try what they play in worlds that may be."""
_LIMIT = re.compile(r"(?P<seconds>\d+(?:\.\d+)?|\.\d+)s|(?P<worlds>\d+)w")


def parse_bot(name: str) -> Callable[[Chance], Bot]:
    """What makes a new player of this name.

    Raises:
        ValueError: with words for whoever typed it: no such kind, no such limit, or a kind that
            takes none.
    """
    kind, at, limit = name.partition("@")
    if kind not in BOTS:
        raise ValueError(f"there is no bot {kind!r}; there are {bot_names()}.")
    new = BOTS[kind]
    return partial(new, **_limits(name, kind, limit)) if at else new


def longest_thought(name: str) -> float:
    """How many seconds a bot of this name may think about a move, as far as its name tells.

    Raises:
        ValueError: as :func:`parse_bot` does.
    """
    kind, _, limit = name.partition("@")
    parse_bot(name)
    if not _thinks(kind):
        return 0.0
    seconds = _limits(name, kind, limit).get("seconds") if limit else None
    return SECONDS if seconds is None else float(seconds)


def make_ready(names: Iterable[str], say: Callable[[str], None]) -> None:
    """Compile what these bots think with, if any of them thinks, before it is their turn.

    `say` gets a line if that takes long; names of no bot of ours are let be.
    """
    if any(name.partition("@")[0] in THINKERS for name in names):
        fastest(say)


def bot_names() -> str:
    """All that may be named, in words."""
    return ", ".join(f"{k} (also {k}@0.1s, {k}@50w)" if _thinks(k) else k for k in sorted(BOTS))


def _limits(name: str, kind: str, limit: str) -> dict[str, Any]:
    found = _LIMIT.fullmatch(limit)
    if found is None:
        raise ValueError(
            f"{name!r}: a limit is seconds or worlds for one move, such as 0.1s or 50w."
        )
    if not _thinks(kind):
        raise ValueError(f"{name!r}: {kind} needs no time to think; name it without a limit.")
    seconds, worlds = found["seconds"], found["worlds"]
    asked = {"seconds": float(seconds)} if seconds else {"worlds": int(worlds)}
    if not all(asked.values()):
        raise ValueError(f"{name!r}: a limit is above nothing.")
    return asked


def _thinks(kind: str) -> bool:
    return set(LIMITS) <= set(inspect.signature(BOTS[kind]).parameters)
