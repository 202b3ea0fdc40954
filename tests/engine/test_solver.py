"""The solver against plain minimax, which looks at every play there is."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.minimax import Minimax
from texas42 import (
    BIT,
    TILES,
    Bid,
    Declare,
    Doubles,
    Seat,
    Special,
    Suit,
    Tile,
    Trump,
    parse_tile,
    playable,
    resolve,
    suits_for,
    table_for,
    tile_label,
)
from texas42.contracts import contract_for, declared
from texas42.solver import Game, Laid, Solver, Spot, Unsolved
from texas42.tiles import mask_of

ENDINGS = 500
"""Of each kind of contract."""

PIPS: list[tuple[Trump, Doubles | None]] = [(Trump(str(number)), None) for number in range(7)]
NO_TRUMP: list[tuple[Trump, Doubles | None]] = [
    (Trump.NONE, doubles) for doubles in (Doubles.HIGH, Doubles.LOW, Doubles.OWN_SUIT)
]
TRUMPS: list[tuple[Trump, Doubles | None]] = [*PIPS, (Trump.DOUBLES, None), *NO_TRUMP]
KINDS: dict[str, tuple[Bid, list[tuple[Trump, Doubles | None]]]] = {
    "points": (Bid(points=30), TRUMPS),
    "marks": (Bid(marks=2), TRUMPS),
    "plunge": (Bid(marks=4, special=Special.PLUNGE), TRUMPS),
    "splash": (Bid(marks=3, special=Special.SPLASH), TRUMPS),
    "nello": (Bid(marks=2), [(Trump.NELLO, doubles) for doubles in Doubles]),
    "sevens": (Bid(marks=1), [(Trump.SEVENS, None)]),
}
RULES = resolve({
    "nello": True,
    "sevens": True,
    "plunge": True,
    "splash": True,
    "no_trump_doubles": ["high", "low", "own_suit"],
    "nello_doubles": [doubles.value for doubles in Doubles],
})  # fmt: skip


def game_of(kind: str, trump: Trump, doubles: Doubles | None) -> Game:
    contract = declared(
        contract_for(RULES, Seat(1), KINDS[kind][0]), Declare(trump, doubles=doubles)
    )
    return Game.of(RULES.table, contract, suits_for(trump, doubles or Doubles.HIGH))


def ending(game: Game, chance: Random) -> Spot:
    """Some tricks before the end, perhaps amid one."""
    tricks = chance.choice([1, 2, 2, 3, 3, 3] + [4] * (chance.random() < 0.2))
    order = chance.sample(TILES, len(TILES))
    hands = {seat: sum(BIT[order.pop()] for _ in range(tricks)) for seat in game.seats}
    leader = chance.choice(game.seats)
    trick: tuple[Tile, ...] = ()
    called: Suit | None = None
    first = game.seats.index(leader)
    for step in range(chance.choice([0, 0, *range(len(game.seats))])):
        seat = game.seats[(first + step) % len(game.seats)]
        duties = game.suits.lead if called is None else game.suits.must[called]
        tile = chance.choice([t for t in TILES if BIT[t] & playable(duties, hands[seat])])
        called = game.suits.called[tile] if called is None else called
        hands[seat] &= ~BIT[tile]
        trick = (*trick, tile)
    return Spot(hands, leader, trick, called)


def told(game: Game, spot: Spot) -> str:
    """The ending as a player would lay it out."""
    hands = {
        "ABCDEFG"[seat]: " ".join(tile_label(t) for t in TILES if BIT[t] & hand)
        for seat, hand in spot.hands.items()
    }
    return f"{hands}, {'ABCDEFG'[spot.leader]} led {[tile_label(t) for t in spot.trick]}, {game}"


def agree(solver: Solver, spot: Spot) -> None:
    """The solver and minimax say the same of the ending and of every legal tile."""
    game = solver.game
    minimax = Minimax(game)
    hands = tuple(spot.hands.get(Seat(seat), 0) for seat in range(7))
    solver.look_at(spot)
    value = minimax(hands, spot.leader, spot.trick, spot.called)
    assert solver.value() == value, told(game, spot)
    assert solver.reaches(value), told(game, spot)
    assert not solver.reaches(value + 1), told(game, spot)
    seat = game.seats[(game.seats.index(spot.leader) + len(spot.trick)) % len(game.seats)]
    duties = game.suits.lead if spot.called is None else game.suits.must[spot.called]
    for tile in TILES:
        if BIT[tile] & playable(duties, spot.hands[seat]):
            after = minimax.after(hands, spot.leader, spot.trick, spot.called, seat, tile)
            assert solver.reaches_after(tile, after), told(game, spot)
            assert not solver.reaches_after(tile, after + 1), told(game, spot)
            assert solver.value_after(tile) == after, told(game, spot)


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_says_what_minimax_says_of_500_endings(kind):
    chance = Random(f"{kind} 42")
    solvers = [Solver(game_of(kind, *named)) for named in KINDS[kind][1]]
    for number in range(ENDINGS):
        solver = solvers[number % len(solvers)]
        agree(solver, ending(solver.game, chance))


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r9_1_where_each_plays_alone_the_others_play_together_against_the_bidder(seats):
    chance = Random(seats)
    table = table_for(seats)
    rules = resolve({"seats": seats})
    contract = declared(contract_for(rules, Seat(1), Bid(points=30)), Declare(Trump.FIVES))
    solver = Solver(Game.of(table, contract, suits_for(Trump.FIVES)))
    assert solver.game.wants == {1}
    for _ in range(60 if seats < 6 else 20):
        agree(solver, ending(solver.game, chance))


def test_r8_1_in_nello_three_play_and_the_others_tricks_are_counted():
    game = game_of("nello", Trump.NELLO, Doubles.OWN_SUIT)
    assert game.seats == (0, 1, 2)
    assert game.wants == {1}
    assert game.takes == {0, 2}


def test_a_laydown_takes_every_trick_whatever_the_others_hold():
    hand = [parse_tile(word) for word in ["5-5", "5-6", "4-5", "3-5", "2-5", "6-6", "4-4"]]
    solver = Solver(game_of("points", Trump.FIVES, None))
    for seed in range(20):
        rest = Random(seed).sample([tile for tile in TILES if tile not in hand], 21)
        others = {Seat(s): mask_of(rest[n * 7 : n * 7 + 7]) for n, s in enumerate((0, 2, 3))}
        solver.look_at(Spot({Seat(1): mask_of(hand), **others}, Seat(1)))
        assert solver.value() == 42, f"seed {seed}"


def test_what_is_left_unfinished_is_not_answered():
    game = game_of("points", Trump.FIVES, None)
    order = Random(3).sample(TILES, 28)
    deal = {Seat(s): sum(BIT[t] for t in order[s * 7 : s * 7 + 7]) for s in range(4)}
    solver = Solver(game, patience=20)
    solver.look_at(Spot(deal, Seat(1)))
    with pytest.raises(Unsolved, match="within 20 positions"):
        solver.value()


def test_a_board_tells_where_a_seat_is_and_which_tiles_are_which():
    laid = Laid(game_of("nello", Trump.NELLO, Doubles.HIGH), list)
    assert [laid.place(seat) for seat in laid.game.seats] == [0, 1, 2]
    hands = {seat: BIT[number] for number, seat in enumerate(laid.game.seats)}
    point = laid.lay(Spot(hands, Seat(1)))
    assert point.remaining == laid.mask(BIT[0] | BIT[1] | BIT[2])
    assert point.seat == 1


def test_a_solver_answers_the_same_whatever_it_looked_at_before():
    game = game_of("points", Trump.BLANKS, None)
    chance = Random(8)
    spots = [ending(game, chance) for _ in range(40)]
    old = Solver(game)
    for spot in spots + spots[::-1]:
        new = Solver(game)
        new.look_at(spot)
        old.look_at(spot)
        assert old.value() == new.value()
