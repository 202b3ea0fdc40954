"""What holds of every match, tried on whole random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Recipe, recipes
from tests.engine.tables import TABLE, Game, state
from texas42 import (
    TILES,
    Bid,
    BidMade,
    Created,
    Dealt,
    Declare,
    Declared,
    Hand,
    Match,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    RuleViolation,
    Seat,
    Trump,
    decide,
    legal_moves,
    replay,
    resolve,
)

EVERY_MOVE: tuple[Move, ...] = (
    Pass(),
    *(Bid(points=points) for points in range(91)),
    *(Bid(marks=marks) for marks in range(30)),
    *(Declare(trump, shown) for trump in Trump for shown in (None, 0, 1, 2, 3)),
    *map(Play, TILES),
)
EVENT_OF = {Bid: BidMade, Pass: Passed, Declare: Declared, Play: Played}


def every_hand(match: Match) -> Iterator[Hand]:
    """The hands that are over, then the one that is on."""
    yield from (finished.hand for finished in match.hands)
    if match.hand is not None:
        yield match.hand


def assert_conserved(hand: Hand) -> None:
    held = [tile for seat in TABLE.seats for tile in hand.held(seat)]
    taken = [tile for trick in hand.tricks for tile in trick.tiles]
    assert sorted([*held, *hand.trick, *taken]) == list(TILES)
    assert hand.captured == [
        sum(t.points for t in hand.tricks if t.side == side) for side in range(len(TABLE.sides))
    ]
    assert sum(hand.taken) == len(hand.tricks)
    if len(hand.tricks) == TABLE.hand_size:
        assert sum(hand.captured) == TABLE.total


@given(recipes(most_hands=6))
def test_r1_1_r2_1_28_tiles_and_42_points_are_conserved(recipe: Recipe):
    for game in recipe.steps():
        for hand in every_hand(game.match):
            if hand is game.match.hand or game.match.awaits_deal:
                assert_conserved(hand)


@given(recipes(most_hands=3), st.integers(0, 15))
def test_the_legal_list_is_what_is_accepted(recipe: Recipe, phase: int):
    """Every move there is, by every seat, at every 16th moment of a match."""
    for moment, game in enumerate(recipe.steps()):
        if moment % 16 == phase or game.match.winner is not None:
            before = state(game.match)
            for seat in TABLE.seats:
                legal = legal_moves(game.match, seat)
                assert len(set(legal)) == len(legal)
                taken = [move for move in EVERY_MOVE if accepted(game.match, seat, move)]
                assert set(taken) == set(legal)
            assert state(game.match) == before


def accepted(match: Match, seat: Seat, move: Move) -> bool:
    try:
        (event,) = decide(match, seat, move)
    except RuleViolation:
        return False
    assert type(event) is EVENT_OF[type(move)]
    assert getattr(event, "seat", None) == seat
    return True


@given(recipes())
def test_whoever_is_on_turn_can_move_and_nobody_else(recipe: Recipe):
    for game in recipe.steps():
        able = [seat for seat in TABLE.seats if legal_moves(game.match, seat)]
        assert able == ([] if game.match.turn is None else [game.match.turn])
        assert (game.match.turn is None) == (
            game.match.awaits_deal or game.match.status == "finished"
        )


@given(recipes())
def test_r3_1_r4_7_whose_turn_it_is(recipe: Recipe):
    for game in recipe.steps():
        hand = game.match.hand
        if hand is None:
            continue
        if hand.contract is None:
            expected = (hand.dealer + 1 + len(hand.bids)) % 4
        elif hand.suits is None:
            expected = hand.contract.bidder
        else:
            leader = hand.tricks[-1].winner if hand.tricks else hand.contract.bidder
            expected = Seat((leader + len(hand.trick)) % 4)
        assert hand.turn == expected


@given(recipes())
def test_r1_3_the_deal_passes_clockwise(recipe: Recipe):
    dealers = [hand.dealer for hand in every_hand(recipe.play().match)]
    for one, following in pairwise(dealers):
        assert following == TABLE.left_of(one)


@given(recipes(most_hands=6))
def test_r1_4_the_order_of_the_tiles_held_is_kept(recipe: Recipe):
    dealt: tuple[tuple[Any, ...], ...] = ()
    gone: set[Any] = set()
    for game in recipe.steps():
        match game.log[-1]:
            case Dealt(hands=hands):
                dealt, gone = hands, set()
            case Played(tile=tile):
                gone.add(tile)
        if game.match.hand is not None:
            for seat in TABLE.seats:
                kept = [tile for tile in dealt[seat] if tile not in gone]
                assert game.hand.held(seat) == kept


@given(recipes())
def test_r5_5_r5_6_marks_only_grow_by_one_contract_to_one_side_until_somebody_wins(recipe: Recipe):
    before = [0] * len(TABLE.sides)
    for game in recipe.steps():
        match = game.match
        if match.score != tuple(before):
            assert match.hand is None
            hand = match.hands[-1].hand
            assert hand.contract is not None
            stake = hand.contract.bid.marks or 1
            earner = hand.contract.side if hand.made else 1 - hand.contract.side
            before[earner] += stake
            assert match.score == tuple(before)
        reached = [side for side, marks in enumerate(match.score) if marks >= match.rules.target]
        assert reached == ([] if match.winner is None else [match.winner])
    assert [f.score for f in game.match.hands][-1:] == [tuple(before)]


@given(recipes())
def test_the_version_counts_events_and_the_turn_since_is_the_last_deal_or_move(recipe: Recipe):
    for game in recipe.steps():
        assert game.match.version == len(game.log)
        if game.match.hand is not None:
            assert game.match.turn_since == len(game.log)


@given(recipes(), st.floats(0, 1))
def test_replaying_a_log_gives_the_live_match(recipe: Recipe, share: float):
    game = recipe.play()
    assert state(replay(game.log)) == state(game.match)
    upto = max(1, round(share * len(game.log)))
    again = replay(game.log[:upto])
    for event in game.log[upto:]:
        again.apply(event)
    assert state(again) == state(game.match)


@given(recipes(most_hands=4), st.integers(0, 30))
def test_a_copy_and_its_original_go_their_own_ways(recipe: Recipe, phase: int):
    twins: list[tuple[Match, Any, int]] = []
    for moment, game in enumerate(recipe.steps()):
        if moment % 31 == phase:
            twins.append((game.match.copy(), state(game.match), len(game.log)))
    end = state(game.match)
    for twin, was, at in twins:
        assert state(twin) == was
        for event in game.log[at:]:
            twin.apply(event)
        assert state(twin) == end
    assert state(game.match) == end


def with_early_end(log: list) -> Game:
    """The same deals, words and tiles where hands end early; tiles after that are left over."""
    created, *_ = log
    assert isinstance(created, Created)
    body = created.rules.as_dict() | {"early_end": True}
    game = Game(body)
    for event in log[len(game.log) :]:
        if not (isinstance(event, Played) and game.match.hand is None):
            game.record(event)
    return game


@given(recipes(most_hands=6))
def test_r5_4_an_early_end_only_shortens_a_hand(recipe: Recipe):
    rules = resolve(recipe.rules.as_dict() | {"early_end": False})
    whole = Recipe(rules, recipe.seed, recipe.deals, recipe.bidders, recipe.players, 6).play()
    short = with_early_end(whole.log)
    assert short.marks == whole.marks
    assert short.match.winner == whole.match.winner
    pairs = zip(short.match.hands, whole.match.hands, strict=False)
    for early, late in pairs:
        assert early.score == late.score
        assert early.hand.made is late.hand.made
        assert early.hand.tricks == late.hand.tricks[: len(early.hand.tricks)]
        assert (len(late.hand.tricks) == TABLE.hand_size) == (late.hand.contract is not None)
