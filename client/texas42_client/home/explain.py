"""The game in a few paragraphs, and help with what a player is asked at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from texas42_client.review.hint import allows_hints
from texas42_client.table.facts import Facts
from texas42_client.table.words import (
    SPECIALS,
    count,
    say_doubles,
    say_trump,
    typed_doubles,
)

__all__ = ["help_text", "introduction"]

Move = Mapping[str, Any]

_INTRODUCTION = """\
Texas 42. {who} {goal} {win}{ahead}.

In every hand you first bid how many of its {total} points {takers} will take. The highest bidder
names trump and leads; then everybody plays {tiles} tiles. {scoring}

At every question a ? explains what it asks. Ctrl-C stops; the match is kept."""
_FOR_MARKS = "A made bid wins a mark, a missed one gives it to {others}."
_FOR_POINTS = "A made bid wins points, a missed one gives them to {others}."
_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen"),
)

_HELP = {
    "bidding": """\
A bid promises points for {takers}: 1 for each of the {tricks} tricks, 5 for each tile
whose ends add up to 5 (0-5, 1-4, 2-3), 10 for 5-5 and 4-6: {total} in all. Everybody speaks once.
Bid {least} or more and above the last bid, or pass. A bid of marks promises every trick.

Four tiles of a number with its double, and few loose ends beside them, are worth 30.""",
    "declaring": """\
{winner} won the auction. Trump beats everything else; name the number you hold most of, best with
its double: blanks, ones, twos, threes, fours, fives or sixes. You may also name doubles (the
seven doubles are the trumps), or no trump.""",
    "playing": """\
Whoever leads may play any tile; its higher end is the suit, unless it is a trump. The others
must follow the suit if they can; a trump belongs to no suit but trump. Who cannot follow plays
anything. The highest trump wins the trick, else the highest of the suit led; the double is the
highest of its number. The winner leads next.""",
}
_EVERYWHERE = "Type a number from the list or the move itself. quit stops, table draws it again."
_BY_KIND = {
    "sevens": """\
Sevens: there are no suits and no trump. Of the tiles in a trick the one with its pips closest to
seven wins, the earliest of equals. Everybody, the leader too, must play one of their closest. The
winner leads next.""",
    "nello": """\
