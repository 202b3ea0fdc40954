"""A match told hand by hand: an auction in two lines, a trick in one, the marks as the word ALL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from texas42_client.table.feed import sentences
from texas42_client.table.people import People
from texas42_client.table.results import say_gain, say_score, score_of
from texas42_client.table.strokes import strokes
from texas42_client.table.style import Style
from texas42_client.table.text import broken, pad, width
from texas42_client.table.words import say_bid, say_contract, say_tile

__all__ = ["Narrator", "score_lines"]

Entry = Mapping[str, Any]
WIDTH = 79
TRICK_WIDTH = 54
NAMED_SEATS = 4
"""At larger tables a trick names its leader alone; the others follow clockwise."""


class Narrator:
    """Takes feed entries as they come and answers with lines, a trick when it is complete."""

    def __init__(self, view: Mapping[str, Any], style: Style) -> None:
        self._view = view
        self._people = People(view)
        self._rules: Mapping[str, Any] = view.get("rules") or {}
        self._style = style
        self._said: list[tuple[str, str]] = []
        self._trick: list[str] = []
        self._points = 0
        self._contract: dict[str, Any] = {}
        self._columns = min(WIDTH, style.columns or WIDTH)
        self._number = len(str(28 // len(view["seats"])))

    def tell(self, events: Sequence[Entry]) -> list[str]:
        """The lines that these entries complete."""
        return [line for entry in events for line in self._entry(entry)]

    def _entry(self, entry: Entry) -> Iterator[str]:
        who = self._people.name(entry.get("seat"))
        match entry["type"]:
            case "dealt":
                dealer = self._people.name(entry["dealer"])
                yield ""
                yield from self._bold(f"Hand {entry['hand']}, {dealer} dealt.")
                self._said, self._trick = [], []
            case "bid" | "pass":
                self._said.append((who, say_bid(entry)))
            case "drawn":
                for line in sentences([entry], self._view):
                    yield from self._lines(line)
            case "declare":
                yield from self._named(entry)
            case "play":
                for consequence in entry.get("then") or ():
                    if consequence["type"] == "trump_named":
                        yield from self._named(consequence)
                named = not self._trick or len(self._view["seats"]) <= NAMED_SEATS
                self._trick.append(f"{who} {say_tile(entry)}" if named else say_tile(entry))
                self._points += _count(entry["tile"])
        for consequence in entry.get("then") or ():
            yield from self._consequence(consequence)

    def _lines(self, line: str, hang: int = 4) -> list[str]:
        return broken(line, self._columns, hang)

    def _bold(self, line: str) -> list[str]:
        return [self._style.paint(part, bold=True) for part in self._lines(line)]

    def _named(self, entry: Entry) -> list[str]:
        """The contract, once its trump is named by a word or by the first tile led."""
        contract = {**self._contract, **entry}
        bidder = self._people.name(self._contract.get("bidder"))
        return self._lines(f"  {say_contract(contract, bidder, self._rules)}.")

    def _consequence(self, entry: Entry) -> Iterator[str]:
        people = self._people
        match entry["type"]:
            case "auction_over":
                yield from self._auction()
                self._contract = entry["contract"] or {}
            case "trick_taken":
                yield from self._taken(entry)
                self._trick, self._points = [], 0
            case "hand_over" if entry["result"] is None:
                yield "  Everybody passed."
            case "hand_over":
                result, score = entry["result"], score_of(entry)
                how = "Made" if result["made"] else "Set"
                gained, now = say_gain(result, people), say_score(score, result["side"], people)
                if people.partnered:
                    yield from self._bold(f"  {how}: {gained}, {now}.")
                else:
                    yield from self._bold(f"  {how}: {gained}.")
                    yield from self._lines(f"  {now}.")
                yield from score_lines(entry.get("marks"), people, self._style)
            case "match_over":
                yield ""
                yield from self._bold(f"{people.side(entry['winner'])} won the match.")

    def _auction(self) -> Iterator[str]:
        """Who bid what; why the first was the first, where a tile decides that (R3.1)."""
        if self._rules.get("first_bidder") == "holder_of_0_1":
            yield from self._lines(f"  {self._said[0][0]} holds 0-1, so speaks first.")
        bids = ", ".join(f"{who} {bid}" for who, bid in self._said)
        yield from self._lines(f"  Bids: {bids}.", hang=8)

    def _taken(self, entry: Entry) -> list[str]:
        """A trick and who took it, beside it where there is room."""
        trick = f"  {entry['number']:>{self._number}}  {', '.join(self._trick)}"
        taken = f" {self._people.side(entry['side'])} +{self._points + 1}"
        line = pad(trick, max(TRICK_WIDTH, width(trick))) + taken
        if width(line) <= self._columns:
            return [line]
        indent = 4 + self._number
        return [*self._lines(trick, indent), *self._lines(" " * (indent - 1) + taken, indent)]


def score_lines(marks: Mapping[str, int] | None, people: People, style: Style) -> list[str]:
    """The marks of two sides next to each other, drawn as the strokes of ALL; else nothing."""
    if not style.drawn or not marks or not people.partnered:
        return []
    tops, bottoms = "", ""
    for side in people.sides:
        top, bottom = strokes(marks[side])
        label = f"  {people.side(side)} {marks[side]}  "
        tops += pad(label, width(label)) + pad(top, 14)
        bottoms += " " * width(label) + pad(bottom, 14)
    return [line.rstrip() for line in (tops, bottoms)]


def _count(tile: str) -> int:
    """What the tile counts: 5 or 10 where its ends add up to that (R2.1)."""
    pips = sum(map(int, tile.split("-")))
    return pips if pips in (5, 10) else 0
