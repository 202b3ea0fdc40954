"""Which rules a match may be set up with, and what is said of all others (R8.7, R9.5)."""

from __future__ import annotations

from typing import Any

import pytest

import texas42
from tests.server.http.house import PLAYERS, House, told


def faults(house: House, form: dict[str, Any]) -> dict[str, str]:
    """Pointer -> detail of all that is wrong with a new match; nothing is stored."""
    for name in PLAYERS.values():
        house.person(name)
    before = house.rows()
    answer = house.person("ann").post("/matches", form)
    assert answer.status_code == 422, answer.text
    assert house.rows() == before
    problem = told(answer)
    assert problem["type"] == "/problems/validation"
    pointers = [error["pointer"] for error in problem["errors"]]
    assert len(pointers) == len(set(pointers)), "each once"
    return {error["pointer"]: error["detail"] for error in problem["errors"]}


WRONG: tuple[tuple[Any, set[str]], ...] = (
    ("curved", {"/rules"}),
    (42, {"/rules"}),
    (None, {"/rules"}),
    ([], {"/rules"}),
    ({"preset": "curved"}, {"/rules/preset"}),
    ({"preset": None}, {"/rules/preset"}),
    ({"speed": 3, "a/b": 1, "target": 7}, {"/rules/speed", "/rules/a~1b"}),
    ({"target": True}, {"/rules/target"}),
    ({"target": 51}, {"/rules/target"}),
    ({"target": 7.0}, {"/rules/target"}),
    ({"scoring": "points", "target": 7}, {"/rules/target"}),
    ({"preset": "points-250", "target": 41}, {"/rules/target"}),
    ({"points_award": "bid"}, {"/rules/points_award"}),
    ({"scoring": "points", "points_award": None}, {"/rules/points_award"}),
    ({"scoring": "points", "win_by": 2}, {"/rules/win_by"}),
    ({"early_end": 1}, {"/rules/early_end"}),
    ({"no_trump_doubles": "high"}, {"/rules/no_trump_doubles"}),
    ({"no_trump_doubles": []}, {"/rules/no_trump_doubles"}),
    ({"no_trump_doubles": ["low", "low"]}, {"/rules/no_trump_doubles"}),
    ({"no_trump_doubles": ["own_suit_low"]}, {"/rules/no_trump_doubles"}),
    ({"splash_marks": [3, 2]}, {"/rules/splash_marks"}),
    ({"splash_marks": [2]}, {"/rules/splash_marks"}),
    ({"splash_marks": 3}, {"/rules/splash_marks"}),
    ({"seats": 1}, {"/rules/seats"}),
    ({"seats": 8}, {"/rules/seats"}),
    ({"min_bid": 42}, {"/rules/min_bid"}),
    ({"min_bid": 39, "seats": 7}, {"/rules/min_bid"}),
    ({"max_marks": 1}, {"/rules/max_opening_marks"}),
    (
        {"preset": "family", "max_marks": 1},
        {"/rules/max_opening_marks", "/rules/nello_min_marks", "/rules/plunge_marks"},
    ),
    (
        {"preset": "lechner", "seats": 3},
        {"/rules/nello", "/rules/plunge", "/rules/splash"},
    ),
    ({"preset": "family", "seats": 2}, {"/rules/nello", "/rules/plunge"}),
    (
        {
            "preset": "curved",
            "speed": 3,
            "target": "7",
            "win_by": 3,
            "early_end": None,
            "seats": 6,
            "splash": True,
            "min_bid": 45,
        },
        {
            *("/rules/preset", "/rules/speed", "/rules/target", "/rules/win_by"),
            *("/rules/early_end", "/rules/splash", "/rules/min_bid"),
        },
    ),
)


@pytest.mark.parametrize(("rules", "pointers"), WRONG, ids=[str(rules) for rules, _ in WRONG])
def test_r8_7_every_offending_setting_is_named(
    house: House, rules: Any, pointers: set[str]
) -> None:
    assert faults(house, {"rules": rules}).keys() == pointers


def test_r8_7_settings_are_named_with_all_else_that_is_wrong(house: House) -> None:
    found = faults(
        house,
        {
            "name": "",
            "rules": {"preset": "family", "seats": 5, "speed": 3},
            "sit": "F",
            "invite": {"A": "nobody", "G": "bob", "E": "ann"},
            "listed": "yes",
        },
    )
    assert found.keys() == {
        *("/name", "/rules/speed", "/rules/nello", "/rules/plunge"),
        *("/sit", "/invite/A", "/invite/G", "/invite/E", "/listed"),
    }
    assert found["/sit"] == "must be one of the seats of this table, A, B, C, D, E"
    assert found["/invite/G"] == found["/sit"]


