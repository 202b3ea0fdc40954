"""The table drawn for a terminal of 80 columns: seats around it, the score pad beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.table.facts import Facts
from texas42_client.table.strokes import strokes
from texas42_client.table.style import Style
from texas42_client.table.text import fit, fold, in_columns, pad, width, wrap
from texas42_client.table.words import say_bid

__all__ = ["draw_hand", "draw_moves", "draw_table"]

SIDE, MIDDLE, PAD = 16, 22, 23
SHOWN_SENTENCES = 8
NEWS = 33
LED = " led"
Cell = tuple[str, dict[str, Any]]


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
    tiles = draw_hand(view, style).splitlines()
    if not said:
        return tiles
    news = [part for line in said for part in fold(line, NEWS)]
    shown = news[1 - max(len(tiles), 6) :]
    room = " " * (6 * (7 - len(view["hand"])))
    below = [" " * 43] * (6 - len(tiles))
    tiles = [line + room for line in tiles] + below
    beside = [_news_head(len(shown) < len(news), style), *shown]
    beside += [""] * (6 - len(beside))
    return [f"{left}  │ {right}" for left, right in zip(tiles, beside, strict=True)]


def _news_head(more: bool, style: Style) -> str:
    return style.paint("Just now", bold=True) + (" (all of it: t42 log)" if more else "")


def draw_hand(view: Mapping[str, Any], style: Style) -> str:
    """The viewer's tiles as dominoes; under each that may be played, the number of that move.

    A tile that counts shows its 5 or 10 in the lower edge (R2.1).
    """
    numbers = {
        move["tile"]: n
        for n, move in enumerate(view["legal_moves"], start=1)
        if move["type"] == "play"
    }
    return "\n".join(_row_of_tiles(view.get("hand") or (), numbers, style))


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
        return [f"{mine} Any tile with a number under it will do."]
    return [mine, *draw_moves(facts.view, style)]


def _title(facts: Facts, style: Style) -> str:
    match = str(facts.view.get("id") or "")
    right = f"match {match[:8]}" if match else ""
    left = fit(facts.title(), 79 - width(right))
    return style.paint(pad(left, 80 - width(right)), bold=True) + right


def _row_of_tiles(tiles: Sequence[str], numbers: Mapping[str, int], style: Style) -> list[str]:
    if not tiles:
        return []
    columns = []
    for tile in tiles:
        low, high = tile.split("-")
        count = int(low) + int(high)
        edge = {5: "└─5─┘", 10: "└10─┘"}.get(count, "└───┘")
        picture = ["┌───┐", f"│ {low} │", "├───┤", f"│ {high} │", edge]
        how = {"bold": True} if tile in numbers else {"dim": True} if numbers else {}
        number = pad(str(numbers.get(tile, "")), 5, "^")
        columns.append([*(style.paint(part, **how) for part in picture), number])
    rows = ["  " + " ".join(column[line] for column in columns) for line in range(6)]
    return rows if numbers else rows[:5]


def _board(facts: Facts, style: Style) -> list[str]:
    pad_lines = _score_pad(facts, style)
    left = _around_four(facts)
    lines = []
    for number in range(max(len(left), len(pad_lines))):
        cells = left[number] if number < len(left) else _blank_row()
        drawn = "".join(style.paint(text, **how) if how else text for text, how in cells)
        beside = pad_lines[number] if number < len(pad_lines) else ""
        lines.append(f"{drawn} │ {beside}")
    return lines


def _blank_row() -> list[Cell]:
    return [(" " * columns, {}) for columns in (SIDE, MIDDLE, SIDE)]


def _around_four(facts: Facts) -> list[list[Cell]]:
    """The viewer below, the partner opposite, the next seat on the left."""
    below, left, above, right = (_place(facts, seat) for seat in facts.people.seats)
    grid = [_blank_row() for _ in range(9)]
    for line, cell in enumerate(left, start=2):
        grid[line][0] = (pad(cell[0], SIDE), cell[1])
    for line, cell in enumerate(right, start=2):
        grid[line][2] = (pad(cell[0], SIDE), cell[1])
    for first, cells in ((0, above), (5, [*below[1:], below[0]])):
        for line, (text, how) in enumerate(cells, start=first):
            balance = " " * len(LED) if text.endswith(LED) else ""
            grid[line][1] = (pad(balance + text, MIDDLE, "^"), how)
    return grid


def _place(facts: Facts, seat: str) -> list[Cell]:
    """Four lines: the player, and the tile it has on the table or what it said."""
    view, people = facts.view, facts.people
    on_turn = view["turn"] == seat
    place = people.place(seat)
    name = f"{'▶ ' if on_turn else ''}{seat} {people.name(seat)}"
    role = f", {place}" if place in ("you", "partner") else ""
    head: Cell = (fit(name, MIDDLE - 9) + role, {"bold": True} if on_turn else {})
    tile = _played(facts, seat)
    if not tile:
        backs = "" if seat == people.you else "▯" * people.tiles_left(seat)
        return [head, (backs, {"dim": True}), (_spoken(facts, seat), {}), ("", {})]
    low, high = tile.split("-")
    led = LED if seat == view["current_trick"]["leader"] else ""
    return [head, ("┌───┬───┐", {}), (f"│ {low} │ {high} │{led}", {}), ("└───┴───┘", {})]


def _played(facts: Facts, seat: str) -> str:
    trick = facts.view.get("current_trick") or {"plays": ()}
    return next((play["tile"] for play in trick["plays"] if play["seat"] == seat), "")


def _spoken(facts: Facts, seat: str) -> str:
    """What the seat said in the auction, while there is an auction; or that it is asked."""
    view = facts.view
    if view["turn"] == seat:
        return {"bidding": "to bid", "declaring": "names trump"}.get(view["status"], "to play")
    if view["status"] not in ("bidding", "declaring"):
        return ""
    return next((f"“{say_bid(bid)}”" for bid in view["bids"] if bid["seat"] == seat), "")


def _score_pad(facts: Facts, style: Style) -> list[str]:
    view, people = facts.view, facts.people
    marks = view.get("marks")
    if not marks:
        return []
    lines = [style.paint(pad("Marks", 13) + f"{facts.target()} to win", bold=True)]
    for side in people.sides:
        top, bottom = strokes(marks[side])
        count = f"{marks[side]} mark" + ("" if marks[side] == 1 else "s")
        lines.append(pad(people.camp(side), 10) + top)
        lines.append(pad(f"  {count}", 10) + style.paint(bottom, bold=False))
    stand = facts.stand()
    if stand:
        lines += ["", style.paint("Toward the bid", bold=True)]
        lines += [fit(f"{pad(people.camp(side), 5)}{text}", PAD) for side, text in stand]
    return lines


def _told(facts: Facts, style: Style) -> list[str]:
    lines = [facts.ending(), facts.last_hand(), facts.bids(), facts.contract(), facts.last_trick()]
    lines = [part for line in lines if line for part in fold(line, 80)]
    for side, tricks, covered in facts.captured():
        shown = [f"{t['number']}: {' '.join(t['tiles'])} ({t['points']})" for t in tricks]
        shown += [f"{covered} face down"] if covered else []
        lines += wrap(pad(f"{facts.people.camp(side)} took", 10), shown)
    return [line for line in [*lines, facts.led()] if line]
