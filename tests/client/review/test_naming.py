"""What might have been trump: judged where the asker can tell what the declarer held."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.review.games import played
from tests.client.review.judges import by_the_worlds, saying
from texas42_client.review.naming import Naming, naming_of
from texas42_client.review.reviewing import Review, review, to_judge
from texas42_client.review.telling import tell
from texas42_client.review.told import Decision, ToldHand
from texas42_client.table.people import People
from texas42_client.table.style import Style
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget


def _hand(number: int, asker: str | None = None, **rules: Any) -> ToldHand:
    game = played(**{"seed": 11, "hands": 9, **rules})
    return game.told().hand(number, asker, game.dealt(asker, number) if asker else ())


def _review(hand: ToldHand, judge: Any, worlds: int = 100) -> Review:
    return review(hand, to_judge(hand), judge, Budget(worlds=worlds), Chance.of_seed(1))


def test_only_who_knows_all_tiles_of_the_declarer_is_told():
    # In hand 2 dan at D bid; it ended early, so a tile of each seat stays private.
    assert naming_of(_hand(2)) is None
    assert naming_of(_hand(2, "A")) is None
    assert naming_of(_hand(2, "D")) is not None
    # Hand 3 was played to its last trick: everybody has seen what dan held.
    assert naming_of(_hand(3)) is not None


def test_what_may_be_named_is_what_the_rules_allow_and_anybody_would_think_of():
    naming = naming_of(_hand(3))
    assert naming is not None
    named = [move["trump"] for move, _ in naming.leads]
    assert "0" in named
    assert "none" in named
    assert "nello" not in named
    for move, lead in naming.leads:
        assert lead["contract"]["trump"] == move["trump"]
        assert lead["turn"] == lead["you"] == "D"


@pytest.mark.parametrize(
    ("shares", "cost"), [({"0": 0.2, "none": 0.5}, 0.3), ({"0": 0.5, "none": 0.2}, 0)]
)
def test_a_trump_cost_what_the_best_one_would_have_left_more(shares, cost):
    found = _review(
        _hand(3), saying(lambda view, _: shares.get(view["contract"]["trump"], 0.1), worlds=1000)
    )
    assert found.naming is not None
    assert found.naming.cost == pytest.approx(cost)
    assert (found.naming in found.mistakes) == bool(cost)
    said = "\n".join(tell(found, People(found.hand.match.view), Style()))
    assert ("Trump. dan named blanks" in said) == bool(cost)
    assert "What dan could have named" in said


def test_each_trump_counts_by_its_best_lead():
    found = _review(_hand(3), saying(lambda _, move: 0.7 if move["tile"] == "0-0" else 0.3))
    assert found.naming is not None
    assert {choice.chance for choice in found.naming.choices} <= {0.7, 0.3}


def test_of_what_was_named_the_first_lead_says_the_same():
    hand = _hand(3)
    naming, lead = to_judge(hand)[:2]
    assert isinstance(naming, Naming)
    after = next(view for move, view in naming.leads if move == naming.decision.move)
    assert isinstance(lead, Decision)
    assert {**after, "version": lead.view["version"]} == lead.view
    found = review(hand, [naming, lead], by_the_worlds, Budget(worlds=5), Chance.of_seed(1))
    assert found.naming is not None
    assert found.naming.played.chance == found.stages[0].chance
