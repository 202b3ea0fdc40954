"""Feed entries as sentences: what just happened at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from texas42_client.table.people import People
from texas42_client.table.results import say_gain, say_score, score_of
from texas42_client.table.text import clean
from texas42_client.table.words import SPECIALS, say_bid, say_doubles, say_trump

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


def _drawn(entry: Entry, people: People) -> str:
    """Who drew what for the first deal (R8), and what came of it."""
    draws = entry["draws"]
    shown = ", ".join(f"{people.who(seat)} {tile}" for seat, tile in draws.items())
    dealer = entry.get("dealer")
    if dealer is not None:
        verb = "deal" if dealer == people.you else "deals"
        return f"Drawn for the deal: {shown}. {people.subject(dealer)} {verb}."
    most = max(map(_pips, draws.values()))
    tied = [people.who(seat) for seat, tile in draws.items() if _pips(tile) == most]
    tied[0] = "You" if tied[0] == "you" else tied[0]
    return f"Drawn for the deal: {shown}. {', '.join(tied[:-1])} and {tied[-1]} draw again."


def _pips(tile: str) -> int:
    return sum(map(int, tile.split("-")))


def _bid(entry: Entry, people: People) -> str:
    return f"{people.subject(entry['seat'])} bid {_a_bid(entry)}."


def _a_bid(bid: Entry) -> str:
    said = say_bid(bid)
    return f"a {said}" if said.startswith(SPECIALS) else said


def _passed(entry: Entry, people: People) -> str:
    return f"{people.subject(entry['seat'])} passed."


def _declared(entry: Entry, people: People) -> str:
    who = people.subject(entry["seat"])
    return f"{who} named {say_trump(entry['trump'])}{say_doubles(entry)}."


def _played(entry: Entry, people: People) -> str:
    """A tile; of the first one led, the suit that it called or the trump that it named."""
    then = {consequence["type"]: consequence for consequence in entry.get("then") or ()}
    named = say_trump(then["trump_named"]["trump"]) if "trump_named" in then else ""
    if entry.get("tile") is None:
        return f"The first tile named {named}." if named else ""
    who, tile = people.subject(entry["seat"]), entry["tile"]
    if named:
        return f"{who} led {tile}: {named} are trump."
    if entry.get("call") is not None:
        return f"{who} led {tile} and called {say_trump(entry['call'])}."
    return f"{who} played {tile}."


def _auction_over(entry: Entry, people: People) -> str:
    contract = entry.get("contract")
    if contract is None:
        return "Everybody passed."
    return f"{people.subject(contract['bidder'])} won the auction with {_a_bid(contract)}."


def _trick_taken(entry: Entry, people: People) -> str:
    return f"Trick {entry['number']} went to {people.team(entry['side'])}."


def _hand_over(entry: Entry, people: People) -> str:
    result, score = entry.get("result"), score_of(entry)
    if result is None:
        return f"Hand {entry['number']} is over, nobody scores."
    how = "The bid was made" if result["made"] else "The bid was set"
    stand = f" ({say_score(score, result['side'], people)})" if score else ""
    return f"{how}: {say_gain(result, people)}{stand}."


def _match_over(entry: Entry, people: People) -> str:
    return f"The match is over: {people.team(entry['winner'])} won."


_SAY: Mapping[str, Callable[[Entry, People], str]] = {
    "created": _created,
    "joined": _joined,
    "left": _left,
    "offered": _offered,
    "replaced": _replaced,
    "cancelled": _cancelled,
    "closed": _closed,
    "drawn": _drawn,
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
