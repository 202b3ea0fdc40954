"""Checking sealed deals: every opening that this player may see, against roots once remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from texas42_client import seals
from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.roots import Root
from texas42_client.seals import Expected, Fault
from texas42_client.table.text import clean
from texas42_client.table.words import count


@dataclass(frozen=True)
class Checked:
    """What came of one hand. ``root`` is None where it has no seal; ``why`` says why."""

    hand: int
    over: bool
    root: str | None
    in_time: bool
    tiles: int
    faults: list[Fault]
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "hand": self.hand,
            "over": self.over,
            "root": self.root,
            "in_time": self.in_time,
            "tiles": self.tiles,
            "faults": [fault._asdict() for fault in self.faults],
        }


@command(
    "verify",
    short_help="Check the deals against their seals.",
    examples="""
    t42 verify              # while the hand is on, at best before you bid
    t42 verify friday
    t42 verify friday 3     # hand 3 alone
    t42 verify 9f1c --json | jq .hands[].root
    """,
)
@click.argument("match", required=False)
@click.argument("hand", required=False, type=click.IntRange(min=1))
@pass_env
def verify(env: Environment, match: str | None, hand: int | None) -> None:
    """Check that no tile of MATCH has changed hands since it was dealt, in every hand or in HAND.

    At each deal the server publishes a root over all tiles. It is remembered when you first see
    the deal, here or in t42 show, watch or play, and every tile that you have been shown must be
    in it: your own, and after the hand those that were played. That the shuffle was fair cannot be
    checked so. What can stands in docs/sealed-deals.md. Ends with 35 when something is not as it
    was sealed.
    """
    chosen = env.match_id(match)
    view = env.client.view(chosen).body
    known = env.roots.of(chosen)
    last = max([int(view["hand_number"]), *known])
    numbers = [hand] if hand is not None else list(range(1, last + 1))
    if not numbers:
        raise ClientError(
            "Nothing has been dealt in this match yet.",
            "Who is missing: t42 show",
            ExitStatus.MATCH_NOT_STARTED,
        )
    rows = [_check(env, view, number, known.get(number)) for number in numbers]
    env.roots.keep(
        chosen,
        {row.hand: Root(row.root, row.in_time) for row in rows if row.root and not row.faults},
    )
    if env.json:
        env.show_json({"match": chosen, "hands": [row.as_json() for row in rows]})
    else:
        for row in rows:
            click.echo("\n".join(_told(row, known.get(row.hand))))
    _conclude(rows)


def _check(env: Environment, view: dict[str, Any], number: int, known: Root | None) -> Checked:
    match = str(view["id"])
    try:
        seal = env.client.seal(match, number).body
    except ApiProblem as problem:
        if problem.exit_status is not ExitStatus.NOT_FOUND:
            raise
        gone = Fault("gone", "The server has no seal of this hand any more.")
        faults = [] if known is None else [gone]
        return Checked(number, False, None, False, 0, faults, clean(problem.message))
    over = seal.get("over") is True
    played = _plays(env, match, number) if over else None
    expected = Expected(
        match=match,
        hand=number,
        seats=list(view["seats"]),
        root=None if known is None else known.root,
        seat=view["you"],
        held=(view["hand"] or ()) if number == view["hand_number"] else (),
        played=played,
    )
    faults = seals.faults(seal, expected)
    in_time = not over if known is None else known.in_time
    openings = seal.get("openings")
    tiles = len(openings) if isinstance(openings, list) else 0
    return Checked(number, over, clean(seal.get("root")), in_time, tiles, faults)


def _plays(env: Environment, match: str, number: int) -> list[seals.Dealt]:
    tricks = env.client.hand(match, number).body["tricks"]
    return [(play["seat"], play["tile"]) for trick in tricks for play in trick["plays"]]


_TOO_LATE = "the root was first seen after the hand"


def _told(row: Checked, known: Root | None) -> list[str]:
    name = f"Hand {row.hand}"
    if row.faults:
        found = [f"  {fault.detail}" for fault in row.faults]
        return [
            f"{name}: NOT as it was sealed.",
            *found,
            *([f"  root {row.root}"] if row.root else []),
        ]
    if row.root is None:
        return [f"{name}: {row.why}"]
    checked = f"{count(row.tiles, 'tile')} checked" if row.tiles else "no tile is open to you yet"
    state = "" if row.over else ", not over"
    return [f"{name}{state}: {checked}; {_since(row, known)}.", f"  root {row.root}"]


def _since(row: Checked, known: Root | None) -> str:
    if known is None:
        return "the root is remembered from now on" if row.in_time else _TOO_LATE
    return "the root is the one remembered" if row.in_time else f"{_TOO_LATE}, as before"


def _conclude(rows: list[Checked]) -> None:
    broken = [row for row in rows if row.faults]
    if broken:
        raise ClientError(
            f"{count(len(broken), 'hand')} not as sealed: "
            f"{', '.join(str(row.hand) for row in broken)}.",
            "Keep this output, compare roots with the other players, and ask the operator.",
            ExitStatus.SEAL_BROKEN,
        )
    if all(row.root is None for row in rows):
        raise ClientError(
            "There is no seal to check.",
            "Every hand that has one: t42 verify MATCH",
            ExitStatus.NOT_FOUND,
        )
