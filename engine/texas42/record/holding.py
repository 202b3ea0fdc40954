"""Which tiles each seat is known to have held, from what a record tells of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from texas42.auction import doubles_for, speaks_first
from texas42.moves import Special
from texas42.record.errors import ImpossibleRecord, Where
from texas42.record.script import HandScript, Step
from texas42.rules import Rules
from texas42.seats import Seat, Table
from texas42.tiles import TILES, Tile, is_double, parse_tile, tile_label

Tiles: TypeAlias = tuple[tuple[Tile, ...], ...]
"""Seat -> tiles."""


class Holding(NamedTuple):
    """The tiles that each seat held for sure.

    Attributes:
        auction: with unplayed tiles that it must have held to bid as it did.
        play: those alone that bind its play.
    """

    auction: Tiles
    play: Tiles


def holding_of(rules: Rules, dealer: Seat, hand: HandScript) -> Holding:
    """What each seat held.

    The holder of 0-1 speaks first, where the rules say so; a plunge and a splash take doubles
    (R8.4, R8.5). Where such tiles were never played, they are filled in as far as they can be.

    Raises:
        ImpossibleRecord: a tile is played twice.
    """
    table = rules.table
    held = [list(tiles) for tiles in _played(table, hand)]
    unplayed = set(TILES).difference(*held)
    tile = speaks_first(rules)
    opener = _opener(rules, dealer, hand) if tile in unplayed else None
    if tile is not None and opener is not None and len(held[opener]) < table.hand_size:
        unplayed.discard(tile)
        held[opener].append(tile)
    play = tuple(map(tuple, held))
    for step in hand.bids:
        seat = table.seat(step.seat)
        takes = _doubles_for(rules, step.body)
        spare = [tile for tile in unplayed if is_double(tile)]
        short = takes - sum(map(is_double, held[seat]))
        if 0 < short <= min(len(spare), table.hand_size - len(held[seat])):
            held[seat] += spare[:short]
            unplayed.difference_update(spare[:short])
    return Holding(tuple(map(tuple, held)), play)


def _played(table: Table, hand: HandScript) -> Sequence[Sequence[Tile]]:
    played: list[list[Tile]] = [[] for _ in table.seats]
    before: dict[Tile, Step] = {}
    for trick in hand.tricks:
        for step in trick:
            tile = parse_tile(step.body["tile"])
            if tile in before:
                raise ImpossibleRecord(step.where, _twice(tile, before[tile]))
            before[tile] = step
            played[table.seat(step.seat)].append(tile)
    return played


def _twice(tile: Tile, before: Step) -> str:
    return f"{tile_label(tile)} has been played by seat {before.seat} at {_at(before.where)}"


def _at(where: Where) -> str:
    return str(where)


def _opener(rules: Rules, dealer: Seat, hand: HandScript) -> Seat | None:
    """Who must have held the tile that speaks first; `None` where nobody knows."""
    table = rules.table
    first = table.seat(hand.bids[0].seat)
    all_dealt = table.hand_size * len(table.seats) == len(TILES)
    return first if all_dealt or first != table.left_of(dealer) else None


def _doubles_for(rules: Rules, bid: Mapping[str, object]) -> int:
    return max((doubles_for(rules, special) for special in Special if bid.get(special)), default=0)
