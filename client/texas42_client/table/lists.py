"""Lists as text: matches, the lobby, the log, finished hands. Pure, like the drawing.

A row is a line, broken where the terminal ends, what continues under its last column.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.table.feed import sentences
from texas42_client.table.people import People
from texas42_client.table.results import say_result, say_score, score_of
from texas42_client.table.style import PLAIN, Style
from texas42_client.table.text import clean, pad, width, wrap
from texas42_client.table.words import say_bid, say_tile

__all__ = ["hand_record", "hands", "log", "my_matches", "open_tables"]

Row = Mapping[str, Any]


def my_matches(rows: Sequence[Row], current: str | None, style: Style = PLAIN) -> str:
    """``GET /me/matches``; a star marks the current match."""
    if not rows:
        return "You are in no match. Set a table: t42 new   Open ones: t42 matches --open"
    lines = []
    for row in rows:
        star = "*" if row["id"] == current else " "
        players = ", ".join(clean(name or "free") for name in row["players"].values())
        state = _state(row)
        line = f"{star} {str(row['id'])[:8]}  {pad(clean(row['name'] or ''), 14)}  {pad(state, 16)}"
        line += f"  {say_score(score_of(row)):>6}  "
        row_lines = style.broken(line + players, hang=width(line))
        lines += [style.paint(p, bold=True) for p in row_lines] if row.get("my_turn") else row_lines
    return "\n".join(lines)


def _state(row: Row) -> str:
    if row.get("my_turn"):
        return "your turn"
    if row.get("kept_for_me"):
        return f"seat {row['kept_for_me']} is yours"
    if row["status"] == "open":
        return "needs players"
    return f"{row['turn']} is on turn" if row.get("turn") else str(row["status"])


def open_tables(rows: Sequence[Row], style: Style = PLAIN) -> str:
    """``GET /matches?status=open``: the lobby."""
    if not rows:
        return "No table waits for players. Set one: t42 new --listed"
    lines = []
    for row in rows:
        seats = [f"{seat} {clean(who or 'free')}" for seat, who in row["seats"].items()]
        name = pad(clean(row["name"] or ""), 14)
        line = f"{str(row['id'])[:8]}  {name}  {row['preset']}  "
        lines += wrap(line, seats, style.columns or sys.maxsize)
    return "\n".join([*lines, "Sit down with: t42 join MATCH"])


def log(events: Sequence[Row], view: Row, style: Style = PLAIN) -> str:
    """The feed, an entry a line; plays that the table no longer shows are said to be hidden."""
    lines = []
    for entry in events:
        said = " ".join(sentences([entry], view)) or "A tile of a trick that is collected."
        moment = str(entry.get("at") or "")[:16].replace("T", " ") + "Z"
        line = f"{entry['seq']:>4}  {moment}  "
        lines += style.broken(line + said, hang=width(line))
    return "\n".join(lines) or "Nothing has happened."


def _by_name(view: Row) -> People:
    """The seats as a record names them: nobody is ``you``."""
    return People({**view, "you": None})


def hands(rows: Sequence[Row], view: Row, style: Style = PLAIN) -> str:
    """``GET /matches/{id}/hands``."""
    people = _by_name(view)
    rules = view.get("rules")
    lines = [
        part
        for row in rows
        for part in style.broken(f"{row['number']:>3}  {say_result(row, people, rules)}", hang=5)
    ]
    return "\n".join(lines) or "No hand is finished yet."


def hand_record(row: Row, view: Row, style: Style = PLAIN) -> str:
    """``GET /matches/{id}/hands/{n}``: a trick a line, in the order of play."""
    people = _by_name(view)
    bids = ", ".join(f"{people.name(bid['seat'])} {say_bid(bid)}" for bid in row["bids"])
    lines = style.broken(f"Hand {row['number']}. {people.name(row['dealer'])} dealt. Bids: {bids}.")
    lines += style.broken(say_result(row, people, view.get("rules")) + ".")
    for trick in row["tricks"]:
        plays = "  ".join(
            f"{people.name(play['seat'])} {say_tile(play)}" for play in trick["plays"]
        )
        to = f"to {people.name(trick['winner'])}, {trick['points']}"
        lines += style.broken(f"{trick['number']:>3}  {plays}   {to}", hang=5)
    points = ", ".join(f"{people.side(side)} {n}" for side, n in (row["points"] or {}).items())
    return "\n".join([*lines, *style.broken(f"Points: {points}.")] if points else lines)
