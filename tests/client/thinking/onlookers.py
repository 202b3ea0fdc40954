"""Seats that watch a match: what each is shown, what it remembers of it, and the true deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.engine.strategies import Recipe
from tests.engine.tables import Game
from tests.engine.worlds import entries_of
from texas42 import (
    BIT,
    TILES,
    BidMade,
    Dealt,
    Declared,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    RuleViolation,
    Seat,
    Tile,
    decide,
    redact,
    replay,
    view,
)
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.sampling import World, Worlds

WATCHFUL, ON_TURN, RESTARTED, BLANK = "watchful", "on turn", "restarted", "blank"
"""Saw every view; its own turns' alone; those since it was started again; this one alone."""
RESTARTS = 0.1
"""How often who is on turn was started again."""


def shown(game: Game, seat: Seat) -> dict[str, Any]:
    """What the server would show the seat."""
    return {"id": "m", **view(game.match, seat)}


def mask(tiles: Sequence[Tile]) -> int:
    return sum(BIT[tile] for tile in tiles)


def true_world(game: Game) -> World:
    """What every seat holds."""
    labels = game.table.labels
    return {labels[seat]: mask(game.hand.held(seat)) for seat in game.table.seats}


def decisions(recipe: Recipe) -> Iterator[tuple[Game, dict[str, Any], dict[str, Memory]]]:
    """Every decision of a match: its view, and memories of the seat on turn that looked at it."""
    chance = Random(recipe.seed)
    memories: dict[tuple[Seat, str], Memory] = {}
    for game in recipe.steps():
        if game.match.hand is None:
            continue
        for seat in game.table.seats:
            memories.setdefault((seat, WATCHFUL), Memory()).look(shown(game, seat))
        turn = game.match.turn
        assert turn is not None
        if chance.random() < RESTARTS:
            memories.pop((turn, RESTARTED), None)
        there = shown(game, turn)
        for kind in (ON_TURN, RESTARTED, BLANK):
            memories.setdefault((turn, kind), Memory()).look(there)
        kinds = (WATCHFUL, ON_TURN, RESTARTED, BLANK)
        yield game, there, {kind: memories[turn, kind] for kind in kinds}
        del memories[turn, BLANK]


def overheard(recipe: Recipe) -> Iterator[tuple[Game, dict[str, Any], Memory]]:
    """Every decision of one seat, which sees its own turns' views and hears all else (R6.8)."""
    memory, told = Memory(), 0
    for game in recipe.steps():
        seat = Seat(recipe.seed % len(game.table.seats))
        memory.hear(redact(entries_of(game.log), seat, after=told, witnessed=told))
        told = len(game.log)
        if game.match.hand is not None and game.match.turn == seat:
            there = shown(game, seat)
            memory.look(there)
            yield game, there, memory


def worlds_of(there: dict[str, Any], memory: Memory, game: Game) -> Worlds:
    """The worlds that fit for the seat on turn."""
    own = there["you"]
    return Worlds(Knowledge.of(there, memory), (own, true_world(game)[own]))


def is_allowed(game: Game, world: World) -> bool:
    """Whether the rules allow every move of the hand so far, had these been the unplayed tiles."""
    at = max(place for place, event in enumerate(game.log) if isinstance(event, Dealt))
    dealt = game.log[at]
    assert isinstance(dealt, Dealt)
    match = replay(game.log[:at])
    match.apply(Dealt(dealt.dealer, tuple(_dealt(game, world, seat) for seat in game.table.seats)))
    for event in game.log[at + 1 :]:
        assert isinstance(event, BidMade | Passed | Declared | Played)
        try:
            decide(match, event.seat, _move(event))
        except RuleViolation:
            return False
        match.apply(event)
    return True


def _dealt(game: Game, world: World, seat: Seat) -> tuple[Tile, ...]:
    """What the seat was dealt in that world, of which it has played the same tiles."""
    played = [tile for tile in game.hand.dealt[seat] if BIT[tile] & game.hand.played]
    return (*played, *(t for t in TILES if BIT[t] & world[game.table.labels[seat]]))


def _move(event: BidMade | Passed | Declared | Played) -> Move:
    match event:
        case BidMade():
            return event.bid
        case Passed():
            return Pass()
        case Declared():
            return event.declaration
    return Play(event.tile, event.call)
