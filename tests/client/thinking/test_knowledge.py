"""What a seat may infer of where the unseen tiles lie, and what it may not."""

from __future__ import annotations

import pytest

from tests.client.thinking.onlookers import shown
from tests.engine.tables import Game, game_at_play
from texas42 import BIT, TILES, tile_label
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory


def seen_from(game: Game, seat: str, memory: Memory | None = None) -> Knowledge:
    """What the seat knows, from what is shown to it now alone unless it has a memory."""
    there = shown(game, game.table.seat(seat))
    memory = Memory() if memory is None else memory
    memory.look(there)
    return Knowledge.of(there, memory)


def kept_from(knowledge: Knowledge, place: str) -> str:
    """The unseen tiles that do not lie in the place."""
    there = knowledge.may_hold[knowledge.places.index(place)]
    return " ".join(tile_label(t) for t in TILES if BIT[t] & knowledge.unseen & ~there)


def doubles(knowledge: Knowledge) -> dict[str, int]:
    return {p: n for p, n in zip(knowledge.places, knowledge.least_doubles, strict=True) if n}


def room(knowledge: Knowledge) -> dict[str, int]:
    return dict(zip(knowledge.places, knowledge.room, strict=True))


BLANKS_LED = {"A": "0-0 0-1 0-2 0-3", "B": "3-4 0-4 1-1 1-2", "D": "0-5 5-5 5-6"}


def test_void_in_blanks_may_hold_the_blank_that_is_a_trump():
    # Fours are trump: blanks are led, B plays 3-4. It has no blank, but 0-4 is none.
    game = game_at_play("4", **BLANKS_LED).plays("0-0 3-4")
    assert kept_from(seen_from(game, "D"), "B") == "0-1 0-2 0-3 0-6"


def test_who_follows_may_hold_anything():
    game = game_at_play("4", **BLANKS_LED, C="0-6").plays("0-0 3-4 0-6")
    assert kept_from(seen_from(game, "D"), "C") == ""
    assert kept_from(seen_from(game, "D"), "A") == ""


def test_with_five_trump_who_does_not_follow_threes_may_hold_3_5():
    given = {"B": "6-6 3-5 0-0 0-1 0-2 1-1 1-2", "C": "0-4 1-4 2-4 4-4 0-6 1-6 2-6"}
    game = game_at_play("5", A="1-3", **given).plays("1-3 6-6")
    assert kept_from(seen_from(game, "C"), "B") == "0-3 2-3 3-3 3-4 3-6"


SIXES = {
    "A": "5-5 6-6 4-5 4-6 1-6 5-6 0-5",
    "B": "1-2 1-3 0-0 0-1 0-2 1-1 2-2",
    "C": "2-5 2-6 0-6 1-4 2-4 0-4 1-5",
    "D": "3-5 3-6 3-3 3-4 0-3 2-3 4-4",
}
"""With sixes as trump B has neither trumps nor fives."""


def test_what_a_seat_lacks_is_not_forgotten_in_later_tricks():
    memory = Memory()
    game = game_at_play("6", **SIXES).plays("5-5 1-2 2-5")
    seen_from(game, "D", memory)
    game.plays("3-5 6-6 1-3 2-6")
    knowledge = seen_from(game, "D", memory)
    assert kept_from(knowledge, "B") == "0-5 0-6 1-5 1-6 4-5 4-6 5-6"
    assert kept_from(seen_from(game, "D"), "B") == "0-6 1-6 4-6 5-6"


def test_the_last_tile_of_a_collected_trick_was_played_by_the_last_seat():
    memory = Memory()
    game = game_at_play("6", **SIXES).plays("5-5 1-2")
    seen_from(game, "C", memory)
    game.plays("2-5 3-5 6-6 1-3")
    seen_from(game, "C", memory)
    assert named(memory.shown) == {"A": "5-5 6-6", "B": "1-2 1-3", "C": "2-5", "D": "3-5"}


def test_the_tile_that_won_a_collected_trick_was_played_by_who_leads_the_next():
    memory = Memory()
    game = game_at_play("6", **SIXES)
    seen_from(game, "A", memory)
    game.plays("0-5 1-2 2-5 3-5 3-3")
    seen_from(game, "A", memory)
    # B and C played 1-2 and 2-5, in whichever order: nobody is known to have no fives.
    assert named(memory.shown) == {"A": "0-5", "D": "3-3 3-5"}
    assert memory.lacks == {}


