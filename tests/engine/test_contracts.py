"""R2 and R5: points, contracts, how a hand ends, marks, and the end of the match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import TABLE, Game, ending, game_at_play, names
from texas42 import Hand

SIXES = "6-6 5-6 4-6 3-6 2-6 1-6 0-6"

# A has bid and named sixes, holds six of them, and leads them out; then D's 1-1 takes the 0-1.
STRONG = {
    "A": "6-6 5-6 4-6 3-6 2-6 1-6 0-1",
    "B": "0-0 0-2 0-3 0-4 2-2 2-4 3-3",
    "C": "0-6 1-3 1-4 3-4 4-4 0-5 2-3",
    "D": "1-1 1-2 1-5 2-5 3-5 4-5 5-5",
}
STRONG_TRICKS = [  # and the points of A+C so far
    ("6-6 0-0 0-6 1-2", 1),
    ("5-6 0-2 1-4 5-5", 17),
    ("4-6 0-3 2-3 1-5", 33),
    ("3-6 0-4 0-5 2-5", 39),
    ("2-6 2-2 1-3 3-5", 40),
    ("1-6 2-4 3-4 4-5", 41),
    ("0-1 3-3 4-4 1-1", 41),
]

# A has bid and named sixes, but B holds them.
WEAK = {
    "A": "1-1 1-2 1-5 2-5 0-5 4-5 5-5",
    "B": "6-6 5-6 4-6 3-6 2-6 1-6 0-1",
    "C": "0-0 0-2 0-3 0-4 2-2 2-4 3-3",
    "D": "0-6 1-3 1-4 3-4 4-4 3-5 2-3",
}
WEAK_TRICKS = [  # and the points of B+D so far
    ("2-5 6-6 0-0 3-5", 1),
    ("5-6 0-2 0-6 5-5", 12),
    ("3-6 0-3 1-3 1-5", 13),
    ("2-6 0-4 3-4 1-2", 14),
    ("1-6 2-2 4-4 4-5", 15),
    ("4-6 2-4 1-4 0-5", 36),
    ("0-1 3-3 2-3 1-1", 36),
]


def at_play(held: dict[str, str], bid: str, **settings: Any) -> Game:
    return game_at_play("6 open 1" if "mark" in bid else "6", bid, settings, **held)


def play_tricks(game: Game, tricks: list[tuple[str, int]]) -> Game:
    for trick, _ in tricks:
        game.plays(trick)
    return game


def points(hand: Hand) -> dict[str, int]:
    return dict(zip(TABLE.sides, hand.captured, strict=True))


@pytest.mark.parametrize(
    ("trick", "worth"),
    [
        ("6-6 0-0 1-1 1-2", 1),
        ("6-6 0-5 1-1 1-2", 6),
        ("6-6 1-4 1-1 1-2", 6),
        ("6-6 2-3 1-1 1-2", 6),
        ("6-6 0-0 4-6 1-2", 11),
        ("6-6 0-0 1-1 5-5", 11),
        ("6-6 0-5 1-4 2-3", 16),
        ("6-6 5-5 4-6 1-4", 26),
        ("6-6 3-6 4-5 3-3", 1),
    ],
)
def test_r2_1_a_trick_is_one_point_and_its_count(trick, worth):
    a, b, c, d = trick.split()
    others = " ".join(six for six in SIXES.split() if six not in trick)
    game = game_at_play("6", A=f"{a} {others}", B=b, C=c, D=d).plays(trick)
    assert game.hand.tricks[0].points == worth
    assert points(game.hand) == {"A+C": worth, "B+D": 0}


def test_r2_1_a_full_hand_is_42_points():
    game = play_tricks(at_play(STRONG, "41", early_end=False), STRONG_TRICKS)
    assert points(game.last) == {"A+C": 41, "B+D": 1}


def test_r2_2_points_go_to_the_side_that_takes_the_trick_whoever_played_the_count():
    game = play_tricks(at_play(WEAK, "30"), WEAK_TRICKS[:2])  # A's own 5-5 fell to B
    assert points(game.hand) == {"A+C": 0, "B+D": 12}
    assert [TABLE.labels[trick.winner] for trick in game.hand.tricks] == ["B", "B"]


def test_r2_2_points_never_become_marks():
    game = play_tricks(at_play(STRONG, "30"), STRONG_TRICKS[:3])
    assert points(game.last) == {"A+C": 33, "B+D": 0}
    assert game.marks == {"A+C": 1, "B+D": 0}


@pytest.mark.parametrize(
    ("bid", "at_trick"),
    [(30, 3), (32, 3), (33, 3), (34, 4), (39, 4), (40, 5), (41, 6)],
)
def test_r5_1_a_point_contract_is_made_when_the_bidders_have_that_many(bid, at_trick):
    game = at_play(STRONG, str(bid))
    for done, (trick, so_far) in enumerate(STRONG_TRICKS[:at_trick], start=1):
        assert game.match.hands == []
        game.plays(trick)
        assert bool(game.match.hands) == (done == at_trick) == (so_far >= bid)
    assert game.last.made is True
    assert game.marks == {"A+C": 1, "B+D": 0}


@pytest.mark.parametrize(
    ("bid", "at_trick"), [(30, 3), (31, 2), (35, 2), (40, 2), (41, 2)]
)  # 41: one trick of 1 does not set it, 42 - 41 = 1
def test_r5_2_a_point_contract_is_set_when_the_defenders_pass_42_less_the_bid(bid, at_trick):
    game = at_play(WEAK, str(bid))
    for done, (trick, so_far) in enumerate(WEAK_TRICKS[:at_trick], start=1):
        assert game.match.hands == []
        game.plays(trick)
        assert bool(game.match.hands) == (done == at_trick) == (so_far > 42 - bid)
    assert game.last.made is False
    assert game.marks == {"A+C": 0, "B+D": 1}


def test_r5_2_bid_30_twelve_does_not_set_thirteen_does():
    game = play_tricks(at_play(WEAK, "30"), WEAK_TRICKS[:2])
    assert points(game.hand)["B+D"] == 12
    game.plays(WEAK_TRICKS[2][0])
    assert points(game.last)["B+D"] == 13
    assert game.last.made is False


@pytest.mark.parametrize(("bid", "stake"), [("1 mark", 1), ("2 marks", 2)])
def test_r5_3_a_mark_contract_is_made_by_all_seven_tricks(bid, stake):
    game = Game().lay_down("A", bid)
    assert len(game.last.tricks) == 7
    assert game.last.taken == [7, 0]
    assert game.last.made is True
    assert game.marks == {"A+C": stake, "B+D": 0}


@pytest.mark.parametrize(("bid", "stake"), [("1 mark", 1), ("2 marks", 2)])
def test_r5_3_the_defenders_first_trick_sets_it(bid, stake):
    game = at_play(STRONG, bid).plays("0-1 0-2 1-3 1-1")
    assert game.last.made is False
    assert game.marks == {"A+C": 0, "B+D": stake}


def test_r5_3_points_do_not_make_a_mark_contract_and_the_seventh_trick_can_set_it():
    game = play_tricks(at_play(STRONG, "1 mark"), STRONG_TRICKS[:6])
    assert points(game.hand)["A+C"] == 41
    assert game.hand.made is None
    game.plays(STRONG_TRICKS[6][0])
    assert ending(game.match.hands[0]) == "marks set at the last trick"


def test_r5_3_a_mark_contract_of_five_is_worth_five():
    game = Game().deal(dealer="C", C=SIXES).go("D: 2 marks  A: 3 marks  B: 4 marks  C: 5 marks")
    game.go("C: trump 6 open 2")
    while game.match.hand is not None:
        game.plays(game.legal()[0])
    assert game.marks == {"A+C": 5, "B+D": 0}


@pytest.mark.parametrize(
    ("held", "tricks", "bid"), [(STRONG, STRONG_TRICKS, "30"), (WEAK, WEAK_TRICKS, "30")]
)
def test_r5_4_made_or_set_is_looked_at_when_a_trick_completes_never_inside_one(held, tricks, bid):
    game = play_tricks(at_play(held, bid), tricks[:2])
    *first, last = tricks[2][0].split()
    for tile in first:
        game.plays(tile)
        assert game.match.status == "playing"
    game.plays(last)
    assert len(game.last.tricks) == 3
    assert game.match.hand is None


def test_r5_4_a_tile_after_the_hand_is_decided_is_refused():
    game = play_tricks(at_play(STRONG, "30"), STRONG_TRICKS[:3])
    assert [game.legal(seat) for seat in "ABCD"] == [[], [], [], []]
    assert game.refused("A: 3-6")[1] == "match_not_started"
    game.deal(B="3-6")
    assert game.refused("B: 3-6") == ("R3.1", "not_the_time")
    assert game.refused("A: 3-6") == ("R3.1", "not_your_turn")


@pytest.mark.parametrize(
    ("held", "tricks", "bid", "marks"),
    [
        (STRONG, STRONG_TRICKS, "30", {"A+C": 1, "B+D": 0}),
        (STRONG, STRONG_TRICKS, "2 marks", {"A+C": 0, "B+D": 2}),
        (WEAK, WEAK_TRICKS, "30", {"A+C": 0, "B+D": 1}),
        (WEAK, WEAK_TRICKS, "2 marks", {"A+C": 0, "B+D": 2}),
    ],
)
def test_without_early_end_a_hand_is_played_to_its_last_trick_and_scores_the_same(
    held, tricks, bid, marks
):
    game = play_tricks(at_play(held, bid, early_end=False), tricks[:6])
    assert game.match.status == "playing"
    assert game.marks == {"A+C": 0, "B+D": 0}
    game.plays(tricks[6][0])
    assert len(game.last.tricks) == 7
    assert sum(game.last.captured) == 42
    assert game.marks == marks


def test_r5_5_made_only_the_bidders_score_set_only_the_defenders():
    game = Game().lay_down("A", "2 marks")
    assert game.marks == {"A+C": 2, "B+D": 0}
    game.lay_down("B", "30")
    assert game.marks == {"A+C": 2, "B+D": 1}
    game.deal(**STRONG).go("C: pass  D: pass  A: 2 marks  B: pass  A: trump 6 open 1")
    game.plays("0-1 0-2 1-3 1-1")
    assert game.marks == {"A+C": 2, "B+D": 3}


@pytest.mark.parametrize(
    ("target", "bids", "marks"),
    [
        (7, ["2 marks", "2 marks", "2 marks", "1 mark"], 7),
        (7, ["2 marks", "2 marks", "2 marks", "2 marks"], 8),
        (7, ["2 marks", "2 marks", "2 marks", "30"], 7),
        (1, ["30"], 1),
        (1, ["2 marks"], 2),
        (3, ["2 marks", "1 mark"], 3),
    ],
)
def test_r5_6_the_match_ends_when_a_side_has_the_target_or_more(target, bids, marks):
    game = Game({"target": target})
    for bid in bids:
        assert game.match.winner is None
        game.lay_down("B", bid)
    assert game.marks == {"A+C": 0, "B+D": marks}
    assert game.match.winner == TABLE.side_of[TABLE.seat("B")]
    assert game.match.status == "finished"


def test_r5_6_no_lead_of_two_marks_is_needed():
    game = Game()
    for bidder in "ABABAB":
        game.lay_down(bidder, "2 marks" if len(game.match.hands) < 6 else "1 mark")
    assert game.marks == {"A+C": 6, "B+D": 6}
    game.lay_down("C", "30")
    assert game.marks == {"A+C": 7, "B+D": 6}
    assert game.match.winner == TABLE.side_of[TABLE.seat("C")]


def test_r5_6_after_the_end_nothing_is_dealt_bid_or_played():
    game = Game({"target": 1}).lay_down("A", "30")
    assert (game.match.turn, game.match.hand, game.match.awaits_deal) == (None, None, False)
    assert [game.legal(seat) for seat in "ABCD"] == [[], [], [], []]
    for said in ("A: 30", "A: pass", "A: 0-6", "C: trump 6"):
        assert game.refused(said) == ("R5.6", "match_over")


@pytest.mark.parametrize("bid", ["1 mark", "2 marks"])
def test_r6_5_who_bids_marks_chooses_one_or_two_open_tricks_when_declaring(bid):
    game = Game().deal(dealer="D").go(f"A: {bid}  B: pass  C: pass  D: pass")
    assert game.legal()[:4] == [
        "trump 0 open 1", "trump 0 open 2", "trump 1 open 1", "trump 1 open 2",
    ]  # fmt: skip
    assert len(game.legal()) == 2 * 9
    for wrong in ("trump 6", "trump 6 open 0", "trump 6 open 3"):
        assert game.refused(f"A: {wrong}") == ("R6.5", "open_tricks_required")


@pytest.mark.parametrize("wrong", ["trump 6 open 1", "trump none open 2", "trump 0 open 0"])
def test_r6_5_in_a_point_contract_all_tricks_are_open_and_none_are_chosen(wrong):
    game = Game().deal(dealer="D").go("A: 30  B: pass  C: pass  D: pass")
    assert game.refused(f"A: {wrong}") == ("R6.5", "open_tricks_refused")


@pytest.mark.parametrize("said", ["30", "1 mark", "pass", "6-6", "0-0"])
def test_r4_1_trump_is_named_before_the_first_lead(said):
    game = Game().deal(dealer="D", A="6-6").go("A: 30  B: pass  C: pass  D: pass")
    assert game.refused(f"A: {said}") == ("R4.1", "not_the_time")


@pytest.mark.parametrize("seat", ["B", "C", "D"])
def test_r3_4_only_the_declarer_names_trump(seat):
    game = Game().deal(dealer="D").go("A: 30  B: pass  C: pass  D: pass")
    assert game.refused(f"{seat}: trump 6") == ("R3.1", "not_your_turn")


def test_r7_1_no_claim_replaces_playing_the_tiles():
    """With every trick certain the tiles are still played, one by one."""
    game = game_at_play("6 open 1", "1 mark", A=SIXES)
    for left in range(7, 0, -1):
        assert len(game.hand.held(TABLE.seat("A"))) == left
        assert set(game.legal()) <= set(SIXES.split())
        game.plays(names(game.hand.held(TABLE.seat("A"))[:1]))
        for _ in range(3):
            game.plays(game.legal()[0])
    assert game.last.made is True
