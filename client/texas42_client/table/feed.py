"""Feed entries as sentences: what just happened at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from texas42_client.table.people import People
from texas42_client.table.results import say_score
from texas42_client.table.text import clean
from texas42_client.table.words import count, say_bid, say_trump

__all__ = ["sentences"]

Entry = Mapping[str, Any]


def sentences(events: Sequence[Entry], view: Mapping[str, Any]) -> list[str]:
    """A sentence for every entry and for what it brought about.

    Plays of collected tricks, which the table no longer shows, are left to the sentence about
    their trick.
    """
    people = People(view)
    return [line for entry in events for line in _entry(entry, people)]


def _entry(entry: Entry, people: People) -> Iterator[str]:
    say = _SAY.get(str(entry.get("type")))
    told = None if say is None else say(entry, people)
    if told:
        yield told
    for consequence in entry.get("then") or ():
        say = _SAY.get(str(consequence.get("type")))
        told = None if say is None else say(consequence, people)
        if told:
            yield told


def _created(entry: Entry, people: People) -> str:
    owner, name = clean(entry.get("owner")), clean(entry.get("name"))
    who = "You" if people.you is not None and owner == people.name(people.you) else owner
    named = "" if name == f"{owner}'s match" else f" {name}"
    return f"{who} set the table{named}."


def _joined(entry: Entry, people: People) -> str:
    who = "You" if entry["seat"] == people.you else clean(entry.get("player"))
    return f"{who} took seat {entry['seat']}."


def _left(entry: Entry, people: People) -> str:
    return f"Seat {entry['seat']} is free again."


def _offered(entry: Entry, people: People) -> str:
    return f"Seat {entry['seat']} may be taken by somebody new."


def _replaced(entry: Entry, people: People) -> str:
    who = "You" if entry["seat"] == people.you else clean(entry.get("player"))
    return f"{who} took seat {entry['seat']} over."


def _cancelled(entry: Entry, people: People) -> str:
    return "The match was called off."


def _closed(entry: Entry, people: People) -> str:
    return "The match was given up."


def _dealt(entry: Entry, people: People) -> str:
    return f"Hand {entry['hand']}: {people.subject(entry['dealer'])} shook and dealt."


def _bid(entry: Entry, people: People) -> str:
    return f"{people.subject(entry['seat'])} bid {say_bid(entry)}."


def _passed(entry: Entry, people: People) -> str:
    return f"{people.subject(entry['seat'])} passed."


def _declared(entry: Entry, people: People) -> str:
    return f"{people.subject(entry['seat'])} named {say_trump(entry['trump'])}."


def _played(entry: Entry, people: People) -> str:
    if entry.get("tile") is None:
        return ""
    return f"{people.subject(entry['seat'])} played {entry['tile']}."


def _auction_over(entry: Entry, people: People) -> str:
    contract = entry.get("contract")
    if contract is None:
        return "Everybody passed."
    return f"{people.subject(contract['bidder'])} won the auction with {say_bid(contract)}."


def _trick_taken(entry: Entry, people: People) -> str:
    return f"Trick {entry['number']} went to {people.side(entry['side'])}."


def _hand_over(entry: Entry, people: People) -> str:
    result, marks = entry.get("result"), entry.get("marks")
    if result is None:
        return f"Hand {entry['number']} is over, nobody scores."
    how = "The bid was made" if result["made"] else "The bid was set"
    stand = f" ({say_score(marks, result['side'])})" if marks else ""
    worth = count(result["marks"], "mark")
    return f"{how}: {worth} for {people.side(result['side'])}{stand}."


def _match_over(entry: Entry, people: People) -> str:
    return f"The match is over: {people.side(entry['winner'])} won."


_SAY: Mapping[str, Callable[[Entry, People], str]] = {
    "created": _created,
    "joined": _joined,
    "left": _left,
    "offered": _offered,
    "replaced": _replaced,
    "cancelled": _cancelled,
    "closed": _closed,
    "dealt": _dealt,
    "bid": _bid,
    "pass": _passed,
    "declare": _declared,
    "play": _played,
    "auction_over": _auction_over,
    "trick_taken": _trick_taken,
    "hand_over": _hand_over,
    "match_over": _match_over,
}
