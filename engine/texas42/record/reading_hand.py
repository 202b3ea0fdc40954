"""One hand of the text form: its tags, and below two of them its auction and its tricks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from texas42.record.errors import MalformedRecord, Place
from texas42.record.lexing import Sort, Token
from texas42.record.model import Body
from texas42.record.script import Claim, HandScript, Step
from texas42.record.spelling import (
    MADE,
    PASSED_OUT,
    SET,
    one_of,
    read_bid,
    read_doubles,
    read_number,
    read_play,
    read_seat,
    read_trump,
)
from texas42.record.tagging import Path, Tags, amounts, meant
from texas42.seats import SEAT_LETTERS, Table

_SEATS_STATED: tuple[tuple[str, Path, str], ...] = (
    ("auction", ("bids", 0, "seat"), "the first to speak"),
    ("declarer", ("contract", "declarer"), "the declarer"),
    ("play", ("tricks", 0, "leader"), "the first to lead"),
)
_RESULTS: Mapping[str, tuple[Path, bool | None]] = {
    MADE: (("result", "made"), True),
    SET: (("result", "made"), False),
    PASSED_OUT: (("result",), None),
}


class HandReader:
    """Reads one hand: its tags, and below two of them its auction and its tricks."""

    def __init__(
        self, table: Table, index: int, section: Sequence[Token], claims: list[Claim]
    ) -> None:
        self.table = table
        self.index = index
        self.section = section
        self.claims = claims
        self.tags = Tags()
        self.below: dict[str, list[Token]] = {"auction": [], "play": []}

    def read(self) -> HandScript:
        """The hand as it was read; what it states besides its moves is claimed."""
        head = self.section[0]
        number = meant(read_number, head.value_place, head.value)
        if number != self.index + 1:
            raise MalformedRecord(
                head.value_place, f"this is hand {self.index + 1}: hands are numbered 1, 2, 3, …"
            )
        self._sort_out()
        dealer = self.tags.get("dealer")
        if dealer is None:
            raise MalformedRecord(head.place, 'the hand has no dealer; add [Dealer "A"]')
        hand = HandScript(
            head.place, self.section[-1].place, (dealer.value_place, self._seat_in(dealer))
        )
        hand.bids = list(self._bids())
        hand.declaration = self._declaration()
        hand.tricks = self._tricks()
        self._state()
        return hand

    def _sort_out(self) -> None:
        """Tags by name; words by the tag that they stand below."""
        below: list[Token] | None = None
        for token in self.section:
            if token.sort is Sort.TAG:
                self.tags.add(token)
                below = self.below.get(token.text.lower())
            elif below is None:
                raise MalformedRecord(
                    token.place, "bids stand below the tag Auction and tiles below the tag Play"
                )
            else:
                below.append(token)

    def _seat_in(self, tag: Token) -> str:
        return self._seat(tag.value, tag.value_place)

    def _seat(self, word: str, where: Place) -> str:
        return meant(read_seat, where, word, self.table.labels)

    def _claim(self, where: Place, path: Path, value: Any, what: str) -> None:
        where_told = ("hands", self.index, *path)
        self.claims.append(Claim(where, where_told, value, f"{what} of hand {self.index + 1}"))

    def _bids(self) -> Iterator[Step]:
        """The auction: a seat's letter, and what it said."""
        said: list[tuple[Token, list[Token]]] = []
        for token in self.below["auction"]:
            if token.sort is Sort.WORD and _is_seat(token.text):
                said.append((token, []))
            elif token.sort is not Sort.WORD or not said:
                raise MalformedRecord(
                    token.place, "in the auction a seat's letter stands before what it said: A pass"
                )
            else:
                said[-1][1].append(token)
        for seat, words in said:
            if not words:
                raise MalformedRecord(seat.place, f"what did {seat.text} say? A bid, or pass")
            where = words[0].place
            body = meant(read_bid, where, [word.text for word in words])
            yield Step(where, self._seat(seat.text, seat.place), body)

    def _declaration(self) -> Step | None:
        trump, doubles, shown = (self.tags.get(name) for name in ("trump", "doubles", "open"))
        if trump is None:
            stray = doubles or shown
            if stray is not None:
                raise MalformedRecord(stray.place, f"{stray.text} without Trump says nothing")
            return None
        body: Body = {
            "type": "declare",
            "trump": meant(read_trump, trump.value_place, trump.value.strip()),
        }
        if doubles is not None:
            body["doubles"] = meant(read_doubles, doubles.value_place, doubles.value)
        if shown is not None:
            body["open_tricks"] = meant(read_number, shown.value_place, shown.value)
        return Step(trump.value_place, "", body)

    def _tricks(self) -> list[list[Step]]:
        tricks: list[list[Step]] = []
        words = iter(self.below["play"])
        for token in words:
            if token.sort is Sort.NUMBER:
                self._begin(tricks, token)
            elif not tricks:
                raise MalformedRecord(token.place, "a trick begins with its number: 1. A 4-6")
            elif token.sort is Sort.TAKEN:
                self._taken(len(tricks), token, [next(words, None), next(words, None)])
            else:
                tricks[-1].append(self._play(token, next(words, None)))
        return tricks

    def _begin(self, tricks: list[list[Step]], token: Token) -> None:
        due = len(tricks) + 1
        if tricks and not tricks[-1]:
            raise MalformedRecord(token.place, f"trick {due - 1} has no tiles")
        if int(token.text.rstrip(".")[:6]) != due:
            raise MalformedRecord(token.place, f"trick {due} is due here, numbered {due}.")
        tricks.append([])

    def _play(self, seat: Token, tile: Token | None) -> Step:
        if not _is_seat(seat.text) or tile is None or tile.sort is not Sort.WORD:
            raise MalformedRecord(seat.place, "a seat's letter and its tile belong here: A 4-6")
        letter = self._seat(seat.text, seat.place)
        return Step(tile.place, letter, meant(read_play, tile.place, tile.text))

    def _taken(self, trick: int, arrow: Token, after: Sequence[Token | None]) -> None:
        """Who took the trick, and the points in it."""
        seat, points = after
        if seat is None or points is None or (seat.sort, points.sort) != (Sort.WORD, Sort.WORD):
            raise MalformedRecord(arrow.place, "who took it, and its points belong here: > A 6")
        path: Path = ("tricks", trick - 1)
        winner = self._seat(seat.text, seat.place)
        self._claim(seat.place, (*path, "winner"), winner, f"the winner of trick {trick}")
        worth = meant(read_number, points.place, points.text)
        self._claim(points.place, (*path, "points"), worth, f"the worth of trick {trick}")

    def _state(self) -> None:
        """What the tags state that follows from the moves."""
        for name, path, what in _SEATS_STATED:
            tag = self.tags.get(name)
            if tag is not None:
                self._claim(tag.value_place, path, self._seat_in(tag), what)
        if (tag := self.tags.get("contract")) is not None:
            self._state_contract(tag)
        if (tag := self.tags.get("result")) is not None:
            said = meant(one_of, tag.value_place, tag.value.strip(), _RESULTS, "result of a hand")
            self._claim(tag.value_place, said[0], said[1], "the result")
        path = ("hands", self.index)
        self.claims += amounts(self.tags, self.table, path, ("points", "marks", "score"))

    def _state_contract(self, tag: Token) -> None:
        """`[Contract "A plunge 4 marks"]`: the bidder, and the bid that stands."""
        seat, *words = tag.value.split() or [""]
        where = tag.value_place
        self._claim(where, ("contract", "bidder"), self._seat(seat, where), "the bidder")
        for member, value in meant(read_bid, where, words).items():
            if member in ("points", "marks"):
                self._claim(where, ("contract", member), value, f"the contract in {member}")
            elif member != "type":
                self._claim(where, ("contract", "kind"), member, "the contract")


def _is_seat(word: str) -> bool:
    return len(word) == 1 and word.upper() in SEAT_LETTERS
