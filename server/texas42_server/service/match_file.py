"""A match as a file: lines of JSON, the same text for the same match.

The first line says what it is; then come the events, each with its time and digest, the body as
the very text that is stored; then what lies beside the log; and the digest of all lines before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from texas42_server.storage import beside
from texas42_server.version import VERSION

FORMAT = "texas42-match"
FORMAT_VERSION = 1

_ID = re.compile(r"[a-z2-7]{26}")
_OCTETS = "hex:"
"""What stands before the octets of a value that is no text."""

Row = tuple[int, int, bytes, bytes]
"""An event as it is stored: (seq, at, body, digest)."""


class NotCarried(Exception):  # noqa: N818 - what happened
    """A file that is not brought in; the text says why, and nothing was changed."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A match on its way: its rows as stored, what lies beside, the id of its rematch."""

    match_id: str
    rows: list[Row]
    beside: list[tuple[str, dict[str, Any]]]
    rematch: str | None


def written(carried: Carried) -> str:
    """The file that holds a match."""
    lines = [_line(each) for each in _members(carried)]
    return "".join(lines) + _line({"lines": len(lines), "digest": _digest("".join(lines))})


def _members(carried: Carried) -> Iterator[dict[str, Any]]:
    yield {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "match": carried.match_id,
        "events": len(carried.rows),
        "rematch": carried.rematch,
        "written_by": f"texas42 {VERSION}",
    }
    for seq, at, body, digest in carried.rows:
        yield {"seq": seq, "at": at, **_body(body), "digest": digest.hex()}
    for table, row in carried.beside:
        yield {"table": table, "row": {name: _value(value) for name, value in row.items()}}


def _body(body: bytes) -> dict[str, str]:
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:  # damaged
        return {"octets": body.hex()}


def _value(value: Any) -> Any:
    return _OCTETS + value.hex() if isinstance(value, bytes) else value


def _line(members: dict[str, Any]) -> str:
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")) + "\n"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def read(text: str) -> Carried:
    """The match that a file holds.

    Raises:
        NotCarried: it is no such file, or not all of one.
    """
    *lines, last, after = ["", *text.split("\n")]
    lines = [f"{line}\n" for line in lines[1:]]
    try:
        end = json.loads(last)
        if after:
            raise KeyError
        if end["lines"] != len(lines) or end["digest"] != _digest("".join(lines)):
            raise NotCarried("The file was changed or cut off since it was written.")
        head, *rest = map(json.loads, lines)
        if head["format"] != FORMAT or head["format_version"] != FORMAT_VERSION:
            raise NotCarried("The file is of another version of this program.")
        rows = [_row(each) for each in rest if "seq" in each]
        others = [_beside(each) for each in rest if "table" in each]
        match_id, rematch = head["match"], head["rematch"]
        if len(rows) != head["events"] or len(rows) + len(others) != len(rest):
            raise KeyError
        if not all(map(_ID.fullmatch, (match_id, rematch or match_id))):
            raise KeyError
    except NotCarried:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotCarried("The file is no match that t42-server export has written.") from None
    return Carried(match_id, rows, others, rematch)


def _row(members: dict[str, Any]) -> Row:
    if "octets" in members:
        raise NotCarried(f"Event {members['seq']} was damaged before it was exported.")
    seq, at = members["seq"], members["at"]
    if type(seq) is not int or type(at) is not int or not 0 <= at < 2**53:
        raise TypeError
    return seq, at, members["body"].encode(), bytes.fromhex(members["digest"])


def _beside(members: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    table, row = members["table"], members["row"]
    if set(row) != set(beside.CARRIED[table]):
        raise KeyError
    return table, {name: _octets(value) for name, value in row.items()}


def _octets(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_OCTETS):
        return bytes.fromhex(value.removeprefix(_OCTETS))
    return value
