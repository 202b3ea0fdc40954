"""What a reader has read, not yet judged: who did what, in order, and what is claimed of it.

Both forms are read into a `Script`; `texas42.record.referee` plays it by the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from texas42.record.errors import Where
from texas42.record.model import Body
from texas42.rules import Rules


class Step(NamedTuple):
    """A seat's move: its letter, and the body that asks for it (`texas42.parse_move`)."""

    where: Where
    seat: str
    body: Body


class Claim(NamedTuple):
    """Something that follows from the moves, and is stated besides.

    Attributes:
        path: where it is in the JSON form, as `("hands", 0, "result", "made")`.
        value: what is claimed.
        what: in words, such as `"the winner of trick 3"`.
    """

    where: Where
    path: tuple[str | int, ...]
    value: Any
    what: str


@dataclass(slots=True)
class HandScript:
    """A hand as it was read.

    Attributes:
        where: where it begins; `end` where it is over.
        dealer: the dealer's letter, and where that stands.
        bids: the auction.
        declaration: what was named; `seat` is empty where only the rules know who names it.
        tricks: the plays, trick by trick.
    """

    where: Where
    end: Where
    dealer: tuple[Where, str]
    bids: list[Step] = field(default_factory=list)
    declaration: Step | None = None
    tricks: list[list[Step]] = field(default_factory=list)


class Facts(NamedTuple):
    """Members of `Record` that no rule is about."""

    event: str | None = None
    date: str | None = None
    match: str | None = None
    generator: str | None = None


@dataclass(slots=True)
class Script:
    """A record as it was read.

    Attributes:
        status: `None` where it follows from the moves.
        draws: the rounds of drawn tiles, each with its place.
    """

    rules: Rules
    facts: Facts
    players: dict[str, str | None]
    status: tuple[Where, str] | None = None
    draws: list[tuple[Where, dict[str, str]]] = field(default_factory=list)
    hands: list[HandScript] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
