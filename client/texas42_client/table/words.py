"""Moves, trumps, suits and contracts in the words of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = [
    "SPECIALS",
    "count",
    "say_bid",
    "say_contract",
    "say_doubles",
    "say_move",
    "say_suit",
    "say_tile",
    "say_trump",
    "typed_doubles",
]

SUITS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
SPECIALS = ("plunge", "splash")
_DOUBLES = {
    "high": "doubles high",
    "low": "doubles low",
    "own_suit": "doubles a suit of their own",
    "own_suit_low": "doubles a suit of their own with 0-0 highest",
}
_DOUBLES_TYPED = {"own_suit": "own", "own_suit_low": "own-low"}
_FACE_DOWN_FROM = 2
"""The marks from which ``from_two_marks`` covers all tricks (R6.5)."""


def say_move(move: Mapping[str, Any]) -> str:
    """The body of a move as a player types it: ``bid plunge 4``, ``declare none low``."""
    match move.get("type"):
        case "bid":
            special = next((word for word in SPECIALS if move.get(word)), None)
            return f"bid {special} {move['marks']}" if special else f"bid {say_bid(move)}"
        case "declare":
            tricks, doubles = move.get("open_tricks"), move.get("doubles")
            word = "none" if move.get("trump") == "none" else say_trump(move.get("trump"))
            word += "" if doubles is None else f" {typed_doubles(doubles)}"
            return f"declare {word}" + ("" if tricks is None else f" open {tricks}")
        case "play":
            call = move.get("call")
            return f"play {move.get('tile')}" + ("" if call is None else f" call {call}")
        case other:
            return str(other)


def typed_doubles(doubles: str) -> str:
    """What doubles are, as it is typed behind a trump: ``high``, ``low``, ``own``, ``own-low``."""
    return _DOUBLES_TYPED.get(doubles, doubles)


def say_tile(play: Mapping[str, Any]) -> str:
    """The tile of a play: ``4-6``, ``3-5 (threes)`` where its lower end was called."""
    call = play.get("call")
    return str(play["tile"]) + ("" if call is None else f" ({say_trump(call)})")


def say_bid(bid: Mapping[str, Any]) -> str:
    """``31``, ``1 mark``, ``plunge for 4 marks`` or ``pass``."""
    if bid.get("type") == "pass":
        return "pass"
    if bid.get("marks") is None:
        return str(bid.get("points"))
    marks = count(bid["marks"], "mark")
    special = next((word for word in SPECIALS if bid.get(word) or bid.get("kind") == word), None)
    return f"{special} for {marks}" if special else marks


def say_trump(trump: object) -> str:
    """``sixes``, ``doubles``, ``no trump``, ``nello`` for the contract's ``trump``."""
    if trump == "none":
        return "no trump"
    return SUITS[int(trump)] if isinstance(trump, str) and trump in "0123456" else str(trump)


def say_suit(suit: object, trump: object) -> str:
    """The suit that was led: ``fives``, ``trump (sixes)``."""
    return f"trump ({say_trump(trump)})" if suit == "trump" else say_trump(suit)


def say_contract(
    contract: Mapping[str, Any],
    bidder: str,
    rules: Mapping[str, Any] | None = None,
    naming: str = "the partner names trump",
) -> str:
    """``ann bid 31, sixes are trump`` with the player's name for the bidder.

    ``rules`` are the settings of the match: what doubles are, and which tricks lie face down,
    where nobody had to say so. ``naming`` says who names trump where the bidder does not.
    """
    rules = rules or {}
    parts = [f"{bidder} bid {_stake(contract, rules)}"]
    if contract.get("trump") is None:
        by_partner = contract.get("kind") in SPECIALS
        parts.append(naming if by_partner else "trump is not named yet")
    else:
        parts += [_named(contract["trump"]), *_doubles(contract, rules)]
    tricks = contract.get("open_tricks")
    if tricks is not None:
        parts.append(f"only the latest {'trick' if tricks == 1 else f'{tricks} tricks'} face up")
    elif _all_covered(contract, rules):
        parts.append("all tricks face down")
    return ", ".join(parts)


def _stake(contract: Mapping[str, Any], rules: Mapping[str, Any]) -> str:
    marks = contract.get("marks")
    if marks is None:
        return str(contract.get("points"))
    if contract.get("kind") in SPECIALS:
        return f"a {say_bid(contract)}"
    known = f" ({42 * marks})" if rules.get("seats", 4) == 4 else ""
    return f"{count(marks, 'mark')}{known}"


def _named(trump: str) -> str:
    whole_contract = trump in ("none", "nello", "sevens")
    return say_trump(trump) if whole_contract else f"{say_trump(trump)} are trump"


def _doubles(contract: Mapping[str, Any], rules: Mapping[str, Any]) -> Sequence[str]:
    """What doubles are in no trump and nello, unless they are high as everywhere (R4.6, R8.2)."""
    setting = {"none": "no_trump_doubles", "nello": "nello_doubles"}.get(contract["trump"])
    if setting is None:
        return ()
    usual = "high" if setting == "no_trump_doubles" else "own_suit"
    said = contract.get("doubles")
    doubles = said or (rules.get(setting) or [usual])[0]
    return (_DOUBLES[doubles],) if said or doubles != "high" or setting == "nello_doubles" else ()


def say_doubles(entry: Mapping[str, Any]) -> str:
    """What a declaration said of doubles, to put behind the trump; else nothing."""
    doubles = entry.get("doubles")
    return "" if doubles is None else f", {_DOUBLES[doubles]}"


def _all_covered(contract: Mapping[str, Any], rules: Mapping[str, Any]) -> bool:
    covering = rules.get("covered_tricks") == "from_two_marks"
    return covering and (contract.get("marks") or 0) >= _FACE_DOWN_FROM


def count(number: int, word: str) -> str:
    """``1 mark``, ``2 marks``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
