"""The settings of a match (R8.7): what may be asked for, what is refused, what each one does."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tests.engine.looking import DEFAULTS
from tests.engine.tables import Game
from texas42 import PRESETS, RULES_VERSION, SETTINGS, Rules, RulesInvalid, resolve

PRESET_NAMES = "straight, family, family-250, lone-star, tournament, points-250, lechner"
NO_SUCH_PRESET = {"/preset": f"no such preset; there are: {PRESET_NAMES}"}


def refused(body: Any) -> dict[str, str]:
    """JSON pointer -> what is wrong."""
    with pytest.raises(RulesInvalid) as caught:
        resolve(body)
    errors = caught.value.errors
    assert len(dict(errors)) == len(errors), "a field is named twice"
    assert all(detail for _, detail in errors)
    assert all(detail in str(caught.value) for _, detail in errors)
    return dict(errors)


@pytest.mark.parametrize("body", [None, {}, "straight", {"preset": "straight"}])
def test_r8_10_straight_is_all_defaults(body):
    assert resolve(body).as_dict() == DEFAULTS


def test_a_setting_over_a_preset_changes_that_alone():
    assert resolve({"target": 5}).as_dict() == DEFAULTS | {"target": 5}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_setting_said_again_as_the_preset_has_it_changes_nothing(preset):
    rules = resolve(preset)
    for setting, value in rules.as_dict().items():
        assert resolve({"preset": preset, setting: value}) == rules, setting
    assert resolve(rules.as_dict()) == rules


def test_every_setting_is_described_and_defaults_to_what_the_description_says():
    told = [setting.as_dict() for setting in SETTINGS]
    assert {"preset": "straight"} | {row["name"]: row["default"] for row in told} == DEFAULTS
    assert [field.name for field in dataclasses.fields(Rules) if field.init] == list(DEFAULTS)
    for setting, row in zip(SETTINGS, told, strict=True):
        assert setting.value.accepts(setting.default)
        assert row["type"] in {"boolean", "integer", "choice", "list", "span"}
        assert setting.meaning.endswith(".")
        assert setting.rule.startswith("R")
        assert setting.source
        assert setting.value.expectation()


def test_presets_are_named_after_themselves_and_resolve():
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset.description
        assert resolve(name) == resolve(name)
        assert resolve(resolve(name).as_dict()) == resolve(name)


WHOLE = {
    "target": (1, 50),
    "min_bid": (30, 41),
    "max_opening_marks": (1, 50),
    "max_mark_raise": (1, 50),
    "max_marks": (2, 50),
    "nello_min_marks": (1, 50),
    "sevens_min_marks": (1, 50),
    "plunge_doubles": (1, 7),
    "plunge_marks": (1, 50),
    "splash_doubles": (1, 7),
}
CHOICES: dict[str, list[Any]] = {
    "seats": [2, 3, 4, 5, 6, 7],
    "scoring": ["marks", "points"],
    "win_by": [1, 2],
    "first_dealer": ["lot", "highest_tile"],
    "first_bidder": ["left_of_dealer", "holder_of_0_1"],
    "all_pass": ["redeal", "dealer_must_bid"],
    "undeclared_trump": ["declare_first", "first_tile"],
    "covered_tricks": ["declarer_chooses", "from_two_marks", "none"],
    "attributed_tricks": [0, 1, "all"],
    "early_end": [True, False],
    "opening_lead": ["any", "trump"],
    "small_end_open": [False, True],
    "nello": [False, True],
    "sevens": [False, True],
    "plunge": [False, True],
    "plunge_when": ["own_turn", "opening"],
    "plunge_lead": ["partner", "bidder"],
    "splash": [False, True],
    "hints": [False, True],
}
LISTS: dict[str, list[Any]] = {
    "no_trump_doubles": [["high"], ["low"], ["own_suit"], ["high", "low", "own_suit"]],
    "nello_doubles": [["own_suit"], ["own_suit_low"], ["high"], ["low"], ["own_suit", "low"]],
    "splash_marks": [[2, 3], [3, 3], [1, 50]],
}
UNDER_POINTS: dict[str, list[Any]] = {
    "target": [42, 250, 1000],
    "points_award": ["captured", "bid"],
    "win_by": [1],
}


def test_the_tables_below_hold_every_setting():
    assert {*WHOLE, *CHOICES, *LISTS, *UNDER_POINTS} == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        *((name, bound) for name, bounds in WHOLE.items() for bound in bounds),
        *((name, value) for name, values in (CHOICES | LISTS).items() for value in values),
        ("max_marks", None),
        ("points_award", None),
    ],
)
def test_r8_every_value_to_the_very_bounds_is_allowed(setting, value):
    resolved = resolve({setting: value}).as_dict()[setting]
    assert (type(resolved), resolved) == (type(value), value)


@pytest.mark.parametrize(
    ("setting", "value"),
    [(name, value) for name, values in UNDER_POINTS.items() for value in values],
)
def test_r8_what_scoring_by_points_allows(setting, value):
    assert resolve({"scoring": "points", setting: value}).as_dict()[setting] == value


def test_r8_points_are_played_to_250_and_what_is_captured_counts_unless_told():
    rules = resolve({"scoring": "points"})
    assert (rules.target, rules.points_award, rules.win_by) == (250, "captured", 1)


def test_the_order_of_a_list_of_words_does_not_matter():
    rules = [resolve({"nello_doubles": words}) for words in (["low", "high"], ["high", "low"])]
    assert rules[0] == rules[1]
    assert rules[0].as_dict()["nello_doubles"] == ["high", "low"]


WRONG_KINDS: dict[str, list[Any]] = {
    "target": [0, 51, True, 7.0, "7", None, [7], {}],
    "max_marks": [0, 51, False, "none", 2.0, [2]],
    "plunge_doubles": [0, 8, "4", None, True],
    "min_bid": [29, 49, "30", 30.5],
    "early_end": [1, 0, "yes", "true", None, []],
    "nello": [1, "on", None, "nello"],
    "attributed_tricks": [True, False, 1.0, 2, "ALL", "0", {}, None],
    "seats": [1, 8, 0, "4", 4.0, True, None, [4]],
    "first_dealer": ["Lot", "dealer", None, 1, ["lot"]],
    "covered_tricks": ["all", None, 2, True],
    "no_trump_doubles": [[], "high", ["high", "high"], ["own_suit_low"], [1], None, {"high": 1}],
    "nello_doubles": [[], ["middle"], ["low", "low"], "own_suit", [None], [["low"]]],
    "splash_marks": [[], [2], [2, 3, 4], [3, 2], [0, 3], [2, 51], 3, "2-3", [2.0, 3], [True, 3]],
    "points_award": ["captured", "bid", "all", 1],
    "win_by": [0, 3, True, "2"],
    "hints": ["yes", 1],
}


@pytest.mark.parametrize(
    ("setting", "value"),
    [(setting, value) for setting, values in WRONG_KINDS.items() for value in values],
)
def test_r8_7_a_value_of_the_wrong_kind_or_size_is_refused_with_what_is_right(setting, value):
    errors = refused({setting: value})
    assert list(errors) == [f"/{setting}"]
    assert errors[f"/{setting}"].startswith("must be ")


@pytest.mark.parametrize(
    ("setting", "value", "right"),
    [
        ("target", 0, "a whole number from 1 to 50 with scoring 'marks'"),
        ("plunge_doubles", 8, "a whole number from 1 to 7"),
        ("max_marks", 0, "a whole number from 1 to 50, or null"),
        ("early_end", 1, "true or false"),
        ("attributed_tricks", True, "0, 1 or 'all'"),
        ("points_award", "bid", "null with scoring 'marks'"),
        (
            "no_trump_doubles",
            [],
            "a list of one or more out of 'high', 'low', 'own_suit', each once",
        ),
        (
            "splash_marks",
            [3, 2],
            "a list of two whole numbers from 1 to 50, the least and then the most",
        ),
    ],
)
def test_r8_7_what_is_right_is_said(setting, value, right):
    assert refused({setting: value}) == {f"/{setting}": f"must be {right}"}


@pytest.mark.parametrize("preset", ["", "Straight", "nello", None, 1, True, ["straight"], {}])
def test_r8_7_an_unknown_preset_is_refused_with_those_there_are(preset):
    assert refused({"preset": preset}) == NO_SUCH_PRESET


def test_r8_7_a_preset_can_be_named_alone():
    assert refused("nonsense") == NO_SUCH_PRESET


@pytest.mark.parametrize("body", [1, True, 2.5, ["straight"], [("target", 7)]])
def test_r8_7_rules_are_a_name_or_settings(body):
    assert refused(body) == {"": "rules are a preset's name or an object of settings"}


@pytest.mark.parametrize(
    ("name", "pointer"),
    [("tempo", "/tempo"), ("Target", "/Target"), ("a/b", "/a~1b"), ("~", "/~0"), ("", "/")],
)
def test_r8_7_an_unknown_setting_is_refused(name, pointer):
    assert refused({name: 1}) == {pointer: "unknown setting"}


def test_r8_7_every_offending_field_is_named_at_once():
    errors = refused(
        {
            "preset": "x",
            "target": 0,
            "early_end": "no",
            "tempo": 3,
            "max_marks": 2.0,
            "min_bid": 35,
            "nello_doubles": [],
            "splash_marks": [3, 2],
            "seats": 9,
        }
    )
    offending = {"preset", "target", "early_end", "tempo", "max_marks"}
    offending |= {"nello_doubles", "splash_marks", "seats"}
    assert set(errors) == {f"/{name}" for name in offending}


CONTRADICTIONS: list[tuple[Any, str]] = [
    # marks that max_marks would never let anybody bid
    ({"max_marks": 1}, "max_opening_marks"),
    ({"max_marks": 3, "max_opening_marks": 4}, "max_opening_marks"),
    ({"max_marks": 2, "nello": True, "nello_min_marks": 3}, "nello_min_marks"),
    ({"max_marks": 2, "sevens": True, "sevens_min_marks": 3}, "sevens_min_marks"),
    ({"max_marks": 2, "plunge": True}, "plunge_marks"),
    ({"max_marks": 2, "splash": True}, "splash_marks"),
    # a partner is missing
    ({"seats": 3, "nello": True}, "nello"),
    ({"seats": 2, "plunge": True}, "plunge"),
    ({"seats": 7, "splash": True}, "splash"),
    ("family seats 5", "nello plunge"),
    ("lechner seats 6", "nello plunge splash"),
    # what belongs to points, or to marks
    ({"points_award": "bid"}, "points_award"),
    ({"scoring": "points", "win_by": 2}, "win_by"),
    ({"scoring": "points", "points_award": None}, "points_award"),
    ({"scoring": "points", "target": 7}, "target"),
    ({"scoring": "marks", "target": 250}, "target"),
    ({"scoring": "points", "target": 1001}, "target"),
    # the least bid above the highest
    ({"min_bid": 42}, "min_bid"),
    ({"min_bid": 40, "seats": 5}, "min_bid"),
    ({"min_bid": 39, "seats": 7}, "min_bid"),
    ({"splash_marks": [3, 2]}, "splash_marks"),
    # several at once
    ({"max_marks": 1, "plunge": True, "splash": True, "sevens": True, "sevens_min_marks": 2},
     "max_opening_marks sevens_min_marks plunge_marks splash_marks"),
    ({"seats": 3, "nello": True, "plunge": True, "min_bid": 44, "win_by": 3},
     "nello plunge min_bid win_by"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "offending"), CONTRADICTIONS, ids=str)
def test_r8_7_contradictions_are_refused_with_every_offending_field(body, offending):
    if isinstance(body, str):
        preset, _, seats = body.split()
        body = {"preset": preset, "seats": int(seats)}
    assert set(refused(body)) == {f"/{name}" for name in offending.split()}


@pytest.mark.parametrize(
    "body",
    [
        {"max_marks": 2, "plunge_marks": 9, "nello_min_marks": 9, "sevens_min_marks": 9},
        {"max_marks": 2, "splash_marks": [8, 9]},
        {"seats": 3, "nello_doubles": ["low"], "plunge_doubles": 5},
        {"max_marks": 4, "plunge": True},
        {"min_bid": 48, "seats": 2},
        {"min_bid": 38, "seats": 7},
    ],
    ids=str,
)
def test_r8_7_members_of_a_setting_that_is_off_are_kept_and_ignored(body):
    settled = resolve(body).as_dict()
    assert body.items() <= settled.items()


def test_r8_7_an_offending_field_is_named_once_and_contradicts_nothing_else():
    errors = refused({"max_marks": 1, "max_opening_marks": "many"})
    assert list(errors) == ["/max_opening_marks"]
    assert "max_marks" not in errors["/max_opening_marks"]


FAMILY = {
    "first_dealer": "highest_tile",
    "all_pass": "dealer_must_bid",
    "undeclared_trump": "first_tile",
    "nello": True,
    "nello_min_marks": 2,
    "sevens": True,
    "plunge": True,
    "plunge_when": "opening",
    "covered_tricks": "none",
    "early_end": False,
}


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("straight", {}),
        ("family", FAMILY),
        ("family-250", FAMILY | {"scoring": "points", "target": 250, "points_award": "bid"}),
        (
            "lone-star",
            {"first_bidder": "holder_of_0_1", "max_marks": 2, "covered_tricks": "from_two_marks"},
        ),
        ("tournament", {"covered_tricks": "from_two_marks"}),
        ("points-250", {"scoring": "points", "target": 250, "points_award": "captured"}),
        (
            "lechner",
            {
                "max_mark_raise": 2,
                "all_pass": "dealer_must_bid",
                "nello": True,
                "nello_min_marks": 1,
                "plunge": True,
                "splash": True,
                "splash_marks": [3, 3],
                "sevens": True,
                "no_trump_doubles": ["high", "low"],
                "win_by": 2,
            },
        ),
    ],
)
def test_r8_10_what_each_preset_changes_of_the_defaults(preset, differs):
    assert resolve(preset).as_dict() == DEFAULTS | {"preset": preset} | differs


def test_r8_10_there_are_seven_presets():
    assert ", ".join(PRESETS) == PRESET_NAMES


@pytest.mark.parametrize(
    ("body", "settled"),
    [
        ({"preset": "family", "nello": False}, {"nello": False, "plunge": True}),
        ({"preset": "lone-star", "max_marks": None}, {"max_marks": None, "max_opening_marks": 2}),
        ({"preset": "points-250", "target": 500}, {"target": 500, "points_award": "captured"}),
        (
            {"preset": "points-250", "scoring": "marks"},
            {"target": 7, "points_award": None, "win_by": 1},
        ),
        ({"preset": "family-250", "scoring": "marks"}, {"target": 7, "points_award": None}),
        ({"preset": "family", "scoring": "points"}, {"target": 250, "points_award": "captured"}),
        ({"preset": "lechner", "scoring": "points"}, {"target": 250, "win_by": 1}),
        ({"preset": "tournament", "seats": 5}, {"seats": 5, "covered_tricks": "from_two_marks"}),
    ],
    ids=str,
)
def test_r8_10_a_preset_with_overrides(body, settled):
    assert settled.items() <= resolve(body).as_dict().items()


def test_rules_cannot_be_changed_once_resolved():
    with pytest.raises(dataclasses.FrozenInstanceError):
        resolve().target = 3  # type: ignore[misc]


def test_resolving_does_not_change_the_body():
    body = {"preset": "straight", "target": 3}
    resolve(body)
    assert body == {"preset": "straight", "target": 3}


def test_a_stored_record_without_a_younger_setting_has_its_default():
    assert Rules.from_record({"preset": "straight", "target": 9}) == resolve({"target": 9})
    with pytest.raises(TypeError):
        Rules.from_record({"preset": "straight", "tempo": 1})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("preset", 7),
        ("target", True),
        ("target", "7"),
        ("max_marks", False),
        ("early_end", 1),
        ("all_pass", None),
        ("nello_doubles", "high"),
        ("splash_marks", 3),
    ],
)
def test_a_stored_record_with_a_value_of_the_wrong_kind_is_refused(name: str, value: object):
    assert Rules.from_record({"preset": "straight"}) == resolve()
    with pytest.raises(TypeError):
        Rules.from_record({"preset": "straight", name: value})


def test_the_version_of_the_rules_is_in_the_first_event():
    created = Game().log[0]
    assert getattr(created, "rules_version", None) == RULES_VERSION == 1
