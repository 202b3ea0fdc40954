"""What has happened in a match: the feed, and the hands that are over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, request
from orjson import Fragment

from texas42_server import service
from texas42_server.asking import schemas
from texas42_server.asking.answers import JSON, answer, next_page, no_content, stream, written
from texas42_server.asking.problems import malformed
from texas42_server.asking.strictjson import Malformed
from texas42_server.edge.intake import accepted_types, number_in_path, operation, query_of
from texas42_server.edge.streams import EVENT_STREAM, HEADERS, Look, last_event_id, sent, streamed
from texas42_server.service import Context, Position
from texas42_server.storage.players import Player
from texas42_server.waits.waiting import held, opening
from texas42_server.waits.watching import MatchLog

records = Blueprint("records", __name__)

# Entries change when a hand ends, so that no copy of them may be kept.
_FEED_HEADERS = (("Vary", "Authorization, Accept, Prefer"), ("Cache-Control", "no-store"))
_FOR_EVER = ("Cache-Control", "public, max-age=31536000, immutable")


@records.get("/matches/<match_id>/events")
@operation(also=EVENT_STREAM)
def feed(context: Context, asker: Player | None, match_id: str) -> Response:
    """The feed as this viewer may read it: a page, or a stream of what happens."""
    position = service.find(context, match_id)
    if accepted_types().best_match((JSON, EVENT_STREAM)) == EVENT_STREAM:
        return _stream(context, asker, position)
    query = query_of(schemas.FEED)
    after, limit = query["after"], query["limit"]
    opened, has_left = position.match.version, _leaving(position, asker)
    position, applied = held(
        context.database,
        asker,
        MatchLog(position.key),
        position,
        lambda: service.find(context, match_id),
        lambda found: found.match.version > after or has_left(found),
    )
    entries: list[Any]
    if position.match.version > opened:
        told = service.follow(context, position, asker, after, opened)[:limit]
        entries, seqs = [Fragment(entry.body) for entry in told], [entry.seq for entry in told]
    else:
        entries = service.feed(context, position, asker, after, limit)
        seqs = [entry["seq"] for entry in entries]
    last = seqs[-1] if seqs else after
    following = next_page(f"/matches/{match_id}/events", after=last, limit=limit)
    body = written({"events": entries, "version": position.match.version})
    return answer(body, following, *_FEED_HEADERS, *applied)


def _stream(context: Context, asker: Player | None, position: Position) -> Response:
    """What happens past an entry, as it happens; nothing at all (204) once all has been told."""
    try:
        last = last_event_id(request.environ.get("HTTP_LAST_EVENT_ID"))
    except Malformed as cause:
        raise malformed(cause) from None
    query = query_of(schemas.FEED)
    told = query["after"] if last is None else last
    if position.match.over and told >= position.match.version:
        return no_content()
    match_id, opened = position.id, position.match.version
    has_left = _leaving(position, asker)

    def look() -> Look:
        nonlocal told
        now = service.find(context, match_id)
        entries = service.follow(context, now, asker, told, opened)
        told = entries[-1].seq if entries else told
        return Look([sent(*entry) for entry in entries], now.match.over or has_left(now))

    events = streamed(context.database, opening(MatchLog(position.key), asker), look)
    following = next_page(f"/matches/{match_id}/events", after=told, limit=query["limit"])
    return stream(events, EVENT_STREAM, following, *HEADERS)


def _leaving(then: Position, asker: Player | None) -> Callable[[Position], bool]:
    """Whether whoever asks has lost the seat of `then`, which ends their waits and streams."""
    name = None if asker is None else asker.name
    seat = then.seat_of(name)
    return lambda now: seat is not None and now.seat_of(name) != seat


@records.get("/matches/<match_id>/events/<seq>")
@operation()
def entry(context: Context, asker: Player | None, match_id: str, seq: str) -> Response:
    """One entry of the feed."""
    position = service.find(context, match_id)
    told = service.entry(context, position, asker, number_in_path(seq))
    query_of()
    return answer(written(told), *_FEED_HEADERS)


@records.get("/matches/<match_id>/hands")
@operation()
def hands(context: Context, _: Player | None, match_id: str) -> Response:
    """The hands that are over, the same for every viewer."""
    position = service.find(context, match_id)
    query = query_of(schemas.HANDS)
    after, limit = query["after"], query["limit"]
    page = service.hands(position, after, limit)
    headers = [("Cache-Control", "no-cache")]
    if after + limit < len(position.match.hands):
        headers.append(next_page(f"/matches/{match_id}/hands", after=after + limit, limit=limit))
    return answer(written({"hands": page}), *headers)


@records.get("/matches/<match_id>/hands/<number>")
@operation()
def hand(context: Context, _: Player | None, match_id: str, number: str) -> Response:
    """One hand that is over, with every tile that was played."""
    position = service.find(context, match_id)
    record = service.hand(position, number_in_path(number))
    query_of()
    return answer(written(record), _FOR_EVER)
