"""R8.4 to R8.6: plunge and splash, bids of a hand full of doubles."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.tables import Game, ending, game_at_play
from texas42 import TILES, Bid, RuleViolation, Special, decide, tile_label, view

PLUNGE = {"plunge": True}
SPLASH = {"splash": True}
FOUR = "6-6 5-5 4-4 3-3 0-1 0-2 0-3"
THREE = "6-6 5-5 4-4 3-6 0-1 0-2 0-3"


def plunged(rules: dict | None = None, **hands: str) -> Game:
    """A has bid a plunge, D having dealt, and the others have passed."""
    game = Game(PLUNGE | (rules or {})).deal(dealer="D", **{"A": FOUR, **hands})
    return game.go("A: plunge 4  B: pass  C: pass  D: pass")


def specials(game: Game) -> list[str]:
    return [word for word in game.legal() if word.startswith(("plunge", "splash"))]


@pytest.mark.parametrize(
    ("rules", "hand", "may"),
    [
        ({}, FOUR, ""),
        (PLUNGE, FOUR, "plunge 4"),
        (PLUNGE, THREE, ""),
        (PLUNGE, "6-6 5-5 4-4 3-3 2-2 1-1 0-0", "plunge 4"),
        (PLUNGE | {"plunge_doubles": 5}, FOUR, ""),
        (PLUNGE | {"plunge_doubles": 3}, THREE, "plunge 4"),
        (PLUNGE | {"plunge_marks": 3}, FOUR, "plunge 3"),
        (PLUNGE | {"max_marks": 4}, FOUR, "plunge 4"),
        (SPLASH, THREE, "splash 2, splash 3"),
        (SPLASH, FOUR, "splash 2, splash 3"),
        (SPLASH, "6-6 5-5 4-6 3-6 0-1 0-2 0-3", ""),
        (SPLASH | {"splash_doubles": 2}, "6-6 5-5 4-6 3-6 0-1 0-2 0-3", "splash 2, splash 3"),
        (SPLASH | {"splash_marks": [3, 3]}, THREE, "splash 3"),
        (SPLASH | {"splash_marks": [1, 4]}, THREE, "splash 1, splash 2, splash 3, splash 4"),
        (PLUNGE | SPLASH, FOUR, "plunge 4, splash 2, splash 3"),
        (PLUNGE | SPLASH, THREE, "splash 2, splash 3"),
    ],
)
def test_r8_4_r8_5_who_may_plunge_or_splash_over_no_bid(rules, hand, may):
    assert ", ".join(specials(Game(rules).deal(dealer="D", A=hand))) == may


@pytest.mark.parametrize(
    ("rules", "standing", "may"),
    [
        (PLUNGE, "41", "plunge 4"),
        (PLUNGE, "2 marks", "plunge 4"),
        (PLUNGE | {"max_opening_marks": 3}, "3 marks", "plunge 4"),
        (PLUNGE | {"max_opening_marks": 4}, "4 marks", ""),
        (SPLASH, "41", "splash 2, splash 3"),
        (SPLASH, "1 mark", "splash 2, splash 3"),
        (SPLASH, "2 marks", "splash 3"),
        (SPLASH | {"max_opening_marks": 3}, "3 marks", ""),
        (PLUNGE | {"plunge_when": "opening"}, "pass", "plunge 4"),
        (PLUNGE | {"plunge_when": "opening"}, "30", ""),
        (SPLASH | {"plunge_when": "opening"}, "pass", "splash 2, splash 3"),
        (SPLASH | {"plunge_when": "opening"}, "1 mark", ""),
    ],
)
def test_r8_4_a_plunge_must_beat_what_stands_and_at_some_tables_open(rules, standing, may):
    game = Game(rules).deal(dealer="D", B=FOUR).go(f"A: {standing}")
    assert ", ".join(specials(game)) == may


@pytest.mark.parametrize(
    ("rules", "said", "refused", "why"),
    [
        ({}, "", "A: plunge 4", ("R8.4", "not_played_here")),
        ({}, "", "A: splash 2", ("R8.5", "not_played_here")),
        (PLUNGE, "", "A: splash 2", ("R8.5", "not_played_here")),
        (PLUNGE, "", "A: plunge 3", ("R8.4", "wrong_stake")),
        (PLUNGE, "", "A: plunge 5", ("R8.4", "wrong_stake")),
        (SPLASH, "", "A: splash 1", ("R8.5", "wrong_stake")),
        (SPLASH, "", "A: splash 4", ("R8.5", "wrong_stake")),
        (PLUNGE | {"max_opening_marks": 4}, "A: 4 marks", "B: plunge 4", ("R8.4", "bid_too_low")),
        (SPLASH, "A: 2 marks", "B: splash 2", ("R8.5", "bid_too_low")),
        (PLUNGE, "A: plunge 4", "B: plunge 4", ("R8.4", "bid_too_low")),
        (PLUNGE | {"plunge_when": "opening"}, "A: 30", "B: plunge 4",
         ("R8.4", "too_late_for_special")),
        (SPLASH | {"plunge_when": "opening"}, "A: 30", "B: splash 2",
         ("R8.4", "too_late_for_special")),
        (PLUNGE, "A: pass", "B: plunge 4", ("R8.4", "not_enough_doubles")),
        (SPLASH, "A: pass", "B: splash 3", ("R8.5", "not_enough_doubles")),
    ],
)  # fmt: skip
def test_r8_4_r8_5_what_is_refused(rules, said, refused, why):
    game = Game(rules).deal(dealer="D", A=FOUR, B="2-2 1-1 4-6 3-6 2-6 1-6 0-6").go(said)
    assert game.refused(refused) == why


def test_r8_4_a_plunge_ends_no_auction_and_is_overcalled_by_the_ordinary_ladder():
    """The second seat plunges: the others still bid, the partner too."""
    game = Game(PLUNGE).deal(dealer="D", B=FOUR).go("A: pass  B: plunge 4")
    assert (game.turn, game.legal()) == ("C", ["pass", "5 marks"])
    game.go("C: pass")
    assert (game.turn, game.legal()) == ("D", ["pass", "5 marks"])
    game.go("D: 5 marks")
    assert (game.match.status, game.turn) == ("declaring", "D")
    assert view(game.match, None)["contract"]["kind"] == "marks"


def test_r8_4_a_plunge_at_the_highest_bid_leaves_only_passes():
    game = Game(PLUNGE | {"max_marks": 4}).deal(dealer="D", A=FOUR).go("A: plunge 4")
    assert game.legal() == ["pass"]


def test_r8_4_a_forced_dealer_may_plunge():
    rules = PLUNGE | {"all_pass": "dealer_must_bid", "plunge_when": "opening"}
    game = Game(rules).deal(dealer="D", D=FOUR).go("A: pass  B: pass  C: pass")
    assert game.legal()[-1] == "plunge 4"


def test_r8_4_the_partner_declares_a_number_doubles_or_no_trump_and_leads():
    game = plunged()
    contract = view(game.match, None)["contract"]
    assert (contract["kind"], contract["bidder"], contract["declarer"]) == ("plunge", "A", "C")
    assert (game.turn, game.refused("A: trump 6 open 1")) == ("C", ("R3.1", "not_your_turn"))
    trumps = [*"0123456", "doubles", "none"]
    assert game.legal() == [f"trump {t} open {n}" for t in trumps for n in (1, 2)]
    assert game.go("C: trump 6 open 1").turn == "C"


@pytest.mark.parametrize("trump", ["nello", "sevens"])
def test_r8_4_no_nello_and_no_sevens_in_a_plunge(trump):
    game = plunged({"nello": True, "sevens": True})
    assert not [word for word in game.legal() if trump in word]
    assert game.refused(f"C: trump {trump} open 1") == ("R8.4", "not_in_this_contract")


@pytest.mark.parametrize(("lead", "leader"), [("partner", "C"), ("bidder", "A")])
@pytest.mark.parametrize(("special", "named"), [("plunge 4", PLUNGE), ("splash 2", SPLASH)])
def test_r8_4_plunge_lead_says_who_leads(lead, leader, special, named):
    game = game_at_play("6 open 1", special, named | {"plunge_lead": lead}, A=FOUR)
    assert game.turn == leader


def test_r8_4_plunge_lead_is_without_effect_elsewhere():
    assert game_at_play("6", rules=PLUNGE | {"plunge_lead": "bidder"}).turn == "A"
    assert game_at_play("6 open 1", "2 marks", PLUNGE | {"plunge_lead": "bidder"}).turn == "A"


WINS_ALL = "6-6 5-6 4-6 3-6 2-6 1-6 0-6"


@pytest.mark.parametrize(
    ("bid", "rules", "marks"), [("plunge 4", PLUNGE, 4), ("splash 3", SPLASH, 3)]
)
def test_r8_4_r8_5_all_seven_tricks_make_the_stake(bid, rules, marks):
    game = game_at_play("6 open 1", bid, rules, A="5-5 4-4 3-3 2-2 1-1 0-0 0-1", C=WINS_ALL)
    while game.match.hand is not None:
        assert game.match.winner is None
        game.plays(game.legal()[0])
    assert game.marks == {"A+C": marks, "B+D": 0}
    assert ending(game.match.hands[0]) == f"{bid.split()[0]} made at the last trick"


def test_r8_4_defenders_win_trick_2_and_the_plunge_is_over_at_once():
    game = game_at_play(
        "6 open 1", "plunge 4", PLUNGE, A=FOUR, B="2-6 1-3", C="5-6 1-1 1-2", D="4-6 3-6"
    )
    game.go("C: 5-6  D: 3-6  A: 6-6  B: 2-6").go("A: 0-1  B: 1-3  C: 1-1  D: 4-6")
    assert game.match.hand is None
    assert game.marks == {"A+C": 0, "B+D": 4}
    assert ending(game.match.hands[0]) == "plunge set early"


def test_r8_early_end_false_plays_a_plunge_to_its_last_trick():
    rules = PLUNGE | {"early_end": False}
    game = game_at_play("6 open 1", "plunge 4", rules, A=FOUR, C="1-1 1-2", D="2-2 4-6 3-6")
    while game.match.hand is not None:
        game.plays(game.legal()[-1])
    assert ending(game.match.hands[0]) == "plunge set at the last trick"
    assert game.marks == {"A+C": 0, "B+D": 4}


def refusal(game: Game, special: Special, marks: int) -> tuple[str, str, str]:
    assert game.match.turn is not None
    with pytest.raises(RuleViolation) as caught:
        decide(game.match, game.match.turn, Bid(marks=marks, special=special))
    return caught.value.rule, caught.value.code, caught.value.message


@pytest.mark.parametrize("special", [Special.PLUNGE, Special.SPLASH])
def test_r8_6_the_refusal_is_the_same_whatever_else_is_held(special):
    """Four doubles or three, none or two, of high pips or low, with or without trumps."""
    chance = Random(42)
    doubles = [tile for tile in map(tile_label, TILES) if tile[0] == tile[2]]
    others = [tile for tile in map(tile_label, TILES) if tile[0] != tile[2]]
    told = set()
    for held in range(3 if special is Special.SPLASH else 4):
        for _ in range(20):
            hand = chance.sample(doubles, held) + chance.sample(others, 7 - held)
            game = Game(PLUNGE | SPLASH).deal(dealer="D", A=" ".join(hand))
            told.add(refusal(game, special, 4 if special is Special.PLUNGE else 3))
    assert len(told) == 1


def test_r8_6_that_a_hand_could_plunge_shows_in_its_own_legal_moves_alone():
    able = Game(PLUNGE).deal(dealer="D", B=FOUR, A="1-6 2-6 3-6 4-6 5-6 0-6 0-0")
    unable = Game(PLUNGE).deal(dealer="D", B=THREE, A="1-6 2-6 4-6 5-6 0-6 0-0 1-2")
    for game in (able, unable):
        game.go("A: pass")
    spectators = [view(game.match, None) for game in (able, unable)]
    assert spectators[0] == spectators[1]
    assert "plunge 4" in able.legal("B")
    assert "plunge 4" not in unable.legal("B")
    assert all(game.legal("C") == [] for game in (able, unable))
