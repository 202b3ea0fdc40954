"""The words of the text form, written and read: bids, calls, settings, what each side has.

What is written here is the canonical spelling; what is read is wider. A reader of words raises
`ValueError` with a sentence that says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from texas42.moves import Special
from texas42.record.model import Body
from texas42.rules import Rules
from texas42.settings import SETTINGS, Some, Span, as_json
from texas42.suits import Doubles, Trump
from texas42.tiles import parse_tile, tile_label

T = TypeVar("T")

PASS = "pass"
MADE, SET, PASSED_OUT = "made", "set", "passed out"
GOES_ON = "*"
"""The result of a match that is not over, as in PGN."""

_NUMBER = re.compile(r"[0-9]{1,6}")
_TILE = re.compile(r"([0-6])[-:|]?([0-6])")
_MARKS = re.compile(r"([0-9]{1,6})(m|marks?)", re.IGNORECASE)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UNITS = ("m", "mark", "marks")
_POINTS = ("point", "points")


def bid_words(said: Mapping[str, Any]) -> str:
    """A bid as `hand_record` has it: `pass`, `31`, `1 mark`, `plunge 4 marks`."""
    if said.get("points") is not None:
        return str(said["points"])
    if said.get("marks") is None:
        return PASS
    special = [name.value for name in Special if said.get(name.value)]
    return " ".join([*special, f"{said['marks']} mark" + ("" if said["marks"] == 1 else "s")])


def read_bid(words: Sequence[str]) -> Body:
    """The body of a bid, or of a pass, that these words make."""
    said = [word.lower() for word in words]
    if said == [PASS]:
        return {"type": "pass"}
    special = said.pop(0) if said and said[0] in set(Special) else None
    if len(said) == 1 and (glued := _MARKS.fullmatch(said[0])):
        said = list(glued.groups())
    if said and _NUMBER.fullmatch(said[0]):
        number = int(said[0])
        if len(said) == 2 and said[1] in _UNITS:
            return {"type": "bid", "marks": number} | ({} if special is None else {special: True})
        if special is None and (len(said) == 1 or (len(said) == 2 and said[1] in _POINTS)):
            return {"type": "bid", "points": number}
    raise ValueError(
        f"{' '.join(words)!r} is no bid; a bid is pass, points as 31, or marks as 2 marks"
        " or plunge 4 marks"
    )


def play_words(tile: str, call: str | None) -> str:
    """`4-6`, and with a called lower end (R8, `small_end_open`) `4-6=4`."""
    return tile if call is None else f"{tile}={call}"


def read_play(word: str) -> Body:
    """The body of a play: `4-6`, `6-4`, `64`, `6:4`, `6|4`, with `=4` where a suit is called."""
    tile, equals, call = word.partition("=")
    ends = _TILE.fullmatch(tile)
    if ends is None or (equals and not re.fullmatch("[0-6]", call)):
        raise ValueError(
            f"{word!r} names no tile; a tile is two ends from 0 to 6, such as 4-6, with =4 where"
            " its lower end is called"
        )
    label = tile_label(parse_tile("-".join(ends.groups())))
    return {"type": "play", "tile": label} | ({"call": call} if equals else {})


_TRUMPS = {trump.value: trump.value for trump in Trump} | {
    trump.name.lower(): trump.value for trump in Trump
}
_DOUBLES = {doubles.value: doubles.value for doubles in Doubles}


def read_trump(word: str) -> str:
    """What is trump, by its number or its name."""
    return one_of(word, _TRUMPS, "trump")


def read_doubles(word: str) -> str:
    """What the doubles are."""
    return one_of(word.replace(" ", "_"), _DOUBLES, "way for doubles to stand")


def read_number(word: str) -> int:
    """A whole number."""
    if not _NUMBER.fullmatch(word):
        raise ValueError(f"{word!r} is no whole number")
    return int(word)


def read_date(text: str) -> str:
    """A day: `2026-11-30`, or with full stops as in PGN.

    Raises:
        ValueError: there is no such day.
    """
    if not re.fullmatch(r"[0-9]{4}([-./])[0-9]{2}\1[0-9]{2}", text):
        raise ValueError(f"{text!r} is no date, such as 2026-11-30")
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not (1 <= month <= 12 and 1 <= day <= _DAYS[month - 1] + (leap and month == 2)):
        raise ValueError(f"{text!r} is no day of the calendar")
    return f"{text[:4]}-{text[5:7]}-{text[8:]}"


def one_of(word: str, known: Mapping[str, T] | Iterable[T], what: str) -> T:
    """What a word names, upper and lower case being the same."""
    table = known if isinstance(known, Mapping) else {str(name): name for name in known}
    folded = {name.lower(): value for name, value in table.items()}
    if word.lower() not in folded:
        raise ValueError(f"{word!r} is no {what}; there is {', '.join(table)}")
    return folded[word.lower()]


def read_seat(word: str, seats: Sequence[str]) -> str:
    """A seat's letter."""
    return one_of(word, seats, "seat of this table")


