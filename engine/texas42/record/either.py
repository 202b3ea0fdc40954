"""A record in a text of either form."""

from __future__ import annotations

import json
import re

from texas42.record.errors import MalformedRecord, Place
from texas42.record.json_form import from_json
from texas42.record.lexing import BYTE_ORDER_MARK
from texas42.record.model import Record
from texas42.record.reading import read_text
from texas42.record.referee import judged

_OBJECT = re.compile(r'\s*\{\s*"')
"""How the JSON form begins; a text may begin with a comment in braces."""


def from_text(text: str) -> Record:
    """The record that a text is.

    Raises:
        RecordError: it is none; `line` and `column` say where.
    """
    return judged(read_text(text))


def read_record(text: str) -> Record:
    """The record that a text is, in the text form or as JSON.

    Raises:
        RecordError: it is none.
    """
    if not _OBJECT.match(text.removeprefix(BYTE_ORDER_MARK)):
        return from_text(text)
    try:
        value = json.loads(text.removeprefix(BYTE_ORDER_MARK))
    except json.JSONDecodeError as fault:
        raise MalformedRecord(Place(fault.lineno, fault.colno), f"no JSON: {fault.msg}") from None
    except (ValueError, RecursionError):
        raise MalformedRecord("", "no JSON: numbers too long or lists too deep") from None
    return from_json(value)
