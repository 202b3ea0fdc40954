"""The settings of a match, resolved: one frozen, validated object (section 8).

`resolve` makes it from what was asked; `texas42.settings` says what may be asked, and
`texas42.presets` what a name stands for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter, contains
from typing import Any

from texas42.presets import PRESETS, Preset
from texas42.seats import Table, table_for
from texas42.settings import SETTINGS, Setting, Value, as_json, frozen, kinds_of, spelled

RULES_VERSION = 1
"""Written into event 1. Raise it when a rule is read differently; old logs keep their own."""

LOOKUPS = 4096
"""How many answers a function of the rules keeps: rules come from strangers, without end."""

_BY_NAME: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}
_DEFAULTS: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Rules:
    """The resolved settings of one match; every field but `preset` is a row of `SETTINGS`."""

    preset: str
    seats: int
    scoring: str
    target: int
    points_award: str | None
    win_by: int
    first_dealer: str
    first_bidder: str
    all_pass: str
    min_bid: int
    max_opening_marks: int
    max_mark_raise: int
    max_marks: int | None
    undeclared_trump: str
    covered_tricks: str
    attributed_tricks: int | str
    early_end: bool
    no_trump_doubles: tuple[str, ...]
    opening_lead: str
    small_end_open: bool
    nello: bool
    nello_min_marks: int
    nello_doubles: tuple[str, ...]
    sevens: bool
    sevens_min_marks: int
    plunge: bool
    plunge_doubles: int
    plunge_marks: int
    plunge_when: str
    plunge_lead: str
    splash: bool
    splash_doubles: int
    splash_marks: tuple[int, int]
    hints: bool
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(_values(self)))

    def __hash__(self) -> int:
        """Kept, since what the rules allow is looked up by them at every turn."""
        return self._hash

    @property
    def table(self) -> Table:
        """The table that these rules seat."""
        return table_for(self.seats)

    @property
    def max_points(self) -> int:
        """The highest point bid: one less than the public total (R3.2, R9.2)."""
        return self.table.total - 1

    def as_dict(self) -> dict[str, Any]:
        """Every member by name, `preset` first, as JSON has them."""
        return dict(_members(self))

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Rules:
        """The rules that a stored event holds; a setting younger than the log is its default.

        Raises:
            TypeError: the record names a setting that this version does not know, or a value of
                the wrong kind: to Python 1 equals true, also where rules are looked up.
        """
        settled = {**_DEFAULTS, **record}
        for name, value in record.items():
            if isinstance(value, list) and name in _BY_NAME:
                settled[name] = frozen(_BY_NAME[name], value)
        rules = cls(**settled)
        if not all(map(contains, _KINDS, map(type, _values(rules)))):
            raise TypeError("a setting has a value of a kind that it never has")
        return _only(rules)


_values = attrgetter("preset", *_BY_NAME)
_KINDS = (frozenset({str}), *(kinds_of(setting) for setting in SETTINGS))
"""The kinds of value that each member may have, in the same order."""


@lru_cache(LOOKUPS)
def _only(rules: Rules) -> Rules:
    """The one object for these settings: equal rules are looked up faster when they are one."""
    return rules


@lru_cache(LOOKUPS)
def _members(rules: Rules) -> dict[str, Any]:
    return {name: as_json(getattr(rules, name)) for name in ("preset", *_BY_NAME)}


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
        RulesInvalid: with every offending field (R8.7, R9.5).
    """
    if body is None:
        body = {}
    elif isinstance(body, str):
        body = {"preset": body}
    elif not isinstance(body, Mapping):
        raise RulesInvalid([("", "rules are a preset's name or an object of settings")])
    given = dict(body)
    name = given.pop("preset", "straight")
    preset = PRESETS.get(name) if isinstance(name, str) else None
    faults = dict(_faults(preset, given))
    if preset is None:
        faults = {"preset": f"no such preset; there are: {', '.join(PRESETS)}"} | faults
    sound = {name: value for name, value in given.items() if name not in faults}
    rules = _settle(preset or PRESETS["straight"], sound)
    for fields, blamed, detail in _contradictions(rules):
        if not faults.keys() & fields:
            faults.setdefault(blamed, detail)
    if faults:
        raise RulesInvalid([(f"/{_escape(name)}", detail) for name, detail in faults.items()])
    return rules


