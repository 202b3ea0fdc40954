"""How a setting is described to people and programs that draw a form, and its refusals as text."""

from __future__ import annotations

from types import NoneType
from typing import Any

import pytest

from texas42 import SETTINGS, RulesInvalid, resolve
from texas42.settings import kinds_of

BY_NAME = {setting.name: setting for setting in SETTINGS}
NO_LIMITS = {"minimum": None, "maximum": None}

DESCRIBED: dict[str, dict[str, Any]] = {
    "seats": {
        "name": "seats",
        "type": "choice",
        "default": 4,
        "choices": [4, 2, 3, 5, 6, 7],
        **NO_LIMITS,
        "nullable": False,
        "meaning": "How many play: partners opposite at four, each alone at any other number.",
        "source": "the Dutch text (004)",
        "rule": "R9.1",
        "under": None,
    },
    "target": {
        "name": "target",
        "type": "integer",
        "default": 7,
        "choices": None,
        "minimum": 1,
        "maximum": 50,
        "nullable": False,
        "meaning": "The marks, or the points, that win the match.",
        "source": "all rule texts",
        "rule": "R5.6",
        "under": {
            "setting": "scoring",
            "equals": "points",
            "type": "integer",
            "default": 250,
            "choices": None,
            "minimum": 42,
            "maximum": 1000,
            "nullable": False,
        },
    },
    "points_award": {
        "name": "points_award",
        "type": "choice",
        "default": None,
        "choices": [None],
        **NO_LIMITS,
        "nullable": True,
        "meaning": "What a hand brings where points win: captured, what each side took; bid, what"
        " was bid.",
        "source": "the family text (001); pagat's points game",
        "rule": "R8.8",
        "under": {
            "setting": "scoring",
            "equals": "points",
            "type": "choice",
            "default": "captured",
            "choices": ["captured", "bid"],
            **NO_LIMITS,
            "nullable": False,
        },
    },
    "max_marks": {
        "name": "max_marks",
        "type": "integer",
        "default": None,
        "choices": None,
        "minimum": 1,
        "maximum": 50,
        "nullable": True,
        "meaning": "The highest mark bid; null for no limit.",
        "source": "the rulebook (000, 002); Lechner Hall and the Dutch text (004) set other limits",
        "rule": "R3.3",
        "under": None,
    },
    "early_end": {
        "name": "early_end",
        "type": "boolean",
        "default": True,
        "choices": [True, False],
        **NO_LIMITS,
        "nullable": False,
        "meaning": "Whether a hand ends as soon as its contract is decided, or at the last trick.",
        "source": "the rulebook (000, 002); the family text (001) plays on",
        "rule": "R5.4",
        "under": None,
    },
    "no_trump_doubles": {
        "name": "no_trump_doubles",
        "type": "list",
        "default": ["high"],
        "choices": ["high", "low", "own_suit"],
        **NO_LIMITS,
        "nullable": False,
        "meaning": "What doubles are in no trump: high or low in their number, or a suit of their"
        " own; with more than one the declarer chooses.",
        "source": "pagat",
        "rule": "R4.6",
        "under": None,
    },
    "splash_marks": {
        "name": "splash_marks",
        "type": "span",
        "default": [2, 3],
        "choices": None,
        "minimum": 1,
        "maximum": 50,
        "nullable": False,
        "meaning": "The least and the most marks that a splash may stake.",
        "source": "pagat, Lechner Hall",
        "rule": "R8.5",
        "under": None,
    },
}


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_setting_is_described_in_full_member_by_member(name):
    told = BY_NAME[name].as_dict()
    assert told == DESCRIBED[name]
    assert list(told) == list(DESCRIBED[name])
    assert type(told["default"]) is type(DESCRIBED[name]["default"])


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("seats", {int}),
        ("scoring", {str}),
        ("target", {int}),
        ("points_award", {NoneType, str}),
        ("win_by", {int}),
        ("max_marks", {int, NoneType}),
        ("attributed_tricks", {int, str}),
        ("early_end", {bool}),
        ("no_trump_doubles", {tuple}),
        ("splash_marks", {tuple}),
    ],
)
def test_the_kinds_of_value_that_a_setting_has_once_resolved(name, kinds):
    assert kinds_of(BY_NAME[name]) == kinds


def test_r8_7_refused_rules_tell_every_fault_in_one_text():
    faults = [("/target", "must be 7"), ("", "rules are a preset's name"), ("/seats", "must be 4")]
    invalid = RulesInvalid(faults)
    assert str(invalid) == "/target: must be 7; /: rules are a preset's name; /seats: must be 4"
    assert invalid.errors == faults


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("seats", "2, 3, 4, 5, 6 or 7"),
        ("win_by", "1 or 2"),
        ("scoring", "'marks' or 'points'"),
        ("early_end", "true or false"),
        ("nello", "false or true"),
        ("attributed_tricks", "0, 1 or 'all'"),
        ("points_award", "null"),
        ("target", "a whole number from 1 to 50"),
        ("max_marks", "a whole number from 1 to 50, or null"),
        ("splash_marks", "a list of two whole numbers from 1 to 50, the least and then the most"),
        (
            "no_trump_doubles",
            "a list of one or more out of 'high', 'low', 'own_suit', each once",
        ),
    ],
)
def test_r8_7_what_a_setting_may_be_is_said_in_words_numbers_from_the_least(name, right):
    assert BY_NAME[name].value.expectation() == right


def test_r8_7_where_the_other_setting_is_at_fault_either_meaning_is_said_to_be_right():
    with pytest.raises(RulesInvalid) as caught:
        resolve({"scoring": None, "target": 2000})
    assert dict(caught.value.errors)["/target"] == (
        "must be a whole number from 1 to 50,"
        " or a whole number from 42 to 1000 with scoring 'points'"
    )


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"seats": "5", "min_bid": 48}, {"/seats"}),
        ({"preset": "lone-star", "max_marks": "x", "max_opening_marks": 3}, {"/max_marks"}),
        ({"preset": "lechner", "plunge": "x", "splash": False, "max_marks": 3}, {"/plunge"}),
    ],
)
def test_r8_7_no_contradiction_is_told_of_a_member_that_is_at_fault_itself(
    body: dict[str, Any], named: set[str]
) -> None:
    with pytest.raises(RulesInvalid) as caught:
        resolve(body)
    assert dict(caught.value.errors).keys() == named


def test_r9_5_the_refusal_says_how_many_sit_down() -> None:
    with pytest.raises(RulesInvalid) as caught:
        resolve({"nello": True, "seats": 3})
    assert caught.value.errors == [
        ("/nello", "needs a partner, so four seats, not 3: switch it off")
    ]