def test_r4_3_of_a_lead_whose_lower_end_may_have_been_called_nothing_is_concluded():
    given = {"A": "1-5 0-0", "B": "5-5 2-5", "C": "1-1 3-3 0-3", "D": "2-2 2-3"}
    rest = {"B": "5-5 2-5 0-5 4-5 3-5 5-6 2-4", "D": "2-2 2-3 3-4 4-4 2-6 0-2 4-6"}
    game = game_at_play("6", rules={"small_end_open": True}, **given | rest)
    memory = Memory()
    seen_from(game, "A", memory)
    game.go("A: 1-5 calls 1  B: 5-5  C: 1-1  D: 2-2  C: 3-3  D: 2-3")
    seen_from(game, "A", memory)  # whoever took it for a lead of fives would give C 5-5
    assert named(memory.shown) == {"A": "1-5", "C": "3-3", "D": "2-3"}


def test_when_none_of_those_that_are_left_followed_none_of_them_could():
    given = {"A": "5-5 4-5 0-5 1-5 2-5 3-5 6-6", "B": "0-0 0-1", "C": "1-1", "D": "2-2"}
    memory = Memory()
    game = game_at_play("6", **given).plays("5-5")
    seen_from(game, "B", memory)
    game.plays("0-0 1-1 2-2 4-5")
    knowledge = seen_from(game, "B", memory)
    assert kept_from(knowledge, "C") == kept_from(knowledge, "D") == "0-5 1-5 2-5 3-5"
    assert kept_from(knowledge, "A") == ""


def named(shown_by_seat: dict[str, int]) -> dict[str, str]:
    return {s: " ".join(tile_label(t) for t in TILES if BIT[t] & m)
            for s, m in sorted(shown_by_seat.items())}  # fmt: skip


@pytest.mark.parametrize("seat", ["A", "B", "C", "D"])
def test_before_anything_is_played_only_the_own_tiles_are_known(seat):
    game = Game().deal("D", **SIXES)
    knowledge = seen_from(game, seat)
    assert room(knowledge) == {other: 7 for other in "ABCD" if other != seat}
    assert set(knowledge.may_hold) == {knowledge.unseen}
    assert knowledge.unseen.bit_count() == 21


PLUNGE = {"plunge": True}
DOUBLES = {"A": "0-0 1-1 2-2 3-3", "B": "4-4 5-5"}


def test_r8_4_who_plunged_holds_the_doubles_that_it_has_not_played():
    game = Game(PLUNGE).deal("D", **DOUBLES)
    assert doubles(seen_from(game, "C")) == {}
    game.go("A: plunge 4  B: pass  C: pass  D: pass")
    assert doubles(seen_from(game, "C")) == {"A": 4}
    assert doubles(seen_from(game, "A")) == {}


def test_r8_4_a_plunge_that_was_overcalled_tells_as_much():
    rules = {"plunge": True, "max_opening_marks": 2, "max_marks": 5}
    game = Game(rules).deal("D", **DOUBLES).go("A: plunge 4  B: 5 marks")
    assert doubles(seen_from(game, "C")) == {"A": 4}


PLUNGED = {
    "A": "0-0 1-1 2-2 3-3 0-2 0-4 0-6",
    "B": "2-4 4-4 5-5 6-6 4-5 4-6 5-6",
    "C": "1-2 2-5 2-6 0-5 1-5 3-5 0-1",
    "D": "2-3 0-3 1-3 1-4 1-6 3-4 3-6",
}
PLUNGES = "A: plunge 4  B: pass  C: pass  D: pass  C: trump 5 open 1"


def test_r8_4_doubles_that_were_seen_to_be_played_are_not_held_any_more():
    game = Game(PLUNGE).deal("D", **PLUNGED).go(PLUNGES).plays("1-2 2-3 2-2")
    assert doubles(seen_from(game, "B")) == {"A": 3}


def test_r8_4_a_double_that_the_bidder_may_have_played_is_not_counted_on():
    game = Game(PLUNGE | {"early_end": False}).deal("D", **PLUNGED).go(PLUNGES)
    memory = Memory()
    seen_from(game, "C", memory)
    game.plays("2-6 3-6 0-6 6-6 4-4")
    assert doubles(seen_from(game, "C", memory)) == {"A": 4}
    assert doubles(seen_from(game, "C")) == {"A": 3}


def test_r8_5_a_splash_takes_three():
    game = Game({"splash": True}).deal("D", A="0-0 1-1 2-2").go("A: splash 3  B: pass")
    assert doubles(seen_from(game, "B")) == {"A": 3}


FIRST = {"first_bidder": "holder_of_0_1"}


