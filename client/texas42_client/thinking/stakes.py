"""What the play of a hand is about, as a view tells it: the solver's game, and what is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from texas42 import Seat, parse_tile, table_for
from texas42.solver import Game, Spot
from texas42_client.thinking.reading import called_by, contract_of, sits_out, suits_of
from texas42_client.thinking.sampling import World

__all__ = ["game_of", "is_bidding", "needed", "spots_of"]

Body = Mapping[str, Any]


def game_of(view: Body) -> Game:
    """The game of a view whose trump is named."""
    return Game.of(table_for(len(view["seats"])), contract_of(view), suits_of(view))


def needed(view: Body) -> int:
    """What the seats that take still need, for the contract to be made (R5.1, R5.3, R8.1).

    Points in a point contract, else tricks; nothing or less when it is made, and more than there
    are left when it is set.
    """
    contract = view["contract"]
    side = view["seats"][contract["bidder"]]["side"]
    if contract["kind"] == "points":
        return int(contract["points"] - view["points"][side])
    ours, all_taken = view["tricks_taken"][side], sum(view["tricks_taken"].values())
    counted = all_taken - ours if contract["kind"] == "nello" else ours
    return int(all_taken + _tricks_left(view) - counted)


def spots_of(view: Body) -> Callable[[World], Spot]:
    """What makes a spot of a world: the table of this view, the tiles lying as in that world."""
    labels = list(view["seats"])
    trick = view["current_trick"]
    plays = trick["plays"]
    playing = [(Seat(n), label) for n, label in enumerate(labels) if not sits_out(view, label)]
    leader = Seat(labels.index(trick["leader"]))
    tiles = tuple(parse_tile(play["tile"]) for play in plays)
    called = called_by(suits_of(view), plays[0]) if plays else None
    return lambda world: Spot(
        {seat: world[label] for seat, label in playing}, leader, tiles, called
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
