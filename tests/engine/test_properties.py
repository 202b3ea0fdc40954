"""What holds of every match by any rules at any table, tried on whole random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.recording import playable
from tests.engine.strategies import (
    DECLARERS,
    PLAYERS,
    SIZES,
    SPECIAL_BIDDERS,
    SPECIAL_DEALS,
    Recipe,
    any_rules,
    recipes,
    rules,
)
from tests.engine.tables import Game, ending, state
from texas42 import (
    COUNT,
    HIGH,
    LOW,
    PRESETS,
    TILES,
    Bid,
    BidMade,
    Created,
    Dealt,
    Declare,
    Declared,
    Doubles,
    Drawn,
    Hand,
    Match,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    Rules,
    RuleViolation,
    Special,
    Trump,
    decide,
    decode,
    encode,
    legal_moves,
    parse_tile,
    replay,
    resolve,
)
from texas42.suits import NUMBERS

EVERY_MOVE: tuple[Move, ...] = (
    Pass(),
    *(Bid(points=points) for points in range(91)),
    *(Bid(marks=marks) for marks in range(30)),
    *(Bid(marks=marks, special=special) for marks in range(12) for special in Special),
    *(Declare(trump, shown) for trump in Trump for shown in (None, 0, 1, 2, 3)),
    *(Declare(*named) for named in product(Trump, (None, 1, 2), Doubles)),
    *map(Play, TILES),
    *(Play(tile, NUMBERS[end]) for tile in TILES for end in {LOW[tile], HIGH[tile]}),
)
EVENT_OF = {Bid: BidMade, Pass: Passed, Declare: Declared, Play: Played}

BY_ANY_RULES = st.one_of(rules(), any_rules())


def every_hand(match: Match) -> Iterator[Hand]:
    """The hands that are over, then the one that is on."""
    yield from (finished.hand for finished in match.hands)
    if match.hand is not None:
        yield match.hand


def plays(hand: Hand) -> str:
    return "none" if hand.contract is None else hand.contract.kind.name


def assert_conserved(hand: Hand) -> None:
    table = hand.table
    held = [tile for seat in table.seats for tile in hand.held(seat)]
    taken = [tile for trick in hand.tricks for tile in trick.tiles]
    dealt = [tile for some in hand.dealt for tile in some]
    assert sorted([*held, *hand.trick, *taken]) == sorted(dealt)
    assert len(set(dealt)) == len(dealt) == len(table.seats) * table.hand_size
    assert hand.captured == [
        sum(t.points for t in hand.tricks if t.side == side) for side in range(len(table.sides))
    ]
    assert sum(hand.captured) == len(hand.tricks) + sum(COUNT[tile] for tile in taken)
    assert sum(hand.taken) == len(hand.tricks)
    at_trick = len(table.seats) - (plays(hand) == "nello")
    assert all(len(trick.tiles) == len(set(trick.seats)) == at_trick for trick in hand.tricks)
    if len(dealt) == len(TILES) == len(taken):
        assert sum(hand.captured) == table.total


@given(recipes(6, BY_ANY_RULES))
def test_r1_1_r2_1_r9_1_tiles_and_points_are_conserved(recipe: Recipe):
    for game in recipe.steps():
        for hand in every_hand(game.match):
            if hand is game.match.hand or game.match.awaits_deal:
                assert_conserved(hand)


@given(recipes(3, BY_ANY_RULES), st.integers(0, 31))
def test_the_legal_list_is_what_is_accepted(recipe: Recipe, phase: int):
    """Every move there is, by every seat, at every 32nd moment of a match."""
    for moment, game in enumerate(recipe.steps()):
        if moment % 32 == phase or game.match.winner is not None:
            assert_legal_list_is_what_is_accepted(game)


def assert_legal_list_is_what_is_accepted(game: Game) -> None:
    before = state(game.match)
    for seat in game.table.seats:
        legal = legal_moves(game.match, seat)
        assert len(set(legal)) == len(legal)
        taken = {move for move in EVERY_MOVE if accepted(game.match, seat, move)}
        assert taken == {move for move in legal if not beyond(move)}
    assert state(game.match) == before


def beyond(move: Move) -> bool:
    """Whether it is a bid of more marks than are tried."""
    most = 29 if getattr(move, "special", None) is None else 11
    return isinstance(move, Bid) and (move.marks or 0) > most


def accepted(match: Match, seat: Any, move: Move) -> bool:
    try:
        (event,) = decide(match, seat, move)
    except RuleViolation:
        return False
    assert type(event) is EVENT_OF[type(move)]
    assert getattr(event, "seat", None) == seat
    return True


@given(recipes(by=BY_ANY_RULES))
def test_whoever_is_on_turn_can_move_and_nobody_else(recipe: Recipe):
    for game in recipe.steps():
        match = game.match
        able = [seat for seat in game.table.seats if legal_moves(match, seat)]
        assert able == ([] if match.turn is None else [match.turn])
        waits = match.awaits_deal or match.awaits_draw
        assert (match.turn is None) == (waits or match.status == "finished")


def expected_turn(hand: Hand) -> int:
    """Whose turn it is, by the rules' own words and the tiles on the table."""
    seats = list(map(int, hand.table.seats))
    settled = hand.rules
    if hand.contract is None or hand.suits is None:
        holders = [s for s in seats if parse_tile("0-1") in hand.dealt[s]]
        first = (hand.dealer + 1) % len(seats)
        if settled.first_bidder == "holder_of_0_1" and holders:
            first = holders[0]
        if len(hand.bids) < len(seats):
            return (first + len(hand.bids)) % len(seats)
    *_, (bidder, bid) = [(seat, bid) for seat, bid in hand.bids if bid is not None]
    partner = (bidder + 2) % 4
    declarer = bidder if bid.special is None else partner
    if hand.suits is None:
        return declarer
    playing = [s for s in seats if plays(hand) != "nello" or s != partner]
    leader = declarer if settled.plunge_lead == "partner" else bidder
    if hand.tricks:
        leader = hand.tricks[-1].winner
    return playing[(playing.index(leader) + len(hand.trick)) % len(playing)]


