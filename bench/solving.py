"""How many deals a second are solved at the first lead with all hands known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bench import hands
from bench.clock import Beside, Taken, Work, side_by_side
from bench.figures import Figure, Goal
from bench.run import Run, Unavailable
from texas42 import BIT, HIGH, LOW, TILES, Tile, Trump, resolve, suits_for, table_for
from texas42.solver import PYTHON, Game, Kernel, Solver, Spot
from texas42_client.arena.forced import best_trump
from texas42_client.thinking.compiled import compiled, is_installed

SEED = 42
TABLE = table_for(4)
BIDDER, LEFT, _, RIGHT = TABLE.seats
SIDE = frozenset(seat for seat in TABLE.seats if TABLE.side_of[seat] == TABLE.side_of[BIDDER])
PEER_HANDS = 300
HUNDRED = 100
ROUNDS = 3


class Deal(NamedTuple):
    """A deal at its first lead: what is played for, and the hands."""

    game: Game
    spot: Spot


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contract.

    Attributes:
        name, what: of its figures.
        game: what the bidder makes of its hand.
        need: the points, or tricks, that decide it.
        fitness: how well a hand suits it, where not every hand would be bid: the best of four bids.
        deals: so many are solved in a round.
    """

    name: str
    what: str
    game: Callable[[Sequence[Tile]], Game]
    need: int
    fitness: Callable[[Sequence[Tile]], float] | None = None
    deals: int = 40

    def drawn(self, count: int) -> list[Deal]:
        """Always the same random deals."""
        chance = random.Random(f"{SEED} {self.name}")
        return [self._deal(chance) for _ in range(count)]

    def _deal(self, chance: random.Random) -> Deal:
        shuffled = iter(chance.sample(TILES, len(TILES)))
        dealt = list(zip(*[shuffled] * TABLE.hand_size, strict=True))
        if self.fitness is not None:
            dealt.sort(key=self.fitness, reverse=True)
        game = self.game(dealt[BIDDER])
        held = {seat: sum(BIT[tile] for tile in dealt[seat]) for seat in game.seats}
        return Deal(game, Spot(held, BIDDER))


def _pairs(trump: Trump, *, counted: bool) -> Game:
    return Game(suits_for(trump), TABLE.seats, wants=SIDE, takes=SIDE, counted=counted)


def _most_held(hand: Sequence[Tile]) -> Game:
    return _pairs(best_trump(hand), counted=True)


def _most_held_for_all(hand: Sequence[Tile]) -> Game:
    return _pairs(best_trump(hand), counted=False)


def _doubles(_hand: Sequence[Tile]) -> Game:
    return _pairs(Trump.DOUBLES, counted=True)


def _no_trump(_hand: Sequence[Tile]) -> Game:
    return _pairs(Trump.NONE, counted=True)


def _sevens(_hand: Sequence[Tile]) -> Game:
    return _pairs(Trump.SEVENS, counted=False)


def _nello(_hand: Sequence[Tile]) -> Game:
    """The bidder alone; what counts is what the others take."""
    seats = (BIDDER, LEFT, RIGHT)
    others = frozenset({LEFT, RIGHT})
    return Game(suits_for(Trump.NELLO), seats, frozenset({BIDDER}), others, counted=False)


def _lowness(hand: Sequence[Tile]) -> int:
    return -sum(LOW[tile] + HIGH[tile] for tile in hand)


def _nearness(hand: Sequence[Tile]) -> int:
    """To seven pips, which win in sevens."""
    return -sum(abs(LOW[tile] + HIGH[tile] - 7) for tile in hand)


KINDS = (
    Kind("pips", "a bid of 30, trump the suit held most", _most_held, 30, deals=100),
    Kind("marks", "a mark, trump the suit held most", _most_held_for_all, 7),
    Kind("doubles", "a bid of 30, doubles trump", _doubles, 30),
    Kind("no_trump", "a bid of 30, no trump", _no_trump, 30),
    Kind("nello", "nello by the lowest hand", _nello, 7, _lowness),
    Kind("sevens", "sevens by the nearest hand", _sevens, 7, _nearness),
)
GOALS = {
    "solver.pips": Goal("measured", "at least", 50),
    "compiled.pips": Goal("measured", "at least", 700),
}


class Batch(NamedTuple):
    """Deals to be solved, as one piece of work."""

    name: str
    what: str
    deals: int
    work: Work


def in_python(run: Run) -> Iterator[Figure]:
    """The solver in pure Python, beside random hands by the engine."""
    play = hands._player(resolve({"early_end": False}))

    def played() -> None:
        for _ in range(PEER_HANDS):
            play()

    for ours in _batches(run, PYTHON):
        taken = _taken(run, ours, played)
        values = taken.rate("ours", "theirs", ours.deals, PEER_HANDS / HUNDRED)
        yield _figure("solver", ours, "a hundred random hands played to the last tile", values)


def as_compiled(run: Run) -> Iterator[Figure]:
    """The same lines compiled by numba, beside themselves in Python."""
    if not is_installed():
        raise Unavailable("numba is not installed; pip install 'texas42[strong]'")
    run.say("compiling")
    pairs = zip(_batches(run, compiled().kernel), _batches(run, PYTHON), strict=True)
    for ours, theirs in pairs:
        taken = _taken(run, ours, theirs.work)
        values = taken.rate("ours", "theirs", ours.deals, theirs.deals)
        yield _figure("compiled", ours, "the same in pure Python", values)


def _batches(run: Run, kernel: Kernel) -> Iterator[Batch]:
    for kind in KINDS:
        deals = kind.drawn(3 if run.quick else kind.deals)
        yield _made(kind, deals, kernel)
        if kind is KINDS[0]:
            yield _value(kind, deals[: 1 if run.quick else len(deals) // 15], kernel)


def _made(kind: Kind, deals: Sequence[Deal], kernel: Kernel) -> Batch:
    """Is the contract made? One null window a deal."""
    solvers = {deal.game: Solver(deal.game, kernel) for deal in deals}

    def work() -> None:
        for game, spot in deals:
            solvers[game].look_at(spot)
            solvers[game].reaches(kind.need)

    return Batch(kind.name, f"made or not: {kind.what}", len(deals), work)


def _value(kind: Kind, deals: Sequence[Deal], kernel: Kernel) -> Batch:
    """How many points?"""
    solvers = {deal.game: Solver(deal.game, kernel) for deal in deals}

    def work() -> None:
        for game, spot in deals:
            solvers[game].look_at(spot)
            solvers[game].value()

    return Batch("points", f"how many points: {kind.what}", len(deals), work)


def _taken(run: Run, batch: Batch, peer: Work) -> Taken:
    run.say(batch.what)
    return side_by_side(
        {"ours": batch.work, "theirs": peer}, calls=1, rounds=2 if run.quick else ROUNDS
    )


def _figure(group: str, batch: Batch, peer: str, values: Beside) -> Figure:
    name = f"{group}.{batch.name}"
    return Figure(name, batch.what, "deals/s", peer, values, GOALS.get(name))
