"""The words of a view as what the engine thinks with: tiles as bits, a contract as its suits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from texas42 import (
    Bid,
    Declare,
    Doubles,
    Rules,
    Seat,
    Special,
    Suit,
    Suits,
    Trump,
    parse_tile,
    suits_for,
)
from texas42.contracts import Contract, contract_for, declared, doubles_of
from texas42.tiles import mask_of

__all__ = [
    "bid_of",
    "called_by",
    "contract_of",
    "mask",
    "rules_of",
    "sits_out",
    "suits_of",
]

Body = Mapping[str, Any]


def mask(labels: Iterable[str]) -> int:
    """The bitmask of some tiles by their names."""
    return mask_of(map(parse_tile, labels))


def rules_of(view: Body) -> Rules:
    """The rules of the match, so that what a setting means is asked of the engine."""
    return Rules.from_record(view["rules"])


def bid_of(said: Body) -> Bid:
    """The bid of an entry of the auction, or of the body of a move."""
    special = next((special for special in Special if said.get(special.value)), None)
    return Bid(points=said.get("points"), marks=said.get("marks"), special=special)


def contract_of(view: Body) -> Contract:
    """The contract of a view, as far as it is declared."""
    said = view["contract"]
    special = next((special for special in Special if special.value == said["kind"]), None)
    bid = Bid(points=said["points"], marks=said["marks"], special=special)
    bidder = Seat(list(view["seats"]).index(said["bidder"]))
    contract = contract_for(rules_of(view), bidder, bid)
    return contract if said["trump"] is None else declared(contract, _declaration(said))


def suits_of(view: Body) -> Suits:
    """The suits under the contract that a view shows, doubles as declared or as the rules say."""
    declaration = _declaration(view["contract"])
    return suits_for(declaration.trump, doubles_of(rules_of(view), declaration))


def _declaration(said: Body) -> Declare:
    """What the declarer of a contract named."""
    doubles = said["doubles"]
    return Declare(
        Trump(said["trump"]), said.get("open_tricks"), None if doubles is None else Doubles(doubles)
    )


def called_by(suits: Suits, lead: Body) -> Suit:
    """The suit that a lead called: by its higher end, or the lower one that it named."""
    call = lead.get("call")
    return suits.called[parse_tile(lead["tile"])] if call is None else Suit(int(call))


def sits_out(view: Body, seat: str) -> bool:
    """Whether this is the partner of who plays nello (R8.1)."""
    contract = view["contract"]
    if contract is None or contract["kind"] != "nello" or seat == contract["bidder"]:
        return False
    seats = view["seats"]
    return bool(seats[seat]["side"] == seats[contract["bidder"]]["side"])
