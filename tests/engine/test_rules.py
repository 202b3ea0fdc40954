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


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("target", 1),
        ("target", 50),
        ("min_bid", 30),
        ("min_bid", 41),
        ("max_opening_marks", 1),
        ("max_opening_marks", 50),
        ("max_mark_raise", 1),
        ("max_mark_raise", 50),
        ("max_marks", None),
        ("max_marks", 2),
        ("max_marks", 50),
        ("early_end", True),
        ("early_end", False),
        ("attributed_tricks", 0),
        ("attributed_tricks", 1),
        ("attributed_tricks", "all"),
    ],
)
def test_values_to_the_very_bounds_are_allowed(setting, value):
    resolved = resolve({setting: value}).as_dict()[setting]
    assert (type(resolved), resolved) == (type(value), value)


@pytest.mark.parametrize(
    ("setting", "value", "right"),
    [
        ("target", 0, "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", 51, "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", True, "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", 7.0, "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", "7", "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", None, "a whole number from 1 to 50 with scoring 'marks'"),
        ("target", [7], "a whole number from 1 to 50 with scoring 'marks'"),
        ("min_bid", 29, "a whole number from 30 to 48"),
        ("min_bid", 49, "a whole number from 30 to 48"),
        ("max_opening_marks", 0, "a whole number from 1 to 50"),
        ("max_opening_marks", 51, "a whole number from 1 to 50"),
        ("max_mark_raise", 0, "a whole number from 1 to 50"),
        ("max_mark_raise", 2.0, "a whole number from 1 to 50"),
        ("max_marks", 0, "a whole number from 1 to 50, or null"),
        ("max_marks", False, "a whole number from 1 to 50, or null"),
        ("max_marks", "none", "a whole number from 1 to 50, or null"),
        ("early_end", 1, "true or false"),
        ("early_end", 0, "true or false"),
        ("early_end", "yes", "true or false"),
        ("early_end", None, "true or false"),
        ("attributed_tricks", True, "0 or 1 or 'all'"),
        ("attributed_tricks", False, "0 or 1 or 'all'"),
        ("attributed_tricks", 1.0, "0 or 1 or 'all'"),
        ("attributed_tricks", 2, "0 or 1 or 'all'"),
        ("attributed_tricks", "ALL", "0 or 1 or 'all'"),
        ("attributed_tricks", {}, "0 or 1 or 'all'"),
    ],
)
def test_r8_7_a_value_of_the_wrong_kind_or_size_is_refused_with_what_is_right(
    setting, value, right
):
    assert refused({setting: value}) == {f"/{setting}": f"must be {right}"}


@pytest.mark.parametrize("scoring", ["pts", None, ["points"]])
def test_r8_7_what_hangs_on_a_setting_at_fault_is_blamed_only_where_it_is_wrong_anyway(scoring):
    body = {"scoring": scoring, "target": 250, "points_award": "bid", "win_by": 2}
    assert refused(body) == {"/scoring": "must be 'marks' or 'points'"}
    assert refused({"scoring": scoring, "target": 41.5})["/target"] == (
        "must be a whole number from 1 to 50,"
        " or a whole number from 42 to 1000 with scoring 'points'"
    )


@pytest.mark.parametrize("preset", ["", "Straight", "nello", None, 1, True, ["straight"], {}])
def test_r8_7_an_unknown_preset_is_refused_with_those_there_are(preset):
    assert refused({"preset": preset}) == NO_SUCH_PRESET


def test_r8_7_an_unknown_preset_makes_no_other_member_wrong():
    body = {"preset": "familly-250", "target": 300, "points_award": "bid"}
    assert refused(body) == NO_SUCH_PRESET
    assert "/target" in refused({"preset": "familly-250", "target": 41.5})


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
        {"preset": "x", "target": 0, "early_end": "no", "tempo": 3, "max_marks": 2.0, "min_bid": 35}
    )
    assert set(errors) == {"/preset", "/target", "/early_end", "/tempo", "/max_marks"}


@pytest.mark.parametrize("body", [{"max_marks": 1}, {"max_marks": 3, "max_opening_marks": 4}])
def test_r8_7_an_opening_above_the_highest_mark_bid_is_a_contradiction(body):
    errors = refused(body)
    assert list(errors) == ["/max_opening_marks"]
    assert f"max_marks, which is {body['max_marks']}" in errors["/max_opening_marks"]


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


def test_the_version_of_the_rules_is_in_the_first_event():
    created = Game().log[0]
    assert getattr(created, "rules_version", None) == RULES_VERSION == 1