@given(recipes(by=BY_ANY_RULES))
def test_r3_1_r4_7_r8_1_whose_turn_it_is(recipe: Recipe):
    for game in recipe.steps():
        if game.match.hand is not None:
            assert game.hand.turn == expected_turn(game.hand)


@given(recipes(by=BY_ANY_RULES))
def test_r1_3_the_deal_passes_clockwise(recipe: Recipe):
    match = recipe.play().match
    for one, following in pairwise(hand.dealer for hand in every_hand(match)):
        assert following == match.table.left_of(one)


@given(recipes(6, BY_ANY_RULES))
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
            for seat in game.table.seats:
                kept = [tile for tile in dealt[seat] if tile not in gone]
                assert game.hand.held(seat) == kept


def expected_gain(hand: Hand) -> list[int]:
    """What a finished hand brings each side (R5.5, R9.4, the `points_award` row of section 8)."""
    sides = range(len(hand.table.sides))
    if hand.contract is None:
        return [0 for _ in sides]
    ours, settled = hand.contract.side, hand.rules
    points, marks = hand.contract.bid.points, hand.contract.bid.marks
    if settled.scoring == "marks":
        stake = marks or 1
    elif points is None:
        stake = 42 * (marks or 0)
    elif settled.points_award == "captured":
        if hand.made:
            return list(hand.captured)
        return [0 if side == ours else hand.captured[side] + points for side in sides]
    else:
        stake = points
    return [stake if (side == ours) == hand.made else 0 for side in sides]


def expected_winner(settled: Rules, score: tuple[int, ...]) -> int | None:
    """R8.9."""
    for side, own in enumerate(score):
        others = [number for other, number in enumerate(score) if other != side]
        if own >= settled.target and all(own >= other + settled.win_by for other in others):
            return side
    return None


@given(recipes(by=BY_ANY_RULES))
def test_r5_5_r5_6_r8_9_the_score_grows_by_one_hand_at_a_time_until_somebody_wins(recipe: Recipe):
    before = (0,) * len(recipe.rules.table.sides)
    seen = 0
    for game in recipe.steps():
        match = game.match
        if len(match.hands) > seen:
            seen += 1
            gain = expected_gain(match.hands[-1].hand)
            before = tuple(b + g for b, g in zip(before, gain, strict=True))
            assert match.hands[-1].gained == tuple(gain)
        assert len(match.hands) == seen
        assert match.score == before
        assert match.winner == expected_winner(recipe.rules, before)
    assert [f.score for f in game.match.hands][-1:] == [before]


@given(recipes(by=BY_ANY_RULES))
def test_r5_r8_1_r8_3_r8_8_when_a_hand_is_over(recipe: Recipe):
    for finished in recipe.play().match.hands:
        hand = finished.hand
        if hand.contract is None:
            assert hand.made is None
            continue
        last = len(hand.tricks) == hand.table.hand_size
        decided = [made for made in verdicts(hand) if made is not None]
        assert decided, "nothing is decided"
        assert hand.made is decided[0]
        special = plays(hand) in {"nello", "sevens"}
        counts = plays(hand) == "points" and hand.rules.points_award == "captured"
        if special or (hand.rules.early_end and not counts):
            assert len(decided) == 1, "played on past the decision"
        else:
            assert last


