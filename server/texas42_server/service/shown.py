"""A match as one viewer is shown it: the engine's view, and what the server adds to it."""

from __future__ import annotations

from typing import Any, NamedTuple

from texas42 import Seat, view
from texas42_server.asking.answers import written
from texas42_server.asking.conditions import view_tag
from texas42_server.moments import rfc3339
from texas42_server.service.positions import Position
from texas42_server.storage import invites
from texas42_server.storage.database import Connection
from texas42_server.storage.players import Player


class Shown(NamedTuple):
    """A view's body, and the strong tag that belongs to exactly these bytes."""

    body: bytes
    tag: str


def viewer_name(position: Position, player: Player | None) -> str:
    """Who looks, as tags tell it: a seat's letter, `owner` (not seated) or `spectator`."""
    name = None if player is None else player.name
    seat = position.seat_of(name)
    if seat is not None:
        return position.match.table.labels[seat]
    return "owner" if name == position.match.owner else "spectator"


def tag_of(position: Position, player: Player | None) -> str:
    """The tag of this player's view, and so of `moves` and of the seats for that player."""
    return view_tag(position.match.version, viewer_name(position, player))


def show(db: Connection, position: Position, player: Player | None) -> Shown:
    """The view of whoever asks."""
    viewer = viewer_name(position, player)
    body = position.rendered.get(viewer)
    if body is None:
        seat = None if player is None else position.seat_of(player.name)
        codes = None if player is None else _codes(db, position, player)
        body = position.rendered[viewer] = written(_view(position, seat, codes))
    return Shown(body, view_tag(position.match.version, viewer))


def links(match_id: str, status: str) -> dict[str, str | None]:
    """Where the parts of a match of this status are; null for those that it does not have."""
    here = f"/matches/{match_id}"
    return {
        "self": here,
        "moves": f"{here}/moves",
        "events": f"{here}/events",
        "hands": f"{here}/hands",
        "record": f"{here}/record",
        "rematch": f"{here}/rematch" if status == "finished" else None,
    }


def _view(position: Position, seat: Seat | None, codes: dict[str, str] | None) -> dict[str, Any]:
    match = position.match
    table = view(match, seat)
    since = position.turn_since
    return {
        "id": position.id,
        "name": match.name,
        "owner": match.owner,
        "version": table.pop("version"),
        "status": table.pop("status"),
        "created_at": rfc3339(position.created),
        "turn_since": None if since is None else rfc3339(since),
        **table,
        "invites": codes,
        "links": links(position.id, match.status),
    }


def _codes(db: Connection, position: Position, player: Player) -> dict[str, str] | None:
    """The codes of the free seats, for the owner while there are any."""
    match = position.match
    if match.status != "open" or player.name != match.owner:
        return None
    codes = invites.of_match(db, position.key, match.version)
    free = [s for s in match.table.seats if match.players[s] is None and match.kept[s] is None]
    labels = [match.table.labels[seat] for seat in free]
    return {label: codes[label] for label in labels if label in codes}
