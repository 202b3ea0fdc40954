"""Deals played twice: the same tiles at both tables, and nothing else that favours anybody."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.client.arena.games import STRAIGHT, Cheating, Raising, Spy, mirror, untimed
from tests.server.http.house import PLAYERS, House
from texas42 import Rules, parse_move, parse_tile, table_for
from texas42_client.arena import tables
from texas42_client.arena.deals import Deal
from texas42_client.arena.forced import Forced, best_trump
from texas42_client.arena.playing import BotFailed
from texas42_client.arena.report import report
from texas42_client.arena.workers import rows
from texas42_client.bots import BOTS
from texas42_client.errors import ClientError


@pytest.fixture
def spies(monkeypatch) -> tuple[type[Spy], type[Spy]]:
    """Two kinds of bot that tell what they are shown."""

    class One(Spy):
        seen, heard, choices = [], [], []

    class Two(Spy):
        seen, heard, choices = [], [], []

    monkeypatch.setitem(BOTS, "one", One)
    monkeypatch.setitem(BOTS, "two", Two)
    return One, Two


def hands_of(spy: type[Spy]) -> dict[str, list[str]]:
    """Seat -> the tiles that the spy was dealt there."""
    first: dict[str, list[str]] = {}
    for view in spy.seen:
        first.setdefault(view["you"], view["hand"])
    return first


def test_both_tables_have_the_same_hands_and_dealer_and_the_pairs_are_swapped(spies):
    mirror("one", "two").row(3)
    one, two = map(hands_of, spies)
    assert set(one) == set(two) == set("ABCD")
    assert one == two
    assert len({tile for hand in one.values() for tile in hand}) == 28
    assert {view["dealer"] for spy in spies for view in spy.seen} - {None} == {"C"}
    assert len({view["id"] for spy in spies for view in spy.seen}) == 1


def test_a_deal_follows_from_seed_and_number_alone():
    tiles = [Deal(7, 1).shuffled, Deal(7, 2).shuffled, Deal(8, 1).shuffled]
    assert len(set(tiles)) == 3
    assert Deal(7, 1).shuffled == tiles[0]
    assert "".join("ABCD"[Deal(7, number).dealer] for number in range(1, 6)) == "ABCDA"


def test_a_bot_is_shown_its_own_tiles_and_no_others(spies):
    mirror("one", "two").row(1)
    for spy in spies:
        for entry in spy.heard:
            assert entry["type"] != "dealt" or len(entry["tiles"]) == 7
        for view in spy.seen:
            assert len(view["hand"]) == view["seats"][view["you"]]["tiles_left"]
            assert view["name"] == "arena"
            assert {row["player"] for row in view["seats"].values()} == {"ann", "bob", "cal", "dee"}


@pytest.mark.parametrize("rules", [{}, {"attributed_tricks": 1, "early_end": False}], ids=str)
def test_a_view_of_the_arena_is_that_of_a_server_without_moments_links_and_codes(
    tmp_path, monkeypatch, rules
):
    """At every turn of a hand, for every seat; ids are compared for being there."""
    deal = Deal(7, 2)
    monkeypatch.setattr(tables, "PLAYERS", tuple(PLAYERS.values()))
    table = tables.Table(deal, Rules.from_record({**STRAIGHT, **rules}))
    house = House(tmp_path)

    def arranged(things: list[int]) -> None:
        things.sort(
            key=deal.shuffled.index if len(things) > 4 else lambda seat: seat != deal.dealer
        )

    house.shuffle = arranged
    match = house.match(name="arena", rules=rules)
    chance = Random(7)
    while table.match.turn is not None:
        for seat, label in zip(table.match.table.seats, "ABCD", strict=True):
            shown, remote = table.view(seat), house.view(match, label)
            assert set(remote) - set(shown) == {"created_at", "turn_since", "links", "invites"}
            assert shown == {name: remote[name] for name in shown} | {"id": deal.match_id}
        move = chance.choice(table.view(table.match.turn)["legal_moves"])
        assert house.move(match, move).status_code == 201
        table.make(parse_move(move))
    assert len(table.match.hands) == 1


def test_no_bot_of_the_arena_is_told_the_seed():
    """It was once in the secret of a bot's chances, and all tiles follow from it."""
    seed = 3141592653
    seats = table_for(4).seats
    for seat in seats:
        secret = Deal(seed, 27).chance(seat).secret
        assert str(seed).encode() not in secret
        assert seed.to_bytes(4, "big") not in secret
        assert seed.to_bytes(4, "little") not in secret
    assert len({Deal(s, n).chance(seat) for s in (1, 2) for n in (1, 2) for seat in seats}) == 16
    assert str(seed) not in Deal(seed, 27).match_id


