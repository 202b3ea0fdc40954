"""What has happened in a match: the feed, and the hands that are over."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import schemas, service
from texas42_server.answers import answer, next_page, written
from texas42_server.intake import operation, query_of
from texas42_server.players import Player
from texas42_server.problems import Problem
from texas42_server.service import Context

records = Blueprint("records", __name__)

# Entries change when a hand ends, so that no copy of them may be kept.
_FEED_HEADERS = (("Vary", "Authorization, Accept, Prefer"), ("Cache-Control", "no-store"))
_FOR_EVER = ("Cache-Control", "public, max-age=31536000, immutable")


@records.get("/matches/<match_id>/events")
@operation()
def feed(context: Context, asker: Player | None, match_id: str) -> Response:
    """The feed as this viewer may read it."""
    position = service.find(context, match_id)
    query = query_of(schemas.FEED)
    entries = service.feed(context, position, asker, query["after"], query["limit"])
    last = entries[-1]["seq"] if entries else query["after"]
    following = next_page(f"/matches/{match_id}/events", after=last, limit=query["limit"])
    body = written({"events": entries, "version": position.match.version})
    return answer(body, following, *_FEED_HEADERS)


@records.get("/matches/<match_id>/events/<seq>")
@operation()
def entry(context: Context, asker: Player | None, match_id: str, seq: str) -> Response:
    """One entry of the feed."""
    position = service.find(context, match_id)
    told = service.entry(context, position, asker, _number(seq))
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
    record = service.hand(position, _number(number))
    query_of()
    return answer(written(record), _FOR_EVER)


def _number(text: str) -> int:
    """A number in a path; whatever else stands there is found nowhere."""
    if not (text.isascii() and text.isdigit() and len(text) < 19) or text != str(int(text)):
        raise Problem("not-found", "A whole number stands at the end of this address.")
    return int(text)
