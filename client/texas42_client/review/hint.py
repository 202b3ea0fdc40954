"""What each tile might come to for the seat on turn, where the rules allow to say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from texas42 import parse_tile
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.review.few import say_few
from texas42_client.review.looking import Judging, judged
from texas42_client.review.telling import say_choice
from texas42_client.review.weighing import Choice, choices
from texas42_client.review.worlds import SeatDeals
from texas42_client.table.style import Style
from texas42_client.table.text import KEPT, pad
from texas42_client.table.words import say_move
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.position import Position

__all__ = ["Hint", "allows_hints", "as_json", "hint", "say_hint", "why_none"]

View = Mapping[str, Any]
TOO_HARD = "No deal could be played out in this time, there are so many ways to go on from here."


@dataclass(frozen=True)
class Hint:
    """What was found.

    Attributes:
        choices: the legal moves, the best first, by the chance of what the own side wants.
        wants: `"make"` or `"set"`, the contract.
        worlds: how many deals were looked at; `exact`: whether these were all that fit.
        because: a sentence on the best move.
    """

    choices: tuple[Choice, ...]
    wants: str
    worlds: int
    exact: bool
    because: str


def allows_hints(rules: Mapping[str, Any]) -> bool:
    """Whether clients may offer hints at a table of these rules (R8)."""
    return bool(rules.get("hints"))


def why_none(view: View) -> str | None:
    """Why there is nothing to say now, in a calm sentence; `None` if there is.

    Raises :class:`ClientError` (NO_HINTS) where the rules of the match allow none.
    """
    if not allows_hints(view["rules"]):
        raise ClientError(
            "This match is played without hints: its setting hints is off.",
            "Settings are fixed when a match is set: t42 new --set hints=yes",
            ExitStatus.NO_HINTS,
        )
    if view["you"] is None:
        return "You sit at no seat here, so there is nothing to hint at."
    if view["turn"] != view["you"]:
        return "It is not your turn, so there is nothing to hint at now."
    if view["status"] != "playing":
        return "Hints are for playing tiles: in the auction and for trump there are none."
    return None


def hint(view: View, memory: Memory, judge: Judging, budget: Budget, chance: Chance) -> Hint | None:
    """The own moves judged, for the seat on turn to play; `None` if no deal was played out in time.

    `memory` is of the hand as the seat saw it, this view included.
    """
    judgement = judged(view, SeatDeals(view, memory), judge, budget, chance.at(view))
    if not judgement.worlds:
        return None
    sides = {seat: row["side"] for seat, row in view["seats"].items()}
    bidding = sides[view["you"]] == sides[view["contract"]["bidder"]]
    ordered = sorted(choices(judgement, bidding), key=lambda choice: -choice.chance)
    position = Position.of(view, memory)
    return Hint(
        tuple(ordered),
        "make" if bidding else "set",
        judgement.worlds,
        judgement.whole,
        _because(ordered, position),
    )


def _because(ordered: list[Choice], position: Position) -> str:
    best, *others = ordered
    tile = best.move["tile"]
    if not others:
        return f"{tile} is the only tile that you may play."
    if best.chance == others[-1].chance:
        return "It makes no difference which of them you play, in any deal that was looked at."
    close = [choice.move["tile"] for choice in others if choice.high >= best.low]
    if close:
        rivals = _any_of(close, len(others))
        said = f"{rivals} may be as good as {tile}: the difference is within the noise"
    else:
        ahead = max(1, round(100 * (best.chance - others[0].chance)))
        said = f"{tile} is {ahead} points ahead of {others[0].move['tile']}"
    return (
        f"{said}; nobody on the other side can beat {tile}."
        if _holds(tile, position)
        else f"{said}."
    )


def _any_of(tiles: Sequence[str], others: int) -> str:
    """``0-4``, ``0-4 or 1-3``; and of all the others that there are, ``Any other tile``."""
    if 1 < others == len(tiles):
        return "Any other tile"
    *before, last = dict.fromkeys(tiles)
    return f"{', '.join(before)} or {last}" if before else last


def _holds(label: str, position: Position) -> bool:
    """Whether the tile takes the trick from every opponent, which is no good in nello."""
    tile = parse_tile(label)
    if position.losing or not position.is_sure(tile):
        return False
    return not position.plays or (position.beats(tile, position.winning()[1]))


def say_hint(found: Hint, style: Style, *, options: bool = True) -> list[str]:
    """The moves with their chances, the best first, and a sentence of reasons.

    `options`: whether whoever reads it may give options, to have more deals looked at.
    """
    wanted = "make the contract" if found.wants == "make" else "set the contract"
    lines = [style.paint(line, bold=True) for line in style.broken(f"The chance to {wanted}:")]
    for choice in found.choices:
        said = say_move(choice.move).removeprefix("play ")
        lines.append(f"  {pad(said, 11)} {say_choice(choice).replace(KEPT, ' ')}")
    lines += style.broken(found.because)
    deals = "deal" if found.worlds == 1 else "deals"
    said = (
        f"Every one of the {found.worlds} {deals} that fit what you know was played out, with all"
        " hands open; those count more that the auction makes likelier."
        if found.exact
        else f"From {found.worlds} {deals} that fit what you know and the auction, played out with"
        " all hands open; in brackets where the chance lies, 95 times in 100."
    )
    few = "" if found.exact else say_few(found.worlds, options=options)
    notes = [line for note in (said, few) if note for line in style.broken(note)]
    return [*lines, *(style.paint(line, dim=True) for line in notes)]


def as_json(found: Hint) -> dict[str, Any]:
    """The hint as a program takes it."""
    return {
        "wants": "made" if found.wants == "make" else "set",
        "worlds": found.worlds,
        "exact": found.exact,
        "choices": [
            {"move": c.move, "chance": c.chance, "low": c.low, "high": c.high}
            for c in found.choices
        ],
        "because": found.because,
    }
