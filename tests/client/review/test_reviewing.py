"""What a review makes of a judge's word: costs, the moments that decided, the course of a match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.review.games import played, redealt
from tests.client.review.judges import at_a_loss, by_the_worlds, saying
from texas42_client.review.course import course
from texas42_client.review.json_form import as_json
from texas42_client.review.reviewing import Review, review, to_judge
from texas42_client.review.telling import tell
from texas42_client.review.told import ToldHand
from texas42_client.table.people import People
from texas42_client.table.style import Style
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.race import chances

DRAWN = Style(drawn=True, columns=80)


def _hand(number: int = 2, asker: str | None = None, **rules: Any) -> ToldHand:
    game = played(**{"seed": 11, "hands": 4, **rules})
    return game.told().hand(number, asker, game.dealt(asker, number) if asker else ())


def _review(judge: Any, hand: ToldHand | None = None) -> Review:
    hand = hand or _hand()
    return review(hand, to_judge(hand), judge, Budget(worlds=100), Chance.of_seed(1))


def _even(_view: Any, _move: Any) -> float:
    return 0.5


def _dear(trick: int, seat: str, chance: float) -> Any:
    """The move that was made there leaves this chance, every other move an even one."""
    (decision,) = [d for d in _hand().decisions if (d.trick, d.seat) == (trick, seat)]
    assert decision.free

    def share(view: Any, move: Any) -> float:
        there = view["you"] == seat and view["current_trick"]["number"] == trick
        return chance if there and move == decision.move else 0.5

    return share


def test_what_a_move_cost_is_what_the_best_would_have_left_more():
    # In hand 2 dan at D bid, and led to trick 1.
    found = _review(saying(_dear(1, "D", 0.2)))
    (mistake,) = found.mistakes
    assert (mistake.decision.trick, mistake.decision.seat) == (1, "D")
    assert mistake.cost == pytest.approx(0.3)
    assert 0 < mistake.least_cost < mistake.cost


def test_for_the_other_side_the_contract_made_is_the_cost():
    found = _review(saying(_dear(1, "C", 0.9)))
    (mistake,) = found.mistakes
    assert not mistake.bidding
    assert mistake.cost == pytest.approx(0.4)
    assert mistake.played.chance == pytest.approx(0.1)


def test_what_helped_the_own_side_cost_nothing():
    assert not _review(saying(_dear(1, "C", 0.1))).mistakes
    assert not _review(saying(_dear(1, "D", 0.9))).mistakes


def test_a_difference_that_sampling_leaves_open_decides_nothing():
    assert not _review(saying(_dear(1, "D", 0.4))).mistakes
    assert len(_review(saying(_dear(1, "D", 0.4), worlds=10_000)).mistakes) == 1


def test_where_every_world_was_looked_at_nothing_is_left_open():
    (mistake,) = _review(saying(_dear(1, "D", 0.4), whole=True)).mistakes
    assert mistake.least_cost == mistake.cost
    assert mistake.played.low == mistake.played.high


def test_of_many_mistakes_the_three_dearest_are_told_in_the_order_of_play():
    played_there = {(d.trick, d.seat): d.move for d in _hand().decisions if d.free}

    def share(view: Any, move: Any) -> float:
        trick, seat = view["current_trick"]["number"], view["you"]
        if played_there.get((trick, seat)) != move or seat not in "BD":
            return 0.9
        return 0.1 + 0.05 * trick

    found = _review(saying(share, worlds=1000))
    costs = [m.cost for m in found.mistakes]
    assert len(costs) == 3
    assert costs == sorted(costs, reverse=True)
    assert [m.decision.trick for m in found.mistakes] == sorted(
        m.decision.trick for m in found.mistakes
    )


def test_where_nobody_erred_the_tricks_over_which_the_chance_changed_most_are_named():
    by_trick = {1: 0.6, 2: 0.65, 3: 0.2, 4: 0.25, 5: 0.6, 6: 0.1}
    found = _review(saying(lambda view, _: by_trick[view["current_trick"]["number"]]))
    assert not found.mistakes
    assert [s.trick for s in found.swings] == [2, 5]
    assert [stage.chance for stage in found.stages] == pytest.approx(list(by_trick.values()))


# Hand 2 was set: a rise led nowhere, and of 100 deals 60 and 50 may be the same.
@pytest.mark.parametrize(
    ("ran", "worlds", "named"),
    [
        ((0.9, 0.8, 0.7, 0.65, 0.6, 0.4), 20, [6]),
        ((0.9, 0.8, 0.7, 0.65, 0.6, 0.4), 2000, [5, 6]),
        ((0.1, 0.9, 0.9, 0.9, 0.9, 0.9), 100, [6]),
        ((0.1, 0.05, 0.01, 0.01, 0.01, 0.01), 100, []),
    ],
)
def test_a_trick_turned_a_hand_only_beyond_doubt_and_to_how_it_ended(ran, worlds, named):
    judge = saying(lambda view, _: ran[view["current_trick"]["number"] - 1], worlds=worlds)
    found = _review(judge)
    assert [s.trick for s in found.swings] == named
    said = "\n".join(tell(found, People(found.hand.match.view), DRAWN))
    assert ("No single trick decided it." in said) is not bool(named)
    assert ("says little" in said) is (worlds < 100)


def test_no_choice_is_judged_where_there_was_none_but_the_bidder_s():
    found = _review(saying(_even))
    bidder = found.hand.record["contract"]["bidder"]
    assert all(w.decision.free or w.decision.seat == bidder for w in found.weighed)
    assert [s.trick for s in found.stages] == list(range(1, found.hand.decided + 1))


def test_what_could_not_be_judged_is_said():
    found = _review(at_a_loss)
    assert not found.weighed
    said = "\n".join(tell(found, People(found.hand.match.view), DRAWN))
    assert "could not be judged" in said


@pytest.mark.parametrize("asker", [None, "A", "D"])
def test_r6_6_a_review_tells_nothing_of_where_unplayed_tiles_lay(asker):
    game = played(seed=11, hands=4)
    for number in range(1, 5):
        told = [_told(g, number, asker) for g in (game, redealt(game, number, asker, seed=5))]
        assert told[0] == told[1]


def _told(game: Any, number: int, asker: str | None) -> Any:
    hand = game.told().hand(number, asker, game.dealt(asker, number) if asker else ())
    return as_json(_review(by_the_worlds, hand)) if hand.contract else None


RULES: list[dict[str, Any]] = [
    {"preset": "family", "kind": "random", "seed": 3},
    {"preset": "lechner", "kind": "random", "seed": 2},
    {"preset": "points-250"},
    {"seats": 3, "all_pass": "dealer_must_bid"},
    {"seats": 6, "all_pass": "dealer_must_bid", "scoring": "points"},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("style", [DRAWN, Style(columns=60), Style()], ids=["drawn", "60", "pipe"])
def test_every_kind_of_hand_is_told_within_the_terminal(rules, style):
    for number in (1, 2):
        hand = _hand(number, "A", **rules)
        if hand.contract is None:
            continue
        people = People({**hand.match.view, "you": "A"})
        lines = tell(_review(saying(lambda v, m: 0.1 + 0.05 * len(m["tile"])), hand), people, style)
        assert max(map(len, lines)) <= (style.columns or 10_000)
        assert any(line.startswith(f"Hand {number}.") for line in lines)


def test_the_course_of_a_match_is_the_race_at_either_end_of_the_contract():
    game = played(seed=11, hands=4)
    told = game.told()
    found = {n: _review(saying(_even), told.hand(n)) for n in range(1, 5) if told.hand(n).contract}
    run = course(told, found, "A+C", 4)
    rules = game.match.rules
    before = (0, 0)
    for hand in run.hands:
        after = tuple(hand.record["marks"].values())
        assert hand.start == chances(rules, before)[0]
        assert hand.end == chances(rules, after)[0]
        if hand.contract:
            a, b = before
            between = (chances(rules, (a + 1, b))[0] + chances(rules, (a, b + 1))[0]) / 2
            assert [p for _, p in hand.winning] == pytest.approx([between] * len(hand.contract))
        before = after


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_course_is_one_of_chances_at_every_table(rules):
    game = played(**{"hands": 4, **rules})
    told = game.told()
    found = {n: _review(saying(_even), told.hand(n)) for n in range(1, 5) if told.hand(n).contract}
    run = course(told, found, game.match.table.sides[0], 4)
    for hand in run.hands:
        assert min([hand.start, hand.end, *(p for _, p in hand.winning)]) >= 0
        assert max([hand.start, hand.end, *(p for _, p in hand.winning)]) <= 1
