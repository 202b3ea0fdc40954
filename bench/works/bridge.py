"""RLCard's bridge with random moves."""

from __future__ import annotations

import random
from collections.abc import Callable

import rlcard
from rlcard.agents import RandomAgent


def works() -> dict[str, Callable[[], int]]:
    """Whole deals; each answers with the calls and plays of the players.

    `moves` is RLCard's environment with its own random agents, as its documentation shows it;
    `moves_bare` is the game beneath it, without what the environment makes for learners.
    """
    environment = rlcard.make("bridge", config={"seed": 42})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions)] * 4)
    game, chance = environment.game, random.Random(42)

    def run() -> int:
        trajectories, _ = environment.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    def play() -> int:
        game.init_game()
        moves = 0
        while not game.is_over():
            actions = game.judger.get_legal_actions()
            game.step(actions[int(chance.random() * len(actions))])
            moves += 1
        return moves

    return {"moves": run, "moves_bare": play}
