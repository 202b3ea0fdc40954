"""Every setting of a match, described once (section 8): what it may be and what it means.

Validation, the resolved `Rules`, `GET /rules`, `t42 rules` and the docs all read `SETTINGS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, TypeAlias

LEAST_POINTS = 30
MOST_POINTS = 48
"""The highest point bid at any table: that of two seats (R9.2)."""
MOST_MARKS = 50
MOST_DOUBLES = 7


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds; `nullable` where null (no limit) is allowed, too."""

    minimum: int
    maximum: int
    nullable: bool = False
    kind = "integer"

    def accepts(self, value: object) -> bool:
        """Strictly: `true` is no 1, `2.0` no 2."""
        if value is None:
            return self.nullable
        return type(value) is int and self.minimum <= value <= self.maximum

    def expectation(self) -> str:
        """What is allowed, in words."""
        words = f"a whole number from {self.minimum} to {self.maximum}"
        return f"{words}, or null" if self.nullable else words


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    values: tuple[int | bool | str | None, ...]

    @property
    def kind(self) -> str:
        """`"boolean"` where it is yes or no."""
        return "boolean" if set(map(type, self.values)) == {bool} else "choice"

    def accepts(self, value: object) -> bool:
        """Strictly: `true` is no 1."""
        return any(type(value) is type(choice) and value == choice for choice in self.values)

    def expectation(self) -> str:
        """What is allowed, in words."""
        *others, last = map(spelled, self._in_order())
        return f"{', '.join(others)} or {last}" if others else last

    def _in_order(self) -> Sequence[object]:
        """Numbers from the least on, words as they stand."""
        numbers = [value for value in self.values if type(value) is int]
        return sorted(numbers) if len(numbers) == len(self.values) else self.values


@dataclass(frozen=True, slots=True)
class Some:
    """A list of one or more of a few words, each once."""

    values: tuple[str, ...]
    kind = "list"

    def accepts(self, value: object) -> bool:
        """Any order will do."""
        if not isinstance(value, list | tuple) or not value:
            return False
        return all(word in self.values for word in value) and len(set(value)) == len(value)

    def expectation(self) -> str:
        """What is allowed, in words."""
        return f"a list of one or more out of {', '.join(map(spelled, self.values))}, each once"


@dataclass(frozen=True, slots=True)
class Span:
    """A list of two whole numbers within bounds: the least and the most."""

    minimum: int
    maximum: int
    kind = "span"

    def accepts(self, value: object) -> bool:
        """The least comes first."""
        if not isinstance(value, list | tuple) or [type(end) for end in value] != [int, int]:
            return False
        least, most = value
        return bool(self.minimum <= least <= most <= self.maximum)

    def expectation(self) -> str:
        """What is allowed, in words."""
        return (
            f"a list of two whole numbers from {self.minimum} to {self.maximum},"
            " the least and then the most"
        )


Value: TypeAlias = Whole | Choice | Some | Span


def described(value: Value, default: Any) -> dict[str, Any]:
    """What may be asked, as plain JSON values: enough to draw a form."""
    return {
        "type": value.kind,
        "default": as_json(default),
        "choices": list(value.values) if isinstance(value, Choice | Some) else None,
        "minimum": value.minimum if isinstance(value, Whole | Span) else None,
        "maximum": value.maximum if isinstance(value, Whole | Span) else None,
        "nullable": value.accepts(None),
    }