def amounts_words(by_side: Mapping[str, int]) -> str:
    """What each side has: `A+C 7, B+D 3`."""
    return ", ".join(f"{side} {amount}" for side, amount in by_side.items())


def read_amounts(text: str, sides: Sequence[str]) -> dict[str, int]:
    """What each side has; sides may be left out."""
    amounts: dict[str, int] = {}
    for item in _items(text):
        words = item.split()
        if len(words) != 2:
            raise ValueError(f"{item!r} is no side and its number, such as {sides[0]} 3")
        side = one_of(words[0], sides, "side of this table")
        if side in amounts:
            raise ValueError(f"{side} stands twice")
        amounts[side] = read_number(words[1])
    return amounts


def drawn_words(drawn: Mapping[str, str]) -> str:
    """A round of drawn tiles: `A 5-6, B 0-1`."""
    return ", ".join(f"{seat} {tile}" for seat, tile in drawn.items())


def read_drawn(text: str, seats: Sequence[str]) -> dict[str, str]:
    """A round of drawn tiles."""
    drawn: dict[str, str] = {}
    for item in _items(text):
        words = item.split()
        if len(words) != 2:
            raise ValueError(f"{item!r} is no seat and its tile, such as {seats[0]} 4-6")
        seat = read_seat(words[0], seats)
        if seat in drawn:
            raise ValueError(f"seat {seat} draws twice")
        drawn[seat] = read_play(words[1])["tile"]
    return drawn


def rules_words(rules: Rules, preset: Mapping[str, Any]) -> str:
    """The preset, and the settings that differ from it: `straight, target 3, max_marks null`."""
    settings = rules.as_dict()
    differing = [
        f"{name} {_value_words(value)}"
        for name, value in settings.items()
        if name != "preset" and value != preset[name]
    ]
    return ", ".join([rules.preset, *differing])


def _value_words(value: Any) -> str:
    parts = as_json(value)
    return " ".join(map(_scalar, parts if isinstance(parts, list) else [parts]))


_NAMED_VALUES = {"null": None, "true": True, "false": False}


def _scalar(value: Any) -> str:
    spelled = [word for word, meant in _NAMED_VALUES.items() if value is meant]
    return spelled[0] if spelled else str(value)


def _read_scalar(word: str) -> Any:
    folded = word.lower()
    if folded in _NAMED_VALUES:
        return _NAMED_VALUES[folded]
    return int(word) if _NUMBER.fullmatch(word) else folded


def read_rules(text: str) -> Body:
    """The `rules` body that a preset and its differing settings make; not yet judged."""
    items = _items(text)
    lists = {s.name for s in SETTINGS if isinstance(s.value, Some | Span)}
    body: Body = {"preset": items[0].lower()} if items else {}
    for item in items[1:]:
        name, *values = item.lower().split()
        read = [_read_scalar(value) for value in values]
        if name in body:
            raise ValueError(f"{name} stands twice")
        if name not in lists and len(read) != 1:
            raise ValueError(f"{item!r} is no setting and its value, such as target 3")
        body[name] = read if name in lists else read[0]
    return body


def _items(text: str) -> list[str]:
    return [item for item in map(str.strip, text.split(",")) if item]
