"""Random matches for hypothesis: rules, deals and players mixed so that every end happens.

A `Recipe` is small and prints itself; `Recipe(...).play()` is the same match each time. So a
failure shows the recipe, and the recipe alone repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.engine.recording import playable
from tests.engine.tables import EACH_TRUMP, Game
from texas42 import (
    COUNT,
    HIGH,
    LOW,
    PRESETS,
    SETTINGS,
    TILES,
    Bid,
    Dealt,
    Declare,
    Hand,
    Move,
    Play,
    Rules,
    Seat,
    Tile,
    Trump,
    deal,
    draw,
    is_double,
    legal_moves,
    resolve,
    table_for,
)
from texas42.settings import Choice, Setting, Some, Span, Whole

DEALS = ("fair", "stacked")
"""`stacked` gives one seat, each time another, all seven tiles of one suit."""
SPECIAL_DEALS = (*DEALS, "doubles")
"""`doubles` gives one seat, each time another, as many doubles as it can hold."""

BIDDERS = ("any", "timid", "sober", "proud")
"""Who says what: any legal word; mostly passes; 30 to 32 at most; marks whenever they may."""
SPECIAL_BIDDERS = (*BIDDERS, "special")
"""`special` plunges or splashes whenever it may, and else bids marks."""

PLAYERS = ("any", "high", "rivals")
"""Who plays what: any legal tile; each the strongest; the bidding side alone what makes it."""

DECLARERS = ("usual", "none", "doubles", "nello", "sevens", "lead")
"""Who names what: any trump or the longest number; that one whenever it may; trump by a lead."""

SIZES = (2, 3, 4, 5, 6, 7)


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


def any_rules(seats: int | None = None) -> st.SearchStrategy[Rules]:
    """Each preset as it is, and each with any settings over it, at any table or at one."""
    table = st.sampled_from([4, 4, 4, *SIZES]) if seats is None else st.just(seats)
    preset = st.sampled_from(list(PRESETS))
    values = {setting.name: _values(setting) for setting in SETTINGS if setting.name != "seats"}
    few = st.lists(st.sampled_from(list(values)), max_size=6, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: values[name] for name in names})
    )
    many = st.fixed_dictionaries({}, optional=values)
    over = st.one_of(st.just({}), few, many)
    return st.builds(_body, preset, table, over).map(playable)


def _body(preset: str, seats: int, over: dict[str, Any]) -> dict[str, Any]:
    return {"preset": preset, "seats": seats} | over


def _values(setting: Setting) -> st.SearchStrategy[Any]:
    """The values of a setting, of numbers most often those that show in a short match."""
    if setting.name == "target":
        return st.sampled_from([1, 2, 3, 5, 7, 50, 42, 100, 250])
    match setting.value:
        case Choice(values):
            known = list(values) if setting.under is None else [*values, "captured", "bid", 1, 2]
            return st.sampled_from(known)
        case Some(values):
            return st.lists(st.sampled_from(values), min_size=1, unique=True)
        case Span(minimum, _):
            end = st.integers(minimum, minimum + 4)
            return st.tuples(end, end).map(sorted)
        case Whole(minimum, maximum, nullable):
            number = st.integers(minimum, min(maximum, minimum + 5))
            return number | st.none() if nullable else number


@dataclass(frozen=True)
class Recipe:
    """A random match, told in full.

    Attributes:
        rules: what it is played by.
        seed: where its chances come from.
        deals, bidders, players: one of `SPECIAL_DEALS`, `SPECIAL_BIDDERS`, `PLAYERS`.
        most_hands: after how many hands to stop, the match over or not.
        declarers: one of `DECLARERS`.
    """

    rules: Rules
    seed: int
    deals: str = "fair"
    bidders: str = "any"
    players: str = "any"
    most_hands: int = 12
    declarers: str = "usual"

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
            if game.match.awaits_draw:
                game.record(draw(game.match, _shuffled(chance)))
            elif game.match.awaits_deal:
                game.record(self._deal(game, chance))
            else:
                seat = game.match.turn
                assert seat is not None
                game.move(seat, self._choose(game, seat, chance))
            yield game

    def _deal(self, game: Game, chance: Random) -> Dealt:
        turn = game.match.next_dealer
        seats = len(game.table.seats)
        dealer = Seat(chance.randrange(seats)) if turn is None else turn
        deck = _shuffled(chance)
        if self.deals == "stacked":
            suit = chance.randrange(7)
            _stack(deck, seats, chance, lambda tile: suit in (LOW[tile], HIGH[tile]))
        if self.deals == "doubles":
            _stack(deck, seats, chance, is_double)
        return deal(game.match, deck, dealer)

    def _choose(self, game: Game, seat: Seat, chance: Random) -> Move:
        hand = game.hand
        legal = legal_moves(game.match, seat)
        if hand.contract is None:
            return self._bid(legal, chance)
        if hand.suits is None:
            return self._declare(legal, hand.held(seat), chance)
        if self.players == "any":
            return chance.choice(legal)
        ours = game.table.side_of[seat] == hand.contract.side
        to_win = ours != (hand.contract.kind.name == "nello")
        best = max if self.players == "high" or to_win else min
        return best(legal, key=lambda play: _strength(hand, play))

    def _bid(self, legal: tuple[Move, ...], chance: Random) -> Move:
        if self.bidders == "timid" and chance.random() < 0.85:
            return legal[0]
        if self.bidders == "sober":
            low = [b for b in legal if isinstance(b, Bid) and b.points in (30, 31, 32)]
            return chance.choice([legal[0], *low])
        if self.bidders == "proud":
            high = [b for b in legal if isinstance(b, Bid) and b.marks is not None]
            return chance.choice(high or list(legal))
        if self.bidders == "special":
            named = [b for b in legal if isinstance(b, Bid) and b.special]
            high = [b for b in legal if isinstance(b, Bid) and b.marks is not None]
            return chance.choice(named or high or list(legal))
        return chance.choice(legal)

    def _declare(self, legal: tuple[Move, ...], held: list[Tile], chance: Random) -> Move:
        if self.declarers == "lead":
            leads = [move for move in legal if isinstance(move, Play)]
            return chance.choice(leads or list(legal))
        named = [m for m in legal if isinstance(m, Declare) and m.trump.value == self.declarers]
        if named:
            return chance.choice(named)
        if self.players == "any":
            return chance.choice(legal)
        ends = [end for tile in held for end in {LOW[tile], HIGH[tile]}]
        longest = Trump(str(max(range(7), key=ends.count)))
        return next(m for m in legal if isinstance(m, Declare) and m.trump is longest)


def _shuffled(chance: Random) -> list[Tile]:
    deck = list(TILES)
    chance.shuffle(deck)
    return deck


def _stack(deck: list[Tile], seats: int, chance: Random, wanted: Callable[[Tile], bool]) -> None:
    """Sort a deck so that one seat is dealt the wanted tiles, or as many as it can hold."""
    place = chance.randrange(seats)
    deck.sort(key=lambda tile: not wanted(tile))
    hand = table_for(seats).hand_size
    ours, others = deck[:hand], deck[hand:]
    for at in range(len(deck)):
        to_us = at % seats == place and ours
        deck[at] = ours.pop() if to_us else others.pop()


def _strength(hand: Hand, move: Move) -> tuple[int, int]:
    assert isinstance(move, Play)
    assert hand.suits is not None
    called = hand.suits.called[move.tile] if hand.called is None else hand.called
    return hand.suits.power[called][move.tile], COUNT[move.tile]


def recipes(
    most_hands: int = 12, by: st.SearchStrategy[Rules] | None = None
) -> st.SearchStrategy[Recipe]:
    """Random matches of at most so many hands, of straight 42 unless by other rules."""
    return st.builds(
        Recipe,
        rules=rules() if by is None else by,
        seed=st.integers(0, 2**32 - 1),
        deals=st.sampled_from(SPECIAL_DEALS),
        bidders=st.sampled_from(SPECIAL_BIDDERS),
        players=st.sampled_from(PLAYERS),
        most_hands=st.just(most_hands),
        declarers=st.sampled_from(DECLARERS),
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
