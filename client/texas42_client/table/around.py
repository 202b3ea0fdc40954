"""The seats around the table: the viewer below, the next seat clockwise on the left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from texas42_client.table.facts import Facts
from texas42_client.table.text import fit, pad
from texas42_client.table.words import say_bid

__all__ = ["ACROSS", "Cell", "around"]

Cell = tuple[str, dict[str, Any]]

SIDE, MIDDLE = 16, 22
ACROSS = SIDE + MIDDLE + SIDE
HALF = ACROSS // 2
NAME = MIDDLE - 9
LED = " led"

_THIRDS = {"left": 0, "middle": 1, "right": 2}
_HALVES = {"left half": 0, "right half": 1}


class Spot(NamedTuple):
    """Where a seat is drawn: in which column, and from which line on."""

    column: str
    line: int


BELOW = "below"
"""The middle column as the viewer has it, the name nearest to the viewer."""

SPOTS: Mapping[int, tuple[Spot, ...]] = {
    2: (Spot(BELOW, 5), Spot("middle", 0)),
    3: (Spot(BELOW, 5), Spot("left", 1), Spot("right", 1)),
    4: (Spot(BELOW, 5), Spot("left", 2), Spot("middle", 0), Spot("right", 2)),
    5: (
        Spot(BELOW, 5),
        Spot("left", 4),
        Spot("left half", 0),
        Spot("right half", 0),
        Spot("right", 4),
    ),
    6: (
        Spot(BELOW, 6),
        Spot("left", 5),
        Spot("left", 1),
        Spot("middle", 0),
        Spot("right", 1),
        Spot("right", 5),
    ),
    7: (
        Spot(BELOW, 8),
        Spot("left", 7),
        Spot("left", 3),
        Spot("left half", 0),
        Spot("right half", 0),
        Spot("right", 3),
        Spot("right", 7),
    ),
}
"""How many sit -> a spot for each seat, clockwise from the viewer's."""
ROOMY = 4
"""Up to so many seats a tile is drawn as a box, above it as ``[2|4]``."""


def around(facts: Facts) -> list[list[Cell]]:
    """Lines of cells, each line `ACROSS` columns wide."""
    seats = facts.people.seats
    drawn = _boxed if len(seats) <= ROOMY else _short
    cells: dict[int, list[tuple[str, Cell]]] = {}
    for seat, spot in zip(seats, SPOTS[len(seats)], strict=True):
        place = drawn(facts, seat)
        if spot.column == BELOW:
            place = [*place[1:], place[0]]
        for line, cell in enumerate(place, start=spot.line):
            cells.setdefault(line, []).append((spot.column, cell))
    return [_line(cells.get(line, [])) for line in range(max(cells) + 1)]


def _line(placed: list[tuple[str, Cell]]) -> list[Cell]:
    if any(column in _HALVES for column, _ in placed):
        row: list[Cell] = [(" " * HALF, {}), (" " * HALF, {})]
        for column, (text, how) in placed:
            row[_HALVES[column]] = (_centred(text, HALF), how)
        return row
    row = [(" " * columns, {}) for columns in (SIDE, MIDDLE, SIDE)]
    for column, (text, how) in placed:
        if column in ("middle", BELOW):
            row[1] = (_centred(text, MIDDLE), how)
        else:
            row[_THIRDS[column]] = (pad(text, SIDE), how)
    return row


def _centred(text: str, columns: int) -> str:
    """In the middle; what stands behind a tile does not move it."""
    balance = " " * len(LED) if text.endswith(LED) else ""
    return pad(balance + text, columns, "^")


def _boxed(facts: Facts, seat: str) -> list[Cell]:
    """Four lines: the player, and the tile it has on the table or what it said."""
    tile = _played(facts, seat)
    if not tile:
        return [_head(facts, seat), _backs(facts, seat), (_spoken(facts, seat), {}), ("", {})]
    low, high = tile.split("-")
    middle = f"│ {low} │ {high} │{_led(facts, seat)}"
    return [_head(facts, seat), ("┌───┬───┐", {}), (middle, {}), ("└───┴───┘", {})]


def _short(facts: Facts, seat: str) -> list[Cell]:
    """Three lines: the player, the tiles that are left, and the one on the table or the words."""
    tile = _played(facts, seat)
    said = f"[{tile.replace('-', '|')}]{_led(facts, seat)}" if tile else _spoken(facts, seat)
    return [_head(facts, seat), _backs(facts, seat), (said, {})]


def _head(facts: Facts, seat: str) -> Cell:
    people = facts.people
    on_turn = facts.view["turn"] == seat
    place = people.place(seat)
    name = f"{'▶ ' if on_turn else ''}{seat} {people.name(seat)}"
    role = f", {place}" if place in ("you", "partner") else ""
    return (fit(name, NAME) + role, {"bold": True} if on_turn else {})


def _backs(facts: Facts, seat: str) -> Cell:
    backs = "" if seat == facts.people.you else "▯" * facts.people.tiles_left(seat)
    return (backs, {"dim": True})


def _played(facts: Facts, seat: str) -> str:
    trick = facts.view.get("current_trick") or {"plays": ()}
    return next((play["tile"] for play in trick["plays"] if play["seat"] == seat), "")


def _led(facts: Facts, seat: str) -> str:
    return LED if seat == facts.view["current_trick"]["leader"] else ""


def _spoken(facts: Facts, seat: str) -> str:
    """What the seat said in the auction, while there is an auction; or that it is asked."""
    view = facts.view
    if view["turn"] == seat:
        asked = {"bidding": "to bid", "declaring": "names trump"}.get(view["status"], "to play")
        return "must bid" if facts.must_bid() else asked
    if seat == facts.sitting_out():
        return "sits out"
    if view["status"] not in ("bidding", "declaring"):
        return ""
    return next((f"“{say_bid(bid)}”" for bid in view["bids"] if bid["seat"] == seat), "")
