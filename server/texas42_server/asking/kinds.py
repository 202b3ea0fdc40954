"""The kinds of a request's members, each taken strictly: nothing that only resembles it."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, fields, validate

from texas42_server.asking.names import parse_name

MISSING: dict[str, Any] = {"required": "is missing", "null": "must not be null"}
"""What is said of a member that is not there, of any kind."""
_TEXT = {**MISSING, "invalid": "must be a string"}
_WHOLE = {**MISSING, "invalid": "must be a whole number"}
_FLAG = {**MISSING, "invalid": "must be true or false"}


class Text(fields.String):
    """A string."""

    default_error_messages = _TEXT


class Name(Text):
    """A player's or a match's name, in NFKC."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, *args, **kwargs)
        try:
            return parse_name(text)
        except ValueError as cause:
            raise ValidationError(str(cause)) from None


class Whole(fields.Field[int]):
    """A whole number as JSON writes it: no 2.7, no "2", no true."""

    default_error_messages = _WHOLE

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Flag(fields.Field[bool]):
    """True or false, and nothing that only resembles it."""

    default_error_messages = _FLAG

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Said(Flag):
    """True; whoever does not mean it leaves it out."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value is not True:
            raise ValidationError("must be true, or left out")
        return True


class Digits(fields.Field[int]):
    """A whole number in a query, between bounds."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not re.fullmatch("[0-9]{1,18}", value) or not self.least <= int(value) <= self.most:
            raise ValidationError(f"must be a whole number from {self.least} to {self.most}")
        return int(value)


def one_of(*choices: object) -> validate.OneOf:
    """Only these values; the error lists them."""
    return validate.OneOf(choices, error="must be " + " or ".join(map(repr, choices)))
