"""The picture of a match and the words of a review, against pages that a person can look at."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.client.review.games import played
from tests.client.review.judges import saying
from texas42_client.review.chart import chart
from texas42_client.review.course import Course, course
from texas42_client.review.reviewing import Review, review, to_judge
from texas42_client.review.svg import picture
from texas42_client.review.telling import tell
from texas42_client.review.told import ToldMatch
from texas42_client.table.people import People
from texas42_client.table.style import Style
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget

GOLDENS = Path(__file__).parent / "goldens"
STYLES = {"drawn": Style(drawn=True, columns=80), "plain": Style()}
WHOLE = 2
"""The hand of which every choice is judged; of the others the bidder's are enough."""
SVG = "{http://www.w3.org/2000/svg}"


def _pips(view: Any, move: Any) -> float:
    """A tile is the better for the contract the more pips it has, and later more than sooner."""
    low, high = map(int, move["tile"].split("-"))
    return (low + high + view["current_trick"]["number"]) / 20


@cache
def _reviews(**rules: Any) -> tuple[ToldMatch, dict[int, Review]]:
    told = played(**{"seed": 11, "hands": 30, **rules}).told()
    hands = {n: told.hand(n) for n in range(1, told.hands + 1)}
    return told, {
        n: review(
            hand,
            to_judge(hand, bidder_only=n != WHOLE),
            saying(_pips),
            Budget(worlds=1),
            Chance.of_seed(1),
        )
        for n, hand in hands.items()
        if hand.contract
    }


def _course(**rules: Any) -> tuple[Course, People]:
    told, found = _reviews(**rules)
    return course(told, found, told.rules.table.sides[0], told.hands), People(told.view)


def _as_kept(name: str, shown: str) -> None:
    """Write it with `T42_WRITE_GOLDENS=1`."""
    kept = GOLDENS / name
    if os.environ.get("T42_WRITE_GOLDENS"):
        kept.write_text(shown, encoding="utf-8")
    assert shown == kept.read_text(encoding="utf-8")


def test_the_picture_of_a_match_is_as_it_was_looked_at():
    run, people = _course()
    _as_kept("match.svg", picture(run, people, "friday"))


@pytest.mark.parametrize("name", STYLES)
def test_a_match_at_the_terminal(name):
    run, people = _course()
    _as_kept(f"match.{name}.txt", "\n".join(chart(run, people, STYLES[name])) + "\n")


@pytest.mark.parametrize("name", STYLES)
def test_a_review_at_the_terminal(name):
    told, found = _reviews()
    people = People({**told.view, "you": "D"})
    _as_kept(f"hand.{name}.txt", "\n".join(tell(found[WHOLE], people, STYLES[name])) + "\n")


TABLES: list[dict[str, Any]] = [
    {},
    {"preset": "family", "kind": "random", "seed": 3},
    {"preset": "points-250"},
    {"seats": 5, "all_pass": "dealer_must_bid"},
    {"hands": 1},
]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_picture_is_sound_xml_that_tells_itself_and_runs_nothing(rules):
    run, people = _course(**rules)
    document = picture(run, people, 'a <name> & "more"')
    root = ElementTree.fromstring(document)
    assert root.find(f"{SVG}title") is not None
    told = root.findtext(f"{SVG}desc") or ""
    assert all(f"Hand {hand.number}: " in told for hand in run.hands)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "rect", "line", "polyline", "circle", "text"}
    assert "prefers-color-scheme: dark" in document
    assert document.count("http") == 1
    assert len(document) < 40_000


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_picture_keeps_within_its_frame(rules):
    run, people = _course(**rules)
    root = ElementTree.fromstring(picture(run, people))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for name, value in element.attrib.items():
            if name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(value) <= width
            if name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(value) <= height


@pytest.mark.parametrize("columns", [32, 47, 80, 200])
def test_however_long_the_match_the_columns_fit_the_terminal(columns):
    told, found = _reviews(target=50, hands=30)
    run = course(told, found, "A+C", told.hands)
    for line in chart(run, People(told.view), Style(drawn=True, columns=columns)):
        assert len(line) <= columns
