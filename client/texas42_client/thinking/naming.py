"""What a declarer may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from texas42 import Bid, Declare, Doubles, Rules, Seat, Trump, parse_move
from texas42.contracts import contract_for, declarations, doubles_of

__all__ = ["Naming", "named_by", "namings"]

Body = Mapping[str, Any]
AT_ONCE = 1024
"""Bids under some rules, of which the namings are kept."""


class Naming(NamedTuple):
    """What is named, and what the doubles are then."""

    trump: Trump
    doubles: Doubles = Doubles.HIGH

    @property
    def is_counted(self) -> bool:
        """Whether points may be played for: nello and sevens are for all tricks alone."""
        return self.trump not in (Trump.NELLO, Trump.SEVENS)

    @classmethod
    def of(cls, rules: Rules, declaration: Declare) -> Naming:
        """What a declaration names; it need not say what the doubles are."""
        return cls(declaration.trump, doubles_of(rules, declaration))


@lru_cache(AT_ONCE)
def namings(rules: Rules, bid: Bid) -> tuple[Naming, ...]:
    """All that the declarer may name for whoever wins the auction with this bid, each once."""
    anybodys = contract_for(rules, Seat(0), bid)
    return tuple(dict.fromkeys(Naming.of(rules, d) for d in declarations(rules, anybodys)))


def named_by(rules: Rules, move: Body) -> Naming:
    """What a move names that declares."""
    declaration = parse_move(move)
    assert isinstance(declaration, Declare)
    return Naming.of(rules, declaration)
