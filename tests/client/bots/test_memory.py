"""What a bot remembers, and what it may conclude."""

from __future__ import annotations

import pytest

from tests.client.bots.seats import names, playing
from texas42 import TILES, Trump, parse_tile, suits_for, winning_place
from texas42_client.bots.position import Memory, Position, mask


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


@pytest.mark.parametrize("trump", [trump.value for trump in Trump])
def test_the_bots_ranking_is_the_engines(trump):
    suits = suits_for(Trump(trump))
    for place, led in enumerate(TILES):
        trick = [led, *(TILES[(place + step) % 28] for step in (5, 11, 17))]
        labels = [f"{t}" for t in trick]
        assert len(set(labels)) == 4
        position = _after(trump, trick)
        assert position.winning()[1] == trick[winning_place(suits, suits.called[trick[0]], trick)]


def _after(trump, trick):
    from texas42 import tile_label

    first = " ".join(map(tile_label, trick[:3]))
    shown = playing(trump=trump, trick=first, hand=tile_label(trick[3]))
    shown["current_trick"]["plays"].append({"seat": "D", "tile": tile_label(trick[3])})
    assert parse_tile(shown["hand"][0]) == trick[3]
    return Position.of(shown, Memory())
