"""The words players use for moves, in both directions: text to a move's body, a body to text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = [
    "count",
    "interpret",
    "parse_bid",
    "parse_code",
    "parse_declaration",
    "parse_tile",
    "say_bid",
    "say_contract",
    "say_move",
    "say_suit",
    "say_trump",
]

Move = dict[str, Any]

SUITS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
_SYNONYMS = {
    "0": "0 blanks blank zeros zeroes zero",
    "1": "1 ones one aces ace",
    "2": "2 twos two deuces deuce",
    "3": "3 threes three treys trey",
    "4": "4 fours four",
    "5": "5 fives five",
    "6": "6 sixes six",
    "doubles": "doubles double",
    "none": "none no no-trump no-trumps notrump nt follow-me followme",
}
_TRUMP_WORDS = {word: trump for trump, words in _SYNONYMS.items() for word in words.split()}
_COUNTING = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


def parse_tile(text: str) -> str:
    """``6-4``, ``64``, ``6|4``, ``[4|6]``, ``4-6`` → ``"4-6"``; raises :class:`ClientError`."""
    found = re.fullmatch(r"\[?\s*(\d)\s*[-|:/,. ]?\s*(\d)\s*\]?", text.strip(), re.ASCII)
    if found is None:
        raise _unclear(f"{text!r} is no tile.", "Write its two ends, as 6-4, 64 or 6|4.")
    low, high = sorted(found.groups())
    if high > "6":
        raise _unclear(f"No such tile {text!r}: ends go from 0 to 6.", "Your tiles: t42 hand")
    return f"{low}-{high}"


def parse_bid(words: Sequence[str]) -> Move:
    """``31``, ``42``, ``84``, ``1 mark``, ``2 marks`` → the body of a bid.

    42 is one mark, 84 two, and so on. Raises :class:`ClientError` (USAGE).
    """
    text = " ".join(words).strip().lower()
    found = re.fullmatch(r"(\d{1,4}|[a-z]+)?\s*(marks?|points?|pts?)?", text, re.ASCII)
    amount, unit = found.groups() if found else (None, None)
    if amount in ("mark", "marks"):
        amount, unit = "one", "mark"
    if amount is None or not (amount.isdigit() or amount in _COUNTING):
        raise _unclear(f"{text!r} is no bid.", "Bid points, as 31, or marks, as '1 mark' or 84.")
    number = int(amount) if amount.isdigit() else _COUNTING[amount]
    if number == 0:
        raise _unclear("Nothing is no bid.", "To make none: t42 pass")
    if unit and unit.startswith("mark"):
        return {"type": "bid", "marks": number}
    if number % 42 == 0:
        return {"type": "bid", "marks": number // 42}
    if unit is None and number < 10:
        raise _unclear(
            f"{number} points are no bid.", f"For marks say: t42 bid {count(number, 'mark')}"
        )
    return {"type": "bid", "points": number}


def parse_declaration(word: str, open_tricks: int | None = None) -> Move:
    """``sixes``, ``6``, ``doubles``, ``none``, ``blanks``, ``follow me`` → a declaration.

    Raises :class:`ClientError` (USAGE), with the nearest word there is.
    """
    said = re.sub(r"[\s_-]+", "-", word.strip().lower())
    trump = _TRUMP_WORDS.get(said)
    if trump is None:
        near = get_close_matches(said, _TRUMP_WORDS, 1, 0.6)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise _unclear(
            f"{word!r} is no trump.{meant}",
            "Say blanks, ones, twos, threes, fours, fives, sixes, doubles or none.",
        )
    move: Move = {"type": "declare", "trump": trump}
    return move if open_tricks is None else {**move, "open_tricks": open_tricks}


def parse_code(text: str) -> str:
    """An invite as it is written: small letters and digits, whatever way it was dictated."""
    return re.sub(r"[\s-]", "", text).lower()


def interpret(text: str, legal_moves: Sequence[Mapping[str, Any]]) -> list[Move]:
    """Every legal move that the text could mean, as a number in the list or as words.

    Empty when it means none, one when it is clear; more when the player has to be asked again.
    """
    said = " ".join(text.lower().split())
    verb, _, rest = said.partition(" ")
    readings: list[Move] = []
    if verb in _READERS and rest:
        readings = _read(_READERS[verb], rest)
    elif said in ("pass", "p"):
        readings = [{"type": "pass"}]
    else:
        for reader in _READERS.values():
            readings += _read(reader, said)
    chosen = [dict(move) for move in legal_moves if any(_means(r, move) for r in readings)]
    if said.isascii() and said.isdigit() and 0 < int(said) <= len(legal_moves):
        numbered = dict(legal_moves[int(said) - 1])
        chosen = chosen if numbered in chosen else [numbered, *chosen]
    return chosen


def _read(reader: Callable[[str], Move], text: str) -> list[Move]:
    try:
        return [reader(text)]
    except ClientError:
        return []


def _read_declaration(text: str) -> Move:
    found = re.fullmatch(r"(.*?)(?:,? (?:--)?(?:open )?([12])(?: open)?)?", text)
    word, tricks = found.groups() if found else (text, None)
    return parse_declaration(word, int(tricks) if tricks else None)


_READERS: dict[str, Callable[[str], Move]] = {
    "play": lambda text: {"type": "play", "tile": parse_tile(text)},
    "bid": lambda text: parse_bid([text]),
    "declare": _read_declaration,
}


def _means(said: Move, move: Mapping[str, Any]) -> bool:
    """True when all that was said is so in the move (which may say more, as the open tricks)."""
    return all(move.get(member) == value for member, value in said.items())


def say_move(move: Mapping[str, Any]) -> str:
    """The body of a move as a player types it: ``bid 31``, ``declare sixes``, ``play 4-6``."""
    match move.get("type"):
        case "bid":
            return f"bid {say_bid(move)}"
        case "declare":
            tricks = move.get("open_tricks")
            opened = "" if tricks is None else f" --open {tricks}"
            word = "none" if move.get("trump") == "none" else say_trump(move.get("trump"))
            return f"declare {word}{opened}"
        case "play":
            return f"play {move.get('tile')}"
        case other:
            return str(other)


def say_bid(bid: Mapping[str, Any]) -> str:
    """``31``, ``1 mark``, ``2 marks`` or ``pass``."""
    if bid.get("type") == "pass":
        return "pass"
    if bid.get("marks") is not None:
        return count(bid["marks"], "mark")
    return str(bid.get("points"))


def say_trump(trump: object) -> str:
    """``sixes``, ``doubles``, ``no trump`` for the letters of the contract's ``trump``."""
    if trump == "none":
        return "no trump"
    return SUITS[int(trump)] if isinstance(trump, str) and trump in "0123456" else str(trump)


def say_suit(suit: object, trump: object) -> str:
    """The suit that was led: ``fives``, ``trump (sixes)``."""
    return f"trump ({say_trump(trump)})" if suit == "trump" else say_trump(suit)


def say_contract(contract: Mapping[str, Any], bidder: str) -> str:
    """``ann bid 31, sixes are trump`` with the player's name for the bidder."""
    if contract.get("marks") is not None:
        amount = f"{count(contract['marks'], 'mark')} ({42 * contract['marks']})"
    else:
        amount = str(contract.get("points"))
    trump = contract.get("trump")
    if trump is None:
        named = "trump is not named yet"
    else:
        named = "no trump" if trump == "none" else f"{say_trump(trump)} are trump"
    tricks = contract.get("open_tricks")
    opened = "" if tricks is None else f", the latest {count(tricks, 'trick')} face up"
    return f"{bidder} bid {amount}, {named}{opened}"


def count(number: int, word: str) -> str:
    """``1 mark``, ``2 marks``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _unclear(message: str, hint: str) -> ClientError:
    return ClientError(message, hint, ExitStatus.USAGE)
