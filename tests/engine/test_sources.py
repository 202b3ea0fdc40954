"""The worked examples of the four rule texts.

000 (Japanese) and 002 (Hindi) are the same digital rulebook; 001 (Japanese) and 004 (Dutch) add
family variants, played here by the presets `family`, `family-250` and `lone-star`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import TABLE, A, B, C, D, Game, game_at_play, names, winner_of
from texas42 import COUNT, TILES, hand_record, parse_tile, suits_for, tile_label, view
from texas42.suits import Trump

EVERYONE = (A, B, C, D, None)


def count(text: str) -> list[int]:
    return [COUNT[parse_tile(tile)] for tile in text.split()]


def shown(game: Game, viewer: Any) -> list[str]:
    """The captured tiles as the rulebook prints them: `"1 (A+C) 0-6 1-6 2-6 6-6"`."""
    body = view(game.match, viewer)
    return [f"{t['number']} ({t['side']}) {' '.join(t['tiles'])}" for t in body["captured"]]


def tiles_left(game: Game) -> dict[str, int]:
    seats = view(game.match, None)["seats"]
    return {label: seat["tiles_left"] for label, seat in seats.items()}


# 000 and 002


def test_000_two_kinds_of_score_the_count_tiles_and_seven_tricks_are_42():
    """000 「2種類の得点」, 002 "अंकों की दो अलग गिनतियाँ"."""
    assert count("0-5 1-4 2-3") == [5, 5, 5]
    assert count("4-6 5-5") == [10, 10]
    assert sum(COUNT) == 35
    assert sum(COUNT) + TABLE.hand_size == 42


def example_trick(**settings: Any) -> Game:
    """Sixes are trump, A has bid 30 and leads 5-5; D holds no five but the trump 5-6."""
    return game_at_play(
        "6",
        rules=settings,
        A="5-5 0-0 0-1 0-2 0-3 0-4 1-1",
        B="3-5 1-2 1-3 1-4 2-2 2-3 2-4",
        C="0-5 1-5 2-5 4-5 3-3 3-4 4-4",
        D="6-6 5-6 4-6 3-6 2-6 1-6 0-6",
    )


def test_000_following_fives_is_told_with_two_tiles_on_the_table():
    """000 「5をフォローする」, 002 "पाँच के सूट का पालन": the first diagram, tile for tile."""
    game = example_trick().go("A: 5-5  B: 3-5")
    for viewer in EVERYONE:
        body = view(game.match, viewer)
        assert (body["contract"]["points"], body["contract"]["trump"]) == (30, "6")
        assert body["contract"]["bidder"] == "A"
        assert body["current_trick"]["plays"] == [
            {"seat": "A", "tile": "5-5"},
            {"seat": "B", "tile": "3-5"},
        ]
        assert shown(game, viewer) == []
    assert tiles_left(game) == {"A": 6, "B": 6, "C": 7, "D": 7}


def test_000_with_sixes_trump_5_6_is_trump_and_no_five():
    """000 「トリックとハンド得点」, 002 "ट्रिक और दौर के अंक": D has no five and may trump."""
    suits = suits_for(Trump.SIXES)
    fives = names(tile for tile in TILES if suits.members[5] >> tile & 1)
    assert fives == "0-5 1-5 2-5 3-5 4-5 5-5"
    game = example_trick().go("A: 5-5  B: 3-5  C: 0-5")
    assert game.legal() == ["6-6", "5-6", "4-6", "3-6", "2-6", "1-6", "0-6"]


def test_000_the_trick_of_16_points_sets_the_bid_of_30_for_one_mark():
    """000 「トリックとハンド得点」, 002 "ट्रिक और दौर के अंक": 1 + 10 + 5 = 16, at most 26 left."""
    game = example_trick().go("A: 5-5  B: 3-5  C: 0-5  D: 6-6")
    hand = game.last
    assert hand.tricks[0].winner == D
    assert hand.tricks[0].points == 1 + 10 + 5 == 16
    assert TABLE.total - hand.captured[TABLE.side_of[D]] == 26
    assert hand.made is False
    assert game.marks == {"A+C": 0, "B+D": 1}


def test_000_the_second_diagram_four_tiles_captured_and_six_left_in_each_hand():
    """000 「切り札が勝ち、契約は失敗」, 002 "तुरुप जीतता है और अनुबंध विफल होता है"."""
    game = example_trick().go("A: 5-5  B: 3-5  C: 0-5  D: 6-6")
    (trick,) = hand_record(game.match, 1)["tricks"]
    assert trick["plays"] == [
        {"seat": "A", "tile": "5-5"},
        {"seat": "B", "tile": "3-5"},
        {"seat": "C", "tile": "0-5"},
        {"seat": "D", "tile": "6-6"},
    ]
    assert (trick["number"], trick["winner"], trick["side"], trick["points"]) == (1, "D", "B+D", 16)
    assert {len(game.last.held(seat)) for seat in TABLE.seats} == {6}
    played_on = example_trick(early_end=False).go("A: 5-5  B: 3-5  C: 0-5  D: 6-6")
    assert tiles_left(played_on) == {"A": 6, "B": 6, "C": 6, "D": 6}
    for viewer in EVERYONE:
        assert shown(played_on, viewer) == ["1 (B+D) 0-5 3-5 5-5 6-6"]


def test_000_six_marks_and_a_contract_of_two_make_eight_and_win():
    """000 「コントラクトと試合得点」, 002 "अनुबंध और मैच अंक": exactly 7 is not needed."""
    game = Game()
    for _ in range(3):
        game.lay_down("A", "2 marks")
    assert game.marks == {"A+C": 6, "B+D": 0}
    assert game.match.winner is None
    game.lay_down("A", "2 marks")
    assert game.marks == {"A+C": 8, "B+D": 0}
    assert game.match.winner == TABLE.side_of[A]


TRICKS = [
    "1 (A+C) 0-6 1-6 2-6 6-6",
    "2 (A+C) 0-5 1-5 3-5 5-5",
    "3 (A+C) 0-4 1-4 3-4 4-4",
]


@pytest.mark.parametrize(
    ("bid", "trump", "visible", "points"),
    [
        ("30", "none", TRICKS, {"A+C": 23, "B+D": 0}),
        ("1 mark", "none open 1", TRICKS[2:], None),
        ("1 mark", "none open 2", TRICKS[1:], None),
    ],
)
def test_000_which_captured_tricks_can_be_seen(bid, trump, visible, points):
    """000 「獲得済みのどのトリックを見られる」, 002 "कौन-सी जीती ट्रिक देख सकते हैं?": three views.

    Three tricks are complete; nobody is told who played which tile, nor in what order.
    """
    game = game_at_play(
        trump, bid, A="6-6 5-5 4-4", B="2-6 1-5 3-4", C="0-6 3-5 0-4", D="1-6 0-5 1-4"
    )
    game.plays("6-6 2-6 0-6 1-6  5-5 1-5 3-5 0-5  4-4 3-4 0-4 1-4")
    for viewer in EVERYONE:
        body = view(game.match, viewer)
        assert shown(game, viewer) == visible
        assert all(set(t) == {"number", "side", "tiles", "points"} for t in body["captured"])
        assert body["points"] == points
        assert body["tricks_taken"] == {"A+C": 3, "B+D": 0}
        assert body["current_trick"]["plays"] == []
        assert body["contract"]["bidder"] == "A"
    assert tiles_left(game) == {"A": 4, "B": 4, "C": 4, "D": 4}


def test_000_a_covered_trick_moves_only_when_a_trick_completes():
    """000 「獲得済みタイルの閲覧」, 002 "पकड़ी गई ट्रिक देखना"."""
    game = game_at_play(
        "none open 1", "1 mark", A="6-6 5-5 4-4", B="2-6 1-5", C="0-6 3-5", D="1-6 0-5"
    )
    game.plays("6-6 2-6 0-6 1-6  5-5 1-5 3-5")
    assert shown(game, None) == TRICKS[:1]
    game.plays("0-5")
    assert shown(game, None) == TRICKS[1:2]


def test_000_an_illegal_move_changes_nothing_and_the_tiles_keep_their_order():
    """000 「デジタル版の進行」, 002 "डिजिटल खेल"."""
    game = example_trick().go("A: 5-5")
    assert game.refused("B: 1-2") == ("R4.4", "must_follow_suit")
    assert game.held("B") == "3-5 1-2 1-3 1-4 2-2 2-3 2-4"
    game.go("B: 3-5")
    assert game.held("B") == "1-2 1-3 1-4 2-2 2-3 2-4"


def test_000_the_first_bid_of_all_tricks_is_one_or_two_marks_then_exactly_one_more():
    """000 「1巡のビッド」, 002 "एक चक्कर की बोली"."""
    game = Game().deal(dealer="D").go("A: 41")
    assert game.legal() == ["pass", "1 mark", "2 marks"]
    game.go("B: 2 marks")
    assert game.legal() == ["pass", "3 marks"]


def test_000_when_all_pass_the_deal_changes_and_no_marks_are_given():
    """000 「人数と配牌」 and 「1巡のビッド」, 002 "एक चक्कर की बोली"."""
    game = Game().deal(dealer="D").go("A: pass  B: pass  C: pass  D: pass")
    assert game.marks == {"A+C": 0, "B+D": 0}
    assert game.match.next_dealer == A


# 001


def test_001_the_count_tiles_in_either_spelling():
    """001 「入札します」: 5-0, 4-1, 3-2 five points each, 5-5 and 6-4 ten; 42 in all."""
    assert count("5-0 4-1 3-2 5-5 6-4") == [5, 5, 5, 10, 10]


def test_001_once_a_bid_is_one_mark_only_marks_may_be_bid():
    """001 「入札ルール」: 42, one mark; at most two marks, each later bid one more."""
    game = Game().deal(dealer="D").go("A: 1 mark")
    assert game.legal() == ["pass", "2 marks"]
    game.go("B: 2 marks")
    assert game.legal() == ["pass", "3 marks"]
    assert game.refused("C: 4 marks") == ("R3.3", "mark_raise")


def test_001_doubles_are_always_the_highest_of_their_suit():
    """001 「遊ぶ」, order of suits: the other end decides, the double stands above."""
    for number in range(7):
        off_trump = "6" if number != 6 else "0"
        others = [t for t in TILES if str(number) in tile_label(t)]
        double = f"{number}-{number}"
        for tile in others:
            if off_trump not in tile_label(tile) and tile_label(tile) != double:
                assert winner_of("none", f"{double} {tile_label(tile)}") == double


def test_001_who_cannot_follow_may_trump_or_play_off():
    """001 「遊ぶ」: play trump, or any other tile of the hand."""
    game = game_at_play("6", A="5-5", B="0-6 0-0 1-1 1-2 2-2 3-3 4-4").go("A: 5-5")
    assert game.legal() == ["0-6", "0-0", "1-1", "1-2", "2-2", "3-3", "4-4"]


def test_001_the_winner_of_a_trick_leads_until_all_seven_are_played():
    """001 「遊ぶ」, winning a trick (its hands are played out: `early_end` false)."""
    game = Game({"early_end": False}).lay_down("A", "30")
    assert [trick.seats[0] for trick in game.last.tricks] == [A] * 7
    assert [trick.winner for trick in game.last.tricks] == [A] * 7


# 004


def test_004_the_pieces_that_count():
    """004 "De stukjes 'Tellen'": the only five tiles with points."""
    assert count("0-5 1-4 2-3 4-6 5-5") == [5, 5, 5, 10, 10]
    assert sum(map(bool, COUNT)) == 5


def test_004_the_least_bid_is_30_and_42_points_can_be_won():
    """004 "Bieden": seven tricks and 35 of count."""
    game = Game().deal(dealer="D")
    assert game.legal()[:2] == ["pass", "30"]
    assert game.refused("A: 29") == ("R3.2", "bid_out_of_range")
    assert sum(COUNT) + 7 == 42


@pytest.mark.parametrize(("bid", "marks"), [("1 mark", 1), ("2 marks", 2)])
def test_004_a_made_42_is_worth_one_and_a_made_84_two(bid, marks):
    """004 "Bieden": 84 brings two points in place of one."""
    assert Game().lay_down("A", bid).marks == {"A+C": marks, "B+D": 0}


@pytest.mark.parametrize(
    ("trump", "trumps"),
    [
        ("6", "0-6 1-6 2-6 3-6 4-6 5-6 6-6"),
        ("3", "0-3 1-3 2-3 3-3 3-4 3-5 3-6"),
        ("doubles", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"),
        ("none", ""),
    ],
)
def test_004_what_is_trump(trump, trumps):
    """004 "Gameplay": every tile with a six, with a three, all doubles, or "follow me"."""
    mask = suits_for(Trump(trump)).trumps
    assert names(tile for tile in TILES if mask >> tile & 1) == trumps


def test_004_the_three_three_is_highest_of_threes_then_the_three_six():
    """004 "Gameplay", the note: the double, then by the end outside the suit."""
    threes = ["3-3", "3-6", "3-5", "3-4", "2-3", "1-3", "0-3"]
    for at, higher in enumerate(threes):
        for lower in threes[at + 1 :]:
            assert winner_of("3", f"{lower} {higher}") == higher
    assert winner_of("none", "1-3 3-6 0-3 3-3") == "3-3"
    assert winner_of("none", "1-3 3-6 0-3 2-3") == "3-6"


def test_004_a_lead_belongs_to_its_higher_end_unless_it_is_trump():
    """004 "Gameplay": 2-5 calls fives; with twos trump it calls trump."""
    assert winner_of("none", "2-5 5-5 2-2 2-6") == "5-5"
    assert winner_of("2", "2-5 5-5 2-2 2-6") == "2-2"


def test_004_a_hand_goes_on_until_the_bid_is_made_or_prevented():
    """004 "Gameplay", its last sentence, and "Scoren": the bidders or the others score one."""
    made = Game().lay_down("A", "30")
    assert made.marks == {"A+C": 1, "B+D": 0}
    prevented = example_trick().go("A: 5-5  B: 3-5  C: 0-5  D: 6-6")
    assert prevented.marks == {"A+C": 0, "B+D": 1}


def test_004_seven_marks_win():
    """004 "Winnen": seven marks, the word ALL."""
    game = Game()
    for marks in range(1, 8):
        assert game.match.winner is None
        game.lay_down("D", "30")
        assert game.marks["B+D"] == marks
    assert game.match.winner == TABLE.side_of[D]


# 001, as the family plays it


def family(drawn: str = "0-0 0-1 0-2 6-6", **hands: str) -> Game:
    """D draws most pips and deals these hands."""
    return Game("family").draw(drawn).deal(**hands)


def test_001_the_highest_domino_shakes_first_and_the_tied_draw_again():
    """「最も高い値のドミノを持つプレイヤーが最初のシェイカー」."""
    game = Game("family").draw("5-6 0-0 6-6 0-1")
    assert game.match.next_dealer == C
    game = Game("family").draw("4-5 0-0 3-6 0-1")
    assert game.match.drawing == (A, C)
    assert game.draw("0-1 0-2").match.next_dealer == C


def test_001_when_all_pass_the_shaker_must_bid_and_30_is_the_least():
    """「すべてのプレイヤーがパスした場合、シェーカーは最低値 (30 ポイント) を入札する必要」."""
    game = family().go("A: pass  B: pass  C: pass")
    assert game.refused("D: pass") == ("R3.4", "must_bid")
    assert game.legal()[0] == "30"


def test_001_at_most_two_marks_then_one_mark_more_each_time():
    """「プレイヤーは最大 2 マークまで入札できますが、それ以降の入札は 1 マークのみ追加可能」."""
    game = family()
    assert game.refused("A: 3 marks") == ("R3.3", "opening_marks")
    assert game.go("A: 2 marks").legal() == ["pass", "3 marks"]


def test_001_the_first_domino_played_is_trump_when_none_was_declared():
    """「切り札のスートを宣言しなかった場合、最初にプレイされたドミノが切り札」."""
    game = family(A="4-6").auction("A", "30").go("A: 4-6")
    assert view(game.match, None)["contract"]["trump"] == "6"


def test_001_the_stacks_lie_open_and_all_seven_tricks_are_played():
    """「スタックは対戦相手に見える必要」、「7 つのトリックがすべてプレイされるまで」."""
    game = family(A="6-6 5-6 4-6 3-6 2-6 1-6 0-6").auction("A", "2 marks").go("A: 6-6")
    while game.match.hand is not None:
        shown_to_all = [shown(game, viewer) for viewer in EVERYONE]
        assert all(len(tricks) == len(game.hand.tricks) for tricks in shown_to_all)
        game.plays(game.legal()[0])
    assert len(game.last.tricks) == 7


def test_001_nel_o_takes_two_marks_and_the_partner_does_not_play():
    """「少なくとも 2 マークを入札」、「パートナーはハンドをプレイしません」."""
    assert "trump nello" not in family().auction("A", "1 mark").legal()
    game = family(A="6-6", B="0-0", D="1-1").auction("A", "2 marks").go("A: trump nello")
    game.go("A: 6-6  B: 0-0  D: 1-1")
    assert game.score == {"A+C": 0, "B+D": 2}


def test_001_in_sevens_5_5_and_4_blank_are_both_three_away():
    """「5-5 は「3 離れている」、4-ブランクも「3 離れている」です。最低入札額は1マルク」."""
    assert winner_of("sevens", "5-5 0-4 6-6 0-0") == "5-5"
    assert winner_of("sevens", "0-4 5-5 6-6 0-0") == "0-4"
    assert "trump sevens" not in family().auction("A", "41").legal()
    assert "trump sevens" in family().auction("A", "1 mark").legal()


def test_001_sevens_are_over_when_the_others_win_a_trick():
    """「入札していないチームがトリックを獲得した場合、ハンドは終了」."""
    game = family(A="0-0 0-1 0-2 0-3 1-1 6-6 5-6", B="3-4").auction("A", "1 mark")
    game.go("A: trump sevens").plays("0-3 3-4")
    game.plays(game.legal()[0]).plays(game.legal()[0])
    assert game.match.hand is None
    assert game.score == {"A+C": 0, "B+D": 1}


def test_001_a_plunge_of_four_doubles_is_four_marks_before_anybody_bids():
    """「4 つ以上のダブルス」、「他のプレーヤーが入札する前に」、「4 マークの入札」."""
    doubles = "0-0 1-1 2-2 3-3"
    assert "plunge 4" in family(B=doubles).go("A: pass").legal()
    assert family(B=doubles).go("A: 30").refused("B: plunge 4") == ("R8.4", "too_late_for_special")
    game = family(B=doubles).go("A: pass  B: plunge 4  C: pass  D: pass")
    assert game.turn == "D", "the partner names trump and begins to play"
    game.go("D: trump 6")
    assert game.turn == "D"


def test_001_who_makes_a_bid_scores_it_on_the_way_to_250():
    """「入札した点数を獲得します」、「7 マークまたは 250 ポイント」."""
    game = Game("family-250").draw("0-0 0-1 0-2 6-6").lay_down("A", "31")
    assert game.score == {"A+C": 31, "B+D": 0}
    assert game.match.rules.target == 250


# 004, as the Lone Star State plays it


def test_004_the_holder_of_blank_1_bids_first():
    """«De speler die de blanco-1 domino heeft getrokken, biedt als eerste»."""
    assert Game("lone-star").deal(dealer="D", C="0-1").turn == "C"


def test_004_84_is_the_highest_bid_and_is_stacked_so_that_nobody_sees():
    """«moeten de slagen worden gestapeld, zodat niemand kan zien welke … al zijn gespeeld»."""
    game = Game("lone-star").deal(dealer="D", A="6-6 5-6 4-6 3-6 2-6 1-6 0-1")
    assert game.refused("A: 3 marks") == ("R3.3", "bid_out_of_range")
    game.auction("A", "2 marks").go("A: trump 6  A: 6-6")
    while len(game.hand.tricks) < 2:
        game.plays(game.legal()[0])
    assert [shown(game, viewer) for viewer in EVERYONE] == [[]] * 5
    assert view(game.match, None)["points"] is None


def test_004_42_lies_open():
    game = Game("lone-star").deal(dealer="D", A="6-6 5-6 4-6 3-6 2-6 1-6 0-1")
    game.auction("A", "1 mark").go("A: trump 6  A: 6-6")
    while len(game.hand.tricks) < 2:
        game.plays(game.legal()[0])
    assert len(shown(game, None)) == 2


@pytest.mark.parametrize("seats", range(2, 8))
def test_004_two_to_seven_play_with_equal_numbers_of_dominoes(seats):
    """«Het spel wordt gespeeld door twee tot zeven spelers»."""
    game = Game({"preset": "lone-star", "seats": seats}).deal()
    assert len({len(hand) for hand in game.hand.dealt}) == 1
