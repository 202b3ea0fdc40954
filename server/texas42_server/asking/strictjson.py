"""Reads JSON strictly (RFC 8259, I-JSON of RFC 7493): one text, one meaning, and never a crash.

What other parsers let pass or fall over, this one refuses by name: bytes that are no UTF-8,
a name given twice, NaN and numbers out of range, half a surrogate pair, nesting without end.
"""

from __future__ import annotations

import json
import math
from typing import Any

MAX_DEPTH = 16
"""Arrays and objects within one another; our own requests need three."""

MAX_INTEGER = 2**63 - 1


class Malformed(ValueError):  # noqa: N818 - says what the thing is
    """The bytes are no JSON that can be taken at its word. The message is for people."""


def parse(data: bytes) -> Any:
    """The value that these bytes say.

    Raises:
        Malformed: they say none, or not just one.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as cause:
        raise Malformed(
            f"The body must be JSON in UTF-8; byte {cause.start} is not UTF-8."
        ) from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as cause:
        raise Malformed(
            f"The body must be JSON; at line {cause.lineno}, column {cause.colno}: {cause.msg}."
        ) from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    _examine(value, 0)
    return value


_TOO_DEEP = f"Arrays and objects may be nested at most {MAX_DEPTH} deep."


def _examine(value: object, depth: int) -> None:
    if isinstance(value, str):
        _complete(value)
    elif isinstance(value, (dict, list)):
        if depth == MAX_DEPTH:
            raise Malformed(_TOO_DEEP)
        if isinstance(value, dict):
            for name in value:
                _complete(name)
        for item in value.values() if isinstance(value, dict) else value:
            _examine(item, depth + 1)


def _complete(text: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise Malformed("A string holds half a surrogate pair; give the pair or neither half.")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Malformed("An object names a member twice; give each name once.")
    return members


def _integer(digits: str) -> int:
    # Converting a very long numeral is slow, and from 4300 digits on an error of its own.
    if len(digits) > len(str(-MAX_INTEGER)) or not -MAX_INTEGER <= int(digits) <= MAX_INTEGER:
        raise Malformed("A whole number must lie between -(2^63 - 1) and 2^63 - 1.")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Malformed("A number must fit into a double.")
    return number


def _constant(name: str) -> float:
    raise Malformed(f"{name} is no JSON number.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
)
