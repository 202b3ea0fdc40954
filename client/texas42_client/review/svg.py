"""The picture of a match as SVG: small, without scripts, readable in the light and in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from texas42_client.review.course import Course, HandCourse
from texas42_client.table.people import People
from texas42_client.table.results import say_result, say_score, score_of
from texas42_client.table.text import KEPT, clean, fit
from texas42_client.table.words import say_bid

__all__ = ["picture"]

LEFT, RIGHT = 56.0, 16.0
LEAST_WIDTH = 640.0
TOP, HEIGHT = 72.0, 200.0
BELOW, BARS = 346.0, 90.0
"""Where the second panel begins, and how high it is."""
WHOLE = 466.0
STEP_WIDTH = 11.0
NARROW = 60.0
"""A hand that is narrower says less."""

_STYLE = """\
svg { color-scheme: light dark; }
text { font: 13px system-ui, sans-serif; fill: #1d2733; }
.small { font-size: 11px; fill: #51606f; }
.head { font-size: 17px; font-weight: 600; }
.paper { fill: #ffffff; }
.grid { stroke: #d5dce3; stroke-width: 1; }
.even { stroke: #8595a5; stroke-dasharray: 4 4; }
.line { fill: none; stroke: #0b5cad; stroke-width: 2.5; stroke-linejoin: round; }
.dot { fill: #0b5cad; }
.made { fill: #2b7a4b; }
.set { fill: #b4491f; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ecf2; }
  .small { fill: #a9b7c4; }
  .paper { fill: #12181f; }
  .grid { stroke: #303b46; }
  .even { stroke: #7d8c9a; }
  .line { stroke: #6cb2ff; }
  .dot { fill: #6cb2ff; }
  .made { fill: #5fc98a; }
  .set { fill: #ff9a6b; }
}"""


def picture(course: Course, people: People, name: str | None = None) -> str:
    """The whole document: the chance of winning the match, and below it that of each contract."""
    return "\n".join(_Drawing(course, people, name).lines()) + "\n"


class _Drawing:
    def __init__(self, course: Course, people: People, name: str | None) -> None:
        self._course = course
        self._people = people
        self._name = clean(name or "")
        steps = sum(_steps(hand) for hand in course.hands)
        self._width = max(LEAST_WIDTH, LEFT + RIGHT + STEP_WIDTH * steps)
        self._step = (self._width - LEFT - RIGHT) / max(1, steps)

    def lines(self) -> Iterator[str]:
        title, told = self._title(), self._description()
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self._width)} {_n(WHOLE)}"'
            ' role="img" aria-labelledby="title told">'
        )
        yield f'<title id="title">{escape(title)}</title>'
        yield f'<desc id="told">{escape(told)}</desc>'
        yield f"<style>\n{_STYLE}\n</style>"
        yield f'<rect class="paper" width="{_n(self._width)}" height="{_n(WHOLE)}"/>'
        yield _text(LEFT, 26, title, "head")
        yield _text(LEFT, 46, "The chance of winning the match, trick by trick", "small")
        yield from self._frame(TOP, HEIGHT)
        yield from self._hands()
        yield from self._line()
        yield _text(LEFT, BELOW - 10, "The chance of each contract", "small")
        yield from self._frame(BELOW, BARS)
        yield from self._bars()
        yield "</svg>"

    def _title(self) -> str:
        side = self._people.side(self._course.side)
        return f"{self._name}: {side}" if self._name else side

    def _description(self) -> str:
        """The picture for whoever does not see it: a sentence for every hand."""
        side = self._people.side(self._course.side)
        said = [f"The chance of {side} to win the match, hand by hand."]
        for hand in self._course.hands:
            result = say_result(hand.record, self._people)
            said.append(f"Hand {hand.number}: {result}; the chance is then {_percent(hand.end)}.")
        return " ".join(said).replace(KEPT, " ")

    def _frame(self, top: float, height: float) -> Iterator[str]:
        for share, kind in ((0.0, "grid"), (0.5, "grid even"), (1.0, "grid")):
            y, right = top + height * (1 - share), self._width - RIGHT
            yield _rule(kind, (LEFT, y), (right, y))
            yield _text(LEFT - 8, y + 4, _percent(share), "small", "end")

    def _spans(self) -> Iterator[tuple[HandCourse, float, float]]:
        """Every hand with where it begins and ends."""
        x = LEFT
        for hand in self._course.hands:
            end = x + self._step * _steps(hand)
            yield hand, x, end
            x = end

    def _hands(self) -> Iterator[str]:
        """A line where each hand ends, and below it what was bid and how it came out."""
        for hand, start, end in self._spans():
            low = TOP + HEIGHT
            yield _rule("grid", (end, TOP), (end, low))
            middle, room = (start + end) / 2, int((end - start) / 6.2)
            yield _text(middle, low + 16, self._score(hand), "small", "middle")
            if end - start >= NARROW:
                yield _text(middle, low + 32, fit(self._bid(hand), room), "small", "middle")

    def _score(self, hand: HandCourse) -> str:
        if not self._people.partnered:
            return str(score_of(hand.record)[self._course.side])
        return say_score(score_of(hand.record), self._course.side).replace(" to ", "–")

    def _bid(self, hand: HandCourse) -> str:
        contract = hand.record["contract"]
        if contract is None:
            return "passed"
        return f"{self._people.name(contract['bidder'])} {say_bid(contract)}"

    def _line(self) -> Iterator[str]:
        points: list[tuple[float, float]] = []
        dots: list[str] = []
        for hand, start, end in self._spans():
            points.append((start, hand.start))
            points += [(start + self._step * (trick - 0.5), p) for trick, p in hand.winning]
            points.append((end, hand.end))
            dots.append(self._dot(hand, end))
        path = " ".join(f"{_n(x)},{_n(_y(p))}" for x, p in points)
        yield f'<polyline class="line" points="{path}"/>'
        yield from dots

    def _dot(self, hand: HandCourse, x: float) -> str:
        said = f"After hand {hand.number}: {_percent(hand.end)}"
        return (
            f'<circle class="dot" cx="{_n(x)}" cy="{_n(_y(hand.end))}" r="3.5">'
            f"<title>{escape(said)}</title></circle>"
        )

    def _bars(self) -> Iterator[str]:
        for hand, start, end in self._spans():
            result, low = hand.record["result"], BELOW + BARS
            kind = "made" if result and result["made"] else "set"
            yield _rule("grid", (end, BELOW), (end, low))
            if result and end - start >= NARROW / 2:
                yield _text((start + end) / 2, low + 16, kind, "small", "middle")
            for trick, chance in hand.contract:
                x, height = start + self._step * (trick - 1) + 1, max(1.0, BARS * chance)
                who = self._people.name(hand.record["contract"]["bidder"])
                said = f"Hand {hand.number}, trick {trick}: {who} {_percent(chance)}"
                yield (
                    f'<rect class="{kind}" x="{_n(x)}" y="{_n(low - height)}"'
                    f' width="{_n(self._step - 2)}" height="{_n(height)}">'
                    f"<title>{escape(said)}</title></rect>"
                )


def _steps(hand: HandCourse) -> int:
    """The columns of a hand: one for each trick until its contract was decided."""
    return max([1, *(trick for trick, _ in hand.contract)])


def _y(chance: float) -> float:
    return TOP + HEIGHT * (1 - chance)


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}{KEPT}%"


def _text(x: float, y: float, said: str, kind: str, anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(said)}</text>'
    )


def _rule(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line class="{kind}" x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'


def _n(number: float) -> str:
    """A coordinate, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")
