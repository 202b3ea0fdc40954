"""``t42 hint``: where the rules allow it, for the seat on turn, from what it was shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.bots.seats import playing
from tests.client.review.judges import at_a_loss, saying
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.home.explain import help_text
from texas42_client.home.hints import Hints
from texas42_client.review.hint import Hint, hint, say_hint, why_none
from texas42_client.table.style import Style
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.memory import Memory

Body = dict[str, Any]


def _view(*, hints: bool = True, **position: Any) -> Body:
    """The second trick, sixes led, seven tiles gone: D holds a six or not."""
    known = {"trump": "0", "hand": "4-6 3-6 1-1 2-2 5-5 3-3", "trick": "6-6 5-6"}
    shown = playing(**{**known, "gone": "1-2 1-3 1-4 1-5", **position})
    left = {"A": 6, "B": 6, "C": 5, "D": 6}
    trick = shown["current_trick"]["plays"]
    for seat, row in shown["seats"].items():
        row["tiles_left"] = left["D"] - any(play["seat"] == seat for play in trick)
    shown["rules"] = {**shown["rules"], "hints": hints}
    return shown | {"bids": [], "dealer": "D", "points": {"A+C": 0, "B+D": 0}}


def _hint(judge: Any, view: Body | None = None) -> Hint | None:
    view = view or _view()
    memory = Memory()
    memory.look(view)
    return hint(view, memory, judge, Budget(worlds=100), Chance.of_seed(1))


def _by_tile(shares: dict[str, float]) -> Any:
    return saying(lambda _, move: shares[move["tile"]])


def test_r8_a_match_without_hints_gives_none_and_says_where_that_is_set():
    with pytest.raises(ClientError) as refused:
        why_none(_view(hints=False))
    assert refused.value.exit_status is ExitStatus.NO_HINTS
    assert "hints" in refused.value.message
    assert "t42 new --set hints=yes" in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"turn": "A"}, "not your turn"),
        ({"you": None, "turn": "A"}, "no seat"),
        ({"status": "bidding"}, "in the auction"),
        ({"status": "declaring"}, "for trump"),
        ({"turn": None, "status": "finished"}, "not your turn"),
    ],
)
def test_when_there_is_nothing_to_hint_at_a_calm_sentence_says_so(members, said):
    assert said in (why_none({**_view(), **members}) or "")


def test_where_hints_are_allowed_the_seat_on_turn_has_them():
    assert why_none(_view()) is None


def test_the_best_tile_comes_first_by_what_the_own_side_wants():
    # A bid, so D wants the contract set: the less it is made the better.
    found = _hint(_by_tile({"4-6": 0.8, "3-6": 0.3}))
    assert found is not None
    assert [choice.move["tile"] for choice in found.choices] == ["3-6", "4-6"]
    assert [choice.chance for choice in found.choices] == pytest.approx([0.7, 0.2])
    assert found.wants == "set"


@pytest.mark.parametrize(
    ("shares", "because"),
    [
        ({"4-6": 0.8, "3-6": 0.3}, "3-6 is 50 points ahead of 4-6."),
        ({"4-6": 0.5, "3-6": 0.48}, "4-6 may be as good as 3-6"),
        ({"4-6": 0.5, "3-6": 0.5}, "It makes no difference which of them you play"),
    ],
)
def test_a_sentence_says_how_much_there_is_in_it(shares, because):
    found = _hint(_by_tile(shares))
    assert found is not None
    assert found.because.startswith(because)


@pytest.mark.parametrize(
    ("near", "said"),
    [
        (("0-0", "1-1", "2-2", "3-3", "4-4"), "Any other tile may be as good as 5-5: "),
        (("0-0", "1-1", "2-2", "3-3"), "0-0, 1-1, 2-2 or 3-3 may be as good as 5-5: "),
        (("0-0", "1-1"), "0-0 or 1-1 may be as good as 5-5: "),
    ],
)
def test_all_that_may_be_as_good_are_named(near, said):
    view = _view(trick="", hand="0-0 1-1 2-2 3-3 4-4 5-5")
    shares = {tile: 0.48 if tile in near else 0.9 for tile in view["hand"]}
    found = _hint(_by_tile({**shares, "5-5": 0.44}), view)
    assert found is not None
    assert found.because.startswith(said)


@pytest.mark.parametrize(
    ("installed", "options", "said"),
    [
        (False, True, "with a longer --seconds or pip install 'texas42[strong]'."),
        (True, True, "More are looked at with a longer --seconds."),
        (False, False, "More are looked at with pip install 'texas42[strong]'."),
        (True, False, "A chance from so few deals as 12 says little."),
    ],
)
def test_of_few_deals_it_is_said_that_they_say_little_and_how_to_see_more(
    monkeypatch, installed, options, said
):
    monkeypatch.setattr("texas42_client.thinking.compiled.is_installed", lambda: installed)
    few, many = (_hint(saying(lambda *_: 0.5, worlds=worlds)) for worlds in (12, 100))
    assert few is not None
    assert many is not None
    assert say_hint(few, Style(), options=options)[-1].endswith(said)
    assert "says little" not in " ".join(say_hint(many, Style()))


def test_a_tile_that_nobody_on_the_other_side_can_beat_is_said_to_be_one():
    view = _view(trick="", hand="0-0 1-1 2-2 3-3 4-4 5-5")
    found = _hint(_by_tile({tile: 0.1 if tile == "0-0" else 0.9 for tile in view["hand"]}), view)
    assert found is not None
    assert "nobody on the other side can beat 0-0" in found.because


def test_the_only_tile_there_is_needs_no_thought():
    found = _hint(_by_tile({"4-6": 0.5}), _view(hand="4-6 1-1 2-2 5-5 3-3 4-4"))
    assert found is not None
    assert found.because == "4-6 is the only tile that you may play."


def test_what_is_too_hard_to_judge_has_no_hint():
    assert _hint(at_a_loss) is None


def test_at_home_the_word_is_hint_where_the_match_was_begun_with_it():
    said = " ".join(Hints(Style(), print).lines(_view(hints=False)))
    assert "t42 play --new --set hints=yes" in said
    assert "hint says what" in help_text(_view())
    assert "hint says what" not in help_text(_view(hints=False))
    assert "It is not your turn" in Hints(Style(), print).lines({**_view(), "turn": "A"})[0]


def test_it_is_told_with_intervals_and_where_they_come_from():
    found = _hint(_by_tile({"4-6": 0.8, "3-6": 0.3}))
    assert found is not None
    lines = say_hint(found, Style())
    assert lines[0] == "The chance to set the contract:"
    assert lines[1].split(maxsplit=1) == ["3-6", "70 % (60–79)"]
    assert "From 100 deals that fit what you know and the auction" in lines[-1]
