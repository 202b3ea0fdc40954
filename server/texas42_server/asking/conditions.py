"""Conditional requests: entity tags, `If-Match` and `If-None-Match` (RFC 9110, 8.8.3 and 13).

A tag is strong and made of what decides the answer's bytes: the match's version, who is looking,
and the server's version. It says nothing of what that viewer may not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from texas42_server.asking.strictjson import Malformed
from texas42_server.version import VERSION

Tags: TypeAlias = Literal["*"] | tuple[tuple[bool, str], ...]
"""`*`, or (weak?, tag with its quotes) in the order given."""

_ENTITY_TAG = re.compile(r'(W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_LIST_OF_TAGS = re.compile(r"[ \t,]*\0(?:[ \t]*,[ \t,]*\0)*[ \t,]*")


def view_tag(version: int, viewer: str) -> str:
    """The strong tag of a view: `"57-A-0.1.0"`."""
    return f'"{version}-{viewer}-{VERSION}"'


def seal_tag(viewer: str, *, over: bool) -> str:
    """The strong tag of a hand's seal, whose answer changes once: when the hand is over."""
    return f'"{"over" if over else "dealt"}-{viewer}-{VERSION}"'


def parse_tags(header: str) -> Tags:
    """The tags that a condition lists (RFC 9110, 13.1.1).

    Raises:
        Malformed: the header is neither `*` nor a list of entity tags.
    """
    alone = _ENTITY_TAG.fullmatch(header)
    if alone is not None:
        return ((alone[1] is not None, alone[2]),)
    if header.strip(" \t") == "*":
        return "*"
    if not _LIST_OF_TAGS.fullmatch(_ENTITY_TAG.sub("\0", header)):
        raise Malformed(
            "If-Match and If-None-Match take entity tags in double quotes, as an ETag header"
            " gave them, or *."
        )
    return tuple((weak == "W/", tag) for weak, tag in _ENTITY_TAG.findall(header))


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a request demands of the current tag."""

    if_match: Tags | None = None
    if_none_match: Tags | None = None

    def moved_on(self, tag: str) -> bool:
        """Whether `If-Match` fails: strong comparison, so a weak tag never matches."""
        if self.if_match is None or self.if_match == "*":
            return False
        return (False, tag) not in self.if_match

    def unchanged(self, tag: str) -> bool:
        """Whether `If-None-Match` matches: weak comparison, so `W/` makes no difference."""
        if self.if_none_match is None:
            return False
        return self.if_none_match == "*" or any(tag == known for _, known in self.if_none_match)


UNCONDITIONAL = Conditions()


def parse_conditions(if_match: str | None, if_none_match: str | None) -> Conditions:
    """The conditions of a request's two headers.

    Raises:
        Malformed: one of them is no list of entity tags.
    """
    if if_match is None and if_none_match is None:
        return UNCONDITIONAL
    return Conditions(
        None if if_match is None else parse_tags(if_match),
        None if if_none_match is None else parse_tags(if_none_match),
    )
