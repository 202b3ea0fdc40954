"""Tag pairs by name, and what their values mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from texas42.record.errors import MalformedRecord, MeaninglessRecord, Place
from texas42.record.lexing import Token
from texas42.record.script import Claim
from texas42.record.spelling import read_amounts
from texas42.seats import Table

T = TypeVar("T")
Path: TypeAlias = tuple[str | int, ...]


def meant(read: Callable[..., T], where: Place, *given: Any) -> T:
    """What a word means; a word that means nothing is refused with its place."""
    try:
        return read(*given)
    except ValueError as fault:
        raise MeaninglessRecord(where, str(fault)) from None


class Tags:
    """Tags by name, in small letters; each once, but those that are told to repeat."""

    def __init__(self, repeated: Sequence[str] = ()) -> None:
        self._tags: dict[str, list[Token]] = {}
        self._repeated = repeated

    def add(self, tag: Token) -> None:
        """Take one more."""
        name = tag.text.lower()
        known = self._tags.setdefault(name, [])
        if known and name not in self._repeated:
            line = known[0].place.line
            raise MalformedRecord(tag.place, f"{tag.text} stands in line {line} already")
        known.append(tag)

    def get(self, name: str) -> Token | None:
        """The one of this name."""
        return next(iter(self._tags.get(name, ())), None)

    def every(self, name: str) -> Sequence[Token]:
        """All of this name."""
        return self._tags.get(name, ())


def amounts(tags: Tags, table: Table, path: Path, names: Sequence[str]) -> Iterator[Claim]:
    """The claims of what each side has."""
    for name in names:
        tag = tags.get(name)
        if tag is not None:
            read = meant(read_amounts, tag.value_place, tag.value, table.sides)
            for side, amount in read.items():
                what = f"{'the score' if name == 'score' else f'the number of {name}'} of {side}"
                yield Claim(tag.value_place, (*path, name, side), amount, what)