@pytest.mark.parametrize("preset", texas42.PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r9_5_what_needs_a_partner_is_named_until_it_is_switched_off(
    house: House, preset: str, seats: int
) -> None:
    rules = texas42.resolve(preset)
    special = [name for name in ("nello", "plunge", "splash") if getattr(rules, name)]
    asked: dict[str, Any] = {"preset": preset, "seats": seats}
    if special:
        found = faults(house, {"rules": asked})
        assert found.keys() == {f"/rules/{name}" for name in special}
        for detail in found.values():
            assert detail == f"needs a partner, so four seats, not {seats}: switch it off"
    made = house.person("ann").post("/matches", {"rules": asked | dict.fromkeys(special, False)})
    assert made.status_code == 201, made.text
    assert len(told(made)["seats"]) == seats


@pytest.mark.parametrize(
    ("rules", "resolved"),
    [
        ("family", {"nello": True, "nello_min_marks": 2, "first_dealer": "highest_tile"}),
        ({"preset": "family", "nello": False}, {"nello": False, "sevens": True}),
        ({"preset": "family", "nello_doubles": ["own_suit", "low"]}, {"plunge": True}),
        ({"preset": "lone-star", "max_marks": None}, {"first_bidder": "holder_of_0_1"}),
        ({"preset": "family-250", "target": 500}, {"scoring": "points", "points_award": "bid"}),
        ({"preset": "points-250", "scoring": "marks"}, {"target": 7, "points_award": None}),
        ({"scoring": "points"}, {"target": 250, "points_award": "captured"}),
        ({"preset": "lechner", "splash_marks": [2, 4]}, {"splash": True, "win_by": 2}),
        ({"attributed_tricks": "all", "hints": True}, {"preset": "straight"}),
        ({"nello_min_marks": 50, "splash_marks": [50, 50], "max_marks": 2}, {"splash": False}),
    ],
)
def test_r8_10_a_preset_may_be_changed_in_any_setting(
    house: House, rules: Any, resolved: dict[str, Any]
) -> None:
    answer = house.person("ann").post("/matches", {"rules": rules})
    assert answer.status_code == 201, answer.text
    made = told(answer)["rules"]
    asked = {"preset": rules} if isinstance(rules, str) else rules
    assert made == texas42.resolve(rules).as_dict()
    assert made == made | asked | resolved
    [created] = told(house.stranger.get(answer.headers["Location"] + "/events"))["events"]
    assert created["rules"] == made, "resolved, in the first event"


def test_the_order_in_which_doubles_are_listed_does_not_matter(house: House) -> None:
    made = house.person("ann").post("/matches", {"rules": {"no_trump_doubles": ["low", "high"]}})
    assert told(made)["rules"]["no_trump_doubles"] == ["high", "low"]


def test_get_rules_is_enough_to_draw_a_form(house: House) -> None:
    """Whoever fills in what it says, value by value, is refused nothing on its account."""
    page = told(house.stranger.get("/rules"))
    assert [preset["preset"] for preset in page["presets"]] == list(texas42.PRESETS)
    assert all(preset["description"].endswith(".") for preset in page["presets"])
    ann = house.person("ann")
    off = {"nello": False, "plunge": False, "splash": False, "max_opening_marks": 1}
    for row in page["settings"]:
        for value in values(row):
            rules = {**off, row["name"]: value}
            made = ann.post("/matches", {"rules": rules})
            assert made.status_code == 201, (rules, made.text)
            assert told(made)["rules"][row["name"]] == value
        under = row["under"]
        for value in [] if under is None else values(under):
            rules = {under["setting"]: under["equals"], row["name"]: value}
            assert told(ann.post("/matches", {"rules": rules}))["rules"][row["name"]] == value


def values(row: dict[str, Any]) -> list[Any]:
    """What a form would offer, ends and defaults: of a row of the settings, or of its `under`."""
    ends = [row["minimum"], row["maximum"]]
    offered: dict[str, list[Any]] = {
        "boolean": [True, False],
        "choice": row["choices"],
        "list": [[choice] for choice in row["choices"] or []] + [row["choices"]],
        "span": [ends, [ends[0], ends[0]], [ends[1], ends[1]]],
        # The highest of all point bids is one for a table of two.
        "integer": [end for end in ends if row.get("name") != "min_bid" or end == 30],
    }
    return [*offered[row["type"]], row["default"], *([None] if row["nullable"] else [])]


def test_a_preset_that_there_is_not_is_404_and_told_what_there_is(house: House) -> None:
    answer = house.stranger.get("/rules/curved")
    assert answer.status_code == 404
    assert ", ".join(texas42.PRESETS) in told(answer)["detail"]
    index = told(house.stranger.get("/"))
    assert index["presets"] == list(texas42.PRESETS)
