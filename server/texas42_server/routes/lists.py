"""The lists of matches: my own, and the lobby."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking import schemas
from texas42_server.asking.answers import answer, next_page, not_modified, view_answer, written
from texas42_server.asking.problems import Problem
from texas42_server.edge.intake import conditions, operation, query_of
from texas42_server.service import Context
from texas42_server.storage.listing import Cursor
from texas42_server.storage.players import Player
from texas42_server.version import VERSION
from texas42_server.waits.waiting import held
from texas42_server.waits.watching import MatchesOf

lists = Blueprint("lists", __name__)


@lists.get("/me/matches")
@operation(token="needed")
def mine(context: Context, asker: Player) -> Response:
    """My matches, those that wait for me first, the longest wait before the others."""
    condition = conditions()
    query = query_of(schemas.MINE)
    page = _my_page(context, asker, query)
    if condition.moved_on(page.tag):
        raise Problem("stale-version", "The list has changed since that ETag.", version=None)
    only_when_filled = condition.if_none_match is None
    page, applied = held(
        context.database,
        asker,
        MatchesOf(asker.name),
        page,
        lambda: _my_page(context, asker, query),
        lambda found: not (found.empty if only_when_filled else condition.unchanged(found.tag)),
    )
    if condition.unchanged(page.tag):
        return not_modified(page.tag, *applied)
    return view_answer(page.body, page.tag, *page.links, *applied)


class _Page(NamedTuple):
    """A page of my matches, ready to be answered."""

    body: bytes
    tag: str
    links: list[tuple[str, str]]
    empty: bool


def _my_page(context: Context, asker: Player, query: Mapping[str, Any]) -> _Page:
    turn, status, limit = query.get("turn"), query.get("status"), query["limit"]
    matches, following = service.mine(
        context,
        asker,
        my_turn=turn == "mine",
        statuses=schemas.statuses(status),
        limit=limit,
        after=_cursor(query.get("after")),
    )
    body = written({"matches": matches})
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}-{VERSION}"'
    links = []
    if following is not None:
        after = _written_cursor(following)
        links.append(next_page("/me/matches", turn=turn, status=status, limit=limit, after=after))
    return _Page(body, tag, links, empty=not matches)


@lists.get("/matches")
@operation()
def lobby(context: Context, _: Player | None) -> Response:
    """The listed matches, newest first."""
    query = query_of(schemas.LOBBY)
    status, limit = query["status"], query["limit"]
    matches, following = service.lobby(
        context, statuses=schemas.statuses(status), limit=limit, before=query.get("after")
    )
    headers = [("Cache-Control", "no-cache")]
    if following is not None:
        headers.append(next_page("/matches", status=status, limit=limit, after=following))
    return answer(written({"matches": matches}), *headers)


def _cursor(text: str | None) -> Cursor | None:
    if text is None:
        return None
    waiting, _, match = text.partition(".")
    return Cursor(int(waiting) if waiting else None, int(match))


def _written_cursor(cursor: Cursor) -> str:
    return f"{'' if cursor.waiting_since is None else cursor.waiting_since}.{cursor.match}"
