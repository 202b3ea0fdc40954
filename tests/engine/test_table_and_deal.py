"""R1: the set, the seats, the deal, the order of tiles; and taking a seat."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.tables import TABLE, A, B, C, D, Game, game_at_play, names, state, tiles
from texas42 import (
    COUNT,
    TILES,
    Created,
    Hand,
    Joined,
    Match,
    Offered,
    Replaced,
    RuleViolation,
    create,
    deal,
    is_double,
    join,
    leave,
    legal_moves,
    parse_tile,
    replay,
    resolve,
    table_for,
    tile_label,
)
from texas42.view import score_body

STRAIGHT = resolve()


def test_r1_1_the_double_six_set_has_28_tiles_blanks_to_sixes():
    assert names(TILES).split() == [f"{a}-{b}" for a in range(7) for b in range(a, 7)]
    assert names(filter(is_double, TILES)) == "0-0 1-1 2-2 3-3 4-4 5-5 6-6"


@pytest.mark.parametrize("tile", TILES)
def test_r1_1_a_tile_is_named_by_its_ends_in_either_order(tile):
    label = tile_label(tile)
    assert parse_tile(label) == parse_tile(label[::-1]) == tile


@pytest.mark.parametrize(
    "text", ["", "7-0", "0-7", "4", "46", "4-6 ", "4 6", "4-6-6", "٤-٦", "[4|6]"]
)
def test_r1_1_anything_else_is_no_tile(text):
    with pytest.raises(ValueError, match="no such tile"):
        parse_tile(text)


def test_r1_1_four_seats_partners_opposite():
    assert TABLE.labels == ("A", "B", "C", "D")
    assert TABLE.sides == ("A+C", "B+D")
    assert [TABLE.sides[side] for side in TABLE.side_of] == ["A+C", "B+D", "A+C", "B+D"]
    assert TABLE.clockwise_from[C] == (C, D, A, B)
    assert TABLE.left_of(D) == A
    assert (TABLE.hand_size, TABLE.total) == (7, 42)


def test_r1_1_a_table_has_no_other_seats():
    assert [TABLE.seat(label) for label in "ABCD"] == [A, B, C, D]
    for label in ("E", "a", "", "AB"):
        with pytest.raises(ValueError, match="its seats are A, B, C, D"):
            TABLE.seat(label)


@pytest.mark.parametrize(
    ("seats", "sides", "hand_size", "total"),
    [
        (2, ("A", "B"), 14, 49),
        (3, ("A", "B", "C"), 9, 44),
        (4, ("A+C", "B+D"), 7, 42),
        (5, ("A", "B", "C", "D", "E"), 5, 40),
        (7, ("A", "B", "C", "D", "E", "F", "G"), 4, 39),
    ],
)
def test_r1_1_r9_1_sides_hands_and_totals_follow_from_the_seats(seats, sides, hand_size, total):
    table = table_for(seats)
    assert (table.sides, table.hand_size, table.total) == (sides, hand_size, total)
    assert len(table.seats) == seats
    assert table.clockwise_from[table.seats[-1]][1] == A


def seated(*players: str) -> Match:
    """A match at which these players sit, from A on."""
    sat = [Joined(TABLE.seats[at], player) for at, player in enumerate(players)]
    return replay([create("friday", "ann", STRAIGHT), *sat])


def shuffled(seed: int) -> list:
    deck = list(TILES)
    Random(seed).shuffle(deck)
    return deck


@pytest.mark.parametrize("dealer", TABLE.seats)
def test_r1_2_one_tile_at_a_time_clockwise_from_the_dealers_left_seven_each(dealer):
    match = seated("ann", "bob", "cat", "dan")
    deck = shuffled(1)
    dealt = deal(match, deck, dealer)
    around = [(dealer + 1 + place) % 4 for place in range(4)]
    for place, seat in enumerate(around):
        assert list(dealt.hands[seat]) == [deck[place + 4 * n] for n in range(7)]


def test_r1_1_no_draw_pile_every_tile_is_dealt():
    dealt = deal(seated("ann", "bob", "cat", "dan"), shuffled(2), A)
    assert sorted(tile for held in dealt.hands for tile in held) == list(TILES)


@pytest.mark.parametrize(
    "deck", [shuffled(3)[1:], [*shuffled(3)[1:], *shuffled(3)[1:2]], [*TILES, TILES[0]], []]
)
def test_r1_2_only_a_whole_set_can_be_dealt(deck):
    with pytest.raises(ValueError, match="28 tiles once"):
        deal(seated("ann", "bob", "cat", "dan"), deck, A)


def test_r1_2_nothing_is_dealt_before_every_seat_is_taken_or_while_a_hand_is_on():
    for match in (seated("ann", "bob", "cat"), Game().deal().match):
        assert not match.awaits_deal
        with pytest.raises(ValueError, match="not this seat's turn to deal"):
            deal(match, shuffled(4), A)


@pytest.mark.parametrize("dealer", TABLE.seats)
def test_r1_3_any_seat_may_be_drawn_as_the_first_dealer(dealer):
    match = seated("ann", "bob", "cat", "dan")
    assert match.next_dealer is None
    match.apply(deal(match, shuffled(5), dealer))
    assert match.turn == TABLE.left_of(dealer)


def test_r1_3_the_deal_passes_clockwise_after_every_hand_a_passed_out_one_too():
    game = Game().deal(dealer="C").go("D: pass  A: pass  B: pass  C: pass")
    assert game.match.next_dealer == D
    for other in (A, B, C):
        with pytest.raises(ValueError, match="not this seat's turn to deal"):
            deal(game.match, shuffled(6), other)
    game.deal().go("A: 1 mark  B: pass  C: pass  D: pass  A: trump 6 open 1").plays("0-0 1-1")
    game.plays(game.legal()[0]).plays(game.legal()[0])
    assert len(game.match.hands) == 2
    assert game.match.next_dealer == A


def test_r1_4_a_hand_keeps_the_order_in_which_it_was_dealt():
    game = game_at_play("6", A="5-5 0-1 6-6 0-0 3-4 1-1 2-2")
    assert game.held("A") == "5-5 0-1 6-6 0-0 3-4 1-1 2-2"
    assert " ".join(game.legal()) == "5-5 0-1 6-6 0-0 3-4 1-1 2-2"


def test_r1_4_a_played_tile_leaves_a_gap_that_closes():
    game = game_at_play("6", A="5-5 0-1 6-6 0-0 3-4 1-1 2-2").plays("6-6")
    assert game.held("A") == "5-5 0-1 0-0 3-4 1-1 2-2"


def test_r1_4_legal_tiles_are_listed_in_the_order_held():
    game = game_at_play("6", A="5-5", B="3-5 0-0 0-5 6-6 2-5 1-1 1-2").plays("5-5")
    assert game.legal() == ["3-5", "0-5", "2-5"]


def test_r1_4_a_rejected_move_changes_nothing():
    game = game_at_play("6", A="5-5", B="3-5 0-0").plays("5-5")
    before, version, held = state(game.match), game.match.version, game.held("B")
    for wrong in ("B: 0-0", "B: 5-5", "C: 1-1", "B: pass", "B: trump 5", "B: 31"):
        game.refused(wrong)
    assert (state(game.match), game.match.version, game.held("B")) == (before, version, held)
    game.plays("3-5")
    assert game.match.version == version + 1


def test_a_match_begins_when_every_seat_is_taken():
    game = Game()
    assert (game.match.status, game.match.turn, game.match.awaits_deal) == ("open", None, True)
    assert [game.legal(seat) for seat in "ABCD"] == [[], [], [], []]
    assert game.refused("A: 30") == ("R1.1", "match_not_started")
    game.deal()
    assert (game.match.status, game.match.turn) == ("bidding", A)


def test_creating_a_match_keeps_seats_for_named_players_until_they_sit():
    created = create("friday", "ann", STRAIGHT, listed=True, kept={C: "cat", B: "bob"})
    assert created == Created("friday", "ann", STRAIGHT, True, ((B, "bob"), (C, "cat")))
    match = replay([created])
    assert (match.name, match.owner, match.listed) == ("friday", "ann", True)
    assert match.kept == [None, "bob", "cat", None]
    match.apply(join(match, B, "bob"))
    assert match.kept == [None, None, "cat", None]
    assert match.players == [None, "bob", None, None]
    assert (match.seat_of("bob"), match.seat_of("cat")) == (B, None)


@pytest.mark.parametrize(
    ("seat", "player", "code"), [(A, "eve", "seat_taken"), (B, "ann", "already_seated")]
)
def test_r1_1_one_player_a_seat_one_seat_a_player(seat, player, code):
    match = seated("ann")
    before = state(match)
    with pytest.raises(RuleViolation) as caught:
        join(match, seat, player)
    assert (caught.value.rule, caught.value.code) == ("R1.1", code)
    assert state(match) == before


def test_a_copy_of_an_open_match_has_seats_of_its_own():
    match = replay([create("friday", "ann", STRAIGHT, kept={B: "bob"})])
    twin, before = match.copy(), state(match)
    twin.apply(join(twin, A, "ann"))
    twin.apply(join(twin, B, "bob"))
    assert state(match) == before
    assert twin.players == ["ann", "bob", None, None]


def test_a_copy_is_equal_and_shares_no_list_with_its_original():
    game = Game({"first_dealer": "highest_tile"}).draw("0-5 1-4 0-0 2-2").draw("0-1 6-6")
    game.deal(A="6-6 5-5 4-4").auction("A", "30").go("A: trump 6  A: 6-6")
    for event in (Offered(B), Replaced(B, "eve"), Offered(D)):
        game.record(event)
    match = game.match
    assert [len(event.tiles) for event in match.draws] == [4, 2]
    assert (match.offered, match.former, len(match.aside)) == ([D], ["bob"], 3)
    twin = match.copy()
    assert state(twin) == state(match)
    assert twin.hand is not match.hand
    for kind, ours, theirs in ((Match, match, twin), (Hand, match.hand, twin.hand)):
        for name in kind.__slots__:
            thing = getattr(ours, name)
            assert not isinstance(thing, list) or getattr(theirs, name) is not thing, name


def test_a_match_is_listed_only_where_it_was_asked():
    assert create("friday", "ann", STRAIGHT).listed is False
    assert create("friday", "ann", STRAIGHT, listed=True).listed is True


@pytest.mark.parametrize("seats", [3, 4])
def test_a_score_has_a_number_for_each_side(seats):
    rules = resolve({"seats": seats})
    sides = rules.table.sides
    assert score_body(rules, range(len(sides)))["marks"] == dict(zip(sides, range(9), strict=False))
    for wrong in (len(sides) - 1, len(sides) + 1):
        with pytest.raises(ValueError, match="argument 2 is"):
            score_body(rules, range(wrong))


def test_r8_1_the_seat_that_sits_out_is_in_no_round():
    assert TABLE.without(B) == ((A, C, D), (), (C, D, A), (D, A, C))


def test_r1_1_a_seat_can_be_given_back_before_the_first_deal_only():
    match = seated("ann", "bob")
    match.apply(leave(match, B))
    assert match.players == ["ann", None, None, None]
    assert join(match, B, "bob") == Joined(B, "bob")
    game = Game().deal()
    with pytest.raises(RuleViolation) as caught:
        leave(game.match, B)
    assert (caught.value.rule, caught.value.code) == ("R1.1", "match_started")
    game.go("A: pass  B: pass  C: pass  D: pass")
    with pytest.raises(RuleViolation):
        leave(game.match, B)


def test_a_log_begins_with_its_creation():
    for log in ([], [Joined(A, "ann")]):
        with pytest.raises(ValueError, match="begins with 'created'"):
            replay(log)


def test_r2_1_only_five_tiles_count():
    counting = {tile_label(tile): COUNT[tile] for tile in TILES if COUNT[tile]}
    assert counting == {"0-5": 5, "1-4": 5, "2-3": 5, "4-6": 10, "5-5": 10}


def test_a_seat_that_is_not_on_turn_has_no_moves():
    game = game_at_play("6")
    assert [seat for seat in TABLE.seats if legal_moves(game.match, seat)] == [A]
    assert tiles(game.held("A")) == game.hand.dealt[A]
