"""The picture of a match at the terminal: columns of blocks, or sentences where none are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from texas42_client.review.course import Course, HandCourse
from texas42_client.table.people import People
from texas42_client.table.results import say_result
from texas42_client.table.style import DRAWING_WIDTH, Style
from texas42_client.table.text import KEPT

__all__ = ["chart"]

ROWS = 10
AXIS = 7
_BLOCKS = " ▁▂▃▄▅▆▇█"


def chart(course: Course, people: People, style: Style) -> list[str]:
    """The chance of winning the match, trick by trick, and a line for every hand."""
    title = f"The chance of {people.team(course.side)} to win the match"
    lines = [style.paint(part, bold=True) for part in style.broken(title)]
    if style.drawn:
        lines += [*_drawn(course, style), ""]
    for hand in course.hands:
        lines += style.broken(_sentence(hand, people), hang=4)
    return lines


def _sentence(hand: HandCourse, people: People) -> str:
    said = f"{hand.number:>3}  {say_result(hand.record, people)}."
    if hand.contract:
        ran = ", ".join(f"{round(100 * chance)}" for _, chance in hand.contract)
        said += f" The contract, trick by trick: {ran}{KEPT}%."
    return f"{said} The match: {round(100 * hand.end)}{KEPT}%."


def _drawn(course: Course, style: Style) -> Iterator[str]:
    """Columns as high as the chance, one for each trick; a gap after every hand.

    A long match has every second column left out, till it fits; of more hands than columns the
    last are drawn.
    """
    room = (style.columns or DRAWING_WIDTH) - AXIS
    hands = [_columns(hand) for hand in course.hands][-room:]
    gap = " "
    while sum(map(len, hands)) + len(hands) * len(gap) > room:
        gap = " " if max(map(len, hands)) > 1 else ""
        hands = [_halved(hand) for hand in hands]
    for row in range(ROWS, 0, -1):
        label = {ROWS: "100 %", ROWS // 2: "50 %", 1: "0 %"}.get(row, "")
        blocks = gap.join("".join(_block(chance, row) for chance in hand) for hand in hands)
        yield f"{label:>5}  {style.paint(blocks.rstrip(), fg='blue')}".rstrip()
    numbers, at = "", 0
    for hand, columns in zip(course.hands[-len(hands) :], hands, strict=True):
        if at + len(str(hand.number)) <= room and (not numbers or len(numbers) < at):
            numbers = numbers.ljust(at) + str(hand.number)
        at += len(columns) + len(gap)
    yield f"{'hand':>5}  {numbers}"


def _columns(hand: HandCourse) -> list[float]:
    return [*(chance for _, chance in hand.winning), hand.end]


def _halved(columns: Sequence[float]) -> list[float]:
    """Every second column, the last one kept: how the hand ended."""
    return list(columns[::-2][::-1])


def _block(chance: float, row: int) -> str:
    filled = chance * ROWS - (row - 1)
    return _BLOCKS[round(8 * min(1.0, max(0.0, filled)))]
