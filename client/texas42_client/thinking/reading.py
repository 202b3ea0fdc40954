"""The words of a view as what the engine thinks with: tiles as bits, a contract as its suits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from texas42 import BIT, Doubles, Suit, Suits, Tile, Trump, parse_tile, suits_for

__all__ = ["EVERY_TILE", "bits", "called_by", "lead_in_order", "mask", "sits_out", "suits_of"]

EVERY_TILE = sum(BIT)

Body = Mapping[str, Any]


def bits(tiles: Iterable[Tile]) -> int:
    """The bitmask of some tiles."""
    found = 0
    for tile in tiles:
        found |= BIT[tile]
    return found


def mask(labels: Iterable[str]) -> int:
    """The bitmask of some tiles by their names."""
    return bits(parse_tile(label) for label in labels)


def suits_of(view: Body) -> Suits:
    """The suits under the contract that a view shows, doubles as declared or as the rules say."""
    contract, rules = view["contract"], view["rules"]
    trump = Trump(contract["trump"])
    allowed = rules["nello_doubles" if trump is Trump.NELLO else "no_trump_doubles"]
    if trump in (Trump.NELLO, Trump.NONE):
        return suits_for(trump, Doubles(contract["doubles"] or allowed[0]))
    return suits_for(trump)


def called_by(suits: Suits, lead: Body) -> Suit:
    """The suit that a lead called: by its higher end, or the lower one that it named."""
    call = lead.get("call")
    return suits.called[parse_tile(lead["tile"])] if call is None else Suit(int(call))


def lead_in_order(rules: Body, suits: Suits, number: int) -> tuple[int, ...]:
    """What must be led to trick `number`, in order of obligation: a trump at some tables (R4.7)."""
    if number == 1 and rules["opening_lead"] == "trump" and suits.trumps:
        return (suits.trumps, *suits.lead)
    return suits.lead


def sits_out(view: Body, seat: str) -> bool:
    """Whether this is the partner of who plays nello (R8.1)."""
    contract = view["contract"]
    if contract is None or contract["kind"] != "nello" or seat == contract["bidder"]:
        return False
    seats = view["seats"]
    return bool(seats[seat]["side"] == seats[contract["bidder"]]["side"])
