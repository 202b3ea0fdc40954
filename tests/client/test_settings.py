"""Presets and settings as `t42 rules` tells them, and values as they are typed."""

from __future__ import annotations

import json
from typing import Any

import pytest

import texas42
from texas42.presets import PRESETS
from texas42.settings import SETTINGS
from texas42_client.errors import ApiProblem
from texas42_client.refusals import settings_hint
from texas42_client.table import settings

ROWS: list[dict[str, Any]] = json.loads(json.dumps([row.as_dict() for row in SETTINGS]))
BODY: dict[str, Any] = {
    "rules_version": texas42.RULES_VERSION,
    "presets": [
        {
            "preset": preset.name,
            "description": preset.description,
            "rules": json.loads(json.dumps(texas42.resolve(preset.name).as_dict())),
        }
        for preset in PRESETS.values()
    ],
    "settings": ROWS,
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_every_setting_is_told_with_its_default_and_its_rule(row):
    page = settings.rules_page(BODY)
    assert f"  {row['name']} = {settings.as_typed(row['default'])}   or " in page
    own = " ".join(settings.say_setting(row).split())
    assert row["meaning"] in own
    assert row["rule"] in own
    assert row["source"] in own


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_example_of_every_setting_is_one_that_the_server_takes(row):
    example = settings.say_setting(row).splitlines()[-1]
    typed = dict(word.split("=") for word in example.split() if "=" in word)
    rules = {name: _typed(value) for name, value in typed.items()}
    resolved = texas42.resolve(settings.fitted(rules, ROWS)).as_dict()
    assert resolved[row["name"]] != row["default"]


def _typed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return [_typed(part) for part in text.split(",")] if "," in text else text


@pytest.mark.parametrize("columns", [80, 60, 45])
def test_every_preset_is_told_and_the_pages_keep_to_the_terminal(columns):
    page = settings.rules_page(BODY, columns)
    for name in PRESETS:
        assert f"\n  {name} " in page
    mine = texas42.resolve({"preset": "lechner", "target": 3}).as_dict()
    pages = [page, settings.say_rules(mine, BODY, columns)]
    pages += [settings.say_preset(name, BODY, columns) for name in PRESETS]
    pages += [settings.say_setting(row, columns) for row in ROWS]
    lines = [line for page in pages for line in page.splitlines()]
    assert not [line for line in lines if len(line) > columns and "  t42 new " not in line]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "straight"])
def test_a_preset_is_told_by_what_it_changes_of_straight(preset):
    told = settings.say_preset(preset, BODY)
    straight = texas42.resolve("straight").as_dict()
    resolved = texas42.resolve(preset).as_dict()
    for row in ROWS:
        name = row["name"]
        changed = f"  {name} = {settings.as_typed(resolved[name])}   "
        assert (changed in told) == (resolved[name] != straight[name])
    assert told.endswith(f"t42 new --rules {preset}")


def test_the_rules_of_a_match_are_told_by_its_own_changes_and_those_of_its_preset():
    straight = texas42.resolve("straight").as_dict()
    assert settings.say_rules(straight, BODY) == "The match is played by straight rules."
    mine = texas42.resolve({"preset": "tournament", "target": 3}).as_dict()
    assert settings.say_rules(mine, BODY).splitlines() == [
        "The match is played by tournament rules, with changes.",
        "",
        "Its own changes; in brackets what tournament has",
        "  target = 3   (7)",
        "      The marks, or the points, that win the match. (R5.6)",
        "",
        "What else tournament changes; in brackets what straight has",
        "  covered_tricks = from_two_marks   (declarer_chooses)",
        "      Which captured tricks lie face down when all were bid: declarer_chooses,",
        "      all but the latest one or two; from_two_marks, all from two marks on;",
        "      none. (R6.5)",
    ]