def verdicts(hand: Hand) -> Iterator[bool | None]:
    """After each trick: made, set, or still open (R5.1-R5.3, R8.1, R9.3)."""
    assert hand.contract is not None
    ours, size = hand.contract.side, hand.table.hand_size
    total = hand.table.hand_size + 35
    our_points = their_points = our_tricks = their_tricks = 0
    for number, trick in enumerate(hand.tricks, start=1):
        if trick.side == ours:
            our_points += trick.points
            our_tricks += 1
        else:
            their_points += trick.points
            their_tricks += 1
        bid = hand.contract.bid.points
        if bid is not None:
            lost = their_points > total - bid or number == size
            yield True if our_points >= bid else (False if lost else None)
        else:
            wrong = our_tricks if plays(hand) == "nello" else their_tricks
            yield False if wrong else (True if number == size else None)


@given(recipes(by=BY_ANY_RULES))
def test_the_version_counts_events_and_the_turn_since_is_the_last_deal_or_move(recipe: Recipe):
    for game in recipe.steps():
        assert game.match.version == len(game.log)
        if game.match.hand is not None:
            assert game.match.turn_since == len(game.log)


@given(recipes(by=BY_ANY_RULES), st.floats(0, 1))
def test_replaying_a_log_gives_the_live_match(recipe: Recipe, share: float):
    game = recipe.play()
    stored = [encode(event) for event in game.log]
    assert state(replay(map(decode, stored))) == state(game.match)
    upto = max(1, round(share * len(game.log)))
    again = replay(game.log[:upto])
    for event in game.log[upto:]:
        again.apply(event)
    assert state(again) == state(game.match)


@given(recipes(4, BY_ANY_RULES), st.integers(0, 30))
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
    game = Game(created.rules.as_dict() | {"early_end": True})
    for event in log[len(game.log) :]:
        if not (isinstance(event, Played) and game.match.hand is None):
            game.record(event)
    return game


@given(recipes(6, BY_ANY_RULES))
def test_r5_4_an_early_end_only_shortens_a_hand(recipe: Recipe):
    played_out = resolve(recipe.rules.as_dict() | {"early_end": False})
    made = (recipe.seed, recipe.deals, recipe.bidders, recipe.players, 6, recipe.declarers)
    whole = Recipe(played_out, *made).play()
    short = with_early_end(whole.log)
    assert short.score == whole.score
    assert short.match.winner == whole.match.winner
    pairs = zip(short.match.hands, whole.match.hands, strict=False)
    for early, late in pairs:
        assert early.score == late.score
        assert early.hand.made is late.hand.made
        assert early.hand.tricks == late.hand.tricks[: len(early.hand.tricks)]
        if plays(late.hand) not in {"none", "nello", "sevens"}:
            assert len(late.hand.tricks) == recipe.rules.table.hand_size


def random_recipe(settled: Rules, seed: int) -> Recipe:
    chance = Random(seed)
    return Recipe(
        settled,
        seed,
        chance.choice(SPECIAL_DEALS),
        chance.choice(SPECIAL_BIDDERS),
        chance.choice(PLAYERS),
        60,
        chance.choice(DECLARERS),
    )


def play_matches(preset: str, seats: int, seeds: range) -> Counter[str]:
    """Whole matches; how many ended with a winner, and how their hands ended."""
    settled = playable({"preset": preset, "seats": seats})
    ends: Counter[str] = Counter()
    for seed in seeds:
        print(preset, "at", seats, "seed", seed)  # noqa: T201 - shown when it fails
        recipe = random_recipe(settled, seed)
        for game in recipe.steps():
            assert game.match.turn is None or legal_moves(game.match, game.match.turn)
        match = game.match
        assert match.winner == expected_winner(settled, match.score)
        assert match.winner is not None or len(match.hands) == recipe.most_hands
        for finished in match.hands:
            assert_conserved(finished.hand)
            assert list(finished.gained) == expected_gain(finished.hand)
        draws = [event for event in game.log if isinstance(event, Drawn)]
        assert bool(draws) == (settled.first_dealer == "highest_tile")
        ends["won"] += match.winner is not None
        ends.update(map(ending, match.hands))
    return ends


each_table = pytest.mark.parametrize("seats", SIZES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


@each_preset
@each_table
def test_random_matches_of_each_preset_and_table_come_to_an_end(preset: str, seats: int):
    assert play_matches(preset, seats, range(8))["won"]


@pytest.mark.soak
@each_preset
@each_table
def test_thousands_of_matches_of_each_preset_and_table_come_to_an_end(preset: str, seats: int):
    assert play_matches(preset, seats, range(1000, 3000))["won"]
