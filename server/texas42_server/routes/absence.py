"""What players do about one who stays away, and how a match ends without a winner or goes on."""

from __future__ import annotations

from flask import Blueprint, Response

from texas42_server import service
from texas42_server.asking.answers import answer, no_content, view_answer, written
from texas42_server.edge.intake import asked, operation
from texas42_server.routes.matches import accepted, entered
from texas42_server.service import Buried, Context
from texas42_server.storage.players import Player

absence = Blueprint("absence", __name__)

_NOT_KEPT = ("Cache-Control", "no-store")
_REPLAYED = ("Idempotency-Replayed", "true")


@absence.post("/matches/<match_id>/seats/<seat>/replacement")
@operation(token="needed")
def replacement(context: Context, asker: Player, match_id: str, seat: str) -> Response:
    """Ask for somebody new at a seat."""
    offer = service.ask_replacement(context, asked(asker), match_id, seat)
    headers = [_NOT_KEPT, *([_REPLAYED] if offer.replayed else [])]
    if offer.invite is None:
        return answer(written({"needs": offer.needs}), *headers, status=202)
    headers.append(("Location", f"/matches/{match_id}/events/{offer.seq}"))
    body = {"seat": offer.seat, "invite": offer.invite}
    return answer(written(body), *headers, status=201)


@absence.post("/matches/<match_id>/reminder")
@operation(token="needed")
def reminder(context: Context, asker: Player, match_id: str) -> Response:
    """Remind whoever is on turn."""
    sent = service.send_reminder(context, asked(asker), match_id)
    headers = [_NOT_KEPT, *([_REPLAYED] if sent.replayed else [])]
    return answer(written({"told": sent.told}), *headers, status=202)


@absence.post("/matches/<match_id>/close")
@operation(token="needed")
def close(context: Context, asker: Player, match_id: str) -> Response:
    """Give the match up."""
    ended = service.close_match(context, asked(asker), match_id)
    if isinstance(ended, Buried):
        return no_content(*([_REPLAYED] if ended.replayed else []))
    return entered(ended)


@absence.post("/matches/<match_id>/rematch")
@operation(token="needed")
def rematch(context: Context, asker: Player, match_id: str) -> Response:
    """The same players once more."""
    done = service.rematch(context, asked(asker), match_id)
    here = f"/matches/{done.match_id}"
    if done.seq == 1:
        return accepted(done, ("Location", here))
    headers = [("Content-Location", here), *([_REPLAYED] if done.replayed else [])]
    return view_answer(done.shown.body, done.shown.tag, *headers)