def spelled(value: object) -> str:
    """A value as JSON spells it, words in single quotes: `true`, `null`, `7`, `'bid'`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


@dataclass(frozen=True, slots=True)
class Under:
    """What another setting makes of this one.

    Attributes:
        setting, equals: the other setting, and the value at which this holds.
        value, default: what this one may be then, and what it is when left out.
    """

    setting: str
    equals: str
    value: Value
    default: Any


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it may be and what it means.

    Attributes:
        name: its name in a `rules` body.
        default: its value under `straight`.
        value: the values allowed.
        meaning: a sentence for players.
        rule: the rule it turns on.
        source: the text it comes from.
        under: how that changes with another setting, if it does.
    """

    name: str
    default: Any
    value: Value
    meaning: str
    rule: str
    source: str
    under: Under | None = None

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values, for people and programs that draw a form."""
        under = self.under
        return {
            "name": self.name,
            **described(self.value, self.default),
            "meaning": self.meaning,
            "source": self.source,
            "rule": self.rule,
            "under": under
            and {
                "setting": under.setting,
                "equals": under.equals,
                **described(under.value, under.default),
            },
        }


_SCORING, _POINTS = "scoring", "points"
_LADDER = "the rulebook (000, 002); Lechner Hall and the Dutch text (004) set other limits"
_TABLES = "the family text (001) and the tables we know"

_MATCH = (
    Setting(
        "seats",
        4,
        Choice((4, 2, 3, 5, 6, 7)),
        "How many play: partners opposite at four, each alone at any other number.",
        rule="R9.1",
        source="the Dutch text (004)",
    ),
    Setting(
        _SCORING,
        "marks",
        Choice(("marks", _POINTS)),
        "What wins the match: marks, or points.",
        rule="R8.9",
        source="the family text (001)",
    ),
    Setting(
        "target",
        7,
        Whole(1, MOST_MARKS),
        "The marks, or the points, that win the match.",
        rule="R5.6",
        source="all rule texts",
        under=Under(_SCORING, _POINTS, Whole(42, 1000), 250),
    ),
    Setting(
        "points_award",
        None,
        Choice((None,)),
        "What a hand brings where points win: captured, what each side took; bid, what was bid.",
        rule="R8.8",
        source="the family text (001); pagat's points game",
        under=Under(_SCORING, _POINTS, Choice(("captured", "bid")), "captured"),
    ),
    Setting(
        "win_by",
        1,
        Choice((1, 2)),
        "How many marks the winner must be ahead.",
        rule="R8.9",
        source="Lechner Hall",
        under=Under(_SCORING, _POINTS, Choice((1,)), 1),
    ),
    Setting(
        "first_dealer",
        "lot",
        Choice(("lot", "highest_tile")),
        "Who deals first: lot, by chance; highest_tile, who draws the tile with most pips.",
        rule="R1.3",
        source="the rulebook (000); the family text (001) draws tiles",
    ),
)

_AUCTION = (
    Setting(
        "first_bidder",
        "left_of_dealer",
        Choice(("left_of_dealer", "holder_of_0_1")),
        "Who speaks first in the auction: the dealer's left, or who was dealt 0-1.",
        rule="R3.1",
        source="the rulebook (000); the Dutch text (004) for 0-1",
    ),
    Setting(
        "all_pass",
        "redeal",
        Choice(("redeal", "dealer_must_bid")),
        "When all others have passed: the last may pass and the hand is dealt anew, or must bid.",
        rule="R3.4",
        source="the rulebook (000); the family and Dutch texts (001, 004) force the dealer",
    ),
    Setting(
        "min_bid",
        LEAST_POINTS,
        Whole(LEAST_POINTS, MOST_POINTS),
        "The least point bid.",
        rule="R3.2",
        source="all rule texts",
    ),
    Setting(
        "max_opening_marks",
        2,
        Whole(1, MOST_MARKS),
        "The most marks that the first mark bid of an auction may name.",
        rule="R3.3",
        source=_LADDER,
    ),
    Setting(
        "max_mark_raise",
        1,
        Whole(1, MOST_MARKS),
        "The most marks by which a later mark bid may raise.",
        rule="R3.3",
        source=_LADDER,
    ),
    Setting(
        "max_marks",
        None,
        Whole(1, MOST_MARKS, nullable=True),
        "The highest mark bid; null for no limit.",
        rule="R3.3",
        source=_LADDER,
    ),
)

_PLAY = (
    Setting(
        "undeclared_trump",
        "declare_first",
        Choice(("declare_first", "first_tile")),
        "How trump is named: declare_first, in words; first_tile, or by the higher end of the"
        " first tile led.",
        rule="R4.1",
        source="the rulebook (000); the family text (001)",
    ),
    Setting(
        "covered_tricks",
        "declarer_chooses",
        Choice(("declarer_chooses", "from_two_marks", "none")),
        "Which captured tricks lie face down when all were bid: declarer_chooses, all but the"
        " latest one or two; from_two_marks, all from two marks on; none.",
        rule="R6.5",
        source="the rulebook (000); the Dutch text (004) for two marks; the family text (001) none",
    ),
    Setting(
        "attributed_tricks",
        0,
        Choice((0, 1, "all")),
        "How many face-up completed tricks keep who played what: none, the latest, or all.",
        rule="R6.3",
        source="ours, for slow tables and learners",
    ),
    Setting(
        "early_end",
        True,
        Choice((True, False)),
        "Whether a hand ends as soon as its contract is decided, or at the last trick.",
        rule="R5.4",
        source="the rulebook (000, 002); the family text (001) plays on",
    ),
    Setting(
        "no_trump_doubles",
        ("high",),
        Some(("high", "low", "own_suit")),
        "What doubles are in no trump: high or low in their number, or a suit of their own; with"
        " more than one the declarer chooses.",
        rule="R4.6",
        source="pagat",
    ),
    Setting(
        "opening_lead",
        "any",
        Choice(("any", "trump")),
        "What leads the first trick: any tile, or a trump if the leader holds one.",
        rule="R4.7",
        source="house",
    ),
    Setting(
        "small_end_open",
        False,
        Choice((False, True)),
        "Whether a declarer who leads the first trick may call a tile's lower end.",
        rule="R4.3",
        source="pagat",
    ),
)

_SPECIAL = (
    Setting(
        "nello",
        False,
        Choice((False, True)),
        "Whether a bidder of marks may name nello: lose every trick, the partner sitting out.",
        rule="R8.1",
        source="the family text (001)",
    ),
    Setting(
        "nello_min_marks",
        2,
        Whole(1, MOST_MARKS),
        "The least mark bid that may name nello.",
        rule="R8.1",
        source="the family text (001); one at many tables",
    ),
    Setting(
        "nello_doubles",
        ("own_suit",),
        Some(("own_suit", "own_suit_low", "high", "low")),
        "What doubles are in nello: a suit of their own, 6-6 or (own_suit_low) 0-0 highest; or high"
        " or low in their number; with more than one the declarer chooses.",
        rule="R8.2",
        source=_TABLES,
    ),
    Setting(
        "sevens",
        False,
        Choice((False, True)),
        "Whether a bidder of marks may name sevens: the tile closest to seven pips wins.",
        rule="R8.3",
        source="the family text (001)",
    ),
    Setting(
        "sevens_min_marks",
        1,
        Whole(1, MOST_MARKS),
        "The least mark bid that may name sevens.",
        rule="R8.3",
        source="the family text (001)",
    ),
    Setting(
        "plunge",
        False,
        Choice((False, True)),
        "Whether a hand full of doubles may bid a plunge: the partner names trump.",
        rule="R8.4",
        source="the family text (001)",
    ),
    Setting(
        "plunge_doubles",
        4,
        Whole(1, MOST_DOUBLES),
        "The doubles that a plunge takes.",
        rule="R8.4",
        source="the family text (001)",
    ),
    Setting(
        "plunge_marks",
        4,
        Whole(1, MOST_MARKS),
        "The marks that a plunge stakes.",
        rule="R8.4",
        source="the family text (001)",
    ),
    Setting(
        "plunge_when",
        "own_turn",
        Choice(("own_turn", "opening")),
        "When a plunge or splash may be bid: own_turn, over lower bids; opening, before any bid.",
        rule="R8.4",
        source="the family text (001): before any bid",
    ),
    Setting(
        "plunge_lead",
        "partner",
        Choice(("partner", "bidder")),
        "Who leads in a plunge or splash.",
        rule="R8.4",
        source="the family text (001); the bidder at some tables",
    ),
    Setting(
        "splash",
        False,
        Choice((False, True)),
        "Whether a splash may be bid: a plunge with fewer doubles and another stake.",
        rule="R8.5",
        source="pagat, Lechner Hall",
    ),
    Setting(
        "splash_doubles",
        3,
        Whole(1, MOST_DOUBLES),
        "The doubles that a splash takes.",
        rule="R8.5",
        source="pagat, Lechner Hall",
    ),
    Setting(
        "splash_marks",
        (2, 3),
        Span(1, MOST_MARKS),
        "The least and the most marks that a splash may stake.",
        rule="R8.5",
        source="pagat, Lechner Hall",
    ),
    Setting(
        "hints",
        False,
        Choice((False, True)),
        "Whether clients may offer hints during play; a courtesy that nobody can check.",
        rule="R8",
        source="ours",
    ),
)

SETTINGS: tuple[Setting, ...] = (*_MATCH, *_AUCTION, *_PLAY, *_SPECIAL)
"""In the order in which a table would ask for them."""


def as_json(value: Any) -> Any:
    """A setting's value as JSON has it: lists for the frozen tuples."""
    return list(value) if isinstance(value, tuple) else value


def kinds_of(setting: Setting) -> frozenset[type]:
    """The Python types that an accepted value of this setting may have in `Rules`."""
    values = [setting.value] if setting.under is None else [setting.value, setting.under.value]
    return frozenset(kind for value in values for kind in _kinds(value))


def _kinds(value: Value) -> Iterable[type]:
    match value:
        case Choice():
            return map(type, value.values)
        case Whole():
            return (int, NoneType) if value.nullable else (int,)
    return (tuple,)


def frozen(setting: Setting, value: Any) -> Any:
    """An accepted value as `Rules` keeps it: lists as tuples, a choice of words in one order."""
    if isinstance(setting.value, Some):
        return tuple(word for word in setting.value.values if word in value)
    return tuple(value) if isinstance(value, list) else value
