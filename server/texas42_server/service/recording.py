"""The portable record of a match: its finished hands, the same for every viewer."""

from __future__ import annotations

import hashlib

from texas42.record import Record, record_of, to_json, to_text
from texas42_server.asking.answers import written
from texas42_server.moments import rfc3339
from texas42_server.service.positions import Position
from texas42_server.service.shown import Shown
from texas42_server.version import VERSION


def record(position: Position, *, as_text: bool) -> Shown:
    """The record of the match as it stands.

    It changes with a hand's or the match's end, and with who sits there; while a hand is on its
    bytes, and so its tag, stay what they are.
    """
    form = "record as text" if as_text else "record as JSON"
    body = position.rendered.get(form)
    if body is None:
        kept = _record(position)
        body = to_text(kept).encode() if as_text else written(to_json(kept))
        position.rendered[form] = body
    digest = hashlib.blake2b(body, digest_size=12).hexdigest()
    return Shown(body, f'"{digest}-{VERSION}"')


def _record(position: Position) -> Record:
    day = rfc3339(position.created).partition("T")[0]
    return record_of(position.match, date=day, match_id=position.id, generator=f"texas42 {VERSION}")
