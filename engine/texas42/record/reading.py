"""The text form read forgivingly: its heading here, each hand in `reading_hand`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from texas42.record.errors import MalformedRecord, MeaninglessRecord, Place
from texas42.record.lexing import Sort, Token, tokens
from texas42.record.model import FORMAT, GIVEN_UP, UNFINISHED
from texas42.record.reading_hand import HandReader
from texas42.record.referee import resolved
from texas42.record.script import Claim, Facts, Script
from texas42.record.spelling import GOES_ON, one_of, read_date, read_drawn, read_rules
from texas42.record.tagging import Tags, amounts, meant
from texas42.seats import SEAT_LETTERS, Table

_NO_DATE = re.compile(r"[?.-]*")
"""`????.??.??`, as PGN writes a day that nobody knows."""
_BEGINNING = Place(1, 1)


def read_text(text: str) -> Script:
    """What a text tells, not yet judged.

    Raises:
        MalformedRecord: it has not the shape of a record.
        MeaninglessRecord: a word names nothing.
    """
    heading, *hands = _sections(list(tokens(text)))
    script, table = _heading(heading)
    for index, section in enumerate(hands):
        script.hands.append(HandReader(table, index, section, script.claims).read())
    return script


def _sections(every: Sequence[Token]) -> list[list[Token]]:
    """The tokens before the first hand, and those of each hand."""
    sections: list[list[Token]] = [[]]
    for token in every:
        if token.sort is Sort.TAG and token.text.lower() == "hand":
            sections.append([])
        sections[-1].append(token)
    return sections


def _heading(section: Sequence[Token]) -> tuple[Script, Table]:
    tags = Tags(repeated=("drawn",))
    for token in section:
        if token.sort is not Sort.TAG:
            _demand_format(tags)  # what does not begin as a record is none, whatever follows
            raise MalformedRecord(
                token.place, 'bids and plays belong to a hand, which begins with [Hand "1"]'
            )
        tags.add(token)
    _demand_format(tags)
    given = tags.get("rules")
    where = _BEGINNING if given is None else given.value_place
    body = {} if given is None else meant(read_rules, where, given.value)
    rules = resolved(where, body)
    table = rules.table
    players = {label: tags.get(label.lower()) for label in table.labels}
    facts = Facts(*(_fact(tags.get(name), name) for name in Facts._fields))
    script = Script(rules, facts, {label: _fact(tag) for label, tag in players.items()})
    _outcome(tags, table, script)
    for drawn in tags.every("drawn"):
        read = meant(read_drawn, drawn.value_place, drawn.value, table.labels)
        script.draws.append((drawn.value_place, read))
    for letter in SEAT_LETTERS[len(table.seats) :]:
        if stranger := tags.get(letter.lower()):
            raise MeaninglessRecord(stranger.place, _no_seat(letter, table))
    return script, table


def _demand_format(tags: Tags) -> None:
    tag = tags.get("texas42")
    if tag is None:
        raise MalformedRecord(_BEGINNING, f'a record begins with [Texas42 "{FORMAT}"]')
    if tag.value != str(FORMAT):
        raise MeaninglessRecord(
            tag.value_place, f"this program reads records of version {FORMAT}, not {tag.value!r}"
        )


def _fact(tag: Token | None, name: str = "") -> str | None:
    """A value that no rule is about."""
    if tag is None:
        return None
    if name != "date":
        return tag.value
    return None if _NO_DATE.fullmatch(tag.value) else meant(read_date, tag.value_place, tag.value)


def _outcome(tags: Tags, table: Table, script: Script) -> None:
    """The result of the match, and what each side has."""
    result = tags.get("result")
    if result is not None:
        results = {GOES_ON: UNFINISHED} | {name: name for name in (*GIVEN_UP, *table.sides)}
        said = meant(one_of, result.value_place, result.value, results, "result of a match")
        if said in table.sides:
            script.claims.append(Claim(result.value_place, ("winner",), said, "the winner"))
        else:
            script.status = (result.value_place, said)
    script.claims += amounts(tags, table, (), ("marks", "score"))


def _no_seat(letter: str, table: Table) -> str:
    return f"there is no seat {letter} at this table; its seats are {', '.join(table.labels)}"
