"""Tables to look at: views and feeds as the server gives them, from fixed deals."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import texas42
from texas42 import Created, Entry, Event, Match, Move, Tile
from texas42_client.table.reading import interpret

NAMES = ("ann", "bob", "cal", "dee", "eve", "fay", "gus")


def first_to_bid_thirty(match: Match, moves: Sequence[Move]) -> Move:
    """The first seat bids 30 and everybody else passes; then the first legal move."""
    thirty = [move for move in moves if getattr(move, "points", None) == 30]
    return thirty[0] if thirty else moves[0]


def first_to_bid_two_marks(match: Match, moves: Sequence[Move]) -> Move:
    """The first seat bids two marks and everybody else passes; then the last legal move."""
    marks = [move for move in moves if getattr(move, "marks", None) == 2]
    if match.status == "bidding":
        return marks[0] if marks else moves[0]
    return moves[-1]


def saying(*words: str) -> Callable[[Match, Sequence[Move]], Move]:
    """Say these in turn, as players type them; then the first legal move."""
    left = list(words)

    def choose(match: Match, moves: Sequence[Move]) -> Move:
        if not left:
            return moves[0]
        bodies = [texas42.move_body(move) for move in moves]
        (meant,) = interpret(left.pop(0), bodies, match.rules.as_dict())
        return moves[bodies.index(meant)]

    return choose


@dataclass
class Played:
    """A match played so far, with its log."""

    match: Match
    log: list[Entry]

    def view(self, seat: str | None, **members: Any) -> dict[str, Any]:
        """The view from a seat, or a spectator's, with the members that the server adds."""
        table = self.match.table
        viewer = None if seat is None else table.seats[table.labels.index(seat)]
        added = {"id": "7kyvllqwmbvods2dszjq76ff7a", "name": self.match.name, "invites": None}
        return {**added, "owner": self.match.owner, **texas42.view(self.match, viewer), **members}

    def feed(self, seat: str | None, last: int) -> list[dict[str, Any]]:
        """The last entries of the feed as that viewer may read it."""
        table = self.match.table
        viewer = None if seat is None else table.seats[table.labels.index(seat)]
        return texas42.redact(self.log, viewer, after=max(0, self.match.version - last))


def play(
    moves: int,
    choose: Callable[[Match, Sequence[Move]], Move] = first_to_bid_thirty,
    *,
    seed: int = 42,
    names: Sequence[str] = NAMES,
    seated: int = 7,
    preset: str = "straight",
    **settings: Any,
) -> Played:
    """A match after so many moves, the tiles shuffled from a seed, the last seat dealing first."""
    chance = random.Random(seed)
    created = texas42.create("friday", names[0], texas42.resolve({"preset": preset, **settings}))
    played = Played(Match(created), [Entry(1, 0, created)])
    for seat, name in list(zip(played.match.table.seats, names, strict=False))[:seated]:
        _append(played, texas42.join(played.match, seat, name))
    while played.match.winner is None:
        match = played.match
        if match.awaits_draw:
            _append(played, texas42.draw(match, _shuffled(chance)))
            continue
        if match.awaits_deal:
            dealer = match.table.seats[-1] if match.next_dealer is None else match.next_dealer
            _append(played, texas42.deal(match, _shuffled(chance), dealer))
            continue
        if moves == 0 or match.turn is None:
            break
        move = choose(match, texas42.legal_moves(match, match.turn))
        for event in texas42.decide(match, match.turn, move):
            _append(played, event)
        moves -= 1
    return played


def _shuffled(chance: random.Random) -> list[Tile]:
    tiles = list(texas42.TILES)
    chance.shuffle(tiles)
    return tiles


def _append(played: Played, event: Event | Created) -> None:
    played.match.apply(event)
    played.log.append(Entry(played.match.version, 0, event))
