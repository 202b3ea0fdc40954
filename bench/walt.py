"""Decisions of *walt*, the strongest public player known to us, and its estimate for every tile.

`bench/data/README.md` says where they come from. A hand is played again in the engine, so that a
bot is shown and sent what the seat would have been.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from texas42 import (
    Bid,
    Dealt,
    Declare,
    Entry,
    Event,
    Match,
    Move,
    Pass,
    Play,
    Trump,
    create,
    decide,
    join,
    parse_tile,
    redact,
    resolve,
    tile_label,
    view,
)

DATA = Path(__file__).parent / "data" / "walt-hands-000-299.jsonl.gz"
PLAYERS = ("ann", "bob", "cat", "dan")
BIDDER = 1
"""The seat that bids and leads in every hand."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn of the watched seat with more than one legal tile.

    Attributes:
        trick: its number, from 1.
        bidding: whether the seat's side has bid.
        l1, l2: tile as views spell it -> the chance, 0 to 1, that the seat's side gets its way.
        played: what walt played: best by `l1`.
    """

    trick: int
    bidding: bool
    l1: Mapping[str, float]
    l2: Mapping[str, float]
    played: str


class Turn(NamedTuple):
    """A turn of the watched seat: what it is shown and sent, and the decision where it has one."""

    view: Mapping[str, Any]
    sent: Sequence[Mapping[str, Any]]
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class WaltHand:
    """A hand up to the last decision of the seat that was watched.

    Attributes:
        number: counted from 0.
        trump: a pip.
        dealt: the tiles of each seat.
        plays: tiles in the order in which they were played.
        watched: the seat whose decisions are told.
        decisions: number of plays before it -> decision.
    """

    number: int
    trump: int
    dealt: Sequence[Sequence[str]]
    plays: Sequence[str]
    watched: int
    decisions: Mapping[int, Decision]

    def turns(self) -> Iterator[Turn]:
        """What the watched seat is shown and sent whenever its turn has come, in order.

        Ends early where the hand is decided: there is nothing to gain or to lose any more.
        """
        table = _Table(self)
        declaration = Declare(Trump(str(self.trump)))
        auction: list[Move] = [Bid(points=30), Pass(), Pass(), Pass(), declaration]
        for move in auction:
            if table.is_watched:
                yield table.turn(None)
            table.make(move)
        for before, tile in enumerate([*self.plays, None]):
            if table.is_watched:
                yield table.turn(self.decisions.get(before))
            if tile is not None:
                table.make(Play(parse_tile(tile)))
            if table.match.hand is None:
                return


class _Table:
    """The match that the hand is the first of, and its log."""

    def __init__(self, hand: WaltHand) -> None:
        self._id = f"walt {hand.number}"
        self._log: list[Entry] = []
        created = create(self._id, PLAYERS[0], resolve(None))
        self.match = Match(created)
        self._keep(created)
        self._seat = self.match.table.seats[hand.watched]
        self._sent = 0
        for seat, player in zip(self.match.table.seats, PLAYERS, strict=True):
            self._apply(join(self.match, seat, player))
        dealt = tuple(tuple(map(parse_tile, tiles)) for tiles in hand.dealt)
        self._apply(Dealt(self.match.table.seats[BIDDER - 1], dealt))

    @property
    def is_watched(self) -> bool:
        """Whether the watched seat is on turn."""
        return self.match.turn == self._seat

    def turn(self, decision: Decision | None) -> Turn:
        """What the watched seat is shown, as far as a bot looks, and was sent since."""
        shown = {"id": self._id, **view(self.match, self._seat)}
        sent = redact(self._log, self._seat, after=self._sent, witnessed=self._sent)
        self._sent = shown["version"]
        return Turn(shown, sent, decision)

    def make(self, move: Move) -> None:
        """The seat on turn makes it."""
        assert self.match.turn is not None
        for event in decide(self.match, self.match.turn, move):
            self._apply(event)

    def _apply(self, event: Event) -> None:
        self.match.apply(event)
        self._keep(event)

    def _keep(self, event: Event) -> None:
        self._log.append(Entry(self.match.version, 0, event))


def walt_hands() -> list[WaltHand]:
    """The 300 hands."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [_hand(list(group)) for _, group in groupby(rows, key=lambda row: row["hand"])]


def _hand(rows: Sequence[Mapping[str, Any]]) -> WaltHand:
    *decisions, summary = rows
    return WaltHand(
        number=summary["hand"],
        trump=summary["trump"],
        dealt=[_tiles(held) for held in summary["hands"]],
        plays=_tiles(play["tile"] for play in decisions[-1]["record"]),
        watched=decisions[0]["shadow"],
        decisions={len(row["record"]): _decision(row) for row in decisions},
    )


def _decision(row: Mapping[str, Any]) -> Decision:
    bidding = row["shadow"] % 2 == BIDDER % 2
    (played,) = _tiles([row["l1_choice"]])
    return Decision(
        trick=row["trick"],
        bidding=bidding,
        l1=_estimates(row["l1"], bidding),
        l2=_estimates(row["l2"], bidding),
        played=played,
    )


def _estimates(rows: Sequence[Sequence[Any]], bidding: bool) -> dict[str, float]:
    """Walt tells how likely the contract is made, whoever asks."""
    chances = [made / 10_000 for _, made, _ in rows]
    tiles = _tiles(tile for tile, _, _ in rows)
    return dict(zip(tiles, chances if bidding else [1 - c for c in chances], strict=True))


def _tiles(theirs: Any) -> list[str]:
    """Walt writes the higher end first and no dash."""
    return [tile_label(parse_tile(f"{high}-{low}")) for high, low in theirs]
