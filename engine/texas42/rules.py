"""The settings of a match: one frozen, validated object, described once (section 8).

`SETTINGS` says of every setting what it may be and what it means; validation, the resolved
`Rules`, and what the server and the docs tell about settings all read that table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from texas42.seats import Table, table_for

RULES_VERSION = 1
"""Written into event 1. Raise it when a rule is read differently; old logs keep their own."""

LEAST_POINTS = 30


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it may be and what it means.

    Attributes:
        name: its name in a `rules` body.
        default: its value under `straight`.
        meaning: a sentence for players.
        rule: the rule it turns on.
        source: the text it comes from.
        choices: the values allowed, where they are few.
        minimum, maximum: the bounds of a whole number, where they are many.
        nullable: whether null (no limit) is allowed.
    """

    name: str
    default: int | bool | str | None
    meaning: str
    rule: str
    source: str
    choices: tuple[int | bool | str, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False

    @property
    def kind(self) -> str:
        """`"boolean"`, `"integer"` or `"choice"`."""
        if self.choices is None:
            return "integer"
        return "boolean" if set(map(type, self.choices)) == {bool} else "choice"

    def accepts(self, value: object) -> bool:
        """Whether the value is allowed. Kinds are strict: `true` is no 1, `2.0` no 2."""
        if value is None:
            return self.nullable
        if self.choices is not None:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) is int and self._within(value)

    def _within(self, value: int) -> bool:
        return (self.minimum is None or value >= self.minimum) and (
            self.maximum is None or value <= self.maximum
        )

    def expectation(self) -> str:
        """What is allowed, in words: `"a whole number from 1 to 50"`."""
        if self.choices is not None:
            allowed = " or ".join(
                str(c).lower() if isinstance(c, bool) else repr(c) for c in self.choices
            )
        else:
            allowed = f"a whole number from {self.minimum} to {self.maximum}"
        return f"{allowed}, or null" if self.nullable else allowed


_LADDER_SOURCE = "000, 002; Lechner Hall and 004 set other limits"

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "target",
        7,
        "The marks that win the match.",
        rule="R5.6",
        source="000, 001, 002, 004",
        minimum=1,
        maximum=50,
    ),
    Setting(
        "min_bid",
        LEAST_POINTS,
        "The least point bid.",
        rule="R3.2",
        source="000, 001, 002, 004",
        minimum=LEAST_POINTS,
        maximum=41,
    ),
    Setting(
        "max_opening_marks",
        2,
        "The most marks that the first mark bid of an auction may name.",
        rule="R3.3",
        source=_LADDER_SOURCE,
        minimum=1,
        maximum=50,
    ),
    Setting(
        "max_mark_raise",
        1,
        "The most marks by which a later mark bid may raise.",
        rule="R3.3",
        source=_LADDER_SOURCE,
        minimum=1,
        maximum=50,
    ),
    Setting(
        "max_marks",
        None,
        "The highest mark bid; null for no limit.",
        rule="R3.3",
        source=_LADDER_SOURCE,
        minimum=1,
        maximum=50,
        nullable=True,
    ),
    Setting(
        "early_end",
        True,
        "Whether a hand ends as soon as its contract is decided, or at the last trick.",
        rule="R5.4",
        source="000, 002; 001 plays on",
        choices=(True, False),
    ),
    Setting(
        "attributed_tricks",
        0,
        "How many face-up completed tricks keep who played what: none, the latest, or all.",
        rule="R6.3",
        source="ours, for slow tables and learners",
        choices=(0, 1, "all"),
    ),
)

_DEFAULTS: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Rules:
    """The resolved settings of one match; every field but `preset` is a row of `SETTINGS`."""

    preset: str
    target: int
    min_bid: int
    max_opening_marks: int
    max_mark_raise: int
    max_marks: int | None
    early_end: bool
    attributed_tricks: int | str

    @property
    def table(self) -> Table:
        """The table that these rules seat."""
        return table_for(4)

    @property
    def max_points(self) -> int:
        """The highest point bid: one less than the public total (R3.2, R9.2)."""
        return self.table.total - 1

    def as_dict(self) -> dict[str, Any]:
        """Every member by name, `preset` first."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Rules:
        """The rules that a stored event holds; a setting younger than the log is its default.

        Raises:
            TypeError: the record names a setting that this version does not know.
        """
        return cls(**{**_DEFAULTS, **record})


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules: what differs from the defaults."""

    name: str
    description: str
    overrides: Mapping[str, Any]

    @property
    def rules(self) -> Rules:
        """The preset, resolved."""
        return Rules.from_record({"preset": self.name, **self.overrides})


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (Preset("straight", "Texas 42 as the rulebook plays it: marks to 7.", {}),)
}


class RulesInvalid(ValueError):  # noqa: N818 - says what the thing is
    """A `rules` body that names no rules we can play (R8.7).

    Attributes:
        errors: (JSON pointer within the body, what is wrong and what would be right), each once.
    """

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer or '/'}: {detail}" for pointer, detail in errors))
        self.errors = errors


def resolve(body: str | Mapping[str, Any] | None = None) -> Rules:
    """The rules that a body asks for: nothing, a preset's name, or settings over a preset.

    Raises:
        RulesInvalid: with every offending field (R8.7).
    """
    if body is None:
        body = {}
    elif isinstance(body, str):
        body = {"preset": body}
    elif not isinstance(body, Mapping):
        raise RulesInvalid([("", "rules are a preset's name or an object of settings")])
    given = dict(body)
    errors = []
    name = given.pop("preset", "straight")
    preset = PRESETS.get(name) if isinstance(name, str) else None
    if preset is None:
        errors.append(("/preset", f"no such preset; there are: {', '.join(PRESETS)}"))
    errors += _faults(given)
    if preset is None or errors:
        raise RulesInvalid(errors)
    rules = Rules.from_record({"preset": preset.name, **preset.overrides, **given})
    if errors := _contradictions(rules):
        raise RulesInvalid(errors)
    return rules


def _faults(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    known = {setting.name: setting for setting in SETTINGS}
    errors = []
    for name, value in given.items():
        if name not in known:
            errors.append((f"/{_escape(name)}", "unknown setting"))
        elif not known[name].accepts(value):
            errors.append((f"/{name}", f"must be {known[name].expectation()}"))
    return errors


def _escape(name: str) -> str:
    """A member's name as a JSON pointer's token (RFC 6901, section 3)."""
    return name.replace("~", "~0").replace("/", "~1")


def _contradictions(rules: Rules) -> list[tuple[str, str]]:
    errors = []
    if rules.max_marks is not None and rules.max_opening_marks > rules.max_marks:
        errors.append(
            ("/max_opening_marks", f"must not be above max_marks, which is {rules.max_marks}")
        )
    return errors
