"""The text form cut into tokens, each with its place: tags, words, trick numbers, arrows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from texas42.record.errors import MalformedRecord, Place


class Sort(Enum):
    """What a token is."""

    TAG = auto()
    WORD = auto()
    NUMBER = auto()
    """Of a trick: digits and a full stop."""
    TAKEN = auto()
    """The arrow before who took a trick."""


_NOWHERE = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text; a tag has its name in `text`, and its value with a place of its own."""

    sort: Sort
    text: str
    place: Place
    value: str = ""
    value_place: Place = _NOWHERE


_LINE_END = re.compile(r"\r\n|\r|\n")
_SPACE = re.compile(r"[ \t\f\v,\u00a0]+")
_PIECE = re.compile(
    r"""(?P<comment>;.*|\{) | (?P<tag>\[) | (?P<taken>->|>) | (?P<number>[0-9]+\.+)
      | (?P<word>[^\s\[\]{};",>]+)""",
    re.VERBOSE,
)
_TAG = re.compile(
    r"""\[ [ \t]* (?P<name>[A-Za-z][A-Za-z0-9_]*) [ \t]*
        (?: "(?P<quoted>(?:[^"\\]|\\["\\])*)" | (?P<bare>[^\s\[\]"]+) )? [ \t]* (?P<end>\]?)""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r'\\(["\\])')
BYTE_ORDER_MARK = "\ufeff"


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text. Comments run from `;` to the end of the line, or from `{` to `}`.

    Raises:
        MalformedRecord: something stands there that no record has.
    """
    comment: Place | None = None
    lines = _LINE_END.split(text.removeprefix(BYTE_ORDER_MARK))
    for number, line in enumerate(lines, start=1):
        at = 0
        if comment is None and line.startswith("%"):  # an escaped line, as in PGN
            continue
        while at < len(line):
            place = Place(number, at + 1)
            if comment is not None:
                end = line.find("}", at)
                comment, at = (comment, len(line)) if end < 0 else (None, end + 1)
            elif space := _SPACE.match(line, at):
                at = space.end()
            elif line[at] == "{":
                comment, at = place, at + 1
            elif line[at] == ";":
                at = len(line)
            else:
                token, at = _token(line, at, place)
                yield token
    if comment is not None:
        raise MalformedRecord(comment, "this comment has no end; close it with }")


def _token(line: str, at: int, place: Place) -> tuple[Token, int]:
    """The token at this place of a line, and where it ends."""
    found = _PIECE.match(line, at)
    if found is None:
        raise MalformedRecord(
            place, f"{line[at]!r} cannot stand here; a name with any sign in it stands in a tag"
        )
    if found["tag"]:
        return _tag(line, at, place)
    if found["taken"]:
        return Token(Sort.TAKEN, ">", place), found.end()
    sort = Sort.NUMBER if found["number"] else Sort.WORD
    return Token(sort, found[0], place), found.end()


def _tag(line: str, at: int, place: Place) -> tuple[Token, int]:
    found = _TAG.match(line, at)
    if found is None:
        raise MalformedRecord(place, 'a tag is a name and a value in quotes, as in [Dealer "A"]')
    value = found["bare"] if found["quoted"] is None else found["quoted"]
    name = found["name"]
    beyond = Place(place.line, found.end() + 1)
    if value is None or not found["end"]:
        raise MalformedRecord(beyond, _unfinished(name, line[found.end() :], value))
    group = "bare" if found["quoted"] is None else "quoted"
    value_place = Place(place.line, found.start(group) + 1)
    _demand_visible(value, value_place)
    return Token(Sort.TAG, name, place, _ESCAPED.sub(r"\1", value), value_place), found.end()


def _unfinished(name: str, rest: str, value: str | None) -> str:
    if value is None and rest.startswith('"'):
        return (
            f"the value of {name} has no end: it stands in quotes on one line, with \\\\ for a"
            ' backslash and \\" for a quote'
        )
    if value is None:
        return f'{name} has no value; a tag is a name and a value in quotes, as in [{name} "…"]'
    return f"the tag {name} has no end; close it with ]"


def visible(text: str) -> bool:
    """Whether a text can stand in a tag: no control characters, no halves of characters."""
    return all(unicodedata.category(sign) not in ("Cc", "Cs", "Zl", "Zp") for sign in text)


def _demand_visible(value: str, place: Place) -> None:
    if not visible(value):
        raise MalformedRecord(place, "a value has no control characters; leave them out")
