"""Write golden matches: `python -m tests.goldens.make` from the root of the checkout.

Each row of `PLAN` is one match: the settings, and how its tiles are dealt and its seats bid and
play (see `tests.engine.strategies`). The seed is fixed, so a row tells the whole match. Rows are
added, never changed: a match that has been written is a promise, and is not written again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.engine.strategies import Recipe
from tests.goldens.outcome import outcome
from texas42 import RULES_VERSION, Event, encode, replay, resolve

HERE = Path(__file__).parent

STRAIGHT = resolve()
PLAYED_OUT = resolve({"early_end": False})
LEARNERS = resolve({"attributed_tricks": 1, "target": 4})
ALL_SHOWN = resolve({"attributed_tricks": "all", "target": 5, "min_bid": 34})
STEEP = resolve({"max_opening_marks": 3, "max_mark_raise": 2, "max_marks": 6, "target": 10})

PLAN = {
    "straight_any": Recipe(STRAIGHT, 1, "fair", "any", "any"),
    "straight_sober": Recipe(STRAIGHT, 2, "fair", "sober", "high", most_hands=20),
    "straight_timid": Recipe(STRAIGHT, 3, "fair", "timid", "rivals", most_hands=30),
    "straight_proud": Recipe(STRAIGHT, 4, "stacked", "proud", "rivals"),
    "straight_stacked": Recipe(STRAIGHT, 5, "stacked", "sober", "any", most_hands=20),
    "played_out": Recipe(PLAYED_OUT, 3, "fair", "any", "high"),
    "played_out_stacked": Recipe(PLAYED_OUT, 6, "stacked", "sober", "rivals", most_hands=20),
    "learners": Recipe(LEARNERS, 2, "fair", "timid", "any", most_hands=20),
    "all_shown": Recipe(ALL_SHOWN, 6, "fair", "timid", "any", most_hands=20),
    "steep": Recipe(STEEP, 11, "fair", "any", "any"),
    "straight_unfinished": Recipe(STRAIGHT, 7, "fair", "any", "any", most_hands=2),
}


AS_FAMILY = resolve("family")
AS_LONE_STAR = resolve("lone-star")
AS_TOURNAMENT = resolve("tournament")
FAMILY = resolve({"preset": "family", "target": 3})
FAMILY_250 = resolve({"preset": "family-250"})
FAMILY_250_SHORT = resolve({"preset": "family-250", "target": 84})
LONE_STAR_FIVE = resolve(
    {"preset": "lone-star", "seats": 5, "all_pass": "dealer_must_bid", "target": 2}
)
TOURNAMENT = resolve(
    {
        "preset": "tournament",
        "target": 4,
        "nello": True,
        "sevens": True,
        "plunge": True,
        "splash": True,
        "plunge_doubles": 3,
    }
)
POINTS_250 = resolve({"preset": "points-250"})
POINTS_THREE = resolve({"preset": "points-250", "seats": 3, "target": 100})
LECHNER = resolve({"preset": "lechner"})
LECHNER_OWN_SUIT = resolve(
    {
        "preset": "lechner",
        "no_trump_doubles": ["own_suit", "low", "high"],
        "nello_doubles": ["high", "low", "own_suit", "own_suit_low"],
        "target": 6,
    }
)
PLUNGES = resolve(
    {
        "plunge": True,
        "plunge_doubles": 3,
        "plunge_marks": 2,
        "plunge_lead": "bidder",
        "splash": True,
        "splash_doubles": 2,
        "splash_marks": [1, 2],
        "target": 12,
    }
)
PLUNGES_BY_PARTNERS = resolve(
    {
        "plunge": True,
        "plunge_doubles": 2,
        "plunge_marks": 3,
        "splash": True,
        "splash_doubles": 2,
        "early_end": False,
        "target": 20,
    }
)
NELLO_LOW = resolve({"nello": True, "nello_doubles": ["low"], "hints": True})
SEVENS = resolve({"sevens": True, "sevens_min_marks": 2})
SMALL_ENDS = resolve({"small_end_open": True, "attributed_tricks": 1})
FIRST_TILES = resolve({"undeclared_trump": "first_tile", "opening_lead": "trump", "target": 5})
HIGHEST_TILE_SEVEN = resolve({"first_dealer": "highest_tile", "seats": 7, "target": 2})
TWO = resolve({"seats": 2, "target": 2, "min_bid": 42})
SIX = resolve({"seats": 6, "target": 2, "covered_tricks": "from_two_marks"})

HOUSE = {
    "as_family": Recipe(AS_FAMILY, 367, "doubles", "proud", "any", 3, "usual"),
    "as_lone_star": Recipe(AS_LONE_STAR, 916, "stacked", "timid", "any", 3, "sevens"),
    "as_tournament": Recipe(AS_TOURNAMENT, 711, "fair", "timid", "high", 3, "lead"),
    "family": Recipe(FAMILY, 456, "doubles", "any", "high", 10, "nello"),
    "family_250": Recipe(FAMILY_250, 385, "stacked", "any", "rivals", 6, "nello"),
    "family_250_short": Recipe(FAMILY_250_SHORT, 339, "fair", "timid", "any", 6, "nello"),
    "lone_star_five": Recipe(LONE_STAR_FIVE, 780, "stacked", "proud", "any", 6, "lead"),
    "lone_star_five_2": Recipe(LONE_STAR_FIVE, 555, "doubles", "timid", "any", 3, "none"),
    "tournament": Recipe(TOURNAMENT, 189, "fair", "special", "any", 6, "lead"),
    "tournament_2": Recipe(TOURNAMENT, 854, "stacked", "any", "any", 3, "nello"),
    "tournament_3": Recipe(TOURNAMENT, 796, "fair", "proud", "high", 6, "sevens"),
    "tournament_4": Recipe(TOURNAMENT, 750, "fair", "special", "high", 6, "sevens"),
    "tournament_5": Recipe(TOURNAMENT, 994, "doubles", "any", "high", 10, "sevens"),
    "tournament_6": Recipe(TOURNAMENT, 833, "fair", "any", "rivals", 10, "usual"),
    "points_250": Recipe(POINTS_250, 437, "doubles", "timid", "high", 3, "lead"),
    "points_three": Recipe(POINTS_THREE, 539, "fair", "timid", "high", 10, "doubles"),
    "lechner": Recipe(LECHNER, 815, "fair", "proud", "any", 6, "usual"),
    "lechner_2": Recipe(LECHNER, 868, "doubles", "any", "high", 3, "nello"),
    "lechner_3": Recipe(LECHNER, 403, "doubles", "any", "any", 6, "usual"),
    "lechner_own_suit": Recipe(LECHNER_OWN_SUIT, 227, "doubles", "any", "any", 6, "nello"),
    "lechner_own_suit_2": Recipe(LECHNER_OWN_SUIT, 510, "doubles", "any", "high", 10, "none"),
    "lechner_own_suit_3": Recipe(LECHNER_OWN_SUIT, 119, "doubles", "any", "any", 3, "doubles"),
    "plunges": Recipe(PLUNGES, 791, "stacked", "any", "rivals", 10, "none"),
    "plunges_by_partners": Recipe(
        PLUNGES_BY_PARTNERS, 989, "stacked", "any", "rivals", 10, "usual"
    ),
    "nello_low": Recipe(NELLO_LOW, 837, "fair", "special", "high", 3, "nello"),
    "sevens": Recipe(SEVENS, 802, "stacked", "any", "rivals", 10, "sevens"),
    "small_ends": Recipe(SMALL_ENDS, 879, "fair", "any", "any", 3, "none"),
    "first_tiles": Recipe(FIRST_TILES, 899, "doubles", "special", "rivals", 3, "lead"),
    "highest_tile_seven": Recipe(HIGHEST_TILE_SEVEN, 933, "fair", "special", "any", 6, "doubles"),
    "two": Recipe(TWO, 955, "fair", "proud", "high", 10, "usual"),
    "six": Recipe(SIX, 300, "stacked", "timid", "high", 3, "sevens"),
}
"""The same by house rules, and at other tables."""


def stored(log: Iterable[Event]) -> str:
    """The log as the server stores it, one event a line."""
    return "".join(f"{encode(event)}\n" for event in log)


def write(name: str, recipe: Recipe, into: Path) -> bool:
    """Write the match and its outcome, unless they are there; whether it did."""
    log = into / f"{name}.jsonl"
    if log.exists():
        return False
    events = recipe.play().log
    log.write_text(stored(events), encoding="utf-8")
    log.with_suffix(".txt").write_text(outcome(replay(events)), encoding="utf-8")
    return True


def main() -> None:
    """Write every match of the plan that is not there yet."""
    for plan, kind in ((PLAN, "rules"), (HOUSE, "house")):
        into = HERE / f"{kind}_{RULES_VERSION}"
        into.mkdir(exist_ok=True)
        for name, recipe in plan.items():
            print(name, "written" if write(name, recipe, into) else "kept")  # noqa: T201


if __name__ == "__main__":
    main()
