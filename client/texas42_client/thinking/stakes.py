"""What the play of a hand is about, as a view tells it: the solver's game, and what is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42 import Seat, parse_tile
from texas42.solver import Game, Spot
from texas42_client.thinking.reading import called_by, sits_out, suits_of
from texas42_client.thinking.sampling import World

__all__ = ["game_of", "is_bidding", "needed", "spot_of"]

Body = Mapping[str, Any]


def game_of(view: Body) -> Game:
    """The game of a view whose trump is named."""
    contract = view["contract"]
    labels = list(view["seats"])
    playing = [label for label in labels if not sits_out(view, label)]
    side = view["seats"][contract["bidder"]]["side"]
    bidders = {label for label in playing if view["seats"][label]["side"] == side}
    others = set(playing) - bidders
    place = {label: Seat(number) for number, label in enumerate(labels)}
    return Game(
        suits_of(view),
        tuple(place[label] for label in playing),
        wants=frozenset(place[label] for label in bidders),
        takes=frozenset(place[s] for s in (others if contract["kind"] == "nello" else bidders)),
        counted=contract["kind"] == "points",
    )


def needed(view: Body) -> int:
    """What the seats that take still need, for the contract to be made (R5.1, R5.3, R8.1).

    Points in a point contract, else tricks; nothing or less when it is made, and more than there
    are left when it is set.
    """
    contract = view["contract"]
    side = view["seats"][contract["bidder"]]["side"]
    if contract["kind"] == "points":
        return int(contract["points"] - view["points"][side])
    taken = view["tricks_taken"]
    tricks = sum(taken.values()) + _tricks_left(view)
    if contract["kind"] == "nello":
        return int(tricks - sum(taken.values()) + taken[side])
    return int(tricks - taken[side])


def spot_of(view: Body, world: World) -> Spot:
    """The spot of a view in which the tiles lie as in this world."""
    labels = list(view["seats"])
    trick = view["current_trick"]
    plays = trick["plays"]
    hands = {Seat(n): world[label] for n, label in enumerate(labels) if not sits_out(view, label)}
    return Spot(
        hands,
        Seat(labels.index(trick["leader"])),
        tuple(parse_tile(play["tile"]) for play in plays),
        called_by(suits_of(view), plays[0]) if plays else None,
    )


def is_bidding(view: Body) -> bool:
    """Whether the viewer's side won the auction, and so wants the contract to be made."""
    seats = view["seats"]
    return bool(seats[view["you"]]["side"] == seats[view["contract"]["bidder"]]["side"])


def _tricks_left(view: Body) -> int:
    """The trick on the table included."""
    trick = view["current_trick"]
    begun = any(play["seat"] == trick["leader"] for play in trick["plays"])
    return int(view["seats"][trick["leader"]]["tiles_left"]) + begun
