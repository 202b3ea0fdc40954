"""A record as text: tag pairs, auctions and plays, in the one canonical spelling.

The grammar is in `docs/record.md`. Equal records make equal texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from texas42.record.model import FINISHED, FORMAT, UNFINISHED, Record
from texas42.record.spelling import (
    GOES_ON,
    MADE,
    PASSED_OUT,
    SET,
    amounts_words,
    bid_words,
    drawn_words,
    play_words,
    rules_words,
)
from texas42.rules import resolve

_GAP = "  "


def to_text(record: Record) -> str:
    """The text form of a record."""
    parts = ["".join(f"{line}\n" for line in _heading(record))]
    parts += ["".join(f"{line}\n" for line in _hand(hand)) for hand in record.hands]
    return "\n".join(parts)


def _tag(name: str, value: object) -> str:
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _heading(record: Record) -> Iterator[str]:
    yield _tag("Texas42", FORMAT)
    facts = (
        ("Event", record.event),
        ("Date", record.date),
        ("Match", record.match),
        *record.players.items(),
    )
    yield from (_tag(name, value) for name, value in facts if value is not None)
    yield _tag("Rules", rules_words(record.rules, resolve(record.rules.preset).as_dict()))
    yield _tag("Result", _result_of_match(record))
    yield from _totals({"marks": record.marks, "score": record.score})
    if record.generator is not None:
        yield _tag("Generator", record.generator)
    yield from (_tag("Drawn", drawn_words(drawn)) for drawn in record.draws)


def _result_of_match(record: Record) -> str:
    if record.status == FINISHED:
        return str(record.winner)
    return GOES_ON if record.status == UNFINISHED else record.status


def _totals(kept: Mapping[str, Any]) -> Iterator[str]:
    """What each side has: marks, or the score where points win the match."""
    for name in ("marks", "score"):
        if kept[name] is not None:
            yield _tag(name.capitalize(), amounts_words(kept[name]))


def _hand(hand: Mapping[str, Any]) -> Iterator[str]:
    contract = hand["contract"]
    yield _tag("Hand", hand["number"])
    yield _tag("Dealer", hand["dealer"])
    yield _tag("Auction", hand["bids"][0]["seat"])
    yield _GAP.join(f"{bid['seat']} {bid_words(bid)}" for bid in hand["bids"])
    if contract is None:
        yield _tag("Result", PASSED_OUT)
    else:
        yield from _played(hand, contract)
        yield _tag("Points", amounts_words(hand["points"]))
        yield _tag("Result", MADE if hand["result"]["made"] else SET)
    yield from _totals(hand)


def _played(hand: Mapping[str, Any], contract: Mapping[str, Any]) -> Iterator[str]:
    kind = contract["kind"]
    bid = bid_words({kind: True, "points": contract["points"], "marks": contract["marks"]})
    yield _tag("Contract", f"{contract['bidder']} {bid}")
    yield _tag("Declarer", contract["declarer"])
    yield _tag("Trump", contract["trump"])
    if contract["doubles"] is not None:
        yield _tag("Doubles", contract["doubles"])
    if contract["open_tricks"] is not None:
        yield _tag("Open", contract["open_tricks"])
    yield _tag("Play", hand["tricks"][0]["leader"])
    for trick in hand["tricks"]:
        plays = [
            f"{play['seat']} {play_words(play['tile'], play.get('call'))}"
            for play in trick["plays"]
        ]
        taken = f"> {trick['winner']} {trick['points']}"
        yield f"{trick['number']}. " + _GAP.join([*plays, taken])
