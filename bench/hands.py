"""How many random hands a second: the engine alone, through `texas42.Hand`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle

from bench.clock import side_by_side
from bench.figures import Figure, Goal
from bench.run import Run
from texas42 import TILES, Bid, Declare, Hand, Play, Rules, Seat, Tile, resolve

Dealt = tuple[tuple[Tile, ...], ...]


def figures(run: Run) -> Iterator[Figure]:
    """Random hands by the default rules, and played out to the last tile."""
    hands, rounds = (300, 3) if run.quick else (1000, 20)
    for name, short, body, goal in (
        ("hands.random", "by the default rules", None, Goal("measured", "at least", 30_000)),
        ("hands.played_out", "played to the last tile", {"early_end": False}, None),
    ):
        rules = resolve(body)
        moves = sum(_play_one(rules, random.Random(n), Seat(n % 4)) for n in range(500)) / 500
        works = {"played": _player(rules), "dealt": _dealer(rules)}
        taken = side_by_side(works, calls=hands, rounds=rounds)
        yield Figure(
            name=name,
            what=f"random hands {short}, {moves:.0f} moves each",
            unit="hands/s",
            peer="dealing them alone",
            values=taken.rate("played", "dealt"),
            goal=goal,
        )


def _player(rules: Rules) -> Callable[[], object]:
    chance, dealers = random.Random(42), cycle(rules.table.seats)
    return lambda: _play_one(rules, chance, next(dealers))


def _dealer(rules: Rules) -> Callable[[], object]:
    chance, size = random.Random(42), rules.table.hand_size
    return lambda: _deal(chance, size)


def _deal(chance: random.Random, size: int) -> Dealt:
    """A fair deal by sorting on random keys, a third of the price of `random.shuffle`."""
    draw = chance.random
    keys = [draw() for _ in TILES]
    tiles = iter(sorted(TILES, key=keys.__getitem__))
    return tuple(zip(*[tiles] * size, strict=True))


def _play_one(rules: Rules, chance: random.Random, dealer: Seat) -> int:
    """Play one hand with a random legal move at every turn; answers how many moves it had."""
    pick = chance.random
    hand = Hand(rules, 1, dealer, _deal(chance, rules.table.hand_size))
    moves = 0
    while (turn := hand.turn) is not None:
        legal = hand.legal_moves()
        move = legal[int(pick() * len(legal))]
        moves += 1
        if isinstance(move, Play):
            hand.play(move.tile)
        elif isinstance(move, Declare):
            hand.declare(move)
        else:
            hand.speak(turn, move if isinstance(move, Bid) else None)
    return moves
