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
    into = HERE / f"rules_{RULES_VERSION}"
    into.mkdir(exist_ok=True)
    for name, recipe in PLAN.items():
        print(name, "written" if write(name, recipe, into) else "kept")  # noqa: T201


if __name__ == "__main__":
    main()
