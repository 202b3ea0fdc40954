"""How likely the contract is after each legal tile: the share of worlds in which it is made.

Each world is solved as if all hands lay open from here on. That is kind to whoever guesses well,
and the same to every tile that is compared. It is also played out by habit, as players do who see
their own tiles alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from texas42 import Seat, Suit, Tile, parse_tile
from texas42.solver import Game, Solver, Unsolved
from texas42_client.thinking.compiled import Engine, fastest
from texas42_client.thinking.intervals import wilson
from texas42_client.thinking.playing_out import Playouts
from texas42_client.thinking.sampling import World
from texas42_client.thinking.stakes import game_of, is_bidding, needed, spots_of

__all__ = ["Budget", "Estimate", "Judge", "Judgement"]

Body = Mapping[str, Any]

PATIENCE = 30_000
"""Positions between tricks that one question may look at, ten times what most take."""
ENOUGH = 48
"""Worlds after which tiles that never differed are taken to be alike."""
TOO_HARD = 8
"""Worlds beyond patience after which a position is left unjudged."""
FIRST_LOOK = 16
BESIDE = 3
"""Worlds that are played out besides, for each that is solved."""
CLEARLY = 2.6
"""Standard deviations by which a tile must fall short to be left alone."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: until one of these is used up.

    Attributes:
        seconds: by the clock.
        worlds: how many.
        positions: how many the solver looks at, which is the same on every machine.
    """

    seconds: float | None = None
    worlds: int | None = None
    positions: int | None = None

    def deadline(self, now: float) -> float:
        """When the seconds are used up that begin now."""
        return inf if self.seconds is None else now + self.seconds


@dataclass(frozen=True, slots=True)
class Estimate:
    """What became of one legal move.

    Attributes:
        move: its body.
        made: in how many worlds the contract is made after it, all hands open.
        worlds: in how many that was looked at.
        by_habit: in how many it is made when all go on by habit.
        played_out: in how many that was looked at.
    """

    move: Body
    made: int
    worlds: int
    by_habit: int = 0
    played_out: int = 0

    @property
    def chance(self) -> float:
        """The share of worlds in which the contract is made; an even chance if none was tried."""
        return self.made / self.worlds if self.worlds else 0.5

    @property
    def chance_by_habit(self) -> float:
        """The share of worlds in which it is made by habit; :attr:`chance` if none was tried."""
        return self.by_habit / self.played_out if self.played_out else self.chance

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval for the chance, by default the one that holds it 95 times in 100."""
        return wilson(self.chance, self.worlds, z) if self.worlds else (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of every legal move.

    Attributes:
        estimates: one for each, in the order of the view's `legal_moves`.
        worlds: how many were looked at.
        whole: whether these were all there are.
    """

    estimates: tuple[Estimate, ...]
    worlds: int
    whole: bool


class Judge:
    """Judges moves. It keeps its solvers, so one judge serves one thread for long."""

    def __init__(
        self, engine: Engine | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """`engine` is what searches: by default the fastest there is."""
        self._engine = fastest() if engine is None else engine
        self._clock = clock
        self._solvers: dict[Game, Solver] = {}

    def __call__(
        self,
        view: Body,
        worlds: Iterable[World],
        budget: Budget,
        *,
        beside: Iterator[World] | None = None,
        lacks: Mapping[str, int] | None = None,
    ) -> Judgement:
        """What becomes of each legal tile of the seat on turn in these worlds.

        Args:
            view: of the seat, on turn to play a tile.
            worlds: those to look at, in this order.
            budget: when to stop; what is left of a world by then tells nothing.
            beside: for whoever wants the best tile, and not what each is worth: worlds without end,
                to be played out by habit besides, which costs little. A tile is then left alone
                once it is clearly worse than another, and the end comes when the rest are alike.
            lacks: seat -> bitmask of the tiles that it has shown it does not hold; habit knows.
        """
        solver = self.solver(game_of(view))
        playouts = None if beside is None else self._playouts(view, solver, lacks or {})
        trial = _Trial(solver, playouts, view)
        deadline = budget.deadline(self._clock())
        furthest = inf if budget.positions is None else solver.positions + budget.positions
        most = inf if budget.worlds is None else budget.worlds

        def is_used_up() -> bool:
            return solver.positions > furthest or self._clock() > deadline

        whole = False
        supply = iter(worlds)
        while trial.worlds < most and trial.skipped < TOO_HARD + trial.worlds:
            world = next(supply, None)
            if world is None:
                whole = not trial.skipped
                break
            if beside is not None:
                for _ in range(BESIDE):
                    trial.play_out(next(beside))
            if not trial.look_at(world, is_used_up):
                break
            if beside is not None and trial.is_settled():
                break
        return Judgement(trial.estimates(), trial.worlds, whole)

    def _playouts(self, view: Body, solver: Solver, lacks: Mapping[str, int]) -> Playouts | None:
        if view["contract"]["kind"] == "nello":
            return None
        place = {label: Seat(number) for number, label in enumerate(view["seats"])}
        playouts = Playouts(solver.laid, self._engine, place[view["contract"]["declarer"]])
        playouts.know({place[label]: tiles for label, tiles in lacks.items()})
        return playouts

    def solver(self, game: Game) -> Solver:
        """The solver of this game."""
        if game not in self._solvers:
            self._solvers[game] = Solver(game, self._engine.kernel, PATIENCE)
        return self._solvers[game]


class _Trial:
    """The legal tiles of a view, in one world after the other."""

    def __init__(self, solver: Solver, playouts: Playouts | None, view: Body) -> None:
        self._solver = solver
        self._playouts = playouts
        self._view = view
        self._need = needed(view)
        self._spot = spots_of(view)
        self._moves: Sequence[Body] = view["legal_moves"]
        self._plays = [_play(move) for move in self._moves]
        self._made = [0] * len(self._moves)  # a bit for each world
        self._by_habit = [0] * len(self._moves)  # likewise
        self._tried = [0] * len(self._moves)
        self._played_out = [0] * len(self._moves)
        self._open = list(range(len(self._moves)))
        self.worlds = 0
        self.skipped = 0

    def look_at(self, world: World, is_used_up: Callable[[], bool]) -> bool:
        """Solve this world for all tiles that are still looked at; whether there was time.

        A world that takes too much patience tells nothing.
        """
        solver = self._solver
        solver.look_at(self._spot(world))
        made = []
        try:
            for place in self._open:
                if is_used_up():
                    return False
                tile, call = self._plays[place]
                made.append(solver.reaches_after(tile, self._need, call))
        except Unsolved:
            self.skipped += 1
            return not is_used_up()
        for place, reached in zip(self._open, made, strict=True):
            self._made[place] |= reached << self.worlds
            self._tried[place] += 1
        self.worlds += 1
        self._play_out_here()
        return True

    def play_out(self, world: World) -> None:
        """Play this world out by habit, for all tiles that are still looked at."""
        if self._playouts is not None:
            self._solver.look_at(self._spot(world))
            self._play_out_here()

    def _play_out_here(self) -> None:
        if self._playouts is None:
            return
        for place in self._open:
            tile, call = self._plays[place]
            points = self._playouts.points_after(self._solver.here, tile, call)
            self._by_habit[place] |= (points >= self._need) << self._played_out[place]
            self._played_out[place] += 1

    def is_settled(self) -> bool:
        """Leave alone what is clearly worse; whether nothing is left to find out."""
        if self.worlds >= FIRST_LOOK and self.worlds.bit_count() == 1:
            self._leave_the_worst()
        if len(self._open) == 1:
            return True
        if self.worlds < ENOUGH:
            return False
        alike = {(self._made[place], self._by_habit[place]) for place in self._open}
        return len(alike) == 1

    def _leave_the_worst(self) -> None:
        sign = 1 if is_bidding(self._view) else -1
        best = max(
            self._open,
            key=lambda place: (
                sign
                * (
                    self._made[place].bit_count() / self.worlds
                    + self._by_habit[place].bit_count() / max(1, self._played_out[place])
                )
            ),
        )
        self._open = [
            place
            for place in self._open
            if place == best
            or not (
                sign * _lead(self._made[best], self._made[place]) > CLEARLY
                and sign * _lead(self._by_habit[best], self._by_habit[place]) >= 0
            )
        ]

    def estimates(self) -> tuple[Estimate, ...]:
        """What became of each tile so far."""
        return tuple(
            Estimate(move, made.bit_count(), tried, by_habit.bit_count(), played_out)
            for move, made, tried, by_habit, played_out in zip(
                self._moves,
                self._made,
                self._tried,
                self._by_habit,
                self._played_out,
                strict=True,
            )
        )


def _lead(one: int, other: int) -> float:
    """By how many standard deviations one does better, in the worlds that part the two."""
    parted = (one ^ other).bit_count()
    return (one.bit_count() - other.bit_count()) / sqrt(parted) if parted else 0.0


def _play(move: Body) -> tuple[Tile, Suit | None]:
    call = move.get("call")
    return parse_tile(move["tile"]), None if call is None else Suit(int(call))
