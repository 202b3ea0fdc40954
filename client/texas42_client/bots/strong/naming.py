"""What a declarer may name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from texas42 import Doubles, Trump

__all__ = ["Naming", "named_by", "namings"]

Body = Mapping[str, Any]


class Naming(NamedTuple):
    """What is named; `doubles` are what they are where trump does not say it."""

    trump: Trump
    doubles: Doubles = Doubles.HIGH

    @property
    def is_counted(self) -> bool:
        """Whether points may be played for: nello and sevens are for all tricks alone."""
        return self.trump not in (Trump.NELLO, Trump.SEVENS)

    def as_body(self) -> dict[str, str]:
        """The members of a declaration that says it."""
        return {"trump": self.trump.value, "doubles": self.doubles.value}


def namings(rules: Body, marks: int | None, *, by_bidder: bool = True) -> Iterator[Naming]:
    """All that may be named after a bid of so many marks, or with `None` of points.

    A partner who declares for a plunge or a splash names no nello and no sevens (R8.4).
    """
    for trump in Trump:
        if trump is Trump.NONE:
            yield from (Naming(trump, Doubles(kind)) for kind in rules["no_trump_doubles"])
        elif trump is Trump.NELLO:
            if by_bidder and rules["nello"] and (marks or 0) >= rules["nello_min_marks"]:
                yield from (Naming(trump, Doubles(kind)) for kind in rules["nello_doubles"])
        elif trump is Trump.SEVENS:
            if by_bidder and rules["sevens"] and (marks or 0) >= rules["sevens_min_marks"]:
                yield Naming(trump)
        else:
            yield Naming(trump)


def named_by(rules: Body, declaration: Body) -> Naming:
    """What a declaration names, doubles as it says or, where it says nothing, as the rules do."""
    trump = Trump(declaration["trump"])
    if trump not in (Trump.NONE, Trump.NELLO):
        return Naming(trump)
    allowed = rules["nello_doubles" if trump is Trump.NELLO else "no_trump_doubles"]
    return Naming(trump, Doubles(declaration.get("doubles") or allowed[0]))
