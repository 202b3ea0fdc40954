"""What a deal comes to by trying every play there is: slow, and easy to believe."""

from __future__ import annotations

from functools import cache

from texas42 import BIT, TILES, playable, winning_place
from texas42.solver import Game


@cache
class Minimax:
    """What the seats that take get when everybody plays as well as can be: every play is tried."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.between_tricks = cache(lambda hands, leader: self._best(hands, leader, (), None))

    def __call__(self, hands, leader, trick, called):
        if not any(hands) and not trick:
            return 0
        if not trick:
            return self.between_tricks(hands, leader)
        return self._best(hands, leader, trick, called)

    def _best(self, hands, leader, trick, called):
        seats = self.game.seats
        seat = seats[(seats.index(leader) + len(trick)) % len(seats)]
        duties = self.game.suits.must[called] if trick else self.game.suits.lead
        allowed = playable(duties, hands[seat])
        found = [
            self.after(hands, leader, trick, called, seat, tile)
            for tile in TILES
            if BIT[tile] & allowed
        ]
        return max(found) if seat in self.game.wants else min(found)

    def after(self, hands, leader, trick, called, seat, tile):
        left = tuple(h & ~BIT[tile] if s == seat else h for s, h in enumerate(hands))
        called = called if trick else self.game.suits.called[tile]
        trick = (*trick, tile)
        seats = self.game.seats
        if len(trick) < len(seats):
            return self(left, leader, trick, called)
        place = winning_place(self.game.suits, called, trick)
        winner = seats[(seats.index(leader) + place) % len(seats)]
        points = 1 + sum(map(self.game.worth, trick)) if winner in self.game.takes else 0
        return points + self(left, winner, (), None)