def test_who_spoke_first_was_dealt_0_1():
    game = Game(FIRST).deal("A", C="0-1")
    for seat in "BD":
        knowledge = seen_from(game, seat)
        assert [p for p in knowledge.places if "0-1" not in kept_from(knowledge, p)] == ["C"]
    game.go("C: 30")
    assert kept_from(seen_from(game, "D"), "A") == "0-1"


def test_without_the_house_rule_who_spoke_first_tells_nothing():
    game = Game().deal("A", C="0-1")
    assert kept_from(seen_from(game, "D"), "B") == ""


def test_when_the_dealers_left_speaks_first_0_1_may_lie_out_of_play():
    game = Game(FIRST | {"seats": 3}).deal("A", B="0-1")
    knowledge = seen_from(game, "C")
    assert room(knowledge) == {"A": 9, "B": 9, "out": 1}
    assert {p: kept_from(knowledge, p) for p in knowledge.places} == {
        "A": "0-1", "B": "", "out": "",
    }  # fmt: skip


def test_when_another_seat_speaks_first_0_1_does_not_lie_out_of_play():
    knowledge = seen_from(Game(FIRST | {"seats": 3}).deal("A", C="0-1"), "A")
    assert {p: kept_from(knowledge, p) for p in knowledge.places} == {
        "B": "0-1", "C": "", "out": "0-1",
    }  # fmt: skip


NO_SIX = {"A": "0-1 0-2 0-3 0-4 1-1 1-2 1-3", "B": "0-5 1-5 2-5 3-5 4-5 5-5 0-0"}


@pytest.mark.parametrize(
    ("opening_lead", "none"), [("trump", "0-6 1-6 2-6 3-6 4-6 5-6 6-6"), ("any", "")]
)
def test_r4_7_who_must_lead_a_trump_and_does_not_has_none(opening_lead, none):
    game = game_at_play("6", rules={"opening_lead": opening_lead}, **NO_SIX).plays("0-1")
    assert kept_from(seen_from(game, "B"), "A") == none


SEVENS = {
    "A": "2-4 0-0 0-1 0-2 0-3 1-1 1-2",
    "B": "1-4 6-6 5-6 4-6 1-3 2-2 0-4",
    "C": "0-5 0-6 1-5 1-6 2-3 2-5 2-6",
}


def test_r8_3_in_sevens_nobody_holds_a_tile_closer_than_the_one_played():
    game = game_at_play("sevens open 1", "2 marks", {"sevens": True}, **SEVENS).plays("2-4 1-4")
    knowledge = seen_from(game, "C")
    assert kept_from(knowledge, "A") == "3-4"
    assert kept_from(knowledge, "B") == "3-3 3-4 3-5 4-4"
    assert kept_from(knowledge, "D") == ""


NELLO = {
    "A": "0-1 0-0 0-2 0-3 0-4 1-2 2-2",
    "B": "5-5 4-5 3-5 2-5 0-5 4-6 3-6",
    "D": "6-6 5-6 1-1 2-6 2-3 2-4 3-3",
}


def test_r8_1_the_partner_who_sits_out_in_nello_may_hold_anything():
    game = game_at_play("nello open 1", "2 marks", {"nello": True}, **NELLO).plays("0-1 5-5")
    knowledge = seen_from(game, "D")
    assert room(knowledge) == {"A": 6, "B": 6, "C": 7}
    assert kept_from(knowledge, "B") == "1-2 1-3 1-4 1-5 1-6"
    assert kept_from(knowledge, "C") == ""


def test_tiles_of_face_down_tricks_that_nobody_saw_lie_in_a_place_of_their_own():
    game = game_at_play("6", "2 marks", {"preset": "tournament"}, A="6-6", B="0-0 0-6", C="1-6")
    game.plays("6-6 0-6 1-6")
    game.plays(game.legal()[0])
    started_again = seen_from(game, "A")
    assert room(started_again) == {"B": 6, "C": 6, "D": 6, "gone": 4}
    assert kept_from(started_again, "gone") == ""


def test_who_remembers_its_own_turns_misses_what_was_played_after_them():
    game = game_at_play("6", "2 marks", {"preset": "tournament"}, A="6-6", B="0-0 0-6", C="1-6")
    memory = Memory()
    game.plays("6-6")
    seen_from(game, "B", memory)
    game.plays("0-6 1-6")
    game.plays(game.legal()[0])
    assert room(seen_from(game, "B", memory)) == {"A": 6, "C": 6, "D": 6, "gone": 2}
