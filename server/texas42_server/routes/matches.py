"""`/matches/{id}`: the match as its viewers see it, and everything that changes it."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import not_modified, view_answer
from texas42_server.asking.problems import Problem
from texas42_server.edge.intake import asked, conditions, operation, query_of
from texas42_server.service import Context, Done
from texas42_server.storage.players import Player
from texas42_server.waits.waiting import held
from texas42_server.waits.watching import MatchLog

matches = Blueprint("matches", __name__)


@matches.post("/matches")
@operation(token="needed")
def create(context: Context, asker: Player) -> Response:
    """A new match."""
    done = service.create_match(context, asked(asker))
    return accepted(done, ("Location", f"/matches/{done.match_id}"))


@matches.get("/matches/<match_id>")
@operation()
def show(context: Context, asker: Player | None, match_id: str) -> Response:
    """The view of whoever asks."""
    position, shown = service.look(context, match_id, asker)
    condition = conditions()
    if condition.moved_on(shown.tag):
        raise Problem(
            "stale-version",
            "The match has moved on since that ETag.",
            version=position.match.version,
        )
    query_of()
    if condition.if_none_match is None:
        return view_answer(shown.body, shown.tag)
    shown, applied = held(
        context.database,
        asker,
        MatchLog(position.key),
        shown,
        lambda: service.look(context, match_id, asker)[1],
        lambda found: not condition.unchanged(found.tag),
    )
    if condition.unchanged(shown.tag):
        return not_modified(shown.tag, *applied)
    return view_answer(shown.body, shown.tag, *applied)


@matches.post("/matches/<match_id>/seats/<seat>")
@operation(token="needed")
def take_seat(context: Context, asker: Player, match_id: str, seat: str) -> Response:
    """Sit down."""
    return entered(service.take_seat(context, asked(asker), match_id, seat))


@matches.delete("/matches/<match_id>/seats/<seat>")
@operation(token="needed")
def leave_seat(context: Context, asker: Player, match_id: str, seat: str) -> Response:
    """Give the seat back."""
    return changed(service.leave_seat(context, asked(asker), match_id, seat))


@matches.delete("/matches/<match_id>")
@operation(token="needed")
def cancel(context: Context, asker: Player, match_id: str) -> Response:
    """Call the match off."""
    return changed(service.cancel_match(context, asked(asker), match_id))


@matches.post("/matches/<match_id>/moves")
@operation(token="needed")
def move(context: Context, asker: Player, match_id: str) -> Response:
    """Bid, pass, declare or play."""
    return entered(service.move(context, asked(asker), match_id))


def changed(done: Done) -> Response:
    """What was taken away leaves a view to show."""
    here = ("Content-Location", f"/matches/{done.match_id}")
    return view_answer(done.shown.body, done.shown.tag, here)


def entered(done: Done) -> Response:
    """What was accepted is a new entry of the feed; the body is the view since."""
    here = f"/matches/{done.match_id}"
    return accepted(done, ("Location", f"{here}/events/{done.seq}"), ("Content-Location", here))


def accepted(done: Done, *headers: tuple[str, str]) -> Response:
    """What was accepted; the body is the asker's view."""
    if done.replayed:
        headers = (*headers, ("Idempotency-Replayed", "true"))
    return view_answer(done.shown.body, done.shown.tag, *headers, status=201)
