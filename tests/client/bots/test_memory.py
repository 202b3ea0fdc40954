"""What a bot remembers, and what it may conclude."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.client.bots.seats import names, playing
from tests.client.thinking.onlookers import decisions, overheard, true_world
from tests.client.thinking.onlookers import mask as mask_of
from tests.engine.strategies import any_rules, recipes
from texas42 import TILES, Doubles, Trump, parse_tile, suits_for, tile_label, winning_place
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.position import Position
from texas42_client.thinking.reading import mask


def test_who_does_not_follow_has_no_tile_of_the_suit_that_was_led():
    # Fours are trump: 0-4 is no blank, so a seat that plays 3-4 on blanks may well hold it.
    memory = Memory()
    memory.look(playing(trump="4", trick="0-0 3-4", hand="1-1", you="D", bidder="A"))
    assert memory.lacks == {"C": mask(names("0-0 0-1 0-2 0-3 0-5 0-6"))}


def test_a_covered_trick_is_remembered():
    memory = Memory()
    first = playing(trump="4", gone="5-5 0-5 1-5 2-5", hand="1-1 2-2", marks=1)
    memory.look(first)
    later = playing(trump="4", gone="6-6 0-6 1-6 2-6", hand="2-2", marks=1)
    memory.look(later)
    position = Position.of(later, memory)
    for seat in "ABC":
        assert not position.hidden[seat] & mask(names("5-5 0-5 1-5 2-5 6-6 1-1"))


def test_a_new_hand_starts_with_a_clear_head():
    memory = Memory()
    memory.look(playing(trump="4", trick="0-0 3-4", hand="1-1"))
    memory.look(playing(trump="4", hand="2-2") | {"hand_number": 2, "captured": []})
    assert memory.lacks == {}
    assert memory.seen == mask(["2-2"])


@settings(max_examples=20)
@given(recipes(2, any_rules()))
def test_nothing_that_is_remembered_is_ever_wrong(recipe):
    for game, _, memories in decisions(recipe):
        held = true_world(game)
        for kind, memory in memories.items():
            for label in game.table.labels:
                dealt = mask_of(game.hand.dealt[game.table.seat(label)])
                shown = memory.shown.get(label, 0)
                assert not shown & ~(dealt & game.hand.played), (kind, label)
                assert not memory.lacks.get(label, 0) & held[label], (kind, label)
            assert not memory.seen & ~(game.hand.played | held[game.turn or ""]), kind


@settings(max_examples=20)
@given(recipes(2, any_rules()))
def test_who_heard_every_play_knows_who_played_what_however_many_tricks_are_covered(recipe):
    for game, _, memory in overheard(recipe):
        for label in game.table.labels:
            dealt = mask_of(game.hand.dealt[game.table.seat(label)])
            assert memory.shown.get(label, 0) == dealt & game.hand.played


NAMED: list[tuple[Trump, str | None]] = [
    (trump, None) for trump in Trump if trump not in (Trump.NONE, Trump.NELLO)
]
NAMED += [(Trump.NONE, doubles) for doubles in ("high", "low", "own_suit")]
NAMED += [(Trump.NELLO, doubles.value) for doubles in Doubles]


@pytest.mark.parametrize(("trump", "doubles"), NAMED)
def test_the_bots_ranking_is_the_engines(trump, doubles):
    suits = suits_for(trump, Doubles(doubles or "high"))
    for place, led in enumerate(TILES):
        trick = [led, *(TILES[(place + step) % 28] for step in (5, 11, 17))]
        assert len(set(trick)) == 4
        position = _after(trump, doubles, trick)
        assert position.winning()[1] == trick[winning_place(suits, suits.called[trick[0]], trick)]


def _after(trump, doubles, trick):
    first = " ".join(map(tile_label, trick[:3]))
    shown = playing(trump=trump, doubles=doubles, trick=first, hand=tile_label(trick[3]))
    shown["current_trick"]["plays"].append({"seat": "D", "tile": tile_label(trick[3])})
    assert parse_tile(shown["hand"][0]) == trick[3]
    return Position.of(shown, Memory())


def test_in_sevens_who_does_not_play_a_closer_tile_has_none():
    memory = Memory()
    memory.look(playing(trump="sevens", trick="3-4 2-4", hand="1-1", marks=2))
    assert memory.lacks["C"] == mask(names("1-6 2-5 3-4"))


def test_a_called_lower_end_is_what_is_followed():
    shown = playing(trump="0", trick="3-5 1-5", hand="3-3 5-5")
    shown["current_trick"]["plays"][0]["call"] = "3"
    memory = Memory()
    memory.look(shown)
    assert memory.lacks["C"] == mask(names("1-3 2-3 3-3 3-4 3-5 3-6"))
    assert Position.of(shown, memory).winning()[1] == parse_tile("3-5")


def test_in_nello_the_partner_who_sits_out_is_no_player():
    position = Position.of(playing(trump="nello", hand="1-1 2-2", marks=2, bidder="D"), Memory())
    assert position.bidding
    assert set(position.hidden) == {"A", "C"}