def _settle(preset: Preset, given: Mapping[str, Any]) -> Rules:
    """What is given, over the preset, over the defaults.

    A member that means something else under another value of the setting it hangs on is not
    taken over from the preset where that value is changed: `points-250` played for marks has a
    target of 7.
    """
    chosen = {**_DEFAULTS, **preset.overrides, **given}
    settled: dict[str, Any] = {"preset": preset.name}
    for setting in SETTINGS:
        name = setting.name
        if name in given:
            settled[name] = given[name]
        elif name in preset.overrides and _means_the_same(setting, preset, chosen):
            settled[name] = preset.overrides[name]
        else:
            settled[name] = _meant(setting, chosen)[1]
    return Rules.from_record(settled)


def _means_the_same(setting: Setting, preset: Preset, chosen: Mapping[str, Any]) -> bool:
    """Whether what the setting hangs on, if anything, is what the preset has it."""
    under = setting.under
    if under is None:
        return True
    return bool(chosen[under.setting] == {**_DEFAULTS, **preset.overrides}[under.setting])


def _meant(setting: Setting, chosen: Mapping[str, Any]) -> tuple[Value, Any]:
    """What the setting may be beside the others that are chosen, and its default."""
    under = setting.under
    if under is not None and chosen[under.setting] == under.equals:
        return under.value, under.default
    return setting.value, setting.default


def _faults(preset: Preset | None, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each name that is unknown, or has a value that is not allowed; `None`: no such preset."""
    had = dict.fromkeys(_DEFAULTS) if preset is None else {**_DEFAULTS, **preset.overrides}
    chosen = {**had, **given}
    for name, value in given.items():
        setting = _BY_NAME.get(name)
        if setting is None:
            yield name, "unknown setting"
            continue
        meanings = _meanings(setting, chosen)
        if not any(allowed.accepts(value) for allowed, _ in meanings):
            right = ", or ".join(f"{allowed.expectation()}{where}" for allowed, where in meanings)
            yield name, f"must be {right}"


def _meanings(setting: Setting, chosen: Mapping[str, Any]) -> list[tuple[Value, str]]:
    """What the setting may be, and where: either, while what it hangs on is itself at fault."""
    under = setting.under
    if under is None:
        return [(setting.value, "")]
    other, word = under.setting, chosen[under.setting]
    if _BY_NAME[other].value.accepts(word):
        return [(_meant(setting, chosen)[0], f" with {other} {spelled(word)}")]
    return [(setting.value, ""), (under.value, f" with {other} {spelled(under.equals)}")]


def _escape(name: str) -> str:
    """A member's name as a JSON pointer's token (RFC 6901, section 3)."""
    return name.replace("~", "~0").replace("/", "~1")


def _contradictions(rules: Rules) -> Iterator[tuple[Collection[str], str, str]]:
    """What cannot stand together (R8.7, R9.5): the fields, the one to blame, and why."""
    yield from _above_the_highest_bid(rules)
    if rules.min_bid > rules.max_points:
        detail = f"must not be above {rules.max_points}, the highest point bid at this table"
        yield ("min_bid", "seats"), "min_bid", detail
    if not rules.table.partners:
        seats = len(rules.table.seats)
        for special in ("nello", "plunge", "splash"):
            if getattr(rules, special):
                detail = f"needs a partner, so four seats, not {seats}: switch it off"
                yield (special, "seats"), special, detail


def _above_the_highest_bid(rules: Rules) -> Iterator[tuple[Collection[str], str, str]]:
    """The marks that `max_marks` would never let anybody bid; of contracts that are off, none."""
    highest = rules.max_marks
    if highest is None:
        return
    stakes = {
        "max_opening_marks": (None, rules.max_opening_marks),
        "nello_min_marks": ("nello", rules.nello_min_marks),
        "sevens_min_marks": ("sevens", rules.sevens_min_marks),
        "plunge_marks": ("plunge", rules.plunge_marks),
        "splash_marks": ("splash", rules.splash_marks[1]),
    }
    for name, (special, stake) in stakes.items():
        if stake > highest and (special is None or getattr(rules, special)):
            fields = {name, "max_marks", special or name}
            yield fields, name, f"must not be above max_marks, which is {highest}"
