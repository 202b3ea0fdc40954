"""Random matches for hypothesis: rules, deals and players mixed so that every end happens.

A `Recipe` is small and prints itself; `Recipe(...).play()` is the same match each time. So a
failure shows the recipe, and the recipe alone repeats it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.engine.tables import EACH_TRUMP, TABLE, Game
from texas42 import (
    COUNT,
    HIGH,
    LOW,
    TILES,
    Bid,
    Dealt,
    Declare,
    Hand,
    Move,
    Pass,
    Play,
    Rules,
    Seat,
    Tile,
    Trump,
    deal,
    legal_moves,
    resolve,
)

DEALS = ("fair", "stacked")
"""`stacked` gives one seat, each time another, all seven tiles of one suit."""

BIDDERS = ("any", "timid", "sober", "proud")
"""Who says what: any legal word; mostly passes; 30 to 32 at most; marks whenever they may."""

PLAYERS = ("any", "high", "rivals")
"""Who plays what: any legal tile; each the strongest; the bidding side alone the strongest."""


def rules() -> st.SearchStrategy[Rules]:
    """Every setting of straight 42, most often at values that end a match soon."""
    most = st.integers(1, 7)
    bodies = st.fixed_dictionaries(
        {},
        optional={
            "target": st.sampled_from([1, 2, 3, 4, 5, 7, 50]),
            "min_bid": st.integers(30, 41),
            "max_opening_marks": most,
            "max_mark_raise": most,
            "max_marks": st.none() | most,
            "early_end": st.booleans(),
            "attributed_tricks": st.sampled_from([0, 1, "all"]),
        },
    )
    return bodies.filter(_agree).map(resolve)


def _agree(body: dict[str, Any]) -> bool:
    cap = body.get("max_marks")
    return cap is None or body.get("max_opening_marks", 2) <= cap


@dataclass(frozen=True)
class Recipe:
    """A random match, told in full.

    Attributes:
        rules: what it is played by.
        seed: where its chances come from.
        deals, bidders, players: one of `DEALS`, `BIDDERS`, `PLAYERS`.
        most_hands: after how many hands to stop, the match over or not.
    """

    rules: Rules
    seed: int
    deals: str = "fair"
    bidders: str = "any"
    players: str = "any"
    most_hands: int = 12

    def play(self) -> Game:
        """The whole match."""
        *_, game = self.steps()
        return game

    def steps(self) -> Iterator[Game]:
        """The match as it goes on: the same `Game` at first and after every deal and move."""
        chance = Random(self.seed)
        game = Game(self.rules)
        yield game
        while game.match.winner is None and len(game.match.hands) < self.most_hands:
            if game.match.awaits_deal:
                game.record(self._deal(game, chance))
            else:
                seat = game.match.turn
                assert seat is not None
                game.move(seat, self._choose(game, seat, chance))
            yield game

    def _deal(self, game: Game, chance: Random) -> Dealt:
        turn = game.match.next_dealer
        dealer = Seat(chance.randrange(len(TABLE.seats))) if turn is None else turn
        deck = list(TILES)
        chance.shuffle(deck)
        if self.deals == "stacked":
            _stack(deck, chance)
        return deal(game.match, deck, dealer)

    def _choose(self, game: Game, seat: Seat, chance: Random) -> Move:
        hand = game.hand
        legal = legal_moves(game.match, seat)
        if hand.contract is None:
            return self._bid(legal, chance)
        if hand.suits is None:
            return self._declare(legal, hand.held(seat), chance)
        ours = TABLE.side_of[seat] == hand.contract.side
        if self.players == "high" or (self.players == "rivals" and ours):
            return max(legal, key=lambda play: _strength(hand, play))
        if self.players == "rivals":
            return min(legal, key=lambda play: _strength(hand, play))
        return chance.choice(legal)

    def _bid(self, legal: tuple[Move, ...], chance: Random) -> Move:
        if self.bidders == "timid" and chance.random() < 0.85:
            return Pass()
        if self.bidders == "sober":
            low: list[Move] = [b for b in legal if isinstance(b, Bid) and b.points in (30, 31, 32)]
            return chance.choice([Pass(), *low])
        if self.bidders == "proud":
            high = [b for b in legal if isinstance(b, Bid) and b.marks is not None]
            return chance.choice(high) if high else Pass()
        return chance.choice(legal)

    def _declare(self, legal: tuple[Move, ...], held: list[Tile], chance: Random) -> Move:
        if self.players == "any":
            return chance.choice(legal)
        ends = [end for tile in held for end in {LOW[tile], HIGH[tile]}]
        longest = Trump(str(max(range(7), key=ends.count)))
        return next(m for m in legal if isinstance(m, Declare) and m.trump is longest)


def _stack(deck: list[Tile], chance: Random) -> None:
    """Sort a deck so that every fourth tile from some place on is one suit's."""
    suit, place = chance.randrange(7), chance.randrange(4)
    deck.sort(key=lambda tile: suit not in (LOW[tile], HIGH[tile]))
    ours, others = deck[:7], deck[7:]
    for at in range(len(deck)):
        deck[at] = ours.pop() if at % 4 == place else others.pop()


def _strength(hand: Hand, move: Move) -> tuple[int, int]:
    assert isinstance(move, Play)
    assert hand.suits is not None
    led = hand.trick[0] if hand.trick else move.tile
    return hand.suits.power[hand.suits.called[led]][move.tile], COUNT[move.tile]


def recipes(most_hands: int = 12) -> st.SearchStrategy[Recipe]:
    """Random matches of at most so many hands."""
    return st.builds(
        Recipe,
        rules=rules(),
        seed=st.integers(0, 2**32 - 1),
        deals=st.sampled_from(DEALS),
        bidders=st.sampled_from(BIDDERS),
        players=st.sampled_from(PLAYERS),
        most_hands=st.just(most_hands),
    )


def decks() -> st.SearchStrategy[list[Tile]]:
    """Shuffled sets."""
    return st.permutations(TILES)


def dealt_hands() -> st.SearchStrategy[tuple[tuple[Tile, ...], ...]]:
    """Four random hands of seven."""
    return decks().map(lambda deck: tuple(tuple(deck[s * 7 : s * 7 + 7]) for s in range(4)))


def trumps() -> st.SearchStrategy[Trump]:
    """Each way to name trump that the rulebook has."""
    return st.sampled_from(EACH_TRUMP)
