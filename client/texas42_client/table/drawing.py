"""The table drawn for a terminal of 80 columns: seats around it, the score pad beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from texas42_client.table.around import ACROSS, around
from texas42_client.table.facts import Facts
from texas42_client.table.strokes import strokes
from texas42_client.table.style import Style
from texas42_client.table.text import fit, fold, in_columns, pad, width, wrap

__all__ = ["draw_hand", "draw_moves", "draw_table"]

PAD = 80 - ACROSS - 3
IN_A_ROW = 7
"""Tiles of a hand that are drawn next to each other."""
TILES = 2 + 6 * IN_A_ROW - 1
SHOWN_SENTENCES = 8
NEWS = 80 - TILES - 4


def draw_table(view: Mapping[str, Any], said: Sequence[str], style: Style, server: str = "") -> str:
    """The whole table; ``said`` are the sentences of what just happened.

    Lines to send to others are not broken, that they can be copied, and may be wider than 80.
    """
    facts = Facts(view)
    lines = [_title(facts, style), *_board(facts, style), "", *_told(facts, style)]
    if view.get("hand"):
        lines += ["", *_hand_beside_news(view, said, style)]
    else:
        lines += ["", *_news(said, style)]
    lines += _turn(facts, style)
    lines += facts.invitations(server)
    return "\n".join(line.rstrip() for line in lines)


def _news(said: Sequence[str], style: Style) -> list[str]:
    if not said:
        return []
    shown = [f"  {fit(line, 78)}" for line in said[-SHOWN_SENTENCES:]]
    return [_news_head(len(said) > len(shown), style), *shown]


def _hand_beside_news(view: Mapping[str, Any], said: Sequence[str], style: Style) -> list[str]:
    """The viewer's tiles, and beside them what just happened, as far as it fits."""
    tiles = _rows_of_tiles(view, style, across=TILES)
    if not said:
        return tiles
    news = [part for line in said for part in fold(line, NEWS)]
    room = max(len(tiles), 6)
    shown = news[1 - room :]
    tiles += [" " * TILES] * (room - len(tiles))
    beside = [_news_head(len(shown) < len(news), style), *shown]
    beside += [""] * (room - len(beside))
    return [f"{left}  │ {right}" for left, right in zip(tiles, beside, strict=True)]


def _news_head(more: bool, style: Style) -> str:
    return style.paint("Just now", bold=True) + (" (all of it: t42 log)" if more else "")


def draw_hand(view: Mapping[str, Any], style: Style) -> str:
    """The viewer's tiles as dominoes; under each that may be played, the number of that move.

    A tile that counts shows its 5 or 10 in the lower edge (R2.1).
    """
    return "\n".join(line.rstrip() for line in _rows_of_tiles(view, style))


def draw_moves(view: Mapping[str, Any], style: Style) -> list[str]:
    """What the viewer may do, numbered, in columns."""
    return in_columns(Facts(view).moves(), indent=1)


def _turn(facts: Facts, style: Style) -> list[str]:
    turn = facts.turn()
    if not turn:
        return []
    if facts.view["turn"] != facts.people.you:
        return [turn]
    mine = style.paint(turn, bold=True, fg="green")
    if facts.view["status"] == "playing":
        called = in_columns(facts.calls(), indent=1)
        beside = ["Or with its lower end called:", *called] if called else []
        return [f"{mine} Any tile with a number under it will do.", *beside]
    leads = any(move["type"] == "play" for move in facts.view["legal_moves"])
    beside = ["Or lead a tile with a number under it: its higher end is trump."] if leads else []
    return [mine, *in_columns(facts.moves(but="play"), indent=1), *beside]


def _title(facts: Facts, style: Style) -> str:
    match = str(facts.view.get("id") or "")
    right = f"match {match[:8]}" if match else ""
    left = fit(facts.title(), 79 - width(right))
    return style.paint(pad(left, 80 - width(right)), bold=True) + right


