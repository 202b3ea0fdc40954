"""The rules that a match may have as text: presets, settings, and a setting's value as typed.

All of it is made from what ``GET /rules`` tells of each setting, in lines of so many columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from texas42_client.table.text import broken, clean, pad, width

__all__ = ["as_typed", "fitted", "rules_page", "say_preset", "say_rules", "say_setting"]

Row = Mapping[str, Any]

STRAIGHT = "straight"
WIDTH = 80
"""The widest that lines are made, for they are to be read."""
_YES_AND_NO = {"yes": True, "on": True, "no": False, "off": False}


def rules_page(body: Row, columns: int = WIDTH) -> str:
    """``GET /rules``: the presets, and every setting with its default, what else it may be, why."""
    names = [str(row["preset"]) for row in body["presets"]]
    room = max(map(width, names)) + 2
    lines = ["Presets"]
    for row in body["presets"]:
        lines += _hanging("  " + pad(row["preset"], room), clean(row["description"]), columns)
    lines += ["", *broken(f"Settings, as {STRAIGHT} has them, and what else each may be", columns)]
    for row in body["settings"]:
        value = f"  {row['name']} = {as_typed(row['default'])}   or {_otherwise(row)}"
        lines += [*broken(value, columns, 10), *_meaning(row, columns)]
    lines.append("")
    lines += _command("A preset, and what it changes:  ", "t42 rules lechner", columns)
    lines += _command("All of one setting:             ", "t42 rules nello_doubles", columns)
    new = "t42 new --rules lechner --set target=5"
    lines += _command("A match by such rules:          ", new, columns)
    return "\n".join(lines)


def say_preset(name: str, body: Row, columns: int = WIDTH) -> str:
    """What the preset changes of straight, out of ``GET /rules``; of straight itself, all."""
    chosen = next(row for row in body["presets"] if row["preset"] == name)
    lines = broken(f"{name}: {clean(chosen['description'])}", columns)
    if name == STRAIGHT:
        for row in body["settings"]:
            lines.append(f"  {row['name']} = {as_typed(chosen['rules'][row['name']])}")
        return "\n".join(lines)
    lines += ["", *broken(f"What it changes; in brackets what {STRAIGHT} has", columns)]
    for row in _differing(chosen["rules"], _preset(STRAIGHT, body), body):
        lines += _changed(row, chosen["rules"], _preset(STRAIGHT, body), columns)
    return "\n".join([*lines, "", f"To play by it: t42 new --rules {name}"])


def say_rules(rules: Row, body: Row, columns: int = WIDTH) -> str:
    """The rules of a match, out of ``GET /rules``: its own changes, then those of its preset."""
    preset, straight = clean(rules["preset"]), _preset(STRAIGHT, body)
    had = _preset(rules["preset"], body)
    own = _differing(rules, had, body)
    changed = ", with changes" if own else ""
    lines = broken(f"The match is played by {preset} rules{changed}.", columns)
    if own:
        lines += ["", *broken(f"Its own changes; in brackets what {preset} has", columns)]
    for row in own:
        lines += _changed(row, rules, had, columns)
    kept = [row for row in _differing(had, straight, body) if row not in own]
    if kept:
        what = f"What else {preset} changes" if own else f"What {preset} changes"
        lines += ["", *broken(f"{what}; in brackets what {STRAIGHT} has", columns)]
    for row in kept:
        lines += _changed(row, rules, straight, columns)
    return "\n".join(lines)


def _preset(name: str, body: Row) -> Row:
    """The rules of the preset; of one that the server does not list, those of straight."""
    presets = {row["preset"]: row["rules"] for row in body["presets"]}
    rules: Row = presets.get(name, presets[STRAIGHT])
    return rules


def _differing(rules: Row, others: Row, body: Row) -> list[Row]:
    """The settings that the one and the other rules have at different values."""
    return [row for row in body["settings"] if rules.get(row["name"]) != others[row["name"]]]


def _changed(row: Row, rules: Row, others: Row, columns: int) -> list[str]:
    """A setting as these rules have it, in brackets as the others have it, and what it means."""
    name = row["name"]
    value = f"  {name} = {as_typed(rules.get(name))}   ({as_typed(others[name])})"
    return [*broken(value, columns, 10), *_meaning(row, columns)]


def _meaning(row: Row, columns: int) -> list[str]:
    return _hanging(" " * 6, f"{clean(row['meaning'])} ({row['rule']})", columns)


def say_setting(row: Row, columns: int = WIDTH) -> str:
    """Everything about one setting."""
    lines = broken(f"{row['name']}: {clean(row['meaning'])}", columns)
    for label, told in _terms(row):
        lines += _hanging(f"  {pad(label, 9)}", told, columns)
    return "\n".join([*lines, *_command("For example: ", f"t42 new {_example(row)}", columns)])


def _terms(row: Row) -> Iterator[tuple[str, str]]:
    yield "usual", as_typed(row["default"])
    yield "may be", _allowed(row)
    under = row.get("under")
    if under is not None:
        where = f"with {under['setting']}={under['equals']}"
        yield "but", f"{where} it may be {_allowed(under)}, and is {as_typed(under['default'])}"
    yield "rule", str(row["rule"])
    yield "from", clean(row["source"])


def _example(row: Row) -> str:
    """A match with another value than the usual one."""
    under, set_other = row.get("under"), ""
    if row["choices"] == [row["default"]] and under is not None:
        set_other, row = f"--set {under['setting']}={under['equals']} ", {**row, **under}
    if row["type"] == "list":
        value = row["choices"]
    elif row["choices"] is not None:
        value = next(choice for choice in row["choices"] if choice != row["default"])
    elif row["type"] == "span":
        value = [row["default"][0], row["default"][1] + 1]
    else:
        value = (row["default"] or row["minimum"]) + 1
    return f"{set_other}--set {row['name']}={as_typed(value)}"


def _allowed(row: Row) -> str:
    """``30 to 48``, ``lot or highest_tile``, ``some of high, low``."""
    if row["type"] == "list":
        return f"some of {', '.join(map(as_typed, row['choices']))}"
    if row["choices"] is not None:
        return _or([as_typed(choice) for choice in row["choices"]])
    numbers = f"{row['minimum']} to {row['maximum']}"
    if row["type"] == "span":
        return f"least,most, each {numbers}"
    return f"{numbers}, null for no limit" if row["nullable"] else numbers


def _otherwise(row: Row) -> str:
    """What it may be besides its default; with another setting at another value, too."""
    if row["type"] not in ("list", "span") and row["choices"] is not None:
        said = _or([as_typed(choice) for choice in row["choices"] if choice != row["default"]])
    else:
        said = _allowed(row)
    under = row.get("under")
    if under is None:
        return said
    there = f"with {under['setting']}={under['equals']} {_allowed(under)}"
    return f"{said}; {there}" if said else there


def _or(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _hanging(label: str, text: str, columns: int) -> list[str]:
    """The text beside a label, and below it in the same column where it does not fit."""
    return broken(label + text, columns, width(label))


def _command(label: str, typed: str, columns: int) -> list[str]:
    """A command beside a label, or below it: it is not broken, that it can be copied."""
    whole = label + typed
    return [whole] if width(whole) <= columns else [label.rstrip(), f"  {typed}"]


def as_typed(value: object) -> str:
    """A value as it is written behind ``--set NAME=``: ``7``, ``true``, ``null``, ``high,low``."""
    if isinstance(value, list):
        return ",".join(map(as_typed, value))
    return value if isinstance(value, str) else json.dumps(value)


def fitted(rules: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """The same `rules` with each value in the form that its setting has; nothing is judged here.

    One word for a list is a list of one, one number for a span is both its ends, and yes, no, on
    and off are true and false. ``rows`` are the settings as ``GET /rules`` tells them.
    """
    kinds = {row["name"]: row["type"] for row in rows}
    return {name: _fitted(value, kinds.get(name)) for name, value in rules.items()}


def _fitted(value: Any, kind: str | None) -> Any:
    if kind == "list" and isinstance(value, str):
        return [value]
    if kind == "span" and isinstance(value, int):
        return [value, value]
    if kind == "boolean" and isinstance(value, str):
        return _YES_AND_NO.get(value.lower(), value)
    return value