def test_r6_8_a_bot_hears_every_tile_that_is_played_as_a_stream_is_sent_it(spies):
    mirror("one", "two", contract="30", rules={"early_end": False}).row(1)
    plays = [e for spy in spies for e in spy.heard if e["type"] == "play"]
    assert len({e["tile"] for e in plays}) >= 27  # nobody moves, and so hears, after the last
    assert all(e["tile"] and e["seat"] for e in plays)


@pytest.mark.parametrize("kind", ["random", "simple"])
def test_a_bot_against_itself_comes_out_exactly_even(kind):
    found = report(rows(mirror(kind, kind), range(1, 21), 1))
    one, two = found.sides
    assert (one.gained, one.hands, one.contracts) == (two.gained, two.hands, two.contracts)
    assert found.share is not None
    assert (found.share.low, found.share.high, found.p) == (0.5, 0.5, 1.0)


def test_who_is_named_first_makes_no_difference():
    there, back = (
        report(rows(mirror(*names), range(1, 11), 1))
        for names in (("simple", "random"), ("random", "simple"))
    )
    assert [side.gained for side in there.sides] == [side.gained for side in back.sides[::-1]]


def test_the_result_depends_on_neither_order_nor_number_of_processes():
    game, numbers = mirror(), range(1, 9)
    alone = untimed(rows(game, numbers, 1))
    assert untimed(rows(game, reversed(numbers), 1)) == alone
    assert untimed(rows(game, numbers, 2)) == alone


def test_r5_5_marks_are_those_of_the_contract_and_go_to_who_made_or_set_it():
    for row in rows(mirror("simple", "simple"), range(1, 41), 1):
        for table in row["tables"]:
            contract = table["contract"]
            if contract is None:
                assert table["gained"] == [0, 0]
                continue
            winner = contract["by"] if table["made"] else 1 - contract["by"]
            assert table["gained"][winner] == (contract["marks"] or 1)
            assert table["gained"][1 - winner] == 0


def test_r8_8_where_points_win_points_are_counted():
    rules = {"scoring": "points", "points_award": "captured", "target": 250}
    found = [t for row in rows(mirror(rules=rules), range(1, 6), 1) for t in row["tables"]]
    assert max(gained for table in found for gained in table["gained"]) > 7


def test_a_forced_contract_is_the_same_at_both_tables():
    for row in rows(mirror(contract="30"), range(1, 9), 1):
        here, there = (table["contract"] for table in row["tables"])
        assert {**here, "by": 1 - here["by"]} == there
        assert (here["kind"], here["points"]) == ("points", 30)
        # the seat after the dealer: B speaks first in deal 1
        assert here["by"] == row["number"] % 2


def test_a_forced_contract_of_marks():
    (row,) = rows(mirror(contract="2-marks"), [1], 1)
    assert [table["contract"]["marks"] for table in row["tables"]] == [2, 2]


def test_a_contract_that_nobody_may_open_with_is_refused():
    with pytest.raises(ClientError, match="no hand may open with that contract"):
        mirror(contract="9-marks").row(1)


@pytest.mark.parametrize("text", ["29x", "mark", "1-marke", "", "-1", "nello"])
def test_what_is_no_contract_is_refused(text):
    with pytest.raises(ValueError, match="is no contract"):
        Forced.of(text)


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("6-6 5-6 4-6 3-6 1-5 0-4 0-0", "6"),  # most tiles
        ("5-5 1-5 2-5 3-6 4-6 0-6 0-1", "5"),  # three each: the one with its double
        ("2-4 1-4 0-4 3-6 5-6 0-6 1-1", "6"),  # three each, no double: most pips beside it
        ("1-2 1-3 2-4 3-4 0-0 5-5 6-6", "4"),  # two each, 5 pips beside each: the higher
    ],
)
def test_the_best_pip_trump_by_the_fixed_count(hand, trump):
    assert best_trump([parse_tile(tile) for tile in hand.split()]) == trump


def test_a_bot_that_breaks_is_named_with_its_seat_and_deal(monkeypatch):
    monkeypatch.setitem(BOTS, "raising", Raising)
    with pytest.raises(BotFailed) as failed:
        mirror("raising", "simple").row(5)
    assert failed.value.message == "raising at seat C of deal 5 failed (KeyError: 'trump')."
    assert isinstance(failed.value.__cause__, KeyError)


def test_a_bot_that_breaks_the_rules_is_named_with_what_it_tried(monkeypatch):
    monkeypatch.setitem(BOTS, "cheating", Cheating)
    with pytest.raises(BotFailed, match=r"cheating at seat . of deal 1 answered \{'type': 'play'"):
        mirror("simple", "cheating").row(1)


def test_time_is_taken_where_there_was_a_choice(spies):
    row = mirror("one", "two").row(1)
    timed: list[Any] = [micros for table in row["tables"] for micros in table["micros"]]
    assert sum(map(len, timed)) == sum(choices > 1 for spy in spies for choices in spy.choices)