def _rows_of_tiles(view: Mapping[str, Any], style: Style, across: int = 0) -> list[str]:
    """The hand, in rows of much the same length, each line at least so many columns wide."""
    tiles = view.get("hand") or ()
    numbers = {
        move["tile"]: n
        for n, move in enumerate(view["legal_moves"], start=1)
        if move["type"] == "play" and move.get("call") is None
    }
    per_row = ceil(len(tiles) / ceil(len(tiles) / IN_A_ROW)) if tiles else 1
    rows = [tiles[start : start + per_row] for start in range(0, len(tiles), per_row)]
    return [
        line + " " * (across - 1 - 6 * len(row))
        for row in rows
        for line in _row_of_tiles(row, numbers, style)
    ]


def _row_of_tiles(tiles: Sequence[str], numbers: Mapping[str, int], style: Style) -> list[str]:
    columns = []
    for tile in tiles:
        low, high = tile.split("-")
        count = int(low) + int(high)
        edge = {5: "└─5─┘", 10: "└10─┘"}.get(count, "└───┘")
        picture = ["┌───┐", f"│ {low} │", "├───┤", f"│ {high} │", edge]
        how = {"bold": True} if tile in numbers else {"dim": True} if numbers else {}
        number = pad(str(numbers.get(tile, "")), 5, "^")
        columns.append([*(style.paint(part, **how) for part in picture), number])
    lines = ["  " + " ".join(column[line] for column in columns) for line in range(6)]
    return lines if numbers.keys() & set(tiles) else lines[:5]


def _board(facts: Facts, style: Style) -> list[str]:
    pad_lines = _score_pad(facts, style)
    left = around(facts)
    lines = []
    for number in range(max(len(left), len(pad_lines))):
        cells = left[number] if number < len(left) else [(" " * ACROSS, {})]
        drawn = "".join(style.paint(text, **how) if how else text for text, how in cells)
        beside = pad_lines[number] if number < len(pad_lines) else ""
        lines.append(f"{drawn} │ {beside}")
    return lines


def _score_pad(facts: Facts, style: Style) -> list[str]:
    score = facts.score()
    if not score:
        return []
    goal = f"{facts.target()} to win" + facts.margin()
    unit = facts.unit().capitalize() + "s"
    lines = [style.paint(pad(unit, PAD - 2 - len(goal)) + goal, bold=True)]
    if facts.unit() == "mark" and len(score) == 2:
        lines += _strokes(facts, score, style)
    else:
        lines += [pad(facts.people.camp(s), PAD - 8) + f"{score[s]:>6}" for s in facts.people.sides]
    stand = facts.stand()
    if stand:
        lines += ["", style.paint("Toward the bid", bold=True)]
        label = 5 if facts.people.partnered else 7
        lines += [fit(f"{pad(fit(who, label - 1), label)}{text}", PAD) for who, text in stand]
    return lines


def _strokes(facts: Facts, marks: Mapping[str, int], style: Style) -> list[str]:
    """The marks of two sides as the strokes of ALL."""
    lines = []
    for side in facts.people.sides:
        top, bottom = strokes(marks[side])
        count = f"{marks[side]} mark" + ("" if marks[side] == 1 else "s")
        lines.append(pad(facts.people.camp(side), 10) + top)
        lines.append(pad(f"  {count}", 10) + style.paint(bottom, bold=False))
    return lines


def _told(facts: Facts, style: Style) -> list[str]:
    lines = [facts.ending(), facts.last_hand(), facts.opener(), facts.bids(), facts.contract()]
    lines += facts.attributed()
    lines = [part for line in lines if line for part in fold(line, 80)]
    for side, tricks, covered in facts.captured():
        shown = [f"{t['number']}: {' '.join(t['tiles'])} ({t['points']})" for t in tricks]
        shown += [f"{covered} face down"] if covered else []
        took = f"{fit(facts.people.camp(side), 14)} took "
        lines += wrap(pad(took, max(10, width(took))), shown)
    return [line for line in [*lines, facts.led()] if line]