Nello: the bidder must lose every trick, and the bidder's partner sits out. There is no trump. The
others must follow the suit led if they can; the highest of it wins and leads next.""",
}
"""How tiles are played in the contracts that have rules of their own (R8.1, R8.3)."""
_SPECIALS = """\
A plunge or splash is a bid of every trick for a hand full of doubles: your partner names trump."""
_NELLO = """\
Nello{doubles}: you promise to lose every trick, and your partner sits out."""
_SEVENS = """\
Sevens: no suits; the tile closest to seven pips wins, and everybody plays one of their closest."""
_DOUBLES = """\
In {trump} you say what doubles are: {choices}."""
_MEANINGS = {"own": " (a suit of their own)", "own-low": " (a suit of their own, 0-0 the highest)"}
_AFTER_MARKS = """\
Whoever wins with a bid of {least} or more may name {kind} instead of trump: {promise}."""
_PROMISES = {
    "nello": "to lose every trick, while the partner sits out",
    "sevens": "to take every trick, each won by the tile closest to seven pips",
}
_FIRST_TILE = """\
You may also lead a tile at once: its higher end is trump."""
_SMALL_END = """\
Your first lead may call its lower end: 3-5 call 3."""
_HINTS = """\
hint says what your tiles might come to."""
_OPEN_TRICKS = """\
After a bid of marks the tricks lie face down, but for the latest 1 or 2: you say how many, as in
sixes open 1."""


def introduction(view: Mapping[str, Any]) -> str:
    """What the game is, for the table of this view."""
    facts = Facts(view)
    people = facts.people
    _, *others = map(people.name, people.seats)
    if people.partnered:
        left, partner, right = others
        who = f"You sit with {partner}, against {left} and {right}."
    else:
        who = f"You play for yourself, against {_and(others)}."
    rest = (
        "the other side" if people.partnered else _and(others) if len(others) < 2 else "the others"
    )
    scoring = _FOR_MARKS if facts.unit() == "mark" else _FOR_POINTS
    return _INTRODUCTION.format(
        who=who,
        goal=_in_words(facts.target(), facts.unit()).capitalize(),
        win="wins" if facts.target() == 1 else "win",
        ahead=f", with a lead of {facts.rules['win_by']}" if facts.margin() else "",
        total=facts.total(),
        takers=_takers(facts),
        tiles=_NUMBERS[facts.tricks()],
        scoring=scoring.format(others=rest),
    )


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _takers(facts: Facts) -> str:
    return "your side" if facts.people.partnered else "you"


def _in_words(number: int, word: str) -> str:
    """``seven marks``, ``250 points``."""
    if number < len(_NUMBERS):
        return count(number, word).replace(str(number), _NUMBERS[number])
    return count(number, word)


def help_text(view: Mapping[str, Any]) -> str:
    """What the present question asks for, and how to answer it."""
    facts, legal = Facts(view), view["legal_moves"]
    contract = view.get("contract") or {}
    kind, bidder = str(contract.get("kind")), contract.get("bidder", view["you"])
    asked = _BY_KIND.get(kind) if view["status"] == "playing" else None
    said = (asked or _HELP[view["status"]]).format(
        takers="you and your partner" if facts.people.partnered else "you",
        tricks=_NUMBERS[facts.tricks()],
        total=facts.total(),
        least=facts.rules.get("min_bid") or 30,
        winner="You" if bidder == view["you"] else "Your partner",
    )
    later = _named_after_marks(facts.rules) if view["status"] == "bidding" else ()
    return "\n\n".join([said, *later, *_besides(facts, view["status"], legal), _EVERYWHERE])


def _named_after_marks(rules: Mapping[str, Any]) -> Iterator[str]:
    """What a bid of marks may be made for besides a trump, where that is played (R8.1, R8.3)."""
    for kind, promise in _PROMISES.items():
        if rules.get(kind):
            least = count(rules.get(f"{kind}_min_marks") or 1, "mark")
            yield _AFTER_MARKS.format(least=least, kind=kind, promise=promise)


def _said_of_doubles(trump: str, legal: Sequence[Move]) -> Iterator[str]:
    """How it is said what doubles are, where that is a choice (R4.6, R8.2)."""
    said = [move for move in legal if move.get("trump") == trump and move.get("doubles")]
    words = dict.fromkeys(typed_doubles(move["doubles"]) for move in said)
    if words:
        choices = " or ".join(f"{trump} {word}{_MEANINGS.get(word, '')}" for word in words)
        yield _DOUBLES.format(trump=say_trump(trump), choices=choices)


def _besides(facts: Facts, status: str, legal: Sequence[Move]) -> Iterator[str]:
    """What is explained only where it may be said."""
    trumps = {move.get("trump") for move in legal}
    if any(move.get(special) for move in legal for special in SPECIALS):
        yield _SPECIALS
    yield from _said_of_doubles("none", legal)
    if "nello" in trumps:
        chosen = list(_said_of_doubles("nello", legal))
        (doubles, *others) = facts.rules.get("nello_doubles") or ["own_suit"]
        fixed = not chosen and not others
        yield _NELLO.format(doubles=say_doubles({"doubles": doubles}) if fixed else "")
        yield from chosen
    if "sevens" in trumps:
        yield _SEVENS
    if status == "declaring" and any(move["type"] == "play" for move in legal):
        yield _FIRST_TILE
    if any(move.get("call") is not None for move in legal):
        yield _SMALL_END
    if any("open_tricks" in move for move in legal):
        yield _OPEN_TRICKS
    if allows_hints(facts.rules):
        yield _HINTS
