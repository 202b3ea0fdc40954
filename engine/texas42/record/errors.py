"""What can be wrong with a record that somebody hands in: three kinds, each naming its place."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Place(NamedTuple):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


Where: TypeAlias = Place | str
"""A place in the text form, or a JSON pointer (RFC 6901) in the JSON form; `""` is the whole."""


class RecordError(ValueError):
    """A text or a JSON value that is no record of a match.

    Attributes:
        where: the place of the fault.
        message: a sentence that says what is wrong there and what would be right.
    """

    def __init__(self, where: Where, message: str) -> None:
        place = where if isinstance(where, Place) else where or "the record"
        super().__init__(f"{place}: {message}")
        self.where = where
        self.message = message

    @property
    def line(self) -> int | None:
        """The line in the text form, from 1."""
        return self.where.line if isinstance(self.where, Place) else None

    @property
    def column(self) -> int | None:
        """The column in the text form, from 1, counted in characters."""
        return self.where.column if isinstance(self.where, Place) else None


class MalformedRecord(RecordError):  # noqa: N818 - says what the thing is
    """It has not the shape of a record: a string without an end, a hand without a dealer."""


class MeaninglessRecord(RecordError):  # noqa: N818 - says what the thing is
    """It has the shape, but a word in it names nothing: no tile, no bid, no seat, no setting."""


class ImpossibleRecord(RecordError):  # noqa: N818 - says what the thing is
    """Each word is one of the game, but no match can have gone so, or ended as it says."""
