"""OpenSpiel's hearts with random moves, driven from Python."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel


def works() -> dict[str, Callable[[], int]]:
    """Whole games; each answers with the decisions of the players: 52 plays, and cards passed on.

    `moves` draws the deal as OpenSpiel's documentation does, from the outcomes and their chances;
    `moves_bare` takes any legal card, which is as fair and quicker.
    """
    game, chance = pyspiel.load_game("hearts"), random.Random(42)

    def drawn(state: pyspiel.State) -> int:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return int(chance.choices(actions, weights)[0])

    def taken(state: pyspiel.State) -> int:
        actions = state.legal_actions()
        return int(actions[int(chance.random() * len(actions))])

    def play(draw: Callable[[pyspiel.State], int]) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state))
            else:
                state.apply_action(taken(state))
                moves += 1
        return moves

    return {"moves": lambda: play(drawn), "moves_bare": lambda: play(taken)}