def test_what_a_match_takes_back_of_its_preset_is_its_own_change():
    mine = texas42.resolve({"preset": "tournament", "covered_tricks": "none"}).as_dict()
    told = settings.say_rules(mine, BODY).splitlines()
    assert "  covered_tricks = none   (from_two_marks)" in told
    assert not [line for line in told if "what straight has" in line]
    untouched = settings.say_rules(texas42.resolve("tournament").as_dict(), BODY).splitlines()
    assert untouched[:4] == [
        "The match is played by tournament rules.",
        "",
        "What tournament changes; in brackets what straight has",
        "  covered_tricks = from_two_marks   (declarer_chooses)",
    ]


def test_straight_is_told_whole():
    told = settings.say_preset("straight", BODY)
    assert [line.split()[0] for line in told.splitlines()[1:]] == [row["name"] for row in ROWS]


def test_what_a_setting_may_be_beside_another_one():
    target = next(row for row in ROWS if row["name"] == "target")
    assert settings.say_setting(target).splitlines() == [
        "target: The marks, or the points, that win the match.",
        "  usual    7",
        "  may be   1 to 50",
        "  but      with scoring=points it may be 42 to 1000, and is 250",
        "  rule     R5.6",
        "  from     all rule texts",
        "For example: t42 new --set target=8",
    ]


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("nello_doubles", "high", ["high"]),
        ("nello_doubles", ["high", "low"], ["high", "low"]),
        ("splash_marks", 3, [3, 3]),
        ("splash_marks", [2, 3], [2, 3]),
        ("nello", "yes", True),
        ("nello", "off", False),
        ("nello", "perhaps", "perhaps"),
        ("attributed_tricks", "all", "all"),
        ("no_such", "yes", "yes"),
    ],
)
def test_a_value_is_given_the_form_of_its_setting(name, typed, value):
    assert settings.fitted({name: typed}, ROWS) == {name: value}


def refused(**faults: str) -> ApiProblem:
    errors = [{"pointer": f"/rules/{name}", "detail": detail} for name, detail in faults.items()]
    return ApiProblem("validation", 422, "T", members={"errors": errors})


def test_r9_5_what_needs_a_partner_is_told_how_to_be_switched_off():
    body = {"preset": "family", "seats": 3}
    with pytest.raises(texas42.RulesInvalid) as invalid:
        texas42.resolve(body)
    problem = refused(**{pointer[1:]: detail for pointer, detail in invalid.value.errors})
    hint = settings_hint(problem, list)
    assert hint == "To play without: --set nello=false --set plunge=false"
    texas42.resolve({**body, "nello": False, "plunge": False})


def test_a_wrong_value_is_answered_with_the_page_of_its_setting():
    assert settings_hint(refused(target="must be more"), list) == "All of it: t42 rules target"


def hint_for(body: dict[str, Any]) -> str | None:
    """What is said when the server refuses such rules."""
    with pytest.raises(texas42.RulesInvalid) as invalid:
        texas42.resolve(body)
    problem = refused(**{pointer[1:]: detail for pointer, detail in invalid.value.errors})
    return settings_hint(problem, lambda: [row["name"] for row in ROWS], body.get("preset", ""))


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ({"preset": "famly"}, "Did you mean family? All settings: t42 rules"),
        (
            {"preset": "lechnr", "mn_bid": 31},
            "Did you mean lechner and min_bid? All settings: t42 rules",
        ),
        ({"preset": "qqq"}, "All settings: t42 rules"),
        ({"plunge": 1}, "Say yes or no, for example: --set plunge=yes"),
        ({"early_end": 0}, "Say yes or no, for example: --set early_end=yes"),
        ({"max_marks": 1}, "To play so, set as well: --set max_opening_marks=1"),
        (
            {"max_marks": 1, "plunge": True},
            "To play so, set as well: --set max_opening_marks=1 --set plunge_marks=1",
        ),
    ],
)
def test_refused_rules_are_answered_with_what_would_be_right(body, hint):
    assert hint_for(body) == hint
